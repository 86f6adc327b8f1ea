// additive.cpp: a small network scores how well a query fits a key, instead of their product.
// Bahdanau et al. 2015 (1409.0473), sec. 3.1: hidden width equal to the query's, weights drawn, not learned.
#include <cmath>

#include "engine/attention/efficient/directions.h"
#include "engine/attention/efficient/head.h"
#include "engine/ops/efficient.h"

namespace engine {

MethodStages add_additive(MethodHead& head) {
  const Index width = head.d_k();
  const auto drawn = [&](const char* name, const char* symbol, Index rows, double size) {
    const RandomStream stream(head.method.seed, head.key(name));
    Matrix numbers(rows, width);
    for (Index i = 0; i < numbers.size(); ++i)
      numbers.data()[i] = static_cast<float>(gaussian(stream, static_cast<uint64_t>(i)) * size);
    return head.add_drawn(head.plain(name, symbol, rows, width), std::move(numbers));
  };
  const double size = 1 / std::sqrt(static_cast<double>(width));
  const int w = drawn("network.query", "W", width, size);
  const int u = drawn("network.key", "U", width, size);
  const int last = drawn("last", "u", 1, 1);
  const int query = head.add(head.of_queries("layer.query", "H_{q}", width), linear(), {head.q, w});
  const int key = head.add(head.of_keys("layer.key", "H_{k}", width), linear(), {head.k, u});
  const int raw = head.add_on_demand(head.map("tanh", "S^{a}"), additive_scores(), {query, key, last});
  const int masked = head.add_on_demand(head.map("masked", "S^{a}″"), head.masking, {raw, head.mask});
  const ConstView queries = head.builder.view(query);
  const ConstView keys = head.builder.view(key);
  const ConstView ends = head.builder.view(last);
  return {.weights = softmax_rows(),
          .weights_from = {masked},
          .output = nullptr,
          .output_from = {},
          .attend = [=](const FusedHead& fused, Index first, Index rows) {
            const Block block{first, 0, rows, fused.k.rows()};
            Matrix scores(block.rows, block.columns);
            const std::vector<ConstView> inputs = {rows_of(queries, first, rows), keys, ends};
            additive_scores()->forward(inputs, whole(scores));
            return attend_by_scores(fused, block, std::move(scores));
          }};
}

}  // namespace engine
