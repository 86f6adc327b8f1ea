// flow.h: how much attention can flow from a token down to each input, with every weight as a capacity. Abnar
// & Zuidema 2020: the maximum flow through the layers' averaged maps.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/analysis/rollout.h"

namespace engine {

// Whose flow to compute: all tokens', or that of one, whose token labels its row.
struct FlowQuery {
  Index row = 0;
  std::string name;
};

// The stages of rollout_trace up to "mixed", with the prefix "flow.", and one more, "flow": the maximum flow
// from each token of the last layer (rows; if `query` is given, a single row) to each token of the input. A
// weight of the mixed maps is the capacity of its edge. Null as for rollout_trace.
std::shared_ptr<const Trace> flow_trace(const Trace& trace, std::span<const LayerHeads> layers,
                                        const std::optional<FlowQuery>& query = std::nullopt,
                                        const std::string& prefix = "");

// Whether the flows of all tokens, or of one, can be computed within a frame or two: they grow with the
// fourth power of the tokens times the layers, or with the third.
enum class FlowRoom { kAll, kOneRow, kNone };
FlowRoom flow_room(Index tokens, Index layers);

}  // namespace engine
