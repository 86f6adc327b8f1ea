// compare.h: traces made from other traces to be looked at beside them: what changed between two, and the
// average over heads. (Over layers: rollout.h and flow.h.)
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/core/trace.h"

namespace engine {

// The stage at `address` in two traces, as the stages "a", "b" and "difference" = B − A. Each has the axes
// and the role of the stage in `b`, whose sequences and vocabulary label them. Null where one of the traces
// has no such stage, or the shapes differ.
std::shared_ptr<const Trace> difference_trace(const Trace& a, const Trace& b, std::string_view address);

// `stage`, which another trace made, as numbers that are given: under another address and symbol; `note` is
// the text key that says where they come from. For TraceBuilder::add_shared.
Stage taken_over(Stage stage, std::string address, std::string symbol, std::string_view note);

}  // namespace engine
