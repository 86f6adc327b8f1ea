// reformer.cpp: hashes tokens by direction; a query reads only keys in its own bucket.
// Kitaev et al. 2020 (2001.04451), sec. 2.
#include <algorithm>
#include <cassert>

#include "engine/attention/efficient/directions.h"
#include "engine/attention/efficient/head.h"
#include "engine/ops/efficient.h"

namespace engine {

Index hash_chunk(const AttentionMethod& method, Index keys) {
  constexpr Index kFewest = 4;
  if (method.chunk > 0) return method.chunk;
  return std::max(kFewest, (2 * keys + method.buckets - 1) / method.buckets);
}

// Queries and keys share the keys' projection; keys are divided by their lengths.
MethodStages add_reformer(MethodHead& head) {
  const AttentionMethod& method = head.method;
  const Index keys = head.keys();
  const Index halves = method.rounds * method.buckets / 2;
  const HashRounds rounds{head.rule, hash_chunk(method, keys), head.divisor()};
  const int drawn =
      head.add_drawn(head.plain("rotations", "R", halves, head.d_k()),
                     random_directions(halves, head.d_k(), false, method.seed, head.key("rotations")));
  const int unit = head.add(head.of_keys("unit.key", "K^{1}", head.d_k()), unit_rows(), {head.k});
  const int turned = head.add(head.of_keys("turned", "X^{R}", halves), linear(), {head.k, drawn});
  const int buckets =
      head.add(head.of_keys("buckets", "β", method.rounds), hash_buckets(method.rounds), {turned});
  const int places = head.add(head.of_keys("places", "π", method.rounds), sorted_places(), {buckets});
  // A token that follows cached ones queries alone.
  assert(head.queries() == keys || head.queries() == 1);
  const int query = head.queries() == keys ? head.k
                                           : head.add(head.of_queries("asks", "K^{i}", head.d_k()),
                                                      pick_row(head.rule.first_query), {head.k});
  const int raw = head.add_on_demand(head.map("scores", "S^{1}"), linear(), {query, unit});
  const int scaled =
      head.add_on_demand(head.map("scaled", "S^{1}′"), scaling_of(head.scoring, head.d_k()), {raw});
  const int reached =
      head.add_on_demand(head.map("reach", "n"), reach(rounds.rule, rounds.chunk), {buckets, places});
  const int near = head.add_on_demand(head.map("reached", "S^{n}"), where_reached(), {scaled, reached});
  const std::vector<int> hashed = {head.k, unit, buckets, places, scaled, reached};
  const int sums = head.add(head.of_queries("round_sums", "z", method.rounds), round_sums(rounds), hashed);
  std::vector<int> mixed = hashed;
  mixed.push_back(sums);
  mixed.push_back(head.v);
  const int outputs = head.add(head.of_queries("round_outputs", "O^{r}", method.rounds * head.d_v()),
                               round_outputs(rounds), std::move(mixed));
  return {.weights = softmax_rows(),
          .weights_from = {near},
          .output = round_mixture(),
          .output_from = {sums, outputs},
          .attend = nullptr};
}

}  // namespace engine
