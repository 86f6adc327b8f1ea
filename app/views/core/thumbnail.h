// thumbnail.h: a stage as a picture the size of an icon.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Draws a stage in this rectangle, with a hairline around it. Where signed numbers of many dimensions have no
// room for 2 pixels each, its top left corner stands for it: of neighbours that share a pixel the largest
// would hide the others, so that columns of sines and cosines look like cosines alone.
void draw_thumbnail(const Frame& frame, int stage, ImVec2 at, ImVec2 size);
// One of its rows, as high as the rectangle.
void draw_row_thumbnail(const Frame& frame, int stage, engine::Index row, ImVec2 at, ImVec2 size);

}  // namespace views
