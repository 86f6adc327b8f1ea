// scene.h: a drawn world of which everything is known: one to three shapes on a dark picture of 16 x 16.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/draw.h"
#include "engine/core/matrix.h"

namespace world {

using engine::Index;
using engine::Matrix;

inline constexpr int kSide = 16;  // pixels
inline constexpr int kSmallest = 4;
inline constexpr int kLargest = 7;
inline constexpr int kMostFigures = 3;
inline constexpr int kColours = 4;
inline constexpr int kOutlines = 3;
inline constexpr int kKinds = kColours * kOutlines;

enum class Outline { kCircle, kSquare, kTriangle };
enum class Colour { kRed, kGreen, kBlue, kYellow };

// A shape in a box of `size` pixels whose upper left pixel is (x, y).
struct Figure {
  Outline outline = Outline::kCircle;
  Colour colour = Colour::kRed;
  int size = kSmallest;
  int x = 0;
  int y = 0;

  // The centre of its box, in pixels from the upper left corner of the picture.
  double centre_x() const { return x + size / 2.0; }
  double centre_y() const { return y + size / 2.0; }

  bool operator==(const Figure&) const = default;
};

// What is in a picture. Boxes are at least one pixel apart, as drawn here.
struct Scene {
  std::vector<Figure> figures;

  bool operator==(const Scene&) const = default;
};

struct SceneRules {
  int most = kMostFigures;
  bool one_is_largest = false;  // no other figure has the size of the largest
};

// A figure of any kind and size, anywhere in a picture with that side.
Figure draw_figure(engine::Draw& choices, int side = kSide);
// A scene by rule: as many figures as any other number up to `most`, of any kind, size and place that fits.
Scene draw_scene(engine::Draw& choices, const SceneRules& rules = {});
Scene draw_scene(uint64_t seed, uint64_t index, const SceneRules& rules = {});

// Whether at least one pixel lies between the boxes.
bool are_apart(const Figure& one, const Figure& other);
// Where one figure is, seen from the other: "left-of", "right-of", "above" or "below", by the larger distance
// of their centres.
std::string_view relation(const Figure& one, const Figure& other);

// Colour and outline as one number: colour * 3 + outline.
int kind_of(const Figure& figure);
// "red circle", by kind.
std::string kind_name(int kind);
std::string_view name_of(Colour colour);
std::string_view name_of(Outline outline);

// The number of the figure with the largest size; none where two share it, or where there is none.
std::optional<size_t> largest(const Scene& scene);

// Whether the figure covers the pixel.
bool covers(const Figure& figure, int x, int y);
// (16, 16): 1 where it covers the pixel, else 0.
Matrix mask_of(const Figure& figure);

// The colours of the picture, red, green and blue from 0 to 1: the ground first, then in the order of Colour.
inline constexpr std::array<std::array<float, 3>, 1 + kColours> kPalette = {{{0.10F, 0.10F, 0.14F},
                                                                             {0.90F, 0.15F, 0.15F},
                                                                             {0.10F, 0.75F, 0.25F},
                                                                             {0.20F, 0.35F, 0.95F},
                                                                             {0.95F, 0.85F, 0.15F}}};

// Gives its pixels of a picture, which may be larger, the number of its colour.
void lay(const Figure& figure, Matrix& palette);
// (16, 16): the number in the palette of each pixel.
Matrix palette_picture(const Scene& scene);
// (pixels, 3): red, green and blue of each pixel from -1 to 1, the top row first; of numbers in the palette.
Matrix palette_pixels(const Matrix& palette);
Matrix pixels_of(const Scene& scene);
// Adds noise of this standard deviation (of a range of 2), nearly normal.
void add_noise(Matrix& pixels, float size, engine::Draw& choices);
// The pixels of a scene with noise that depends on these numbers alone.
Matrix noisy_pixels(const Scene& scene, float size, uint64_t seed, uint64_t index);
// Pixels as squares of `side` x `side`, the upper left one first, then along its row: (squares, 3 * side *
// side), of each square all red values, then all green, then all blue ones, as a convolution's weights lie.
Matrix patches_of(const Matrix& pixels, int side);

// "green circle", or "green circle left-of red square": of the first two figures.
std::vector<std::string_view> caption(const Scene& scene);

}  // namespace world
