// method_lengths.cpp: what one head costs as its input grows: counted, and measured with a given clock.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/analysis/method_measures.h"
#include "engine/attention/fused.h"
#include "engine/core/parallel.h"
#include "engine/kernels/matrix_product.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

constexpr double kLongEnough = 0.2;  // seconds, of all repetitions
constexpr int kMostRepetitions = 5;
constexpr double kDeviation = 0.25;  // of the drawn values

// Exactly as in the formula: softmax(Q K^T / sqrt(d)) V, with every part computed whole.
Matrix attend_plainly(const MeasuredHead& head) {
  Matrix output(head.q.rows(), head.v.cols());
  const FusedHead whole_head{
      .q = whole(head.q),
      .k = whole(head.k),
      .v = whole(head.v),
      .out = whole(output),
      .links = {.before_mask = {{.operation = scaling_of({}, head.q.cols())}}, .causal = head.rule.causal},
      .weighing = softmax_rows(),
      .attend = nullptr};
  Matrix scores(head.q.rows(), head.k.rows());
  Matrix weights(head.q.rows(), head.k.rows());
  constexpr Index kRows = 128;
  const Index parts = (scores.rows() + kRows - 1) / kRows;
  parallel_for(parts, [&](Index part) {
    const Index rows = std::min(kRows, scores.rows() - part * kRows);
    scores.middleRows(part * kRows, rows) = masked_scores(whole_head, {part * kRows, 0, rows, scores.cols()});
  });
  parallel_for(parts, [&](Index part) {
    const Index rows = std::min(kRows, scores.rows() - part * kRows);
    const std::vector<ConstView> inputs = {rows_of(whole(std::as_const(scores)), part * kRows, rows)};
    softmax_rows()->forward(inputs, View(weights.row(part * kRows).data(), rows, weights.cols(),
                                         Eigen::OuterStride<>(weights.cols())));
  });
  multiply(whole(std::as_const(weights)), whole(head.v), whole(output));
  return output;
}

void attend_once(const MeasuredHead& head, const AttentionMethod& method) {
  if (method.kind == AttentionKind::kExact) {
    attend_plainly(head);
  } else {
    run_head(head, method);
  }
}

// The exponent of a quantity over the points that were run.
std::optional<Fit> exponent_of(std::span<const LengthPoint> points,
                               const std::function<std::optional<double>(const LengthPoint&)>& number) {
  std::vector<double> x;
  std::vector<double> y;
  for (const LengthPoint& point : points) {
    const auto value = number(point);
    if (!value) continue;
    x.push_back(static_cast<double>(point.length));
    y.push_back(*value);
  }
  return fit_power(x, y);
}

}  // namespace

double shortest_seconds(const std::function<void()>& work, const Meters& meters) {
  double best = std::numeric_limits<double>::infinity();
  double all = 0;
  for (int i = 0; i < kMostRepetitions && all < kLongEnough; ++i) {
    const double begin = meters.seconds();
    work();
    const double taken = meters.seconds() - begin;
    best = std::min(best, taken);
    all += taken;
  }
  return best;
}

std::optional<Error> check_length(const AttentionMethod& method, const HeadShape& shape) {
  const std::string count = std::to_string(shape.keys);
  if (row_of(method.kind).parameters.rank && method.rank > shape.keys)
    return Error{"error.attention_rank", {{"rank", std::to_string(method.rank)}, {"count", count}}};
  const auto vectors =
      static_cast<double>(shape.queries * (shape.d_k + shape.d_v) + shape.keys * (shape.d_k + shape.d_v)) *
      sizeof(float);
  const double bytes = method_cost(method, shape).bytes + vectors;
  if (bytes <= kMaxBytes) return std::nullopt;
  const bool holds_maps = method.kind == AttentionKind::kExact;
  return Error{holds_maps ? "error.measure_memory" : "error.measure_memory_tokens",
               {{"attention", std::string(name_of(method.kind))},
                {"count", count},
                {"megabytes", std::to_string(static_cast<int64_t>(std::ceil(bytes / 1e6)))},
                {"largest", std::to_string(static_cast<int64_t>(kMaxBytes / 1e6))}}};
}

std::optional<LengthsResult> measure_lengths(const AttentionMethod& method, const MeasuredWidths& widths,
                                             std::span<const Index> lengths, const Meters& meters,
                                             const MeasureProgress& progress) {
  LengthsResult found;
  const auto planned = static_cast<Index>(lengths.size());
  if (progress) progress(0, planned);
  for (const Index length : lengths) {
    const HeadShape shape{length, length, widths.d_k, widths.d_v, widths.causal};
    LengthPoint& point = found.points.emplace_back(LengthPoint{
        .length = length, .counted = method_cost(method, shape), .error = check_length(method, shape)});
    if (!point.error) {
      MeasuredHead head = drawn_head(length, widths.d_k, widths.d_v, kDeviation, method.seed);
      head.rule.causal = widths.causal;
      const auto work = [&] { attend_once(head, method); };
      point.peak_bytes = meters.peak(work);
      point.seconds = shortest_seconds(work, meters);
    }
    if (stop_requested()) return std::nullopt;
    if (progress) progress(static_cast<Index>(found.points.size()), planned);
  }
  found.operations =
      exponent_of(found.points, [](const auto& p) { return std::optional(p.counted.operations); });
  found.bytes = exponent_of(found.points, [](const auto& p) { return std::optional(p.counted.bytes); });
  found.seconds = exponent_of(
      found.points, [](const auto& p) { return p.error ? std::nullopt : std::optional(p.seconds); });
  found.peak = exponent_of(found.points, [](const auto& p) { return p.error ? std::nullopt : p.peak_bytes; });
  return found;
}

}  // namespace engine
