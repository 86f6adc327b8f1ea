// large_map.h: a matrix too large to hold at once: an overview of all of it, made band by band, and tiles of
// finer levels where somebody looks. No peak is lost at any level.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <tuple>

#include "app/gl/pyramid.h"

namespace gl {

// Reads (rows, columns) numbers from a row and a column on; from any thread.
using ReadBlock = std::function<engine::Matrix(engine::Index row, engine::Index column, engine::Index rows,
                                               engine::Index columns)>;

// A side of a tile, in the numbers of its level.
inline constexpr engine::Index kTile = 256;

// Which tile of which level: tile (1, 0) is below tile (0, 0).
struct TileAt {
  Halvings level;
  engine::Index down = 0;
  engine::Index right = 0;
  bool operator==(const TileAt&) const = default;
  bool operator<(const TileAt& other) const {
    return std::tie(level, down, right) < std::tie(other.level, other.down, other.right);
  }
};

class LargeMap {
 public:
  // Up to this many cells an overview of kTile x kTile is enough: its tiles are made in a moment.
  static constexpr engine::Index kQuick = 4'194'304;

  LargeMap(engine::Index rows, engine::Index columns, Reduction reduction, ReadBlock read);

  engine::Index rows() const { return rows_; }
  engine::Index columns() const { return columns_; }
  Reduction reduction() const { return reduction_; }

  // The finest level that the overview holds. It grows with the matrix much slower than its cells: at most
  // 1,024 x 1,024 numbers, but for very narrow matrices.
  Halvings base() const { return base_; }
  // Goes on with the overview for about so long, or until engine::stop_requested(). One thread at a time.
  void build(double seconds);
  // Rows of the matrix that the overview shows so far; others may read it meanwhile.
  engine::Index made_rows() const { return made_rows_.load(std::memory_order_acquire); }
  bool is_whole() const { return made_rows() == rows_; }
  // Whether a level is among the overview's; its numbers need no reading of the matrix then.
  bool in_overview(Halvings level) const {
    return level.rows >= base_.rows && level.columns >= base_.columns;
  }
  // The numbers of tiles from `first` on, of a level in the overview, as far as made; others are 0.
  engine::Matrix from_overview(const TileAt& first, engine::Index tiles_down,
                               engine::Index tiles_right) const;

  // The numbers of one tile of a finer level, made from the matrix. Worth nothing where
  // engine::stop_requested().
  engine::Matrix tile(const TileAt& at) const;

  // Of the overview.
  std::size_t bytes() const { return static_cast<std::size_t>(overview_.size()) * sizeof(float); }

 private:
  engine::Index rows_;
  engine::Index columns_;
  Reduction reduction_;
  ReadBlock read_;
  Halvings base_;
  engine::Matrix overview_;  // its first rows are final; from there on one thread writes
  std::atomic<engine::Index> made_rows_ = 0;
};

// The coarsest level that still has a number a pixel along each side, for cells this small.
Halvings level_for(double rows_per_pixel, double columns_per_pixel, engine::Index rows,
                   engine::Index columns);

}  // namespace gl
