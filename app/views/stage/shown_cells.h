// shown_cells.h: the visible part of a matrix while its stage is played: finished cells, the current row with
// its values so far, and a blank cover elsewhere.
#pragma once

#include <optional>
#include <vector>

#include "app/session/playback.h"
#include "app/views/core/frame.h"

namespace views {

class ShownCells {
 public:
  ShownCells(const Frame& frame, const ui::MatrixFrame& matrix);

  // The value to show in a cell of the matrix; nullopt while it is covered.
  std::optional<double> number(const engine::Cell& cell) const;
  // Over the heatmap of the whole matrix: colours of the current row, a cover over what comes later.
  void draw(const look::ColourScale& scale) const;

 private:
  void draw_row(const std::vector<double>& numbers, const look::ColourScale& scale, float alpha) const;
  void cover(engine::Index row, engine::Index column, engine::Index rows, engine::Index columns,
             float alpha) const;

  const Frame& frame_;
  const ui::MatrixFrame& matrix_;
  const engine::Stage& stage_;
  double position_ = 0;
  std::optional<app::PlayPlan> plan_;  // nullopt: all cells are shown
  std::optional<app::PlayStep> step_;
  std::vector<double> row_;     // of the current row
  std::vector<double> before_;  // the same one part earlier, while the new part fades in
};

// What the values of the current row are: "so far 3 of 11 values added", "so far" and behind it a formula.
struct PlayCaption {
  std::string words;
  std::string formula;  // in the markup of core/formula.h; empty: none
};
// nullopt if there is no such row.
std::optional<PlayCaption> play_caption(const Frame& frame);

}  // namespace views
