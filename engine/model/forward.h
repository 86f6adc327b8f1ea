// forward.h: one sequence through the model, every stage kept.
#pragma once

#include <memory>
#include <stop_token>

#include "engine/model/config.h"
#include "engine/model/weights.h"
#include "engine/trace.h"

namespace engine {

// tokens -> embedding + position = input -> self-attention. `config` and `sequence` must pass check(), and
// `model` must be the one that `config` names. Null where `stop` was requested.
std::shared_ptr<const Trace> forward(const Model& model, const Sequence& sequence, const Config& config,
                                     const std::stop_token& stop = {});

}  // namespace engine
