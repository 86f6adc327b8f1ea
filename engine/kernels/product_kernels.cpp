// product_kernels.cpp: small tiles of a matrix product, whose sums stay in registers until they are done.
// Compiled once for each set of instructions, by Google Highway: in between the marks of what is wide,
// nothing is shared with other code. After Goto & van de Geijn 2008 and Van Zee & van de Geijn 2015.
#include "engine/kernels/product_kernels.h"

#include "engine/kernels/instructions.h"
#include "engine/kernels/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/product_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace engine::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
constexpr Floats kFloats;
constexpr Size kLanes = HWY_LANES(float);
constexpr Size kPanel = 2 * kLanes;

// The shape of a tile of sums that fills the registers, with two for b's numbers and one for a's: rows of a
// by two vectors of b.
constexpr bool kManyRegisters = HWY_TARGET == HWY_AVX3;
constexpr int kTileRows = kManyRegisters ? 12 : 6;
// As above, with a vector for every sum.
constexpr int kDotRows = kManyRegisters ? 4 : 2;
constexpr int kDotColumns = kManyRegisters ? 6 : 4;

// The numbers from 0 to count - 1: what is written for each of them has registers of its own, as in a loop it
// may not.
template <int... k>
struct Numbers {};
template <int kCount, int... k>
struct NumbersBelow : NumbersBelow<kCount - 1, kCount - 1, k...> {};
template <int... k>
struct NumbersBelow<0, k...> {
  using All = Numbers<k...>;
};
template <int kCount>
using UpTo = typename NumbersBelow<kCount>::All;

// Keeps a sum in its register: written out several times in a row, a tile's steps would move sums about, and
// some to memory.
HWY_INLINE void stay([[maybe_unused]] Vector& sum) {
#if defined(__x86_64__)
  __asm__("" : "+v"(sum.raw));
#endif
}

// What a tile reads and writes.
struct Tile {
  const float* a;
  Size row_step;
  Size step;
  const float* b;
  Size b_step;
  Size depth;
  float* out;
  Size out_step;
  bool begins;
  const float* bias;
};

// A tile of one row for each number in kRow, by one or two vectors of columns. Three rows are reached from
// one address, a group's: itself, a step and two steps further.
template <bool kIsWide, int... kRow, int... kGroup>
HWY_NOINLINE void multiply_tile(const Tile& tile, ReadAhead& ahead, Numbers<kRow...> /*rows*/,
                                Numbers<kGroup...> /*groups*/) {
  const Size row_step = tile.row_step;
  const Size step = tile.step;
  const Size b_step = tile.b_step;
  const float* group[] = {tile.a + Size{3} * kGroup * row_step...};
  const float* b = tile.b;

  const auto begin = [&](const float* sum) HEADLIGHT_INLINED {
    return tile.begins ? hn::Zero(kFloats) : hn::LoadU(kFloats, sum);
  };
  Vector left[] = {begin(tile.out + kRow * tile.out_step)...};
  Vector right[] = {kIsWide ? begin(tile.out + kRow * tile.out_step + kLanes) : hn::Zero(kFloats)...};
  const auto add_products = [&]() HEADLIGHT_INLINED {
    const Vector b_left = hn::LoadU(kFloats, b);
    const Vector b_right = kIsWide ? hn::LoadU(kFloats, b + kLanes) : b_left;
    const auto add = [&](Vector & left_sum, Vector & right_sum, const float* number) HEADLIGHT_INLINED
        __attribute__((always_inline)) {
      const Vector factor = hn::Set(kFloats, *number);
      left_sum = hn::MulAdd(factor, b_left, left_sum);
      if (kIsWide) right_sum = hn::MulAdd(factor, b_right, right_sum);
    };
    (add(left[kRow], right[kRow], group[kRow / 3] + kRow % 3 * row_step), ...);
    ((group[kGroup] += step), ...);
    b += b_step;
    (stay(left[kRow]), ...);
    if (kIsWide) (stay(right[kRow]), ...);
  };

  constexpr Size kUnrolled = 4;
  ReadAhead soon = ahead;
  Size k = 0;
  for (; k + kUnrolled <= tile.depth; k += kUnrolled) {
    soon.advance(kUnrolled);
    add_products();
    add_products();
    add_products();
    add_products();
  }
  for (; k < tile.depth; ++k) {
    soon.advance(1);
    add_products();
  }
  ahead = soon;

  if (tile.bias != nullptr) {
    const Vector bias_left = hn::LoadU(kFloats, tile.bias);
    const Vector bias_right = kIsWide ? hn::LoadU(kFloats, tile.bias + kLanes) : bias_left;
    ((left[kRow] = hn::Add(left[kRow], bias_left)), ...);
    ((right[kRow] = hn::Add(right[kRow], bias_right)), ...);
  }
  const auto store = [&](int row, const Vector& left_sum, const Vector& right_sum) HEADLIGHT_INLINED {
    hn::StoreU(left_sum, kFloats, tile.out + row * tile.out_step);
    if (kIsWide) hn::StoreU(right_sum, kFloats, tile.out + row * tile.out_step + kLanes);
  };
  (store(kRow, left[kRow], right[kRow]), ...);
}

// A tile of this many rows.
template <bool kIsWide, int kRows>
void multiply_rows(const Tile& tile, ReadAhead& ahead) {
  multiply_tile<kIsWide>(tile, ahead, UpTo<kRows>(), UpTo<(kRows + 2) / 3>());
}

using MultiplyRows = void (*)(const Tile&, ReadAhead&);
template <bool kIsWide, int... kLess>
MultiplyRows multiply_of(Size rows, Numbers<kLess...> /*rows less one*/) {
  static constexpr MultiplyRows kEach[] = {multiply_rows<kIsWide, kLess + 1>...};
  return kEach[rows - 1];
}

// A tile whose columns end inside a vector: a whole one is worked on beside, and what belongs to `out`
// copied.
void multiply_edge(const Tile& tile, Size rows, Size columns, MultiplyRows multiply, ReadAhead& ahead) {
  HWY_ALIGN float sums[kTileRows * kPanel] = {};
  HWY_ALIGN float bias[kPanel] = {};
  Tile edge = tile;
  edge.out = sums;
  edge.out_step = kPanel;
  if (!tile.begins) {
    for (Size row = 0; row < rows; ++row)
      for (Size i = 0; i < columns; ++i) sums[row * kPanel + i] = tile.out[row * tile.out_step + i];
  }
  if (tile.bias != nullptr) {
    for (Size i = 0; i < columns; ++i) bias[i] = tile.bias[i];
    edge.bias = bias;
  }
  multiply(edge, ahead);
  for (Size row = 0; row < rows; ++row)
    for (Size i = 0; i < columns; ++i) tile.out[row * tile.out_step + i] = sums[row * kPanel + i];
}

void multiply_tiles(const StripProduct& product, const RowTiles& tiles, Size first, Size end,
                    ReadAhead& ahead) {
  const LeftFactor& a = product.a;
  const bool is_wide = product.columns > kLanes;
  const bool is_edge = product.columns != (is_wide ? kPanel : kLanes);
  for (Size i = first; i < end; ++i) {
    const Size row = tiles.first(i);
    const Size height = tiles.height(i);
    const Tile tile{a.data + row * a.row_step,
                    a.row_step,
                    a.step,
                    product.b,
                    product.b_step,
                    product.depth,
                    product.out + row * product.out_step,
                    product.out_step,
                    product.begins,
                    product.bias};
    const MultiplyRows multiply = is_wide ? multiply_of<true>(height, UpTo<kTileRows>())
                                          : multiply_of<false>(height, UpTo<kTileRows>());
    if (is_edge) {
      multiply_edge(tile, height, product.columns, multiply, ahead);
    } else {
      multiply(tile, ahead);
    }
  }
}

// Rows of a with rows of b: one sum for each number in kSum, row by row.
template <int kColumns, int... kSum>
HWY_NOINLINE void multiply_dot_tile(const DotProducts& product, Size row, Size column, ReadAhead& ahead,
                                    Numbers<kSum...> /*sums*/) {
  constexpr int kRows = static_cast<int>(sizeof...(kSum)) / kColumns;
  const float* const a = product.a + row * product.a_step;
  const float* const b = product.b + column * product.b_step;
  Vector sums[] = {((void)kSum, hn::Zero(kFloats))...};
  ReadAhead soon = ahead;
  const Size whole = product.depth / kLanes * kLanes;
  for (Size k = 0; k < whole; k += kLanes) {
    soon.advance(1);
    Vector a_part[kRows];
    Vector b_part[kColumns];
    for (int i = 0; i < kRows; ++i) a_part[i] = hn::LoadU(kFloats, a + i * product.a_step + k);
    for (int i = 0; i < kColumns; ++i) b_part[i] = hn::LoadU(kFloats, b + i * product.b_step + k);
    ((sums[kSum] = hn::MulAdd(a_part[kSum / kColumns], b_part[kSum % kColumns], sums[kSum])), ...);
  }
  ahead = soon;
  const auto finish = [&](int of_row, int of_column, const Vector& lanes) HEADLIGHT_INLINED {
    float sum = hn::GetLane(hn::SumOfLanes(kFloats, lanes));
    for (Size k = whole; k < product.depth; ++k)
      sum += a[of_row * product.a_step + k] * b[of_column * product.b_step + k];
    float& to = product.out[(row + of_row) * product.out_step + column + of_column];
    to = product.begins ? sum : to + sum;
  };
  (finish(kSum / kColumns, kSum % kColumns, sums[kSum]), ...);
}

template <int kColumns>
void multiply_dot_columns(const DotProducts& product, Size column, ReadAhead& ahead) {
  Size row = 0;
  for (; row + kDotRows <= product.rows; row += kDotRows)
    multiply_dot_tile<kColumns>(product, row, column, ahead, UpTo<kDotRows * kColumns>());
  for (; row < product.rows; ++row)
    multiply_dot_tile<kColumns>(product, row, column, ahead, UpTo<kColumns>());
}

void multiply_dots(const DotProducts& product, ReadAhead& ahead) {
  Size column = 0;
  for (; column + kDotColumns <= product.columns; column += kDotColumns)
    multiply_dot_columns<kDotColumns>(product, column, ahead);
  for (; column < product.columns; ++column) multiply_dot_columns<1>(product, column, ahead);
}

#if HWY_TARGET != HWY_SCALAR
// A square of four rows and columns.
void transpose_square(const float* from, Size from_step, float* to, Size to_step) {
  constexpr hn::CappedTag<float, 4> kFour;
  const auto row0 = hn::LoadU(kFour, from);
  const auto row1 = hn::LoadU(kFour, from + from_step);
  const auto row2 = hn::LoadU(kFour, from + 2 * from_step);
  const auto row3 = hn::LoadU(kFour, from + 3 * from_step);
  const auto low02 = hn::InterleaveLower(kFour, row0, row2);
  const auto low13 = hn::InterleaveLower(kFour, row1, row3);
  const auto high02 = hn::InterleaveUpper(kFour, row0, row2);
  const auto high13 = hn::InterleaveUpper(kFour, row1, row3);
  hn::StoreU(hn::InterleaveLower(kFour, low02, low13), kFour, to);
  hn::StoreU(hn::InterleaveUpper(kFour, low02, low13), kFour, to + to_step);
  hn::StoreU(hn::InterleaveLower(kFour, high02, high13), kFour, to + 2 * to_step);
  hn::StoreU(hn::InterleaveUpper(kFour, high02, high13), kFour, to + 3 * to_step);
}
#endif

void transpose(const float* from, Size from_step, Size rows, Size columns, float* to, Size to_step) {
  Size row = 0;
#if HWY_TARGET != HWY_SCALAR
  for (; row + 4 <= rows; row += 4) {
    Size column = 0;
    for (; column + 4 <= columns; column += 4)
      transpose_square(from + row * from_step + column, from_step, to + column * to_step + row, to_step);
    for (; column < columns; ++column)
      for (Size i = row; i < row + 4; ++i) to[column * to_step + i] = from[i * from_step + column];
  }
#endif
  for (; row < rows; ++row)
    for (Size column = 0; column < columns; ++column)
      to[column * to_step + row] = from[row * from_step + column];
}

void copy_to_panel(const float* from, Size from_step, Size rows, Size columns, float* panel) {
  for (; rows > 0; --rows, from += from_step, panel += kPanel) {
    if (columns == kPanel) {
      hn::StoreU(hn::LoadU(kFloats, from), kFloats, panel);
      hn::StoreU(hn::LoadU(kFloats, from + kLanes), kFloats, panel + kLanes);
      continue;
    }
    for (Size i = 0; i < kPanel; ++i) panel[i] = i < columns ? from[i] : 0.0F;
  }
}

// A sum for each number in kSum, all in registers.
template <int... kSum>
HWY_NOINLINE float add_halves(Size steps, float factor, Numbers<kSum...> /*sums*/) {
  const Vector half = hn::Set(kFloats, factor);
  Vector sums[] = {hn::Set(kFloats, static_cast<float>(kSum))...};
  for (Size step = 0; step < steps; ++step) ((sums[kSum] = hn::MulAdd(sums[kSum], half, half)), ...);
  return (hn::GetLane(sums[kSum]) + ...);
}

Size multiply_and_add(Size steps) {
  // The compiler can't know the factor, nor leave the sums out.
  const volatile float factor = 0.5F;
  const volatile float sum = add_halves(steps, factor, UpTo<2 * kTileRows>());
  (void)sum;
  return Size{2} * kTileRows * kLanes;
}

}  // namespace

extern const ProductKernels kProducts;
const ProductKernels kProducts = {.panel = kPanel,
                                  .tile_rows = kTileRows,
                                  .dot_columns = kDotColumns,
                                  .multiply_tiles = multiply_tiles,
                                  .multiply_dots = multiply_dots,
                                  .transpose = transpose,
                                  .copy_to_panel = copy_to_panel,
                                  .multiply_and_add = multiply_and_add};

}  // namespace engine::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine::kernels {

const ProductKernels& product_kernels() {
  static const ProductKernels& kChosen = HEADLIGHT_KERNELS_OF(instructions(), kProducts);
  return kChosen;
}

}  // namespace engine::kernels
#endif
