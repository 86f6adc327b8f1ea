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

// The largest side up to this one that makes all pixels equally large; in a large picture, where one of the
// screen more or less is not seen, all of a patch.
float side_on_pixels(const ui::Style& style, float side);
// The pixels (256, 3).
void draw_pixels(ImDrawList& list, const PixelSquare& square, const engine::Matrix& pixels);
// `weights` as colours, squares in rows and columns, and over them the outlines of what is in the picture:
// its own colours would be read as weights.
void draw_laid_map(ImDrawList& list, const PixelSquare& square, const engine::Matrix& pixels,
                   const engine::Matrix& weights, const look::ColourScale& scale);
// A colour a class; (16, 16) numbers of world::PixelClass.
void draw_classes(ImDrawList& list, const PixelSquare& square, const engine::Matrix& classes);
// A frame around a box: cx, cy, w, h as parts of the side; with a name at its corner. `around`: a thin line
// on both sides of it.
struct BoxLook {
  ImU32 colour = 0;
  ImU32 around = 0;
};
void draw_box(const ui::Style& style, ImDrawList& list, const PixelSquare& square,
              const Eigen::RowVector4d& box, const BoxLook& look, const std::string& name = {});
// The frame of a query's box.
BoxLook query_look(engine::Index query);
// Lines along which a picture is cut, into so many patches across and down; and its patches apart.
void draw_cuts(const ui::Style& style, ImDrawList& list, const PixelSquare& square, engine::Index across);
void draw_patches(const ui::Style& style, ImDrawList& list, const PixelSquare& square,
                  const engine::Matrix& pixels, engine::Index across);
void draw_square_outline(const ui::Style& style, ImDrawList& list, const PixelSquare& square);

}  // namespace views
