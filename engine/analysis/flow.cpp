// flow.cpp: the layers' mixed maps as capacities, and the flow through all of them.
// Abnar & Zuidema 2020.
#include "engine/analysis/flow.h"

#include "engine/ops/operations.h"

namespace engine {

std::shared_ptr<const Trace> flow_trace(const Trace& trace, std::span<const LayerHeads> layers,
                                        const std::optional<FlowQuery>& query, const std::string& prefix) {
  std::vector<Sequence> sequences = trace.sequences();
  const auto own = static_cast<int>(sequences.size());
  if (query) sequences.push_back({{query->name}, {false}});
  TraceBuilder builder(std::move(sequences), trace.vocabulary());
  const std::vector<int> mixed = add_mixed_layers(builder, trace, layers, prefix + "flow");
  if (mixed.empty()) return nullptr;
  Stage stage = builder.stage(mixed.back());
  stage.address = prefix + "flow";
  stage.symbol = "F";
  stage.operation = flow(query ? query->row : -1);
  stage.inputs = mixed;
  if (query) {
    stage.rows = 1;
    stage.row_sequence = own;
  }
  builder.add(std::move(stage));
  return std::move(builder).build();
}

// Visiting an edge takes 4 to 15 ns: all tokens about 10 ms, a single one at most about 30.
FlowRoom flow_room(Index tokens, Index layers) {
  constexpr double kMostOfAll = 1e6;
  constexpr double kMostOfOne = 4e6;
  const double pipes = static_cast<double>(tokens * tokens * layers);
  const auto count = static_cast<double>(tokens);
  if (pipes * count * count <= kMostOfAll) return FlowRoom::kAll;
  return pipes * count <= kMostOfOne ? FlowRoom::kOneRow : FlowRoom::kNone;
}

}  // namespace engine
