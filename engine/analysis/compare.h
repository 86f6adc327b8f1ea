// compare.h: traces derived from other traces for comparison: what changed between two, and the average over
// heads. (Over layers: rollout.h and flow.h.)
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/trace.h"

namespace engine {

// The stage at `address` in two traces, as the stages "a", "b" and "difference" = B − A. Each has the axes
// and the role of the stage in `b`, whose sequences and vocabulary label them. Null if one of the traces has
// no such stage, or the shapes differ.
std::shared_ptr<const Trace> difference_trace(const Trace& a, const Trace& b, std::string_view address);

// The same of each of these stages of `b` that can be compared, under addresses of its own:
// "comparison.ADDRESS.a", "comparison.ADDRESS.b" and "comparison.ADDRESS" = B − A.
std::shared_ptr<const Trace> comparison_trace(const Trace& a, const Trace& b, std::span<const int> stages);

// `stage` of another trace as a given stage, with a different address and symbol; `note` is the text key for
// its origin. For TraceBuilder::add_shared.
Stage taken_over(Stage stage, std::string address, std::string symbol, std::string_view note);

}  // namespace engine
