// likeness.h: how differently two heads read the same tokens.
#pragma once

#include "engine/core/trace.h"

namespace engine {

// The mean over the rows of the Jensen–Shannon divergence of two maps of weights, in bits: 0 where all rows
// are the same, 1 where no row of one shares a key with the other's. Rows that see nothing in both do not
// count. Lin 1991; for heads Clark et al. 2019, sec. 6. Both have the same shape.
double mean_divergence(const Trace& trace, int one, int other);

}  // namespace engine
