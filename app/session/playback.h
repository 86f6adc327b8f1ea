// playback.h: the film of a stage: in which order its cells appear, how they build up, and how long it takes.
#pragma once

#include <optional>
#include <vector>

#include "engine/core/trace.h"

namespace app {

// What appears at a time.
enum class PlayUnit {
  kCell,
  kRow,
  kRows,   // several: if a film row by row would last too long
  kBlock,  // one input's columns, of inputs placed side by side
};

// A block of cells of the stage that appears, or grows by one part.
struct PlayStep {
  engine::Index row = 0;
  engine::Index rows = 1;
  engine::Index column = 0;
  engine::Index columns = 1;
  // The number of finished parts, of those that the cells consist of: the terms of a sum, the two halves of a
  // softmax.
  engine::Index done = 1;
  engine::Index parts = 1;

  bool is_whole() const { return done >= parts; }
  bool operator==(const PlayStep&) const = default;
};

// The steps of one stage. A position counts completed steps: at 0 no cell is shown; between k and k + 1 step
// k is in progress, and at k + 1 it is done and still lit. After the last step all cells are shown and none
// is lit, up to length().
class PlayPlan {
 public:
  // With `only_row`, shows just that row.
  PlayPlan(const engine::Trace& trace, int stage, std::optional<engine::Index> only_row = std::nullopt);

  engine::Index steps() const { return blocks_down_ * blocks_across_ * parts_; }
  PlayStep step(engine::Index index) const;
  PlayUnit unit() const { return unit_; }
  // The number of cells, rows or blocks in all, and the one that step `index` belongs to, from 0.
  engine::Index units() const { return blocks_down_ * blocks_across_; }
  engine::Index unit_of(engine::Index index) const { return index / parts_; }

  double length() const { return static_cast<double>(steps()) + 1; }
  // The step that is in progress or lit at a position; nullopt before the first and after the last.
  std::optional<engine::Index> at(double position) const;
  // How much of that step has appeared, 0 to 1: slow steps fade in briefly.
  double appeared(double position) const;
  // Whether a cell is visible at a position, if only in part.
  bool shows(const engine::Cell& cell, double position) const;

  // Seconds at the usual pace: of the whole film, up to a position, and the inverse.
  double seconds() const { return seconds_at(length()); }
  double seconds_at(double position) const;
  double position_at(double seconds) const;
  // Seconds at the usual pace until the picture differs from that at `position`.
  double next_change(double position) const;

 private:
  void choose_unit(const engine::Trace& trace, int stage);
  double fade() const;

  PlayUnit unit_ = PlayUnit::kCell;
  engine::Index first_row_ = 0;
  engine::Index rows_ = 0;
  engine::Index columns_ = 0;
  engine::Index block_rows_ = 1;
  engine::Index block_columns_ = 1;
  engine::Index blocks_down_ = 0;
  engine::Index blocks_across_ = 0;
  engine::Index parts_ = 1;
};

// The cell that represents a step on the card: in a softmax's row the largest weight, otherwise the block's
// first.
engine::Cell cell_of(const engine::Trace& trace, int stage, const PlayStep& step);

// A cell's arithmetic up to the current part: the first terms of its sum, and their result.
engine::Explanation explain_so_far(const engine::Trace& trace, const engine::Cell& cell,
                                   const PlayStep& step);
// The resulting values of a row's cells. In a softmax's first half these are the exponentials.
std::vector<double> row_so_far(const engine::Trace& trace, int stage, const PlayStep& step);

}  // namespace app
