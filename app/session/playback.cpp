// playback.cpp: plans the film of a stage by its operation and its size.
#include "app/session/playback.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

using engine::Growth;
using engine::Index;

constexpr Index kMostCellSteps = 144;  // cell by cell up to 12 x 12
constexpr Index kMostParts = 180;      // rows that grow part by part, all parts counted
constexpr Index kMostRows = 240;       // one by one
constexpr double kFilmSeconds = 24;    // the approximate length of a film with many steps
constexpr double kSlowestStep = 0.8;   // seconds
constexpr double kEndSeconds = 1.5;    // how long the whole stage stays at the end
constexpr double kFadeSeconds = 0.2;
constexpr double kFadesFrom = 0.3;  // shorter steps appear at once
constexpr double kFrame = 1.0 / 60;

// The number of parts that a row of this stage builds up from.
Index parts_of(const engine::Trace& trace, const engine::Stage& stage) {
  switch (stage.operation->growth()) {
    case Growth::kShares:
      return stage.columns <= kMostParts ? 2 : 1;
    case Growth::kOperands:
      return static_cast<Index>(stage.inputs.size());
    case Growth::kTerms:
      return trace.stage(stage.inputs.at(0)).columns;
    default:
      return 1;
  }
}

Index blocks(Index whole, Index each) {
  return (whole + each - 1) / each;
}

double pace(Index steps) {
  return std::min(kSlowestStep, kFilmSeconds / static_cast<double>(std::max<Index>(steps, 1)));
}

}  // namespace

PlayPlan::PlayPlan(const engine::Trace& trace, int stage, std::optional<Index> only_row)
    : first_row_(only_row.value_or(0)),
      rows_(only_row ? 1 : trace.stage(stage).rows),
      columns_(trace.stage(stage).columns) {
  choose_unit(trace, stage);
  blocks_down_ = blocks(rows_, block_rows_);
  blocks_across_ = blocks(columns_, block_columns_);
}

void PlayPlan::choose_unit(const engine::Trace& trace, int index) {
  const engine::Stage& stage = trace.stage(index);
  const auto inputs = static_cast<Index>(stage.inputs.size());
  const Growth growth = stage.operation->growth();
  const bool is_by_block = growth == Growth::kBlocks;
  if (is_by_block && inputs > 1 && columns_ % inputs == 0) {
    unit_ = PlayUnit::kBlock;
    block_rows_ = rows_;
    block_columns_ = columns_ / inputs;
    return;
  }
  if (rows_ * columns_ <= kMostCellSteps && columns_ > 1 && (growth == Growth::kCells || is_by_block)) return;
  block_rows_ = blocks(rows_, kMostRows);
  block_columns_ = columns_;
  unit_ = block_rows_ > 1 ? PlayUnit::kRows : PlayUnit::kRow;
  const Index parts = std::max<Index>(parts_of(trace, stage), 1);
  if (rows_ * parts <= kMostParts) parts_ = parts;
}

PlayStep PlayPlan::step(Index index) const {
  const Index block = index / parts_;
  PlayStep step;
  step.row = first_row_ + block / blocks_across_ * block_rows_;
  step.rows = std::min(block_rows_, first_row_ + rows_ - step.row);
  step.column = block % blocks_across_ * block_columns_;
  step.columns = std::min(block_columns_, columns_ - step.column);
  step.done = index % parts_ + 1;
  step.parts = parts_;
  return step;
}

std::optional<Index> PlayPlan::at(double position) const {
  if (position <= 0 || position > static_cast<double>(steps())) return std::nullopt;
  return static_cast<Index>(std::ceil(position)) - 1;
}

double PlayPlan::fade() const {
  return pace(steps()) < kFadesFrom ? 0 : kFadeSeconds / pace(steps());
}

double PlayPlan::appeared(double position) const {
  const auto step = at(position);
  if (!step || fade() == 0) return 1;
  return std::min(1.0, (position - static_cast<double>(*step)) / fade());
}

bool PlayPlan::shows(const engine::Cell& cell, double position) const {
  if (position <= 0) return false;
  const auto current = at(position);
  if (!current) return true;
  const Index down = (cell.row - first_row_) / block_rows_;
  const Index across = cell.column / block_columns_;
  return down * blocks_across_ + across <= unit_of(*current);
}

double PlayPlan::seconds_at(double position) const {
  const auto all = static_cast<double>(steps());
  return std::min(position, all) * pace(steps()) + std::max(position - all, 0.0) * kEndSeconds;
}

double PlayPlan::position_at(double seconds) const {
  const auto all = static_cast<double>(steps());
  const double played = all * pace(steps());
  if (seconds <= played) return seconds / pace(steps());
  return std::min(all + (seconds - played) / kEndSeconds, length());
}

double PlayPlan::next_change(double position) const {
  if (position <= 0) return kFrame;
  const auto step = at(position);
  if (!step) return seconds() - seconds_at(position);
  if (appeared(position) < 1) return kFrame;
  // Slightly into the next step, so that it is in progress.
  return seconds_at(static_cast<double>(*step) + 1) - seconds_at(position) + 0.001;
}

engine::Cell cell_of(const engine::Trace& trace, int stage, const PlayStep& step) {
  if (trace.stage(stage).operation->growth() != Growth::kShares || step.columns < 2)
    return {stage, step.row, step.column};
  Index largest = 0;
  trace.read_row(stage, step.row).row(0).maxCoeff(&largest);
  return {stage, step.row, largest};
}

engine::Explanation explain_so_far(const engine::Trace& trace, const engine::Cell& cell,
                                   const PlayStep& step) {
  engine::Explanation explanation = trace.explain(cell.stage, cell.row, cell.column);
  const auto done = static_cast<size_t>(step.done);
  const bool is_sum = explanation.arithmetic == engine::Arithmetic::kSum ||
                      explanation.arithmetic == engine::Arithmetic::kSumOfProducts;
  if (step.is_whole() || !is_sum) return explanation;
  const engine::Stage& stage = trace.stage(cell.stage);
  if (stage.operation->growth() == Growth::kOperands) {
    explanation.note.clear();
    if (explanation.terms.size() < stage.inputs.size()) {
      // If one operand replaces the other, the other comes first.
      engine::Term first;
      first.left_cell = {stage.inputs.at(0), cell.row, cell.column};
      first.left = first.value = trace.at(stage.inputs.at(0), cell.row, cell.column);
      explanation.terms = {first};
    }
  }
  if (done < explanation.terms.size()) explanation.terms.resize(done);
  explanation.result = 0;
  for (const engine::Term& term : explanation.terms) explanation.result += term.value;
  return explanation;
}

std::vector<double> row_so_far(const engine::Trace& trace, int stage, const PlayStep& step) {
  const Index columns = trace.stage(stage).columns;
  std::vector<double> numbers;
  numbers.reserve(static_cast<size_t>(columns));
  if (step.is_whole()) {
    const engine::Matrix row = trace.read_row(stage, step.row);
    for (Index column = 0; column < columns; ++column) numbers.push_back(row(0, column));
    return numbers;
  }
  for (Index column = 0; column < columns; ++column) {
    const engine::Explanation explanation = explain_so_far(trace, {stage, step.row, column}, step);
    const bool is_softmax = explanation.arithmetic == engine::Arithmetic::kSoftmax;
    numbers.push_back(is_softmax ? explanation.terms.at(static_cast<size_t>(column)).value
                                 : explanation.result);
  }
  return numbers;
}

}  // namespace app
