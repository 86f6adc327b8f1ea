// file_purpose.h: what a file is chosen for, in the browser or by letting it fall on the window. A new
// purpose is a row here, one in shell/file_desk.cpp, and its words files.title.NAME and files.do.NAME.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace app {

struct FilePurpose {
  std::string_view name;                      // as in a FileRequest
  std::span<const std::string_view> endings;  // of the files that are shown; a new file gets the first
  bool writes = false;                        // a file is named to be written
  bool lists_recent = false;                  // recent sessions stand beside the files
  bool takes_drops = false;                   // a file with such an ending may fall on the window for it
  bool takes_folders = false;                 // a folder that holds such a file can be chosen, too
};

std::span<const FilePurpose> file_purposes();

// The purpose with this name, which must be one of the table.
const FilePurpose& file_purpose(std::string_view name);

// The purpose that a file falls on the window for; null where there is none for its ending.
const FilePurpose* purpose_of_drop(const std::string& path);

// Whether the path ends in one of them, in letters of either case.
bool has_ending(std::string_view path, std::span<const std::string_view> endings);

// Every ending that may fall on the window: ".headlight, .json".
std::string droppable_endings();

}  // namespace app
