// reorder.h: a stage of a run whose tokens were moved, with its rows moved back.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/core/trace.h"

namespace engine {

// The stage at `address` of `moved`, under the same address, with its row `places[i]` as row i, and likewise
// its columns if they count keys; labelled as in `original`. Null if a trace has no such stage, or the places
// do not fit its rows.
std::shared_ptr<const Trace> moved_back_trace(const Trace& moved, const Trace& original,
                                              std::string_view address, std::span<const Index> places);

// The stage at `address` with its column `columns[i]` as column i, under the same address; `note` is the text
// key for where a number of it is from. Null if the trace has no such stage, or a column does not exist.
std::shared_ptr<const Trace> columns_moved_trace(const Trace& trace, std::string_view address,
                                                 std::span<const Index> columns, std::string_view note);

}  // namespace engine
