// pictures_folder.h: where exports go unless the user says otherwise.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace app {

// The user's folder of pictures: XDG_PICTURES_DIR, else as `user_dirs` says, the text of user-dirs.dirs, else
// Pictures at home. `variable` may be null.
std::filesystem::path pictures_folder(const std::filesystem::path& home, const char* variable,
                                      std::string_view user_dirs);

// Headlight in it; beside the program's working folder where there is no home.
std::filesystem::path usual_export_folder();

// The whole path of a folder that was typed: "~" is home, one without a root is in it, none is the usual one.
std::string whole_folder(const std::string& typed);

}  // namespace app
