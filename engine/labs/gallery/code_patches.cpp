// code_patches.cpp: every code on one large picture, two places of ground between them.
#include "engine/labs/gallery/code_patches.h"

#include <cmath>

#include "engine/vision/autoencoder.h"
#include "engine/world/checker.h"

namespace engine {
namespace {

constexpr Index kApart = 3;    // places from one code to the next
constexpr Index kAcross = 12;  // codes in a row: their square holds all

Index place_of(Index code) {
  const Index row = code / kAcross;
  return (kApart * row + 1) * kApart * kAcross + kApart * (code % kAcross) + 1;
}

}  // namespace

std::vector<Matrix> code_patches(const SystemParameters& parameters) {
  static_assert(kAcross * kAcross >= kCodes);
  const Grid grid{kApart * kAcross, kApart * kAcross};
  const Network::Source source = parameters.source();
  const Matrix ground = world::palette_pixels(Matrix::Zero(kCodeSide, kCodeSide));
  std::vector<int> codes(static_cast<size_t>(grid.pixels()), codes_of(source, ground, {1, 1}).front());
  for (Index code = 0; code < kCodes; ++code)
    codes[static_cast<size_t>(place_of(code))] = static_cast<int>(code);
  const auto side = static_cast<int>(kCodeSide * grid.width);
  const Matrix palette = world::nearest_palette(pixels_of_codes(source, codes, grid), side);
  std::vector<Matrix> patches;
  patches.reserve(static_cast<size_t>(kCodes));
  for (Index code = 0; code < kCodes; ++code) {
    const Index row = place_of(code) / grid.width;
    const Index column = place_of(code) % grid.width;
    patches.emplace_back(palette.block(kCodeSide * row, kCodeSide * column, kCodeSide, kCodeSide));
  }
  return patches;
}

}  // namespace engine
