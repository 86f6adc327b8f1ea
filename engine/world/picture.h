// picture.h: a scene as somebody changes it: pixels drawn over it, a patch covered, noise on top.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/world/scene.h"

namespace world {

// A pixel that somebody drew: its number, the top row first, and that of its colour in kPalette.
struct DrawnPixel {
  int pixel = 0;
  int colour = 0;

  bool operator==(const DrawnPixel&) const = default;
};

// A grey square laid over the picture.
struct Cover {
  int x = 0;
  int y = 0;
  int side = 4;

  bool operator==(const Cover&) const = default;
};

inline constexpr int kPixels = kSide * kSide;
inline constexpr double kMostNoise = 1;  // of a range of 2

struct Picture {
  Scene scene;
  std::vector<DrawnPixel> drawn;  // ascending, one a pixel
  std::optional<Cover> cover;
  double noise = 0;         // its standard deviation
  uint64_t noise_seed = 0;  // one kind of noise for each number

  bool operator==(const Picture&) const = default;
};

// A circle that is the largest shape, a blue square that decides its class for the Context-Transformer, and a
// third shape.
Picture first_picture();

// A picture that was not drawn by rule: each pixel is drawn. `palette`: (16, 16), numbers in kPalette.
Picture picture_of_palette(const Matrix& palette);

// (16, 16): the number in kPalette of each pixel, below cover and noise.
Matrix palette_of(const Picture& picture);
// (256, 3): what a system reads, from −1 to 1 but for noise.
Matrix pixels_of(const Picture& picture);

// What is in it below cover and noise, where that is known: the scene, or what the checker reads where pixels
// were drawn; nullopt where these make no scene.
std::optional<Scene> scene_of(const Picture& picture);

// Draws one pixel; a pixel that gets the scene's own colour is no longer drawn.
void draw_pixel(Picture& picture, int pixel, int colour);

// Turns drawn pixels into the scene's own shapes, where they make a scene.
void settle(Picture& picture);

// Whether all its parts lie inside the picture, are as large as any that are drawn by rule, and its boxes a
// pixel apart.
bool is_possible(const Scene& scene);
bool is_possible(const Picture& picture);

// The scene with this figure in that place; nullopt where it would not fit there.
std::optional<Scene> with_figure(const Scene& scene, size_t index, const Figure& figure);
// The figure whose box the pixel lies in.
std::optional<size_t> figure_at(const Scene& scene, int x, int y);

}  // namespace world
