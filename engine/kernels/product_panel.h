// product_panel.h: a few columns of a product, with their factors contiguous.
#pragma once

#include "engine/core/matrix.h"
#include "engine/kernels/product_tiles.h"

namespace engine::product_tiles {

using Panel = Eigen::Array<float, Eigen::Dynamic, 1>;  // k runs of kPanel values

// b (columns, k): its rows become the panel's columns; the rest is 0.
void pack_rows(const ConstView& b, Panel& panel);

// b (k, columns): its columns become the panel's; the rest is 0.
void pack_columns(const ConstView& b, Panel& panel);

// What a panel of b's columns contributes to: which columns of out, and whether it starts their sums.
struct Strip {
  const float* b;
  Index b_step;
  Index column;
  Index columns;
  bool begins;
  const float* bias;  // for its columns, added to sums that it ends; else null
  // Room for (k, kPanel) where the first tile, while it multiplies, packs b for the others; null where all
  // read b in place. Takes kPanel columns and at least kTileRows rows.
  float* packed = nullptr;

  // Whether tiles, or their halves, are as wide.
  bool is_whole() const { return columns == kPanel || columns == kLanes; }
};

// What comes next is prefetched only during the last rows, at most this many: what these read and write would
// push out of the cache what came sooner.
inline constexpr Index kRowsTouching = 240;

// How many times multiply_strip prefetches, for (rows, depth) by (depth, columns) in all, with at most
// kRowsTouching rows.
Index steps(Index rows, Index depth, Index columns);

// All rows of the strip's columns of `out` = a b; fewer if a stop is requested, which is noticed within 120
// rows. Prefetches what comes next meanwhile.
void multiply_strip(const ConstView& a, const Strip& strip, View& out, ReadAhead& ahead);

// The same of `out` (m, n) = aᵀ b with a (k, m).
void multiply_strip_across(const ConstView& a, const Strip& strip, View& out, ReadAhead& ahead);

}  // namespace engine::product_tiles
