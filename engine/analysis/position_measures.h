// position_measures.h: properties of position vectors: each step of a sinusoid, a comparison of two
// positions, how products depend on distance, the rotation from one position to the next, and repeats.
#pragma once

#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// One component of a position's vector, step by step. Vaswani et al. 2017, sec. 3.5.
struct WaveStep {
  Index column = 0;
  Index pair = 0;         // shared by a sine and its cosine
  bool is_sine = true;    // even columns; in an odd width the last column is a sine without a cosine
  double exponent = 0;    // 2i / d
  double divisor = 1;     // base^(2i/d)
  double wavelength = 0;  // 2 pi times that: the distance between crests, in positions
  double angle = 0;       // position / divisor
  double value = 0;       // its sine or cosine
};

// All columns of one position's vector.
std::vector<WaveStep> worked_position(Index position, Index d_model, double base);

// The same for a square of an image, in a grid `across` squares wide that is counted row by row: the first
// half of the columns are the sinusoids of its row in the grid, the other half those of its column. He et al.
// 2022 (MAE), with the pairs of Vaswani et al. `d_model` is even.
std::vector<WaveStep> worked_square(Index square, Index across, Index d_model, double base);

// The vectors of two positions (of the same width).
struct PositionPair {
  std::vector<double> difference;  // second - first, by column
  double distance = 0;             // its length
  double product = 0;              // dot product
  double cosine = 0;               // of the angle between them; 0 if one has length 0
};
PositionPair compare_positions(const std::vector<double>& first, const std::vector<double>& second);

// The rotation that takes the pair (sin a, cos a) of any position to that of the position `offset` later:
// [cos w, sin w; -sin w, cos w] (sin a, cos a) = (sin(a + w), cos(a + w)).
struct PairTurn {
  Index pair = 0;
  double angle = 0;  // w
  double cosine = 1;
  double sine = 0;
};
// One per pair; in an odd width, without the last sine.
std::vector<PairTurn> turns(Index offset, Index d_model, double base);

// The dot products of all pairs of rows of a table at this distance. For sinusoids of even width they are all
// equal.
struct OffsetProducts {
  Index offset = 0;
  double mean = 0;
  double smallest = 0;
  double largest = 0;
};
// table (L, d) -> one for each offset from 0 to L - 1.
std::vector<OffsetProducts> products_by_offset(const Matrix& table);

// Two positions at this distance have nearly the same sinusoids: no pair (sin, cos) moves farther than
// `chord`.
struct Alias {
  Index offset = 0;
  double chord = 0;
};
// The offsets below `length` whose chord is at most `tolerance`, nearest first. In an odd width the last sine
// counts as if it had a cosine.
std::vector<Alias> aliases(Index length, Index d_model, double base, double tolerance);

// Pairs that rotate by at most `tolerance` from position 0 to the last of `length`: what too large a base
// leaves unused.
Index still_pairs(Index length, Index d_model, double base, double tolerance);

}  // namespace engine
