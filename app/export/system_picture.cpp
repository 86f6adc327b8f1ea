// system_picture.cpp: every pixel of the world becomes a square.
#include "app/export/system_picture.h"

#include <algorithm>
#include <cmath>

#include "app/look/palette.h"
#include "app/look/world_colours.h"
#include "engine/world/scene.h"

namespace exporter {
namespace {

using engine::Index;
using engine::Matrix;

constexpr int kSquare = 24;  // pixels of a pixel
constexpr int kPictureSide = world::kSide * kSquare;
constexpr int kGap = kSquare / 2;  // between maps
constexpr int kFrame = 3;          // pixels wide
constexpr look::Rgb kWhite = {1, 1, 1};

class PixelSheet {
 public:
  PixelSheet(int width, int height)
      : picture_{width, height, std::vector<std::uint8_t>(size_of(width, height), 255)} {}

  void set(int x, int y, const look::Rgb& colour) {
    std::uint8_t* const at = picture_.rgba.data() + size_of(picture_.width, y) + size_of(x, 1);
    at[0] = byte(colour.r);
    at[1] = byte(colour.g);
    at[2] = byte(colour.b);
  }
  void fill(int x, int y, int width, int height, const look::Rgb& colour) {
    for (int row = std::max(0, y); row < std::min(picture_.height, y + height); ++row) {
      for (int column = std::max(0, x); column < std::min(picture_.width, x + width); ++column)
        set(column, row, colour);
    }
  }
  Picture take() { return std::move(picture_); }

 private:
  static size_t size_of(int width, int height) {
    return size_t{4} * static_cast<size_t>(width) * static_cast<size_t>(height);
  }
  static std::uint8_t byte(float part) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(part, 0.0F, 1.0F)));
  }
  Picture picture_;
};

// Draws the picture with its left edge at x; `change` makes of each pixel's colour the one that is drawn.
template <class Change>
void draw_pixels(PixelSheet& sheet, const Matrix& pixels, int x, const Change& change) {
  for (int row = 0; row < world::kSide; ++row) {
    for (int column = 0; column < world::kSide; ++column)
      sheet.fill(x + column * kSquare, row * kSquare, kSquare, kSquare,
                 change(look::pixel_colour(pixels, row * world::kSide + column), row, column));
  }
}

void draw_frame(PixelSheet& sheet, const Eigen::RowVector4d& box) {
  const auto at = [](double part) { return static_cast<int>(std::lround(part * kPictureSide)); };
  const int left = at(box[0] - box[2] / 2);
  const int top = at(box[1] - box[3] / 2);
  const int width = at(box[2]);
  const int height = at(box[3]);
  sheet.fill(left, top, width, kFrame, kWhite);
  sheet.fill(left, top + height - kFrame, width, kFrame, kWhite);
  sheet.fill(left, top, kFrame, height, kWhite);
  sheet.fill(left + width - kFrame, top, kFrame, height, kWhite);
}

look::Rgb unchanged(const look::Rgb& colour, int /*row*/, int /*column*/) {
  return colour;
}

}  // namespace

Picture picture_of_pixels(const Matrix& pixels) {
  return picture_of_objects(pixels, {});
}

Picture picture_of_drawing(const Matrix& palette) {
  const Matrix pixels = world::palette_pixels(palette);
  const auto side = static_cast<int>(palette.cols());
  PixelSheet sheet(side * kSquare, side * kSquare);
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column)
      sheet.fill(column * kSquare, row * kSquare, kSquare, kSquare,
                 look::pixel_colour(pixels, row * side + column));
  }
  return sheet.take();
}

Picture picture_of_objects(const Matrix& pixels, const std::vector<engine::FoundObject>& objects) {
  PixelSheet sheet(kPictureSide, kPictureSide);
  draw_pixels(sheet, pixels, 0, unchanged);
  for (const engine::FoundObject& object : objects) draw_frame(sheet, object.box);
  return sheet.take();
}

Picture picture_of_classes(const Matrix& classes) {
  PixelSheet sheet(kPictureSide, kPictureSide);
  for (int row = 0; row < world::kSide; ++row) {
    for (int column = 0; column < world::kSide; ++column)
      sheet.fill(column * kSquare, row * kSquare, kSquare, kSquare,
                 look::class_colour(static_cast<world::PixelClass>(static_cast<int>(classes(row, column)))));
  }
  return sheet.take();
}

Picture picture_of_maps(const Matrix& pixels, const std::vector<engine::LaidMap>& maps) {
  const int count = std::max(1, static_cast<int>(maps.size()));
  PixelSheet sheet(count * kPictureSide + (count - 1) * kGap, kPictureSide);
  if (maps.empty()) draw_pixels(sheet, pixels, 0, unchanged);
  look::ColourScale scale{look::ColourMap::kViridis, 0, 1e-9F};
  for (const engine::LaidMap& map : maps) scale.high = std::max(scale.high, map.weights.maxCoeff());
  for (size_t i = 0; i < maps.size(); ++i) {
    const Matrix& weights = maps[i].weights;
    const auto colour_at = [&](int row, int column) {
      return look::colour_of(
          scale, weights(row * weights.rows() / world::kSide, column * weights.cols() / world::kSide));
    };
    const int left = static_cast<int>(i) * (kPictureSide + kGap);
    draw_pixels(sheet, pixels, left,
                [&](const look::Rgb&, int row, int column) { return colour_at(row, column); });
    for (const look::PixelEdge& edge : look::pixel_edges(pixels)) {
      const int x = left + (edge.column + (edge.is_below ? 0 : 1)) * kSquare;
      const int y = (edge.row + (edge.is_below ? 1 : 0)) * kSquare;
      sheet.fill(x - kFrame / 2, y - kFrame / 2, kFrame + (edge.is_below ? kSquare - 1 : 0),
                 kFrame + (edge.is_below ? 0 : kSquare - 1), look::text_on(colour_at(edge.row, edge.column)));
    }
  }
  return sheet.take();
}

}  // namespace exporter
