// copies.h: what the operations share that set numbers elsewhere and leave them as they are.
#pragma once

#include "engine/core/explanation.h"
#include "engine/core/trace.h"

namespace engine {

// That the cell (row, column) of `stage` is the one at `from`.
Explanation explain_copy(const Trace& trace, const Stage& stage, Index row, Index column, const Cell& from);

}  // namespace engine
