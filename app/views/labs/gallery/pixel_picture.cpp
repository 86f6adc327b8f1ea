// pixel_picture.cpp: every edge of a pixel falls on a whole pixel of the screen.
#include "app/views/labs/gallery/pixel_picture.h"

#include <algorithm>
#include <cmath>

#include "app/look/palette.h"
#include "app/look/world_colours.h"
#include "app/ui/text.h"

namespace views {
namespace {

using engine::Index;
using engine::Matrix;

// All in the first pixel's colour, and over it each run of pixels of a row that have another: a page may show
// a hundred pictures.
template <class ColourOf>
void fill_pixels(ImDrawList& list, const PixelSquare& square, const ColourOf& colour_of) {
  const auto fill = [&](int row, int from, int to, int rows, ImU32 colour) {
    const ImVec2 low = square.corner(from, row);
    const ImVec2 high = square.corner(to, row + rows);
    list.AddRectFilled({std::round(low.x), std::round(low.y)}, {std::round(high.x), std::round(high.y)},
                       colour);
  };
  const ImU32 ground = ui::pack(colour_of(0, 0));
  fill(0, 0, world::kSide, world::kSide, ground);
  for (int row = 0; row < world::kSide; ++row) {
    for (int from = 0, to = 0; from < world::kSide; from = to) {
      const ImU32 colour = ui::pack(colour_of(row, from));
      while (to < world::kSide && ui::pack(colour_of(row, to)) == colour) ++to;
      if (colour != ground) fill(row, from, to, 1, colour);
    }
  }
}

}  // namespace

float side_on_pixels(const ui::Style& style, float side) {
  constexpr float kLargePicture = 160;  // pixels at 100 %
  constexpr float kPatches = 4;
  const float step = side < style.px(kLargePicture) ? world::kSide : kPatches;
  return step * std::floor(side / step);
}

void draw_pixels(ImDrawList& list, const PixelSquare& square, const Matrix& pixels) {
  fill_pixels(list, square,
              [&](int row, int column) { return look::pixel_colour(pixels, row * world::kSide + column); });
}

void draw_laid_map(ImDrawList& list, const PixelSquare& square, const Matrix& pixels, const Matrix& weights,
                   const look::ColourScale& scale) {
  constexpr float kSideOfOutline = 110;  // pixels of a picture to one of its outlines' width
  const auto colour_at = [&](int row, int column) {
    return look::colour_of(
        scale, weights(row * weights.rows() / world::kSide, column * weights.cols() / world::kSide));
  };
  fill_pixels(list, square, colour_at);
  const float width = std::max(1.0F, std::round(square.side / kSideOfOutline));
  for (const look::PixelEdge& edge : look::pixel_edges(pixels)) {
    const int down = edge.is_below ? 1 : 0;
    const ImVec2 from = square.corner(edge.column + 1 - down, edge.row + down);
    const ImVec2 to = square.corner(edge.column + 1, edge.row + 1);
    // Half of its width on either side.
    const ImVec2 low(std::round(from.x - width / 2), std::round(from.y - width / 2));
    const ImVec2 high(std::round(to.x - width / 2) + width, std::round(to.y - width / 2) + width);
    list.AddRectFilled(low, high, ui::pack(look::text_on(colour_at(edge.row, edge.column))));
  }
}

void draw_classes(ImDrawList& list, const PixelSquare& square, const Matrix& classes) {
  fill_pixels(list, square, [&](int row, int column) {
    return look::class_colour(static_cast<world::PixelClass>(static_cast<int>(classes(row, column))));
  });
}

void draw_box(const ui::Style& style, ImDrawList& list, const PixelSquare& square,
              const Eigen::RowVector4d& box, const BoxLook& look, const std::string& name) {
  const auto corner = [&](double side) {
    return square.corner(world::kSide * (box[0] + side * box[2] / 2),
                         world::kSide * (box[1] + side * box[3] / 2));
  };
  // Around what it frames, which stays in sight.
  const float outside = style.px(3);
  const ImVec2 inner = corner(-1);
  const ImVec2 end = corner(1);
  const ImVec2 low(inner.x - outside, inner.y - outside);
  const ImVec2 high(end.x + outside, end.y + outside);
  list.AddRect(low, high, look.around, 0, 0, style.px(5));
  list.AddRect(low, high, look.colour, 0, 0, style.px(3));
  if (name.empty()) return;
  ui::TextStyle type = style.small_strong();
  const ImVec2 size = ui::text_size(name, type);
  // Above it, or below where that is outside the picture.
  const float above = low.y - size.y - style.px(4);
  const float top = above < square.at.y ? high.y + style.px(2) : above;
  const ImVec2 tag(std::min(low.x, square.end().x - size.x - style.px(8)), top);
  list.AddRectFilled(tag, {tag.x + size.x + style.px(8), tag.y + size.y + style.px(2)}, style.colours.panel,
                     style.px(3));
  type.colour = style.colours.ink;
  ui::draw_text(list, {tag.x + style.px(4), tag.y + style.px(1)}, name, type);
}

BoxLook query_look(Index query) {
  const auto& ground = world::kPalette.front();
  return {ui::pack(look::query_colour(query)), ui::pack({ground[0], ground[1], ground[2]})};
}

void draw_cuts(const ui::Style& style, ImDrawList& list, const PixelSquare& square, Index across) {
  const ImU32 colour = ui::with_alpha(IM_COL32_WHITE, 0.45F);
  const float width = std::max(1.0F, std::floor(style.scale));
  const double patch = world::kSide / static_cast<double>(across);
  for (Index line = 1; line < across; ++line) {
    const float x = std::round(square.corner(static_cast<double>(line) * patch, 0).x);
    const float y = std::round(square.corner(0, static_cast<double>(line) * patch).y);
    list.AddRectFilled({x, square.at.y}, {x + width, square.end().y}, colour);
    list.AddRectFilled({square.at.x, y}, {square.end().x, y + width}, colour);
  }
}

void draw_patches(const ui::Style& style, ImDrawList& list, const PixelSquare& square, const Matrix& pixels,
                  Index across) {
  const float gap = style.px(3);
  const ImU32 between = style.dark ? ui::with_alpha(style.colours.muted, 0.5F) : style.colours.panel;
  list.AddRectFilled(square.at, square.end(), between);
  const auto count = static_cast<float>(across);
  const float patch = (square.side - (count - 1) * gap) / count;
  const Index of_patch = world::kSide / across;
  const float pixel = patch / static_cast<float>(of_patch);
  for (Index row = 0; row < world::kSide; ++row) {
    for (Index column = 0; column < world::kSide; ++column) {
      const auto edge = [&](float start, Index at, Index end) {
        const Index gaps = at / of_patch;
        return std::round(start + static_cast<float>(gaps) * gap + static_cast<float>(end) * pixel);
      };
      list.AddRectFilled({edge(square.at.x, column, column), edge(square.at.y, row, row)},
                         {edge(square.at.x, column, column + 1), edge(square.at.y, row, row + 1)},
                         ui::pack(look::pixel_colour(pixels, row * world::kSide + column)));
    }
  }
}

void draw_square_outline(const ui::Style& style, ImDrawList& list, const PixelSquare& square) {
  const ImVec2 end = square.end();
  list.AddRect({square.at.x - 1, square.at.y - 1}, {end.x + 1, end.y + 1}, style.colours.hairline);
}

}  // namespace views
