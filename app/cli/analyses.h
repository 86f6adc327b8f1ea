// analyses.h: what is computed from a run's maps, or from two runs, under addresses of its own.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.h"
#include "app/text/tr.h"
#include "engine/core/trace.h"

namespace app {

using Analyses = std::vector<std::shared_ptr<const engine::Trace>>;

// The average, the rollout and the flow of each stack's self-attention (engine/analysis/rollout.h, flow.h):
// "mean.0", "rollout.0.mixed", "rollout.0", "flow". Where there are several stacks or examples, their names
// stand before: "decoder.rollout.0", "batch.1.flow". Without what cannot be had: of maps that are not square,
// and a flow that would take longer than a minute or so; in a list of all (`wanted` is empty) than a second
// or two. `wanted`: only those whose addresses may begin like it.
Analyses analyses_of(const engine::Trace& trace, std::string_view wanted = "");

// What the heads of each attention do (engine/analysis/measures_trace.h): "measures.0", (heads, 14), and the
// rows that it averages, "measures.0.head.2"; "decoder.measures.0.cross" of cross-attention. The columns are
// named in the language of `words`.
Analyses measures_of(const engine::Trace& trace, const Words& words, std::string_view wanted = "");

// The run less the one that the document compares it with (engine/analysis/compare.h): "comparison.ADDRESS"
// for all stages, or for the one that `wanted` names. Null if the document compares it with none, or if no
// stage can be compared. Errors: those of from_line and make_trace, for the other run.
engine::Result<std::shared_ptr<const engine::Trace>> comparison_of(const Document& document,
                                                                   const engine::Trace& trace,
                                                                   std::string_view wanted = "");

// Whether an address may be one of these.
bool names_analysis(std::string_view address);
bool names_comparison(std::string_view address);

}  // namespace app
