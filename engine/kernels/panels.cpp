// panels.cpp: packs what tiles read, and runs tiles over all rows.
#include "engine/kernels/panels.h"

#include <algorithm>

#include "engine/core/parallel.h"

namespace engine {
namespace {

using kernels::product_kernels;
using kernels::RowTiles;

// What comes next is prefetched only during the last rows, at most this many: what these read and write would
// push out of the cache what came sooner.
constexpr Index kRowsTouching = 240;
// A cancelled run ends within this many rows of a product.
constexpr Index kRowsBetweenStops = 120;

RowTiles tiles_of(Index rows) {
  return {rows, product_kernels().tile_rows};
}

}  // namespace

void pack_rows(const ConstView& b, float* panel) {
  const Index width = panel_width();
  product_kernels().transpose(b.data(), b.outerStride(), b.rows(), b.cols(), panel, width);
  if (b.rows() == width) return;
  for (Index k = 0; k < b.cols(); ++k) std::fill(panel + k * width + b.rows(), panel + (k + 1) * width, 0.0F);
}

void pack_columns(const ConstView& b, float* panel) {
  product_kernels().copy_to_panel(b.data(), b.outerStride(), b.rows(), b.cols(), panel);
}

PackedRows::PackedRows(const ConstView& a, bool is_split) : depth_(a.cols()), values_(a.size()) {
  const RowTiles tiles = tiles_of(a.rows());
  const auto pack = [&](Index tile) {
    const Index row = tiles.first(tile);
    const Index height = tiles.height(tile);
    product_kernels().transpose(a.row(row).data(), a.outerStride(), height, depth_,
                                values_.data() + row * depth_, height);
  };
  if (is_split) {
    parallel_for(tiles.count(), pack);
  } else {
    for (Index tile = 0; tile < tiles.count(); ++tile) pack(tile);
  }
}

kernels::LeftFactor by_rows(const ConstView& a) {
  return {a.data(), a.outerStride(), 1};
}

kernels::LeftFactor by_columns(const ConstView& a) {
  return {a.data(), 1, a.outerStride()};
}

PanelRoom::PanelRoom(const Parameter::Kept& kept, Index panel, Index deep)
    : panels_(kept.panels), panel_(kept.first / panel_width() + panel), filled_(filled(kept, panel)) {
  if (panels_ != nullptr && filled_ == nullptr) claimed_ = panels_->claim(panel_);
  if (filled_ == nullptr && claimed_ == nullptr) own_.resize(deep * panel_width());
}

PanelRoom::~PanelRoom() {
  if (claimed_ != nullptr) panels_->finish(panel_, is_complete_);
}

const float* PanelRoom::filled(const Parameter::Kept& kept, Index panel) {
  return kept.panels == nullptr ? nullptr : kept.panels->filled(kept.first / panel_width() + panel);
}

Index steps_touching(Index rows, Index depth, Index columns) {
  return tiles_of(std::min(rows, kRowsTouching)).count() * depth * panels_of(columns);
}

void multiply_strip(const kernels::StripProduct& strip, Index rows, kernels::ReadAhead& ahead) {
  const RowTiles tiles = tiles_of(rows);
  const Index group = kRowsBetweenStops / product_kernels().tile_rows;
  kernels::ReadAhead nothing;
  for (Index tile = 0; tile < tiles.count() && !stop_requested(); tile += group) {
    kernels::ReadAhead& soon = rows - tiles.first(tile) <= kRowsTouching ? ahead : nothing;
    product_kernels().multiply_tiles(strip, tiles, tile, std::min(tile + group, tiles.count()), soon);
  }
}

}  // namespace engine
