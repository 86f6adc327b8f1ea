// flow.h: how much attention can flow from a token down to each input, were every weight the width of a pipe.
// Abnar & Zuidema 2020: the maximum flow through the layers' averaged maps.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/analysis/rollout.h"

namespace engine {

// What a flow is asked of: all tokens, or of one, which is named so as to label its row.
struct FlowQuery {
  Index row = 0;
  std::string name;
};

// The stages of rollout_trace up to "mixed", beginning with "flow.", and one more, "flow": the maximum flow
// from each token of the last layer (rows; of `query` alone where given, then the stage has one row) to each
// token of the input. A weight of the mixed maps is the capacity of its edge. Null as rollout_trace.
std::shared_ptr<const Trace> flow_trace(const Trace& trace, std::span<const LayerHeads> layers,
                                        const std::optional<FlowQuery>& query = std::nullopt);

// Whether all tokens' flows, or one token's, take no longer than a frame or two: they grow with the fourth
// power of the tokens times the layers, or with the third.
enum class FlowRoom { kAll, kOneRow, kNone };
FlowRoom flow_room(Index tokens, Index layers);

}  // namespace engine
