// lines_plan.cpp: sorts the weights of some heads into lines.
#include "app/views/pictures/lines_plan.h"

#include <algorithm>
#include <array>

namespace views {
namespace {

using engine::Index;

// A block of one head's weights and its position.
struct WeightBlock {
  int head = 0;
  Index row = 0;
  Index column = 0;
  engine::Matrix weights;
};

WeightBlock block_of(const engine::Trace& trace, const HeadStage& head, Index first, Index end,
                     const std::optional<LitToken>& lit) {
  if (!lit) {
    const Index columns = trace.stage(head.stage).columns;
    return {head.head, first, 0, trace.read(head.stage, first, 0, end - first, columns)};
  }
  if (lit->is_query) return {head.head, lit->index, 0, trace.read_row(head.stage, lit->index)};
  return {head.head, 0, lit->index, trace.read_column(head.stage, lit->index)};
}

}  // namespace

LinesPlan plan_lines(const engine::Trace& trace, std::span<const HeadStage> heads, Index first, Index end,
                     float least, const std::optional<LitToken>& lit) {
  LinesPlan plan;
  double whole = 0;
  for (const HeadStage& head : heads) {
    const WeightBlock block = block_of(trace, head, first, end, lit);
    for (Index row = 0; row < block.weights.rows(); ++row) {
      for (Index column = 0; column < block.weights.cols(); ++column) {
        const float weight = block.weights(row, column);
        if (weight <= 0) continue;  // a weight of 0 is not a line, and does not count as left out
        whole += static_cast<double>(weight);
        if (weight >= least) {
          plan.lines.push_back({block.head, block.row + row, block.column + column, weight});
        } else {
          ++plan.left_out;
          plan.weight_left_out += static_cast<double>(weight);
        }
      }
    }
  }
  if (whole > 0) plan.weight_left_out /= whole;
  std::stable_sort(plan.lines.begin(), plan.lines.end(),
                   [](const AttentionLine& a, const AttentionLine& b) { return a.weight < b.weight; });
  return plan;
}

float usual_least(Index keys) {
  return std::clamp(0.5f / static_cast<float>(std::max<Index>(keys, 1)), 0.005f, 0.02f);
}

float starting_least(const engine::Trace& trace, std::span<const HeadStage> heads) {
  constexpr size_t kManyLines = 25;
  constexpr std::array<float, 5> kHeavier = {0.05f, 0.1f, 0.2f, 0.3f, 0.5f};
  constexpr Index kCounted = 128;  // rows: more are out of sight
  const engine::Stage& map = trace.stage(heads.front().stage);
  const Index rows = std::min(map.rows, kCounted);
  float least = usual_least(map.columns);
  const auto drawn = [&](float from) {
    return plan_lines(trace, heads, 0, rows, from, std::nullopt).lines.size();
  };
  for (const float heavier : kHeavier) {
    if (drawn(least) <= kManyLines || 2 * drawn(heavier) < static_cast<size_t>(rows)) break;
    least = heavier;
  }
  return least;
}

}  // namespace views
