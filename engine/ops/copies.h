// copies.h: what operations that only move values share.
#pragma once

#include "engine/core/explanation.h"
#include "engine/core/trace.h"

namespace engine {

// Explains that the cell (row, column) of `stage` is the one at `from`.
Explanation explain_copy(const Trace& trace, const Stage& stage, Index row, Index column, const Cell& from);

}  // namespace engine
