// gradient_stages.h: the backward pass as stages: what moves one number, back to everything it is made from.
// Rumelhart et al. 1986; Baydin et al. 2018 (1502.05767), sec. 3.2: reverse mode.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/core/trace.h"
#include "engine/gradients/target.h"

namespace engine {

// The trace with, behind its own stages and from the target back, for each stage that the number at `target`
// depends on:
//   gradient.ADDRESS            of the stage's shape, axes and tokens
//   gradient.ADDRESS.from.NEXT  where several stages read it: what goes back through one of them, NEXT its
//                               address (".1" behind it where that stage reads it twice); the gradient is
//                               their sum
//   gradient.ADDRESS.computed   where numbers of the stage were typed: 0 at those, which depend on nothing
// A stage that no gradient can reach has zeros that say why. Of a recomputing trace, the gradients of weights
// and the parts are recomputed, and where the others take too much memory too, all but the sums. Null where
// `stop`, or a Stoppable's around the call, was requested.
std::shared_ptr<const Trace> with_gradients(const Trace& forward, const Cell& target,
                                            const std::stop_token& stop = {});

// The bytes that gradients of this target take when all of them are kept: above kRecomputeBytes they are
// recomputed when they are read, but for those that are sums.
double estimate_gradient_bytes(const Trace& forward, const Cell& target);

// The same of a target that is asked for, behind the stages that make it (add_target of target.h, whose
// errors these are). `config` is the one that made the trace.
Result<std::shared_ptr<const Trace>> with_gradients(const Trace& forward, const Config& config,
                                                    const GradientRequest& request,
                                                    const std::stop_token& stop = {});

}  // namespace engine
