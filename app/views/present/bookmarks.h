// bookmarks.h: views that are kept with the session to be stepped through before a class.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The bookmarks as a list, while it is open.
void draw_bookmarks(const Frame& frame);

// The bookmark of what is looked at; -1 where it has none.
int shown_bookmark(const Frame& frame);

// The present view becomes the last bookmark, unless it is one.
void add_bookmark(const Frame& frame);
void go_to_bookmark(const Frame& frame, int index);
// To the next bookmark or the one before; where there are none, along the walk.
void step_bookmark(const Frame& frame, int by);

}  // namespace views
