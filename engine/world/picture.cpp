// picture.cpp: lays what somebody changed over a scene.
#include "engine/world/picture.h"

#include <algorithm>

#include "engine/core/random.h"
#include "engine/world/checker.h"

namespace world {
namespace {

constexpr float kCoverGrey = 0;  // half of all light

bool lies_inside(int x, int y, int side) {
  return x >= 0 && y >= 0 && x + side <= kSide && y + side <= kSide;
}

bool is_drawn_by_rule(const Figure& figure) {
  return figure.size >= kSmallest && figure.size <= kLargest && lies_inside(figure.x, figure.y, figure.size);
}

void lay_cover(Matrix& pixels, const Cover& cover) {
  for (int row = cover.y; row < cover.y + cover.side; ++row)
    pixels.middleRows(row * kSide + cover.x, cover.side).setConstant(kCoverGrey);
}

}  // namespace

Picture first_picture() {
  Picture picture;
  picture.scene.figures = {
      {.outline = Outline::kCircle, .colour = Colour::kRed, .size = 6, .x = 2, .y = 10},
      {.outline = Outline::kSquare, .colour = Colour::kBlue, .size = 5, .x = 9, .y = 0},
      {.outline = Outline::kTriangle, .colour = Colour::kYellow, .size = 5, .x = 10, .y = 11}};
  return picture;
}

Picture picture_of_palette(const Matrix& palette) {
  Picture picture;
  for (int pixel = 0; pixel < kPixels; ++pixel) {
    const int colour = static_cast<int>(palette(pixel / kSide, pixel % kSide));
    if (colour != 0) picture.drawn.push_back({pixel, colour});
  }
  return picture;
}

Matrix palette_of(const Picture& picture) {
  Matrix palette = palette_picture(picture.scene);
  for (const DrawnPixel& drawn : picture.drawn)
    palette(drawn.pixel / kSide, drawn.pixel % kSide) = static_cast<float>(drawn.colour);
  return palette;
}

Matrix pixels_of(const Picture& picture) {
  Matrix pixels = palette_pixels(palette_of(picture));
  if (picture.cover) lay_cover(pixels, *picture.cover);
  if (picture.noise > 0) {
    const engine::RandomStream stream(picture.noise_seed, "noise");
    engine::Draw choices(stream, 0);
    add_noise(pixels, static_cast<float>(picture.noise), choices);
  }
  return pixels;
}

std::optional<Scene> scene_of(const Picture& picture) {
  if (picture.drawn.empty()) return picture.scene;
  Reading reading = read_picture(palette_of(picture));
  if (!reading.is_legal()) return std::nullopt;
  return std::move(reading.scene);
}

void draw_pixel(Picture& picture, int pixel, int colour) {
  const auto at = std::ranges::lower_bound(picture.drawn, pixel, {}, &DrawnPixel::pixel);
  const bool is_there = at != picture.drawn.end() && at->pixel == pixel;
  const bool is_own =
      static_cast<int>(palette_picture(picture.scene)(pixel / kSide, pixel % kSide)) == colour;
  if (is_there && is_own) {
    picture.drawn.erase(at);
  } else if (is_there) {
    at->colour = colour;
  } else if (!is_own) {
    picture.drawn.insert(at, {pixel, colour});
  }
}

void settle(Picture& picture) {
  if (picture.drawn.empty()) return;
  auto scene = scene_of(picture);
  if (!scene) return;
  picture.scene = *std::move(scene);
  picture.drawn.clear();
}

bool is_possible(const Scene& scene) {
  if (scene.figures.size() > kMostFigures) return false;
  for (auto one = scene.figures.begin(); one != scene.figures.end(); ++one) {
    if (!is_drawn_by_rule(*one)) return false;
    if (std::any_of(scene.figures.begin(), one, [&](const Figure& other) { return !are_apart(*one, other); }))
      return false;
  }
  return true;
}

bool is_possible(const Picture& picture) {
  int last = -1;
  for (const DrawnPixel& drawn : picture.drawn) {
    if (drawn.pixel <= last || drawn.pixel >= kPixels || drawn.colour < 0 || drawn.colour > kColours)
      return false;
    last = drawn.pixel;
  }
  const auto& cover = picture.cover;
  if (cover && (cover->side < 1 || !lies_inside(cover->x, cover->y, cover->side))) return false;
  return is_possible(picture.scene) && picture.noise >= 0 && picture.noise <= kMostNoise;
}

std::optional<Scene> with_figure(const Scene& scene, size_t index, const Figure& figure) {
  Scene changed = scene;
  changed.figures.at(index) = figure;
  if (!is_possible(changed)) return std::nullopt;
  return changed;
}

std::optional<size_t> figure_at(const Scene& scene, int x, int y) {
  const auto found = std::ranges::find_if(scene.figures, [&](const Figure& figure) {
    return x >= figure.x && y >= figure.y && x < figure.x + figure.size && y < figure.y + figure.size;
  });
  if (found == scene.figures.end()) return std::nullopt;
  return static_cast<size_t>(found - scene.figures.begin());
}

}  // namespace world
