// files.h: the file browser: finds a file to open, or a name to save under.
#pragma once

#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// Opens the browser for a purpose of file_purpose.h. The choice is returned as a FileRequest with that
// purpose.
void browse(const Frame& frame, std::string_view purpose);

// Saves to the session's own file, or asks for a name if there is none yet.
void save_session(const Frame& frame);

// Over the window, while the desk's panel is "files".
void draw_files(const Frame& frame);

}  // namespace views
