// linear_attention.cpp: D^-1 (F_q (F_k^T V)): linear in the length.
// Katharopoulos et al. 2020 (2006.16236), sec. 3.2 and 3.3.
#include "engine/attention/efficient/linear_attention.h"

#include "engine/ops/efficient.h"

namespace engine {
namespace {

// Every query reads the same summary of all keys.
MethodStages add_both_ways(MethodHead& head, int query, int key, bool is_signed) {
  const Index features = head.builder.stage(key).columns;
  const int kernel = head.add_on_demand(head.map("kernel", "K_{φ}"), linear(), {query, key});
  const int state = head.add(head.plain("summary", "U", features, head.d_v()), summary(), {key, head.v});
  const int sum = head.add(head.plain("key_sum", "z", 1, features), column_sums(), {key});
  const int mixture = head.add(head.of_queries("numerator", "N_{φ}", head.d_v()), product(), {query, state});
  const int normaliser = head.add(head.of_queries("normaliser", "D_{φ}", 1), linear(), {query, sum});
  return {.weights = divide_rows(is_signed),
          .weights_from = {kernel, normaliser},
          .output = divide_rows(true),
          .output_from = {mixture, normaliser},
          .attend = nullptr};
}

// Every query reads the state left by the keys up to its own.
MethodStages add_causal(MethodHead& head, int query, int key, int gates, bool is_signed) {
  const Index first = head.rule.first_query;
  const Index features = head.builder.stage(key).columns;
  const auto with_gates = [gates](std::vector<int> inputs) {
    if (gates >= 0) inputs.push_back(gates);
    return inputs;
  };
  const int left = head.add_on_demand(head.map("decay", "C_{g}"), decay(first), with_gates({}));
  const int pairs = head.add_on_demand(head.map("kernel", "K_{φ}"), linear(), {query, key});
  const int kernel = head.add_on_demand(head.map("decayed", "K_{φ}^{c}"), multiply_numbers(), {pairs, left});
  head.add_on_demand(head.of_queries("state", "U", features * head.d_v()), running_state(first),
                     with_gates({key, head.v, left}));
  const int sum =
      head.add(head.of_queries("key_sum", "z", features), running_sum(first), with_gates({key, left}));
  const int mixture = head.add(head.of_queries("numerator", "N_{φ}", head.d_v()), running_mixture(first),
                               with_gates({query, key, head.v, kernel}));
  const int normaliser = head.add(head.of_queries("normaliser", "D_{φ}", 1), row_products(), {query, sum});
  return {.weights = divide_rows(is_signed),
          .weights_from = {kernel, normaliser},
          .output = divide_rows(true),
          .output_from = {mixture, normaliser},
          .attend = nullptr};
}

}  // namespace

MethodStages add_linear_attention(MethodHead& head, int query_features, int key_features, int gates,
                                  bool is_signed) {
  return head.rule.causal ? add_causal(head, query_features, key_features, gates, is_signed)
                          : add_both_ways(head, query_features, key_features, is_signed);
}

}  // namespace engine
