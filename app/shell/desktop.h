// desktop.h: what other programs of the user's desktop do for us, where they are installed.
#pragma once

#include <string>
#include <string_view>

namespace app {

// The program that puts pictures on this desktop's clipboard: GLFW has texts only. wl-copy on Wayland, xclip
// elsewhere; empty without a display.
std::string picture_copier();

// Puts a PNG on the clipboard with that program. False if it is missing or fails.
bool copy_png(const std::string& program, std::string_view png);

// Opens a folder in the file manager, with xdg-open. False if that is missing or fails at once.
bool open_folder(const std::string& folder);

}  // namespace app
