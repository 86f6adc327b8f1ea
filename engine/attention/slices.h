// slices.h: the two ways to form heads: one projection cut into slices, and one projection per head.
#pragma once

#include <limits>
#include <span>

#include "engine/core/trace.h"

namespace engine {

// `heads`: the stage q, k or v of every head of one attention, in order. Projects their input once with all
// heads' weights stacked, (h*width, d_model), and cuts the result; then once per head, with its own weights
// (width, d_model); both anew, for the first `most_rows` rows. Returns the largest absolute difference.
double largest_slice_difference(const Trace& trace, std::span<const int> heads,
                                Index most_rows = std::numeric_limits<Index>::max());

}  // namespace engine
