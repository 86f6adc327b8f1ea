// file_purpose.h: what a file is chosen for, in the browser or by dropping it on the window. A new purpose is
// a row here, one in shell/file_desk.cpp, and its words files.title.NAME and files.do.NAME.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace app {

struct FilePurpose {
  std::string_view name;                      // as in a FileRequest
  std::span<const std::string_view> endings;  // of the files to show; a new file gets the first one
  bool writes = false;                        // the file is named for writing
  bool writes_folder = false;                 // what is named is a folder
  bool lists_recent = false;                  // lists recent sessions next to the files
  bool takes_drops = false;                   // files with these endings can be dropped on the window
  bool takes_folders = false;                 // a folder that contains such a file can also be chosen
  std::string_view fresh = "files.untitled";  // the key of a new file's name
  bool is_of_lessons = false;                 // begins in the folder of lessons
};

std::span<const FilePurpose> file_purposes();

// The purpose with this name, which must be one of the table.
const FilePurpose& file_purpose(std::string_view name);

// The purpose for a dropped file; null if there is none for its ending.
const FilePurpose* purpose_of_drop(const std::string& path);

// Whether the path ends in one of them, ignoring case.
bool has_ending(std::string_view path, std::span<const std::string_view> endings);

// Every ending that can be dropped on the window: ".headlight, .json".
std::string droppable_endings();

}  // namespace app
