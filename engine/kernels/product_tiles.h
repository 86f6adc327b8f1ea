// product_tiles.h: small tiles of a matrix product, whose sums stay in registers until they are done. Eigen's
// packets stand for the processor's vectors; their names are the same since Eigen 3.3.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/core/matrix.h"

#if defined(__GNUC__)
// A vector type loses its alignment as a template argument; Eigen restores it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

namespace engine::product_tiles {

using Packet = Eigen::internal::packet_traits<float>::type;
inline constexpr Index kLanes = Eigen::internal::packet_traits<float>::size;
inline constexpr bool kManyRegisters = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32;

// The shape of a tile of sums: rows of a by columns of b.
inline constexpr Index kPanel = 2 * kLanes;
inline constexpr int kTileRows = kManyRegisters ? 12 : 6;
// As above, with a vector for every sum.
inline constexpr int kDotRows = kManyRegisters ? 4 : 2;
inline constexpr int kDotColumns = kManyRegisters ? 6 : 4;

// Prefetches values that are needed soon, one cache line at a time, while others are worked on.
class ReadAhead {
 public:
  // Nothing.
  ReadAhead() = default;
  // A rectangle, row by row.
  explicit ReadAhead(const ConstView& soon)
      : row_(reinterpret_cast<const std::byte*>(soon.data())),
        step_(soon.outerStride() * kNumber),
        width_(soon.cols() * kNumber),
        rows_(soon.rows()) {}

  // Spreads the lines evenly over this many calls of touch_in_time(): one line per call would be too late
  // with few calls, and a burst, which stalls the work, with many.
  void spread(Index touches) {
    const Index lines = rows_ * ((width_ + kLine - 1) / kLine);
    pace_ = (lines * kWhole + touches - 1) / std::max<Index>(touches, 1);
  }
  bool is_spread() const { return pace_ > 0; }

  // Touches as many lines as are due.
  void touch_in_time() {
    for (due_ += pace_; due_ >= kWhole; due_ -= kWhole) touch();
  }

  // Touches one line.
  void touch() {
    if (rows_ == 0) return;
    __builtin_prefetch(row_ + at_, 0, 2);
    at_ += kLine;
    if (at_ < width_) return;
    at_ = 0;
    row_ += step_;
    --rows_;
  }

 private:
  static constexpr Index kNumber = sizeof(float);
  static constexpr Index kLine = 64;
  static constexpr Index kWhole = 256;  // one line, in the units of pace_ and due_

  const std::byte* row_ = nullptr;
  Index step_ = 0;
  Index width_ = 0;
  Index rows_ = 0;
  Index at_ = 0;
  Index pace_ = 0;
  Index due_ = 0;
};

// How a tile is made.
struct TileKind {
  bool across = false;   // a lies transposed, (depth, kRows): out = aᵀ b
  bool half = false;     // kLanes columns
  bool in_time = false;  // touches the lines of `ahead` that are due; else one for each k
  bool packs = false;    // copies b to `packed`, (depth, kPanel)
};

// out (kRows, kPanel) = a (kRows, depth) b (depth, kPanel), one row for each number in kRow, given the first
// value of each and the steps from one row to the next; added to what is there unless it `begins`. Where the
// sums are done, a bias is added to each row; else it is null. The template unrolls the rows instead of a
// loop, so that every sum has a register; not inlined into its caller, whose own values would take some.
// `packed` is null unless the kind packs.
template <TileKind kKind, int... kRow>
[[gnu::noinline]] void multiply_tile(const float* a, Index a_step, const float* b, Index b_step, Index depth,
                                     float* out, Index out_step, bool begins, const float* bias,
                                     ReadAhead& ahead, float* packed,
                                     std::integer_sequence<int, kRow...> /*rows*/) {
  namespace vec = Eigen::internal;
  const auto begin = [&](const float* sum) {
    return begins ? vec::pset1<Packet>(0.0f) : vec::ploadu<Packet>(sum);
  };
  Packet left[] = {begin(out + kRow * out_step)...};  // the left half of the sums
  Packet right[] = {kKind.half ? Packet{} : begin(out + kRow * out_step + kLanes)...};
  ReadAhead soon = ahead;
  for (Index k = 0; k < depth; ++k, b += b_step) {
    if constexpr (kKind.in_time) {
      soon.touch_in_time();
    } else {
      soon.touch();
    }
    const Packet b_left = vec::ploadu<Packet>(b);
    const Packet b_right = kKind.half ? b_left : vec::ploadu<Packet>(b + kLanes);
    if constexpr (kKind.packs) {
      vec::pstoreu(packed + k * kPanel, b_left);
      vec::pstoreu(packed + k * kPanel + kLanes, b_right);
    }
    const auto add = [&](Packet& left_sum, Packet& right_sum, float number) {
      const Packet factor = vec::pset1<Packet>(number);
      left_sum = vec::pmadd(factor, b_left, left_sum);
      if constexpr (!kKind.half) right_sum = vec::pmadd(factor, b_right, right_sum);
    };
    (add(left[kRow], right[kRow], kKind.across ? a[k * a_step + kRow] : a[kRow * a_step + k]), ...);
  }
  ahead = soon;
  if (bias != nullptr) {
    const Packet bias_left = vec::ploadu<Packet>(bias);
    ((left[kRow] = vec::padd(left[kRow], bias_left)), ...);
    if constexpr (!kKind.half) {
      const Packet bias_right = vec::ploadu<Packet>(bias + kLanes);
      ((right[kRow] = vec::padd(right[kRow], bias_right)), ...);
    }
  }
  const auto store = [&](int row) {
    vec::pstoreu(out + row * out_step, left[row]);
    if constexpr (!kKind.half) vec::pstoreu(out + row * out_step + kLanes, right[row]);
  };
  (store(kRow), ...);
}

// out (kRows, kColumns) = a (kRows, depth) bᵀ with b (kColumns, depth), one sum for each number in kSum, row
// by row; as above, but a line of `ahead` is touched every kLanes values.
template <int kColumns, int... kSum>
[[gnu::noinline]] void multiply_dots(const float* a, Index a_step, const float* b, Index b_step, Index depth,
                                     float* out, Index out_step, bool begins, ReadAhead& ahead,
                                     std::integer_sequence<int, kSum...> /*sums*/) {
  namespace vec = Eigen::internal;
  constexpr int kRows = static_cast<int>(sizeof...(kSum)) / kColumns;
  Packet sums[] = {((void)kSum, vec::pset1<Packet>(0.0f))...};
  ReadAhead soon = ahead;
  const Index whole = depth / kLanes * kLanes;
  for (Index k = 0; k < whole; k += kLanes) {
    soon.touch();
    Packet a_part[kRows];
    Packet b_part[kColumns];
    ((kSum % kColumns == 0
          ? (void)(a_part[kSum / kColumns] = vec::ploadu<Packet>(a + kSum / kColumns * a_step + k))
          : (void)0),
     ...);
    ((kSum < kColumns
          ? (void)(b_part[kSum % kColumns] = vec::ploadu<Packet>(b + kSum % kColumns * b_step + k))
          : (void)0),
     ...);
    ((sums[kSum] = vec::pmadd(a_part[kSum / kColumns], b_part[kSum % kColumns], sums[kSum])), ...);
  }
  ahead = soon;
  const auto finish = [&](int row, int column, const Packet& lanes) {
    float sum = vec::predux(lanes);
    for (Index k = whole; k < depth; ++k) sum += a[row * a_step + k] * b[column * b_step + k];
    float& to = out[row * out_step + column];
    to = begins ? sum : to + sum;
  };
  (finish(kSum / kColumns, kSum % kColumns, sums[kSum]), ...);
}

}  // namespace engine::product_tiles

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
