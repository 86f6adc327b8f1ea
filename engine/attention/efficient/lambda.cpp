// lambda.cpp: keys and values become a small linear function that is applied to each query: no query meets a
// key. Bello 2021 (2102.08602), sec. 3.1; restricted to near positions, as its lambda convolution: sec. 3.2.
#include <cmath>

#include "engine/attention/efficient/directions.h"
#include "engine/attention/efficient/head.h"
#include "engine/ops/efficient.h"

namespace engine {
namespace {

// (2 * window - 1, d_k): a vector for each distance, equal up to scale for a wider window: Gaussians so small
// that a query's products with all of them weigh about as much as one softmax.
Matrix lambda_distances(const MethodHead& head) {
  const Index window = head.method.window;
  const RandomStream stream(head.method.seed, head.key("position.table"));
  const double size = std::sqrt(static_cast<double>(head.d_k())) * static_cast<double>(2 * window - 1);
  Matrix numbers(2 * window - 1, head.d_k());
  for (Index row = 0; row < numbers.rows(); ++row) {
    const Index distance = row - window + 1;
    const Index place = distance >= 0 ? 2 * distance : -2 * distance - 1;
    for (Index c = 0; c < numbers.cols(); ++c) {
      const auto counter = static_cast<uint64_t>(place * numbers.cols() + c);
      numbers(row, c) = static_cast<float>(gaussian(stream, counter) / size);
    }
  }
  return numbers;
}

}  // namespace

// Keys and values are the first head's, shared by the queries of all heads. The implied map is signed, and
// its rows do not sum to 1.
MethodStages add_lambda(MethodHead& head) {
  const DistanceReach reach{head.method.window, head.rule.first_query, head.rule.padding};
  const int keys = head.add(head.of_keys("normalised.key", "K̄", head.d_k()),
                            softmax_columns(head.rule.padding), {head.first_k});
  const int content = head.add(head.plain("content.lambda", "λ^{c}", head.d_k(), head.d_v()), summary(),
                               {keys, head.first_v});
  const int table = head.add_drawn(
      head.plain("position.table", "E^{p}", 2 * head.method.window - 1, head.d_k()), lambda_distances(head));
  const int position =
      head.add_on_demand(head.of_queries("position.lambda", "λ^{p}", head.d_k() * head.d_v()),
                         position_lambda(reach), {table, head.first_v});
  const int by_content = head.add_on_demand(head.map("content.map", "A^{c}"), linear(), {head.q, keys});
  const int by_position =
      head.add_on_demand(head.map("position.map", "A^{p}"), position_map(reach), {head.q, table});
  return {.weights = add(),
          .weights_from = {by_content, by_position},
          .output = lambda_output(reach),
          .output_from = {head.q, content, table, head.first_v, position},
          .attend = nullptr};
}

}  // namespace engine
