// product_panel.cpp: packs columns for the tiles, and runs tiles over all rows.
#include "engine/kernels/product_panel.h"

#include <algorithm>
#include <utility>

#include "engine/core/parallel.h"

#if defined(__GNUC__)
// A vector type loses its alignment as a template argument; Eigen restores it.
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

namespace engine::product_tiles {
namespace {

// A cancelled run ends within this many rows of a product: a multiple of kTileRows.
constexpr Index kRowsBetweenStops = 120;
static_assert(kRowsTouching % kRowsBetweenStops == 0);

// Rows of `out` up to `end` in tiles of kRows, starting at `row`. Returns the first row that is left.
template <int kRows, bool kInTime>
Index multiply_tiles(const ConstView& a, const Strip& strip, Index row, Index end, View& out,
                     ReadAhead& ahead) {
  constexpr std::make_integer_sequence<int, kRows> kEach;
  for (; row + kRows <= end; row += kRows) {
    const float* const from = a.row(row).data();
    float* const to = out.row(row).data() + strip.column;
    if (strip.columns == kPanel) {
      multiply_tile<kInTime>(from, a.outerStride(), strip.b, strip.b_step, a.cols(), to, out.outerStride(),
                             strip.begins, ahead, kEach);
      continue;
    }
    Eigen::Array<float, kRows, kPanel, Eigen::RowMajor> edge;
    for (int i = 0; i < kRows; ++i)
      std::copy_n(to + i * out.outerStride(), strip.columns, edge.data() + i * kPanel);
    multiply_tile<kInTime>(from, a.outerStride(), strip.b, strip.b_step, a.cols(), edge.data(), kPanel,
                           strip.begins, ahead, kEach);
    for (int i = 0; i < kRows; ++i)
      std::copy_n(edge.data() + i * kPanel, strip.columns, to + i * out.outerStride());
  }
  return row;
}

template <bool kInTime>
void multiply_rows(const ConstView& a, const Strip& strip, View& out, ReadAhead& ahead) {
  ReadAhead nothing;
  for (Index row = 0; row < a.rows();) {
    if (stop_requested()) return;
    const Index end = std::min(a.rows(), row + kRowsBetweenStops);
    ReadAhead& soon = a.rows() - row <= kRowsTouching ? ahead : nothing;
    row = multiply_tiles<kTileRows, kInTime>(a, strip, row, end, out, soon);
    row = multiply_tiles<8, kInTime>(a, strip, row, end, out, soon);
    row = multiply_tiles<4, kInTime>(a, strip, row, end, out, soon);
    row = multiply_tiles<1, kInTime>(a, strip, row, end, out, soon);
  }
}

// Rows of `out` up to `end` in tiles of kRows, starting at `row`; a's columns are these rows. Returns the
// first row that is left.
template <int kRows>
Index multiply_tiles_across(const ConstView& a, const Strip& strip, Index row, View& out) {
  constexpr std::make_integer_sequence<int, kRows> kEach;
  for (; row + kRows <= a.cols(); row += kRows) {
    float* const to = out.row(row).data() + strip.column;
    if (strip.columns == kPanel) {
      multiply_tile_across(a.data() + row, a.outerStride(), strip.b, strip.b_step, a.rows(), to,
                           out.outerStride(), strip.begins, kEach);
      continue;
    }
    Eigen::Array<float, kRows, kPanel, Eigen::RowMajor> edge;
    for (int i = 0; i < kRows; ++i)
      std::copy_n(to + i * out.outerStride(), strip.columns, edge.data() + i * kPanel);
    multiply_tile_across(a.data() + row, a.outerStride(), strip.b, strip.b_step, a.rows(), edge.data(),
                         kPanel, strip.begins, kEach);
    for (int i = 0; i < kRows; ++i)
      std::copy_n(edge.data() + i * kPanel, strip.columns, to + i * out.outerStride());
  }
  return row;
}

}  // namespace

void pack_rows(const ConstView& b, Panel& panel) {
  const Index columns = b.rows();
  const Index squares = columns == kPanel ? b.cols() / kLanes * kLanes : 0;
  for (Index k = 0; k < squares; k += kLanes) {
    for (Index half = 0; half < kPanel; half += kLanes) {
      Eigen::internal::PacketBlock<Packet, kLanes> square;
      for (Index lane = 0; lane < kLanes; ++lane)
        square.packet[lane] = Eigen::internal::ploadu<Packet>(b.row(half + lane).data() + k);
      Eigen::internal::ptranspose(square);
      for (Index lane = 0; lane < kLanes; ++lane)
        Eigen::internal::pstore(panel.data() + (k + lane) * kPanel + half, square.packet[lane]);
    }
  }
  for (Index k = squares; k < b.cols(); ++k) {
    for (Index column = 0; column < kPanel; ++column)
      panel(k * kPanel + column) = column < columns ? b(column, k) : 0.0f;
  }
}

void pack_columns(const ConstView& b, Panel& panel) {
  // Whole runs are copied by a few instructions, without the call that a length unknown at compile time would
  // take.
  using Run = Eigen::Array<float, kPanel, 1>;
  const bool is_whole = b.cols() == kPanel;
  for (Index k = 0; k < b.rows(); ++k) {
    const float* const from = b.row(k).data();
    float* const to = panel.data() + k * kPanel;
    if (is_whole) {
      Run::Map(to) = Run::Map(from);
    } else {
      std::fill(std::copy_n(from, b.cols(), to), to + kPanel, 0.0f);
    }
  }
}

Index steps(Index rows, Index depth, Index columns) {
  const auto tiles = [](Index height) {
    const Index rest = height % kTileRows;
    return height / kTileRows + rest / 8 + rest % 8 / 4 + rest % 4;
  };
  const Index groups = rows / kRowsBetweenStops;
  const Index all = groups * tiles(kRowsBetweenStops) + tiles(rows % kRowsBetweenStops);
  return all * depth * ((columns + kPanel - 1) / kPanel);
}

void multiply_strip(const ConstView& a, const Strip& strip, View& out, ReadAhead& ahead) {
  if (ahead.is_spread()) {
    multiply_rows<true>(a, strip, out, ahead);
  } else {
    multiply_rows<false>(a, strip, out, ahead);
  }
}

void multiply_strip_across(const ConstView& a, const Strip& strip, View& out) {
  Index row = multiply_tiles_across<kTileRows>(a, strip, 0, out);
  row = multiply_tiles_across<4>(a, strip, row, out);
  multiply_tiles_across<1>(a, strip, row, out);
}

}  // namespace engine::product_tiles
