// measures_trace.h: what the heads of an attention do, as stages.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "engine/core/trace.h"

namespace engine {

// What measure_head averages (head_measures.h), for the heads of one attention, whose weights these stages of
// `trace` are. `measures`: what the columns are called, in the order of RowMeasure (ops/measure_table.h).
// Stages:
//   NAME.head.h.weights, .masked  as in `trace`
//   NAME.head.h                   (queries, 14): the measures of each row, 0 where it does not count
//   NAME                          (heads, 14): their means over the rows that count
std::shared_ptr<const Trace> measures_trace(const Trace& trace, std::span<const int> heads,
                                            const std::string& name, std::span<const std::string> measures);

}  // namespace engine
