// drawing_parts.h: what the pages of systems that draw share: the drawing, place by place, what is asked of
// it, and how drawing was learned.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/labs/gallery/page_parts.h"
#include "app/views/labs/gallery/pixel_picture.h"
#include "app/views/labs/gallery/system_page.h"
#include "engine/vision/token_stream.h"

namespace views {

// The number in world::kPalette of each pixel, of a picture of any size.
void draw_palette_picture(ImDrawList& list, ImVec2 at, float side, const engine::Matrix& palette);
// A shape as it is in the picture, as wide as `side`.
void draw_shape(ImDrawList& list, ImVec2 at, float side, const world::Figure& figure);

// How large a page shows its drawing: in a low window smaller, so that what can be done to it is in sight.
// And the width of the column that it stands in with that.
float drawing_side(const Frame& frame, float width);
float drawing_column(const Frame& frame, float width);

// What is asked of the page's system; and asks something else.
engine::DrawingChoice asked_choice(const SystemPage& page);
void edit_drawing(const SystemPage& page, std::string_view merge,
                  std::function<void(engine::DrawingChoice&)> change);

// Another drawing, and how bold it is: a button and a slider.
void draw_drawing_controls(const SystemPage& page, float width, bool has_temperature);

// What the checker says of the drawing; and of one of several, with a mark for right or wrong.
void draw_verdict(const SystemPage& page, float width);

// Drawings of the next seeds, side by side, each with what the checker says.
void draw_more_drawings(const SystemPage& page, float width);

// Pictures drawn on the way of the training, with a slider.
void draw_course(const SystemPage& page, float width);

}  // namespace views
