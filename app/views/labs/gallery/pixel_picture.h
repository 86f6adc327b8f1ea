// pixel_picture.h: draws the picture of shapes, and what systems say of it, on a draw list.
#pragma once

#include <imgui.h>

#include <string>

#include "app/ui/style.h"
#include "engine/world/picture.h"

namespace views {

// Where a picture stands.
struct PixelSquare {
  ImVec2 at;
  float side = 0;  // in pixels of the screen

  float of_pixel() const { return side / world::kSide; }
  ImVec2 corner(double x, double y) const {  // in pixels of the picture
    return {at.x + static_cast<float>(x) * of_pixel(), at.y + static_cast<float>(y) * of_pixel()};
  }
  ImVec2 end() const { return {at.x + side, at.y + side}; }
};

// The pixels (256, 3).
void draw_pixels(ImDrawList& list, const PixelSquare& square, const engine::Matrix& pixels);
// The same below white, the more of it the larger the weight, up to the largest; `weights`: squares in rows
// and columns.
void draw_laid_map(ImDrawList& list, const PixelSquare& square, const engine::Matrix& pixels,
                   const engine::Matrix& weights);
// A colour a class; (16, 16) numbers of world::PixelClass.
void draw_classes(ImDrawList& list, const PixelSquare& square, const engine::Matrix& classes);
// A frame around a box: cx, cy, w, h as parts of the side; with a name at its corner.
void draw_box(const ui::Style& style, ImDrawList& list, const PixelSquare& square,
              const Eigen::RowVector4d& box, ImU32 colour, const std::string& name = {});
void draw_square_outline(const ui::Style& style, ImDrawList& list, const PixelSquare& square);

}  // namespace views
