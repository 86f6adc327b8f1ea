// drawn.cpp: which weights are 0 because the mask hides their key.
#include "engine/core/drawn.h"

#include "engine/core/hidden.h"
#include "engine/core/trace.h"

namespace engine {
namespace {

bool has_shape(const Stage& stage, const Stage& other) {
  return stage.rows == other.rows && stage.columns == other.columns;
}

// What the mask leaves of a weight: 0, or where it hides by -1e9, what fast exponentials give instead of 0.
constexpr float kNoWeight = 1e-30F;

}  // namespace

int hiding_stage(const Trace& trace, int stage) {
  const Stage& weights = trace.stage(stage);
  if (weights.kind != StageKind::kWeights || weights.inputs.empty()) return stage;
  const int scores = weights.inputs.front();
  if (!has_shape(trace.stage(scores), weights)) return stage;
  for (const int input : trace.stage(scores).inputs) {
    if (trace.stage(input).kind == StageKind::kMask && has_shape(trace.stage(input), weights)) return input;
  }
  return scores;
}

Matrix read_drawn(const Trace& trace, int stage, Index row, Index column, Index rows, Index columns) {
  Matrix numbers = trace.read(stage, row, column, rows, columns);
  const int hiding = hiding_stage(trace, stage);
  if (hiding == stage || (numbers.array() >= kNoWeight).all()) return numbers;
  const Matrix scores = trace.read(hiding, row, column, rows, columns);
  for (Index i = 0; i < numbers.size(); ++i) {
    if (numbers.data()[i] < kNoWeight && is_hidden(scores.data()[i])) numbers.data()[i] = -kInfinity;
  }
  return numbers;
}

bool is_drawn_hidden(const Trace& trace, int stage, Index row, Index column) {
  return is_hidden(read_drawn(trace, stage, row, column, 1, 1)(0, 0));
}

}  // namespace engine
