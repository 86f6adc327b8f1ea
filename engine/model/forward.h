// forward.h: sequences through the model, every stage kept.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "engine/core/trace.h"
#include "engine/model/config.h"
#include "engine/model/weights.h"

namespace engine {

// What a trace keeps: every stage, or, where `recompute`, those that the others are made from (see Trace). By
// itself it recomputes from kRecomputeBytes on. What a recomputing trace makes again is kept in `cache` for a
// while, or in one of its own.
struct Keeping {
  std::optional<bool> recompute;
  std::shared_ptr<BandCache> cache;
};

// tokens -> embedding + position = input -> attention, or encoder and decoder layers -> logits ->
// probabilities, then those of its companion. `config` and `input` must pass check(), and `model`
// must be the one that `config` names. Stages that `earlier` holds with the same numbers are taken from
// there. After each layer `tell` hears which part of all layers is done, above 0 to 1. Null where `stop` was
// requested.
std::shared_ptr<const Trace> forward(const Model& model, const Input& input, const Config& config,
                                     const std::stop_token& stop = {},
                                     std::shared_ptr<const Trace> earlier = nullptr,
                                     const Keeping& keeping = {},
                                     const std::function<void(double done)>& tell = {});

}  // namespace engine
