// scene.cpp: draws scenes by rule, and says what is in them.
#include "engine/world/scene.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace world {
namespace {

constexpr std::string_view kColourNames[] = {"red", "green", "blue", "yellow"};
constexpr std::string_view kOutlineNames[] = {"circle", "square", "triangle"};
constexpr int kTries = 60;  // to place the figures of a scene, before another begins

Scene try_scene(engine::Draw& choices, size_t count) {
  Scene scene;
  for (int i = 0; i < kTries && scene.figures.size() < count; ++i) {
    const Figure figure = draw_figure(choices);
    if (std::ranges::all_of(scene.figures, [&](const Figure& other) { return are_apart(figure, other); }))
      scene.figures.push_back(figure);
  }
  return scene;
}

}  // namespace

Figure draw_figure(engine::Draw& choices, int side) {
  Figure figure;
  figure.size = kSmallest + static_cast<int>(choices.below(kLargest - kSmallest + 1));
  figure.x = static_cast<int>(choices.below(side - figure.size + 1));
  figure.y = static_cast<int>(choices.below(side - figure.size + 1));
  figure.colour = static_cast<Colour>(choices.below(kColours));
  figure.outline = static_cast<Outline>(choices.below(kOutlines));
  return figure;
}

bool are_apart(const Figure& one, const Figure& other) {
  return one.x > other.x + other.size || other.x > one.x + one.size || one.y > other.y + other.size ||
         other.y > one.y + one.size;
}

std::string_view relation(const Figure& one, const Figure& other) {
  const double across = other.centre_x() - one.centre_x();
  const double down = other.centre_y() - one.centre_y();
  if (std::abs(across) >= std::abs(down)) return across > 0 ? "left-of" : "right-of";
  return down > 0 ? "above" : "below";
}

Scene draw_scene(engine::Draw& choices, const SceneRules& rules) {
  const auto count = static_cast<size_t>(1 + choices.below(rules.most));
  while (true) {
    Scene scene = try_scene(choices, count);
    if (scene.figures.size() == count && (!rules.one_is_largest || largest(scene))) return scene;
  }
}

Scene draw_scene(uint64_t seed, uint64_t index, const SceneRules& rules) {
  const engine::RandomStream stream(seed, "world");
  engine::Draw choices(stream, index);
  return draw_scene(choices, rules);
}

int kind_of(const Figure& figure) {
  return static_cast<int>(figure.colour) * kOutlines + static_cast<int>(figure.outline);
}

std::string_view name_of(Colour colour) {
  return kColourNames[static_cast<size_t>(colour)];
}

std::string_view name_of(Outline outline) {
  return kOutlineNames[static_cast<size_t>(outline)];
}

std::string kind_name(int kind) {
  std::string name(name_of(static_cast<Colour>(kind / kOutlines)));
  name.append(" ").append(name_of(static_cast<Outline>(kind % kOutlines)));
  return name;
}

std::optional<size_t> largest(const Scene& scene) {
  const auto found = std::ranges::max_element(scene.figures, {}, &Figure::size);
  if (found == scene.figures.end() || std::ranges::count(scene.figures, found->size, &Figure::size) > 1)
    return std::nullopt;
  return static_cast<size_t>(found - scene.figures.begin());
}

bool covers(const Figure& figure, int x, int y) {
  const int column = x - figure.x;
  const int row = y - figure.y;
  if (column < 0 || row < 0 || column >= figure.size || row >= figure.size) return false;
  // In half pixels from the middle of the box, so that all are whole numbers.
  const int across = 2 * column - (figure.size - 1);
  const int down = 2 * row - (figure.size - 1);
  switch (figure.outline) {
    case Outline::kCircle:
      return across * across + down * down < figure.size * figure.size;
    case Outline::kSquare:
      return true;
    case Outline::kTriangle:
      break;
  }
  return std::abs(across) <= row + 1;  // the point is above
}

Matrix mask_of(const Figure& figure) {
  Matrix mask(kSide, kSide);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) mask(y, x) = covers(figure, x, y) ? 1.0F : 0.0F;
  }
  return mask;
}

void lay(const Figure& figure, Matrix& palette) {
  for (int y = figure.y; y < figure.y + figure.size; ++y) {
    for (int x = figure.x; x < figure.x + figure.size; ++x) {
      if (covers(figure, x, y)) palette(y, x) = static_cast<float>(1 + static_cast<int>(figure.colour));
    }
  }
}

Matrix palette_picture(const Scene& scene) {
  Matrix picture = Matrix::Zero(kSide, kSide);
  for (const Figure& figure : scene.figures) lay(figure, picture);
  return picture;
}

Matrix palette_pixels(const Matrix& palette) {
  Matrix pixels(palette.size(), 3);
  for (Index pixel = 0; pixel < pixels.rows(); ++pixel) {
    const auto& colour = kPalette[static_cast<size_t>(palette.data()[pixel])];
    for (Index channel = 0; channel < 3; ++channel)
      pixels(pixel, channel) = 2 * colour[static_cast<size_t>(channel)] - 1;
  }
  return pixels;
}

Matrix pixels_of(const Scene& scene) {
  return palette_pixels(palette_picture(scene));
}

void add_noise(Matrix& pixels, float size, engine::Draw& choices) {
  // The sum of three numbers from 0 to 1 has mean 3/2 and variance 1/4.
  for (Index i = 0; i < pixels.size(); ++i) {
    const float sum = choices.uniform() + choices.uniform() + choices.uniform();
    pixels.data()[i] += 2 * size * (sum - 1.5F);
  }
}

Matrix noisy_pixels(const Scene& scene, float size, uint64_t seed, uint64_t index) {
  Matrix pixels = pixels_of(scene);
  const engine::RandomStream stream(seed, "noise");
  engine::Draw choices(stream, index);
  add_noise(pixels, size, choices);
  return pixels;
}

Matrix patches_of(const Matrix& pixels, int side) {
  const Index across = kSide / side;
  Matrix patches(across * across, Index{3} * side * side);
  for (Index patch = 0; patch < patches.rows(); ++patch) {
    Index value = 0;
    for (Index channel = 0; channel < 3; ++channel) {
      for (Index row = 0; row < side; ++row) {
        for (Index column = 0; column < side; ++column) {
          const Index y = patch / across * side + row;
          const Index x = patch % across * side + column;
          patches(patch, value++) = pixels(y * kSide + x, channel);
        }
      }
    }
  }
  return patches;
}

std::vector<std::string_view> caption(const Scene& scene) {
  std::vector<std::string_view> words;
  for (size_t i = 0; i < scene.figures.size() && i < 2; ++i) {
    if (i == 1) words.push_back(relation(scene.figures[0], scene.figures[1]));
    words.push_back(name_of(scene.figures[i].colour));
    words.push_back(name_of(scene.figures[i].outline));
  }
  return words;
}

}  // namespace world
