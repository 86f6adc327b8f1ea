// one_head.cpp: concatenates all heads' queries and keys and attends once.
#include "engine/analysis/one_head.h"

#include <string>

#include "engine/analysis/compare.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// The heads' parts, then all of them concatenated.
int add_joined(TraceBuilder& builder, const Trace& trace, std::span<const int> parts, const char* step,
               const std::string& symbol) {
  std::vector<int> copies;
  Index columns = 0;
  for (size_t head = 0; head < parts.size(); ++head) {
    const Stage& part = trace.stage(parts[head]);
    columns += part.columns;
    const std::string number = std::to_string(head);
    std::string address = "head.";
    address.append(number).append(step);
    copies.push_back(builder.add_shared(
        taken_over(part, address, std::string(symbol).append("_{#").append(number).append("}"),
                   "note.of_a_head"),
        trace, parts[head]));
  }
  Stage joined = trace.stage(parts.front());
  joined.address = std::string("encoder.0.self.head.0") + step;
  joined.symbol = symbol;
  joined.operation = concatenate();
  joined.inputs = std::move(copies);
  joined.columns = columns;
  joined.column_axis = Axis::kHeadDimensions;
  return builder.add(std::move(joined));
}

}  // namespace

std::shared_ptr<const Trace> one_head_trace(const Trace& trace, std::span<const int> queries,
                                            std::span<const int> keys, int mask,
                                            const ScoreSettings& scoring) {
  if (queries.empty() || queries.size() != keys.size()) return nullptr;
  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  const int q = add_joined(builder, trace, queries, ".q", "Q");
  const int k = add_joined(builder, trace, keys, ".k", "K");
  const Stage& map = trace.stage(mask);
  const std::string head = "encoder.0.self.head.0";
  const int hidden =
      builder.add_shared(taken_over(map, head + ".mask", map.symbol, "note.of_a_head"), trace, mask);
  const HeadChain chain =
      add_head_chain(builder, {.address = head,
                               .map = map,
                               .q = q,
                               .k = k,
                               .settings = scoring,
                               .mask = ChainMask{.stage = hidden, .masking = engine::add()}});
  add_weights(builder, chain, softmax_rows());
  return std::move(builder).build();
}

}  // namespace engine
