// large_map.cpp: reads a matrix band by band and stores the reduction of its blocks.
#include "app/gl/large_map.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "engine/core/parallel.h"

namespace gl {
namespace {

using engine::Index;

// A trace computes rows of large stages in bands of this height, one per core.
constexpr Index kBand = 64;
// The most values to read at once, to bound the memory.
constexpr Index kMostRead = 4'194'304;

int halvings_to(Index side, Index most) {
  int count = 0;
  for (; side > most; side = (side + 1) / 2) ++count;
  return count;
}

// Rows to read at once: whole bands, whole blocks.
Index rows_at_once(Index columns, Index block) {
  const Index most = std::max(kMostRead / std::max<Index>(columns, 1), Index{1});
  const Index wanted = std::min(most, kBand * engine::cores());
  if (wanted >= kBand) return std::max(wanted / kBand * kBand, block);
  return std::max(wanted, block);
}

int level_of(double cells_per_pixel, Index cells) {
  if (!(cells_per_pixel > 1)) return 0;
  return std::min(static_cast<int>(std::ceil(std::log2(cells_per_pixel))), halvings_to(cells, 1));
}

}  // namespace

Halvings level_for(double rows_per_pixel, double columns_per_pixel, Index rows, Index columns) {
  return {level_of(rows_per_pixel, rows), level_of(columns_per_pixel, columns)};
}

LargeMap::LargeMap(Index rows, Index columns, Reduction reduction, ReadBlock read)
    : rows_(rows), columns_(columns), reduction_(reduction), read_(std::move(read)) {
  const Index side = rows * columns <= kQuick ? kTile : 4 * kTile;
  base_ = {halvings_to(rows, side), halvings_to(columns, side)};
  overview_ = engine::Matrix::Zero((rows + base_.block_rows() - 1) / base_.block_rows(),
                                   (columns + base_.block_columns() - 1) / base_.block_columns());
}

void LargeMap::build(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  const Index block = base_.block_rows();
  const Index height = rows_at_once(columns_, block) / block * block;
  while (!is_whole()) {
    const Index row = made_rows();
    const Index rows = std::min(height, rows_ - row);
    const engine::Matrix numbers = read_(row, 0, rows, columns_);
    if (engine::stop_requested()) return;
    const engine::Matrix blocks = reduce_blocks(numbers, base_, reduction_);
    overview_.middleRows(row / block, blocks.rows()) = blocks;
    made_rows_.store(row + rows, std::memory_order_release);
    if (Clock::now() >= until) return;
  }
}

engine::Matrix LargeMap::from_overview(const TileAt& first, Index tiles_down, Index tiles_right) const {
  const Halvings by{first.level.rows - base_.rows, first.level.columns - base_.columns};
  const Index row = first.down * kTile << by.rows;
  const Index column = first.right * kTile << by.columns;
  const Index rows = std::min(tiles_down * kTile << by.rows, overview_.rows() - row);
  const Index columns = std::min(tiles_right * kTile << by.columns, overview_.cols() - column);
  const Index made = (made_rows() + base_.block_rows() - 1) / base_.block_rows();
  const Index known = std::clamp<Index>(made - row, 0, rows);
  const engine::Matrix blocks = reduce_blocks(overview_.block(row, column, known, columns), by, reduction_);
  engine::Matrix all = engine::Matrix::Zero((rows + (Index{1} << by.rows) - 1) >> by.rows,
                                            (columns + (Index{1} << by.columns) - 1) >> by.columns);
  if (known > 0) all.topRows(blocks.rows()) = blocks;
  return all;
}

engine::Matrix LargeMap::tile(const TileAt& at) const {
  const Index block = at.level.block_rows();
  const Index first_row = at.down * kTile * block;
  const Index first_column = at.right * kTile * at.level.block_columns();
  const Index end_row = std::min(first_row + kTile * block, rows_);
  const Index columns = std::min(kTile * at.level.block_columns(), columns_ - first_column);
  engine::Matrix numbers((end_row - first_row + block - 1) / block,
                         (columns + at.level.block_columns() - 1) / at.level.block_columns());
  const Index height = rows_at_once(columns, block) / block * block;
  for (Index row = first_row; row < end_row && !engine::stop_requested(); row += height) {
    const engine::Matrix band = read_(row, first_column, std::min(height, end_row - row), columns);
    const engine::Matrix blocks = reduce_blocks(band, at.level, reduction_);
    numbers.middleRows((row - first_row) / block, blocks.rows()) = blocks;
  }
  return numbers;
}

}  // namespace gl
