// distance.cpp: near keys count more, whatever they contain: softmax of -|i - j| / window.
// A baseline: how much of attention is position alone.
#include "engine/attention/efficient/head.h"

namespace engine {

MethodStages add_distance(MethodHead& head) {
  const OperationPtr penalty = alibi(1 / static_cast<double>(head.method.window), head.rule.first_query);
  const int far = head.add_on_demand(head.map("penalty", "B"), penalty, {});
  const int masked = head.add_on_demand(head.map("masked", "B″"), head.masking, {far, head.mask});
  return {.weights = softmax_rows(),
          .weights_from = {masked},
          .output = nullptr,
          .output_from = {},
          .attend = [penalty](const FusedHead& fused, Index first, Index rows) {
            const Block block{first, 0, rows, fused.k.rows()};
            Matrix scores(block.rows, block.columns);
            penalty->forward_block({}, whole(scores), block);
            return attend_by_scores(fused, block, std::move(scores));
          }};
}

}  // namespace engine
