// product_kernels.h: the inner loops of products of matrices, compiled for each set of instructions. They
// know pointers, sizes and steps, which count values; matrix_product.cpp puts them together.
#pragma once

#include <algorithm>
#include <cstddef>

namespace engine::kernels {

using Size = std::ptrdiff_t;

// Prefetches a rectangle that is needed soon, one cache line at a time, while another is worked on.
class ReadAhead {
 public:
  // Nothing.
  ReadAhead() = default;
  // (rows, columns), each row `step` values after the one before.
  ReadAhead(const float* first, Size step, Size rows, Size columns)
      : row_(reinterpret_cast<const std::byte*>(first)),
        step_(step * kNumber),
        width_(columns * kNumber),
        rows_(columns > 0 ? rows : 0) {}

  // Spreads the lines evenly over this many steps: without it there is one for each, which is a burst where
  // they are many and too late where they are few.
  void spread(Size steps) {
    const Size lines = rows_ * ((width_ + kLine - 1) / kLine);
    pace_ = (lines * kWhole + steps - 1) / std::max<Size>(steps, 1);
  }

  // Prefetches as many lines as are due after so many more steps.
  void advance(Size steps) {
    for (due_ += pace_ * steps; due_ >= kWhole; due_ -= kWhole) touch();
  }

 private:
  static constexpr Size kNumber = sizeof(float);
  static constexpr Size kLine = 64;
  static constexpr Size kWhole = 256;  // one line, in the units of pace_ and due_

  void touch() {
    if (rows_ == 0) return;
    __builtin_prefetch(row_ + at_, 0, 2);
    at_ += kLine;
    if (at_ < width_) return;
    at_ = 0;
    row_ += step_;
    --rows_;
  }

  const std::byte* row_ = nullptr;
  Size step_ = 0;
  Size width_ = 0;
  Size rows_ = 0;
  Size at_ = 0;
  Size pace_ = kWhole;
  Size due_ = 0;
};

// The rows of a product in tiles of at most so many, as even as can be: a tile of few rows waits for each of
// its own multiply-adds.
class RowTiles {
 public:
  RowTiles(Size rows, Size most)
      : count_((rows + most - 1) / most),
        height_(count_ > 0 ? rows / count_ : 0),
        higher_(rows - count_ * height_) {}

  Size count() const { return count_; }
  // The first row of a tile; of one beyond the last, where it would begin.
  Size first(Size tile) const { return tile * height_ + std::min(tile, higher_); }
  Size height(Size tile) const { return height_ + (tile < higher_ ? 1 : 0); }

 private:
  Size count_;
  Size height_;
  Size higher_;  // tiles that have one row more
};

// A product's left factor, (rows, depth): how far it is from one row to the next, and from one k to the next.
struct LeftFactor {
  const float* data;
  Size row_step;
  Size step;
};

// out (rows, columns) = a (rows, depth) b (depth, columns), of at most a panel's columns.
struct StripProduct {
  LeftFactor a;
  const float* b;
  Size b_step;
  Size depth;
  float* out;
  Size out_step;
  Size columns;       // behind them, up to the panel's or half of these, b has values that may be read
  bool begins;        // else it is added to what is there
  const float* bias;  // (1, columns), added to each row; or null
};

// out (rows, columns) = a (rows, depth) bᵀ with b (columns, depth).
struct DotProducts {
  const float* a;
  Size a_step;
  Size rows;
  const float* b;
  Size b_step;
  Size columns;
  Size depth;
  float* out;
  Size out_step;
  bool begins;
};

// The kernels of one set of instructions.
struct ProductKernels {
  Size panel;        // columns of a tile: two vectors
  Size tile_rows;    // the most that a tile has
  Size dot_columns;  // of b's rows multiplied together

  // The tiles from `first` up to `end` of a product.
  void (*multiply_tiles)(const StripProduct& product, const RowTiles& tiles, Size first, Size end,
                         ReadAhead& ahead);
  // The whole product.
  void (*multiply_dots)(const DotProducts& product, ReadAhead& ahead);
  // from (rows, columns) -> to (columns, rows).
  void (*transpose)(const float* from, Size from_step, Size rows, Size columns, float* to, Size to_step);
  // from (rows, columns) -> a panel of so many rows: its columns, then zeros.
  void (*copy_to_panel)(const float* from, Size from_step, Size rows, Size columns, float* panel);
  // Multiply-adds that wait neither for memory nor for each other, this often `steps`: the rate that no
  // product can beat. Returns how many a step takes.
  Size (*multiply_and_add)(Size steps);
};

// Those of the instructions in use.
const ProductKernels& product_kernels();

}  // namespace engine::kernels
