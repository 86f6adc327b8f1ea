// playback.h: the film of a stage: in which order its cells appear, from what they grow, and how long it
// takes.
#pragma once

#include <optional>
#include <vector>

#include "engine/core/trace.h"

namespace app {

// What appears at a time.
enum class PlayUnit {
  kCell,
  kRow,
  kRows,   // several: where a film row by row would last too long
  kBlock,  // one input's columns, of inputs that are set side by side
};

// A block of cells of the stage that appears, or grows by one part.
struct PlayStep {
  engine::Index row = 0;
  engine::Index rows = 1;
  engine::Index column = 0;
  engine::Index columns = 1;
  // Parts that are there, of those that the cells are made of: the terms of a sum, the two halves of a
  // softmax.
  engine::Index done = 1;
  engine::Index parts = 1;

  bool is_whole() const { return done >= parts; }
  bool operator==(const PlayStep&) const = default;
};

// The steps of one stage. A position counts the steps that are done: at 0 no cell is shown; between k and
// k + 1 step k is under way, and at k + 1 it is done and still lit. After the last step all cells are shown
// and none is lit, up to length().
class PlayPlan {
 public:
  // With `only_row` just that row is shown.
  PlayPlan(const engine::Trace& trace, int stage, std::optional<engine::Index> only_row = std::nullopt);

  engine::Index steps() const { return blocks_down_ * blocks_across_ * parts_; }
  PlayStep step(engine::Index index) const;
  PlayUnit unit() const { return unit_; }
  // Cells, rows or blocks in all, and which of them step `index` is of, from 0.
  engine::Index units() const { return blocks_down_ * blocks_across_; }
  engine::Index unit_of(engine::Index index) const { return index / parts_; }

  double length() const { return static_cast<double>(steps()) + 1; }
  // The step that is under way or lit at a position; nothing before the first and after the last.
  std::optional<engine::Index> at(double position) const;
  // How much of that step has appeared, 0 to 1: slow steps fade in for a moment.
  double appeared(double position) const;
  // Whether a cell is to be seen at a position, if only in part.
  bool shows(const engine::Cell& cell, double position) const;

  // Seconds at the usual pace: of all, up to a position, and the position at such a time.
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

// The cell that stands for a step on the card: of a softmax's row the largest weight, elsewhere the block's
// first.
engine::Cell cell_of(const engine::Trace& trace, int stage, const PlayStep& step);

// A cell's arithmetic as far as the step has come: the first terms of its sum, and what they make.
engine::Explanation explain_so_far(const engine::Trace& trace, const engine::Cell& cell,
                                   const PlayStep& step);
// The numbers that this makes of a row's cells. Of a softmax's first half they are the exponentials.
std::vector<double> row_so_far(const engine::Trace& trace, int stage, const PlayStep& step);

}  // namespace app
