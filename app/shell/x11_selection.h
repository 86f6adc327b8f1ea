// x11_selection.h: asks X11 for the clipboard's text, for no longer than a moment.
#pragma once

#include <string>

#include "engine/core/result.h"

namespace app {

// X11's window that holds the clipboard; 0 where none does, or where the window is not X11's.
unsigned long clipboard_holder();

// What it holds, in UTF-8; empty if that is no text. Error error.clipboard_silent: its holder sends nothing
// for 2 s.
engine::Result<std::string> read_clipboard();

}  // namespace app
