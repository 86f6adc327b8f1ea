// logit_lens.cpp: walks back from the probabilities to the last sum, and forward again with another row.
#include "engine/analysis/logit_lens.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/address.h"

namespace engine {
namespace {

// The model's last steps in their order, and the sum that they read.
struct LastSteps {
  std::vector<int> stages;
  int sum = -1;
};

// Whether a row of the result needs this row of its first input, and no other.
bool keeps_rows(const Trace& trace, const Stage& stage, Index row) {
  if (stage.inputs.empty()) return false;
  const Block made = stage.operation->unit({row, 0, 1, stage.columns}, stage.shape());
  const Shape input = trace.stage(stage.inputs.front()).shape();
  return made.rows == 1 && stage.operation->footprint(0, made, input) == Block{row, 0, 1, input.columns};
}

std::optional<LastSteps> last_steps(const Trace& trace, int batch, Index row) {
  StageAddress place;
  place.batch = batch;
  place.step = "probabilities";
  const auto last = trace.find(address_of(place));
  if (!last || row >= trace.stage(*last).rows) return std::nullopt;
  LastSteps steps{.stages = {}, .sum = *last};
  while (trace.stage(steps.sum).kind != StageKind::kResidual) {
    const Stage& stage = trace.stage(steps.sum);
    // A norm that belongs to a layer is not the model's own.
    if (parse_address(stage.address).layer >= 0 || !keeps_rows(trace, stage, row)) return std::nullopt;
    steps.stages.push_back(steps.sum);
    steps.sum = stage.inputs.front();
  }
  std::ranges::reverse(steps.stages);
  return steps;
}

// One row of a stage from `row` in the place of its first input's; a block of the weights after the other.
Matrix step_with(const Trace& trace, const Stage& stage, Index at, const Matrix& row) {
  constexpr Index kBlock = 4'096;  // columns
  Matrix result(1, stage.columns);
  for (Index column = 0; column < stage.columns;) {
    const Block wanted{at, column, 1, std::min(kBlock, stage.columns - column)};
    const Block made = stage.operation->unit(wanted, stage.shape());
    std::vector<Matrix> held(stage.inputs.size());
    std::vector<ConstView> views;
    for (size_t i = 0; i < held.size(); ++i) {
      const int input = stage.inputs[i];
      const Block part = stage.operation->footprint(i, made, trace.stage(input).shape());
      if (i == 0) {
        held[i] = row.middleCols(part.column, part.columns);
      } else if (stage.operation->reads(i)) {
        held[i] = trace.read(input, part.row, part.column, part.rows, part.columns);
      } else {
        views.emplace_back(nullptr, part.rows, part.columns, Eigen::OuterStride<>(part.columns));
        continue;
      }
      views.push_back(whole(std::as_const(held[i])));
    }
    const View out(result.data() + made.column, 1, made.columns, Eigen::OuterStride<>(stage.columns));
    stage.operation->forward_block(views, out, made);
    column = made.column + made.columns;
  }
  return result;
}

}  // namespace

std::optional<Matrix> logit_lens(const Trace& trace, int stage, Index row) {
  const Stage& read = trace.stage(stage);
  const auto steps = last_steps(trace, parse_address(read.address).batch, row);
  if (!steps) return std::nullopt;
  const Stage& sum = trace.stage(steps->sum);
  if (read.columns != sum.columns || read.rows != sum.rows || read.rows_are() != sum.rows_are() ||
      read.column_axis != sum.column_axis)
    return std::nullopt;
  Matrix values = trace.read_row(stage, row);
  for (const int step : steps->stages) values = step_with(trace, trace.stage(step), row, values);
  return values;
}

}  // namespace engine
