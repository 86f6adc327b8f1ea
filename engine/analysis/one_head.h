// one_head.h: what an attention would be with the same projections but no split into heads.
#pragma once

#include <memory>
#include <span>

#include "engine/attention/head_chain.h"
#include "engine/core/trace.h"

namespace engine {

// The queries (L, d_k) and keys (T, d_k) of all heads of one attention of `trace`, concatenated into one head
// of width h * d_k: its scores are the sum of the heads' scores. `mask` is a head's mask. Stages "head.H.q"
// and "head.H.k", and for the single head, "encoder.0.self.head.0.q", .k, .mask, .scores, .scaled, .masked,
// .weights. Null without heads.
std::shared_ptr<const Trace> one_head_trace(const Trace& trace, std::span<const int> queries,
                                            std::span<const int> keys, int mask,
                                            const ScoreSettings& scoring);

}  // namespace engine
