// unit_heads.h: two heads whose queries and keys have variance 1: what a division by √d_k does to their maps.
// Vaswani et al. 2017, sec. 3.2.1, footnote 4.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/core/trace.h"

namespace engine {

// Queries and keys (n, d_k) of mean 0 and variance 1 for the tokens of `map`, a stage (L, T) of `trace`,
// drawn for each token at its place: column i is the same at every width. Their maps without a mask: head.0
// divides by √d_k, head.1 does not; each has .q, .k, .scores, .scaled, .weights.
std::shared_ptr<const Trace> unit_heads_trace(const Trace& trace, int map, Index d_k, uint64_t seed);

}  // namespace engine
