// product_panel.h: a few columns of a product, with their factors contiguous, and its rows, with theirs.
#pragma once

#include "engine/core/matrix.h"
#include "engine/kernels/product_tiles.h"

namespace engine::product_tiles {

using Panel = Eigen::Array<float, Eigen::Dynamic, 1>;  // k runs of kPanel values

// b (columns, k): its rows become the columns of a panel, k * kPanel values; the rest is 0.
void pack_rows(const ConstView& b, float* panel);

// b (k, columns): its columns become the panel's; the rest is 0.
void pack_columns(const ConstView& b, float* panel);

// The rows of a product's left factor, (rows, depth), packed for tiles: of every kTileRows rows, what belongs
// to one k is contiguous. Read where it lies, each row of a tile would need an address of its own, and more
// of them than there are registers; and rows a power of two apart would push each other out of the cache.
class PackedRows {
 public:
  // Nothing is packed.
  PackedRows() = default;
  // What does not fill a tile is left out. On all cores.
  explicit PackedRows(const ConstView& a);

  // How many rows are packed: a multiple of kTileRows.
  Index rows() const { return rows_; }
  // The values from k on of the tile that begins at this row.
  const float* tile(Index row, Index k) const { return values_.data() + row * depth_ + k * kTileRows; }

 private:
  Index rows_ = 0;
  Index depth_ = 0;
  Panel values_;
};

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

// A part of a product's left factor: some values of every row, and all of these packed.
struct LeftFactor {
  ConstView a;
  const PackedRows* packed = nullptr;  // null, or without a row: nothing is
  Index first = 0;                     // which of the packed values the part begins with

  bool has_packed() const { return packed != nullptr && packed->rows() > 0; }
};

// All rows of the strip's columns of `out` = a b; fewer if a stop is requested, which is noticed within 120
// rows. Prefetches what comes next meanwhile.
void multiply_strip(const LeftFactor& left, const Strip& strip, View& out, ReadAhead& ahead);

// The same of `out` (m, n) = aᵀ b with a (k, m).
void multiply_strip_across(const ConstView& a, const Strip& strip, View& out, ReadAhead& ahead);

}  // namespace engine::product_tiles
