// keys.h: runs the actions whose keys were pressed.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void handle_keys(const Frame& frame);
// Asks to open the session that the clipboard holds as one line.
void paste_session(const Frame& frame);

}  // namespace views
