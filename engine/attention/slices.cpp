// slices.cpp: projects for all heads at once and for each alone, and compares the results.
// Vaswani et al. 2017, sec. 3.2.2, describes one projection per head; code uses a single one.
#include "engine/attention/slices.h"

#include <algorithm>
#include <vector>

#include "engine/ops/operations.h"

namespace engine {
namespace {

Matrix read_all(const Trace& trace, int stage) {
  return trace.read(stage, 0, 0, trace.stage(stage).rows, trace.stage(stage).columns);
}

// X (L, d), W (n, d) and, if there is one, bias (1, n) -> (L, n).
Matrix project(const Matrix& x, const Matrix& weight, const Matrix& bias) {
  std::vector<ConstView> inputs = {whole(x), whole(weight)};
  if (bias.size() > 0) inputs.push_back(whole(bias));
  Matrix result(x.rows(), weight.rows());
  linear()->forward(inputs, whole(result));
  return result;
}

// One head's projection: its rows of the stacked weights, its part of the bias.
struct Slice {
  Matrix weight;
  Matrix bias;  // empty if there is none
};

Slice slice_of(const Trace& trace, int head) {
  const std::vector<int>& inputs = trace.stage(head).inputs;
  return {read_all(trace, inputs.at(1)), inputs.size() > 2 ? read_all(trace, inputs[2]) : Matrix()};
}

}  // namespace

double largest_slice_difference(const Trace& trace, std::span<const int> heads, Index most_rows) {
  if (heads.empty()) return 0;
  const Stage& first = trace.stage(heads.front());
  const auto count = static_cast<Index>(heads.size());
  const Index width = first.columns;
  const Stage& input = trace.stage(first.inputs.at(0));
  const Matrix x = trace.read(first.inputs.at(0), 0, 0, std::min(input.rows, most_rows), input.columns);
  const bool has_bias = first.inputs.size() > 2;
  Matrix weight(count * width, x.cols());
  Matrix bias(has_bias ? 1 : 0, has_bias ? count * width : 0);
  for (Index head = 0; head < count; ++head) {
    const Slice slice = slice_of(trace, heads[static_cast<size_t>(head)]);
    weight.middleRows(head * width, width) = slice.weight;
    if (has_bias) bias.middleCols(head * width, width) = slice.bias;
  }
  const Matrix together = project(x, weight, bias);
  double largest = 0;
  for (Index head = 0; head < count; ++head) {
    const Slice slice = slice_of(trace, heads[static_cast<size_t>(head)]);
    const Matrix alone = project(x, slice.weight, slice.bias);
    const Matrix cut = together.middleCols(head * width, width);
    largest = std::max(largest, static_cast<double>((cut - alone).cwiseAbs().maxCoeff()));
  }
  return largest;
}

}  // namespace engine
