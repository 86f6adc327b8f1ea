// product_panel.cpp: packs columns for the tiles, and runs tiles over all rows.
#include "engine/kernels/product_panel.h"

#include <algorithm>
#include <array>
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

// How tiles read the left factor: the one of row r begins r times row_step behind `data`, and `step` leads to
// its next row, or across to its next k.
struct TilesOfRows {
  const float* data;
  Index row_step;
  Index step;
  Index depth;
};

template <TileKind kKind>
TilesOfRows lying(const ConstView& a) {
  return {a.data(), kKind.across ? 1 : a.outerStride(), a.outerStride(), kKind.across ? a.rows() : a.cols()};
}

TilesOfRows packed(const LeftFactor& left) {
  return {left.packed->tile(0, left.first), left.packed->tile(1, 0) - left.packed->tile(0, 0), kTileRows,
          left.a.cols()};
}

// Rows of `out` from `row` up to `end` in tiles of kRows. Returns the first row that is left.
template <int kRows, TileKind kKind>
Index multiply_tiles(const TilesOfRows& rows, const Strip& strip, Index row, Index end, View& out,
                     ReadAhead& ahead) {
  constexpr std::make_integer_sequence<int, kRows> kEach;
  std::array<float, kPanel> edge_bias{};  // as wide as a tile
  if (strip.bias != nullptr && !strip.is_whole()) std::copy_n(strip.bias, strip.columns, edge_bias.data());
  const float* const bias = strip.bias == nullptr ? nullptr : edge_bias.data();
  for (; row + kRows <= end; row += kRows) {
    const float* const from = rows.data + row * rows.row_step;
    float* const to = out.row(row).data() + strip.column;
    if (strip.is_whole()) {
      multiply_tile<kKind>(from, rows.step, strip.b, strip.b_step, rows.depth, to, out.outerStride(),
                           strip.begins, strip.bias, ahead, strip.packed, kEach);
      continue;
    }
    Eigen::Array<float, kRows, kPanel, Eigen::RowMajor> edge;
    for (int i = 0; i < kRows; ++i)
      std::copy_n(to + i * out.outerStride(), strip.columns, edge.data() + i * kPanel);
    multiply_tile<kKind>(from, rows.step, strip.b, strip.b_step, rows.depth, edge.data(), kPanel,
                         strip.begins, bias, ahead, nullptr, kEach);
    for (int i = 0; i < kRows; ++i)
      std::copy_n(edge.data() + i * kPanel, strip.columns, to + i * out.outerStride());
  }
  return row;
}

constexpr TileKind across(TileKind kind) {
  kind.across = true;
  return kind;
}

template <TileKind kKind>
void multiply_rows(const LeftFactor& left, const Strip& strip, Index row, View& out, ReadAhead& ahead) {
  ReadAhead nothing;
  const TilesOfRows rows = lying<kKind>(left.a);
  const Index packed_end = left.has_packed() ? left.packed->rows() : 0;
  while (row < out.rows()) {
    if (stop_requested()) return;
    const Index end = std::min(out.rows(), row + kRowsBetweenStops);
    ReadAhead& soon = kKind.across || out.rows() - row <= kRowsTouching ? ahead : nothing;
    if (row < packed_end)
      row = multiply_tiles<kTileRows, across(kKind)>(packed(left), strip, row, std::min(end, packed_end), out,
                                                     soon);
    row = multiply_tiles<kTileRows, kKind>(rows, strip, row, end, out, soon);
    row = multiply_tiles<8, kKind>(rows, strip, row, end, out, soon);
    row = multiply_tiles<4, kKind>(rows, strip, row, end, out, soon);
    row = multiply_tiles<1, kKind>(rows, strip, row, end, out, soon);
  }
}

// The first tile packs what all others read.
template <TileKind kKind>
void multiply_packing(const LeftFactor& left, const Strip& strip, View& out, ReadAhead& ahead) {
  constexpr TileKind kPacks = {.in_time = kKind.in_time, .packs = true};
  ReadAhead nothing;
  ReadAhead& soon = out.rows() <= kRowsTouching ? ahead : nothing;
  const Index row =
      left.has_packed()
          ? multiply_tiles<kTileRows, across(kPacks)>(packed(left), strip, 0, kTileRows, out, soon)
          : multiply_tiles<kTileRows, kPacks>(lying<kPacks>(left.a), strip, 0, kTileRows, out, soon);
  Strip rest = strip;
  rest.b = std::exchange(rest.packed, nullptr);
  rest.b_step = kPanel;
  multiply_rows<kKind>(left, rest, row, out, ahead);
}

// The rows of one tile: a square of kLanes values of each is transposed at once.
void pack_tile(const ConstView& rows, float* to) {
  Index k = 0;
  if constexpr (kTileRows <= kLanes) {
    // A whole vector is stored where kTileRows values belong; what is stored next overwrites the rest, and so
    // the last values are left to the loop below.
    for (; k + kLanes < rows.cols(); k += kLanes) {
      Eigen::internal::PacketBlock<Packet, kLanes> square;
      for (Index lane = 0; lane < kLanes; ++lane) {
        square.packet[lane] = lane < kTileRows ? Eigen::internal::ploadu<Packet>(rows.row(lane).data() + k)
                                               : Eigen::internal::pset1<Packet>(0.0f);
      }
      Eigen::internal::ptranspose(square);
      for (Index lane = 0; lane < kLanes; ++lane)
        Eigen::internal::pstoreu(to + (k + lane) * kTileRows, square.packet[lane]);
    }
  }
  for (; k < rows.cols(); ++k) {
    for (Index row = 0; row < kTileRows; ++row) to[k * kTileRows + row] = rows(row, k);
  }
}

}  // namespace

PackedRows::PackedRows(const ConstView& a)
    : rows_(a.rows() / kTileRows * kTileRows), depth_(a.cols()), values_(rows_ * depth_) {
  parallel_for(rows_ / kTileRows, [&](Index tile) {
    pack_tile(rows_of(a, tile * kTileRows, kTileRows), values_.data() + tile * kTileRows * depth_);
  });
}

void pack_rows(const ConstView& b, float* panel) {
  const Index columns = b.rows();
  const Index halves = columns / kLanes * kLanes;
  const Index squares = b.cols() / kLanes * kLanes;
  for (Index k = 0; k < squares; k += kLanes) {
    for (Index half = 0; half < halves; half += kLanes) {
      Eigen::internal::PacketBlock<Packet, kLanes> square;
      for (Index lane = 0; lane < kLanes; ++lane)
        square.packet[lane] = Eigen::internal::ploadu<Packet>(b.row(half + lane).data() + k);
      Eigen::internal::ptranspose(square);
      for (Index lane = 0; lane < kLanes; ++lane)
        Eigen::internal::pstore(panel + (k + lane) * kPanel + half, square.packet[lane]);
    }
  }
  for (Index k = 0; k < b.cols(); ++k) {
    for (Index column = k < squares ? halves : 0; column < kPanel; ++column)
      panel[k * kPanel + column] = column < columns ? b(column, k) : 0.0f;
  }
}

void pack_columns(const ConstView& b, float* panel) {
  // Whole runs are copied by a few instructions, without the call that a length unknown at compile time would
  // take.
  using Run = Eigen::Array<float, kPanel, 1>;
  const bool is_whole = b.cols() == kPanel;
  for (Index k = 0; k < b.rows(); ++k) {
    const float* const from = b.row(k).data();
    float* const to = panel + k * kPanel;
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

void multiply_strip(const LeftFactor& left, const Strip& strip, View& out, ReadAhead& ahead) {
  if (strip.packed != nullptr) {
    return ahead.is_spread() ? multiply_packing<TileKind{.in_time = true}>(left, strip, out, ahead)
                             : multiply_packing<TileKind{}>(left, strip, out, ahead);
  }
  const bool is_half = strip.columns == kLanes;
  if (ahead.is_spread()) {
    is_half ? multiply_rows<TileKind{.half = true, .in_time = true}>(left, strip, 0, out, ahead)
            : multiply_rows<TileKind{.in_time = true}>(left, strip, 0, out, ahead);
  } else {
    is_half ? multiply_rows<TileKind{.half = true}>(left, strip, 0, out, ahead)
            : multiply_rows<TileKind{}>(left, strip, 0, out, ahead);
  }
}

void multiply_strip_across(const ConstView& a, const Strip& strip, View& out, ReadAhead& ahead) {
  strip.columns == kLanes ? multiply_rows<TileKind{.across = true, .half = true}>({a}, strip, 0, out, ahead)
                          : multiply_rows<TileKind{.across = true}>({a}, strip, 0, out, ahead);
}

}  // namespace engine::product_tiles
