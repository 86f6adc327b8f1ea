// rfa.cpp: random feature attention: waves of unit vectors, a running state, and a gate that lets it forget.
// Peng et al. 2021 (2103.02143), sec. 3.
#include <cmath>

#include "engine/attention/efficient/directions.h"
#include "engine/attention/efficient/linear_attention.h"
#include "engine/ops/efficient.h"

namespace engine {
namespace {

// How much of the state each token keeps: a value between 0 and 1 that depends on its key.
int add_gates(MethodHead& head) {
  const double root = std::sqrt(static_cast<double>(head.d_k()));
  const RandomStream stream(head.method.seed, head.key("gate.weight"));
  Matrix numbers(1, head.d_k());
  for (Index i = 0; i < numbers.cols(); ++i)
    numbers(0, i) = static_cast<float>(gaussian(stream, static_cast<uint64_t>(i)) / root);
  const int weight = head.add_drawn(head.plain("gate.weight", "w_{g}", 1, head.d_k()), std::move(numbers));
  const int input = head.add(head.of_keys("gate.input", "x_{g}", 1), linear(), {head.k, weight});
  return head.add(head.of_keys("gate.open", "g", 1), sigmoid(), {input});
}

}  // namespace

MethodStages add_rfa(MethodHead& head) {
  const Index count = head.method.features;
  const int drawn =
      head.add_drawn(head.plain("directions", "W", count, head.d_k()),
                     random_directions(count, head.d_k(), false, head.method.seed, head.key("directions")));
  const int q = head.add(head.of_queries("unit.query", "Q^{1}", head.d_k()), unit_rows(), {head.q});
  const int k = head.add(head.of_keys("unit.key", "K^{1}", head.d_k()), unit_rows(), {head.k});
  const int along_q = head.add(head.of_queries("projection.query", "P_{q}", count), linear(), {q, drawn});
  const int along_k = head.add(head.of_keys("projection.key", "P_{k}", count), linear(), {k, drawn});
  const int query = head.add(head.of_queries("features.query", "Φ_{q}", 2 * count),
                             trigonometric_features(1, true), {along_q, q});
  const int key = head.add(head.of_keys("features.key", "Φ_{k}", 2 * count),
                           trigonometric_features(1, true, head.rule.padding), {along_k, k});
  const int gates = head.method.gate ? add_gates(head) : -1;
  return add_linear_attention(head, query, key, gates, true);
}

}  // namespace engine
