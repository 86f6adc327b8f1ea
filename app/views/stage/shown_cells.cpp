// shown_cells.cpp: covers what a film has not reached, and draws a row that is still growing.
#include "app/views/stage/shown_cells.h"

#include <cmath>

#include "engine/core/drawn.h"
#include "engine/core/hidden.h"

namespace views {
namespace {

using engine::Index;

// The previous step, if it is part of the same row.
std::optional<app::PlayStep> part_before(const app::PlayStep& step) {
  if (step.done < 2) return std::nullopt;
  app::PlayStep before = step;
  --before.done;
  return before;
}

}  // namespace

ShownCells::ShownCells(const Frame& frame, const ui::MatrixFrame& matrix)
    : frame_(frame), matrix_(matrix), stage_(frame.trace().stage(matrix.stage)) {
  if (frame.derived || matrix.stage != frame.session.focused_stage()) return;
  plan_ = frame.session.play_plan();
  if (!plan_) return;
  position_ = frame.session.desk().playback.position;
  step_ = frame.session.play_step();
  if (!step_) return;
  if (!step_->is_whole()) row_ = app::row_so_far(frame.trace(), matrix.stage, *step_);
  const auto before = part_before(*step_);
  if (before && plan_->appeared(position_) < 1)
    before_ = app::row_so_far(frame.trace(), matrix.stage, *before);
}

std::optional<double> ShownCells::number(const engine::Cell& cell) const {
  if (plan_ && !plan_->shows(cell, position_)) return std::nullopt;
  if (!row_.empty() && step_->row == cell.row) return row_.at(static_cast<size_t>(cell.column));
  return frame_.trace().at(cell.stage, cell.row, cell.column);
}

void ShownCells::draw(const look::ColourScale& scale) const {
  if (!plan_) return;
  if (position_ <= 0) cover(0, 0, stage_.rows, stage_.columns, 1);
  if (!step_) return;
  const auto missing = static_cast<float>(1 - plan_->appeared(position_));
  if (!row_.empty()) draw_row(row_, scale, 1);
  if (!before_.empty()) draw_row(before_, scale, missing);
  const Index below = step_->row + step_->rows;
  const Index after = step_->column + step_->columns;
  if (step_->done == 1) cover(step_->row, step_->column, step_->rows, step_->columns, missing);
  cover(step_->row, after, step_->rows, stage_.columns - after, 1);
  cover(below, 0, stage_.rows - below, stage_.columns, 1);
}

void ShownCells::draw_row(const std::vector<double>& numbers, const look::ColourScale& scale,
                          float alpha) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const engine::Matrix drawn =
      engine::read_drawn(frame_.trace(), matrix_.stage, step_->row, 0, 1, stage_.columns);
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i]) || engine::is_hidden(drawn(0, static_cast<Index>(i)))) continue;
    const engine::Cell cell{matrix_.stage, step_->row, static_cast<Index>(i)};
    const auto [low, high] = matrix_.box(cell, cell);
    const look::Rgb colour = look::colour_of(scale, static_cast<float>(numbers[i]));
    list.AddRectFilled(low, high, ImGui::ColorConvertFloat4ToU32({colour.r, colour.g, colour.b, alpha}));
  }
}

void ShownCells::cover(Index row, Index column, Index rows, Index columns, float alpha) const {
  if (rows <= 0 || columns <= 0 || alpha <= 0) return;
  const auto [low, high] =
      matrix_.box({matrix_.stage, row, column}, {matrix_.stage, row + rows - 1, column + columns - 1});
  ImGui::GetWindowDrawList()->AddRectFilled(low, high, ui::with_alpha(frame_.style.colours.panel, alpha));
}

std::optional<PlayCaption> play_caption(const Frame& frame) {
  const auto step = frame.session.play_step();
  if (!step || step->parts < 2 || frame.derived) return std::nullopt;
  const engine::Growth growth = frame.trace().stage(frame.session.focused_stage()).operation->growth();
  if (growth == engine::Growth::kShares && step->is_whole()) return PlayCaption{frame.tr("play.divided"), ""};
  if (growth == engine::Growth::kShares)
    return PlayCaption{frame.tr("play.exponentials"), "e^{\\mathrm{" + frame.tr("play.exponent") + "}}"};
  const char* const key = growth == engine::Growth::kTerms ? "play.values_added" : "play.parts_added";
  return PlayCaption{
      frame.tr(key, {{"done", std::to_string(step->done)}, {"parts", std::to_string(step->parts)}}), ""};
}

}  // namespace views
