// large_map.h: a matrix too large to hold at once: an overview of all of it, built band by band, and tiles of
// finer levels where needed. No peak is lost at any level.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <tuple>

#include "app/gl/pyramid.h"

namespace gl {

// Reads (rows, columns) values, starting at a row and a column; thread-safe.
using ReadBlock = std::function<engine::Matrix(engine::Index row, engine::Index column, engine::Index rows,
                                               engine::Index columns)>;

// The side of a tile, in values of its level.
inline constexpr engine::Index kTile = 256;

// A tile of a level: tile (1, 0) is below tile (0, 0).
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
  // Up to this many cells an overview of kTile x kTile is enough: its tiles are computed quickly.
  static constexpr engine::Index kQuick = 4'194'304;

  LargeMap(engine::Index rows, engine::Index columns, Reduction reduction, ReadBlock read);

  engine::Index rows() const { return rows_; }
  engine::Index columns() const { return columns_; }
  Reduction reduction() const { return reduction_; }

  // The finest level of the overview. It grows much more slowly than the matrix: at most 1,024 x 1,024
  // values, except for very narrow matrices.
  Halvings base() const { return base_; }
  // Continues the overview for about this long, or until engine::stop_requested(). One thread at a time.
  void build(double seconds);
  // The rows of the matrix in the overview so far; other threads may read it meanwhile.
  engine::Index made_rows() const { return made_rows_.load(std::memory_order_acquire); }
  bool is_whole() const { return made_rows() == rows_; }
  // Whether a level is in the overview; its values then need no reading of the matrix.
  bool in_overview(Halvings level) const {
    return level.rows >= base_.rows && level.columns >= base_.columns;
  }
  // The values of tiles starting at `first`, of a level in the overview, as far as computed; the rest is 0.
  engine::Matrix from_overview(const TileAt& first, engine::Index tiles_down,
                               engine::Index tiles_right) const;

  // The values of one tile of a finer level, computed from the matrix. Invalid if engine::stop_requested().
  engine::Matrix tile(const TileAt& at) const;

  // The overview's size.
  std::size_t bytes() const { return static_cast<std::size_t>(overview_.size()) * sizeof(float); }

 private:
  engine::Index rows_;
  engine::Index columns_;
  Reduction reduction_;
  ReadBlock read_;
  Halvings base_;
  engine::Matrix overview_;  // its first rows are final; one thread writes the rest
  std::atomic<engine::Index> made_rows_ = 0;
};

// The coarsest level with at least one value per pixel along each side, for cells of this size.
Halvings level_for(double rows_per_pixel, double columns_per_pixel, engine::Index rows,
                   engine::Index columns);

}  // namespace gl
