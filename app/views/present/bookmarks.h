// bookmarks.h: views saved with the session, for stepping through them in a presentation.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The bookmarks as a list, while it is open.
void draw_bookmarks(const Frame& frame);

// The bookmark of the current focus; -1 if it has none.
int shown_bookmark(const Frame& frame);

// Appends the current view as a bookmark, unless it is one.
void add_bookmark(const Frame& frame);
void go_to_bookmark(const Frame& frame, int index);
// Goes to the next or previous bookmark; if there are none, along the walk.
void step_bookmark(const Frame& frame, int by);

}  // namespace views
