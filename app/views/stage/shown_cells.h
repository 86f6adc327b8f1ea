// shown_cells.h: what of a matrix is to be seen while its stage is played: cells that are done, a row in the
// making with its numbers so far, and paper where nothing is yet.
#pragma once

#include <optional>
#include <vector>

#include "app/session/playback.h"
#include "app/views/core/frame.h"

namespace views {

class ShownCells {
 public:
  ShownCells(const Frame& frame, const ui::MatrixFrame& matrix);

  // The number to show in a cell of the matrix; nothing while it is covered.
  std::optional<double> number(const engine::Cell& cell) const;
  // Over the heatmap of the whole matrix: colours of the row in the making, paper over what comes later.
  void draw(const look::ColourScale& scale) const;

 private:
  void draw_row(const std::vector<double>& numbers, const look::ColourScale& scale, float alpha) const;
  void cover(engine::Index row, engine::Index column, engine::Index rows, engine::Index columns,
             float alpha) const;

  const Frame& frame_;
  const ui::MatrixFrame& matrix_;
  const engine::Stage& stage_;
  double position_ = 0;
  std::optional<app::PlayPlan> plan_;  // nothing: all cells are shown
  std::optional<app::PlayStep> step_;
  std::vector<double> row_;     // of a row in the making
  std::vector<double> before_;  // the same a part earlier, while the new part fades in
};

// What the numbers of a row in the making are: "so far 3 of 11 values added"; nothing where none is.
std::optional<std::string> play_caption(const Frame& frame);

}  // namespace views
