// window.cpp: every query sees the keys near it, and a few first tokens see all and are seen by all.
// Beltagy et al. 2020 (2004.05150), sec. 3.1.
#include <algorithm>
#include <utility>

#include "engine/attention/efficient/head.h"
#include "engine/kernels/matrix_product.h"
#include "engine/ops/efficient.h"

namespace engine {
namespace {

// The weights of scores; collects their fully masked rows, counted from `first`.
Matrix weigh(const Matrix& scores, Index first, std::vector<Index>& blind) {
  Matrix weights(scores.rows(), scores.cols());
  softmax_rows()->forward(std::vector<ConstView>{whole(scores)}, whole(weights));
  for (Index row = 0; row < scores.rows(); ++row) {
    if (scores.row(row).maxCoeff() == -kInfinity) blind.push_back(first + row);
  }
  return weights;
}

// Queries that see all keys.
void attend_to_all(const FusedHead& head, Index first, Index rows, std::vector<Index>& blind) {
  const Matrix weights = weigh(masked_scores(head, {first, 0, rows, head.k.rows()}), first, blind);
  multiply(whole(weights), head.v, head.out_rows(first, rows));
}

// Queries that see the first keys and those near them.
void attend_nearby(const FusedHead& head, const Band& band, Index first, Index rows,
                   std::vector<Index>& blind) {
  const Index keys = head.k.rows();
  const Index place = band.first_query + first;
  const Index start = std::clamp(place - band.window + 1, band.global, keys);
  const Index end = std::clamp(place + rows + band.window - 1, start, keys);
  Matrix scores(rows, band.global + end - start);
  if (band.global > 0) scores.leftCols(band.global) = masked_scores(head, {first, 0, rows, band.global});
  if (end > start) scores.rightCols(end - start) = masked_scores(head, {first, start, rows, end - start});
  for (Index row = 0; row < rows; ++row) {
    for (Index key = start; key < end; ++key) {
      if (std::abs(key - place - row) >= band.window) scores(row, band.global + key - start) = -kInfinity;
    }
  }
  const Matrix weights = weigh(scores, first, blind);
  View out = head.out_rows(first, rows);
  out.noalias() = weights.leftCols(band.global) * rows_of(head.v, 0, band.global);
  out.noalias() += weights.rightCols(end - start) * rows_of(head.v, start, end - start);
}

std::vector<Index> attend_in_window(const FusedHead& head, const Band& band, Index first, Index rows) {
  std::vector<Index> blind;
  const Index global = std::clamp<Index>(band.global - band.first_query - first, 0, rows);
  if (global > 0) attend_to_all(head, first, global, blind);
  if (global < rows) attend_nearby(head, band, first + global, rows - global, blind);
  return blind;
}

}  // namespace

MethodStages add_window(MethodHead& head) {
  const Index keys = head.keys();
  const Band band{std::min(head.method.window, keys), std::min(head.method.global, keys),
                  head.rule.first_query};
  const int near =
      head.add_on_demand(head.of_queries("band", "S^{w}", band.columns()), window_band(band), {head.masked});
  const int shares =
      head.add_on_demand(head.of_queries("shares", "A^{w}", band.columns()), softmax_rows(), {near});
  std::vector<int> weights_from = {shares};
  std::vector<int> output_from = {shares, head.v};
  if (const Index rows = std::min(band.global - band.first_query, head.queries()); rows > 0) {
    const auto of_first = [&](const char* name, const char* symbol) {
      Stage stage = head.map(name, symbol);
      stage.rows = rows;
      return stage;
    };
    const int scores = head.add_on_demand(of_first("global", "S^{g}"), first_rows(), {head.masked});
    const int all = head.add_on_demand(of_first("global.shares", "A^{g}"), softmax_rows(), {scores});
    weights_from.push_back(all);
    output_from.push_back(all);
  }
  return {.weights = band_weights(band),
          .weights_from = std::move(weights_from),
          .output = band_sum(band),
          .output_from = std::move(output_from),
          .attend = [band](const FusedHead& fused, Index first, Index rows) {
            return attend_in_window(fused, band, first, rows);
          }};
}

}  // namespace engine
