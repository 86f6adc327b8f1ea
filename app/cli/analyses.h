// analyses.h: what is computed from a run's maps of several layers, under addresses of its own.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/core/trace.h"

namespace app {

// The average, the rollout and the flow of each stack's self-attention (engine/analysis/rollout.h, flow.h):
// "mean.0", "rollout.0.mixed", "rollout.0", "flow". Where there are several stacks or examples, their names
// stand before: "decoder.rollout.0", "batch.1.flow". Without what cannot be had: of maps that are not square,
// and a flow that would take longer than a minute or so; in a list of all (`wanted` is empty) than a second
// or two. `wanted`: only those whose addresses may begin like it.
std::vector<std::shared_ptr<const engine::Trace>> analyses_of(const engine::Trace& trace,
                                                              std::string_view wanted = "");

// Whether an address may be one of an analysis.
bool names_analysis(std::string_view address);

}  // namespace app
