// keys.h: runs the actions of pressed keys.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void handle_keys(const Frame& frame);
// Requests to open the session line on the clipboard.
void paste_session(const Frame& frame);

}  // namespace views
