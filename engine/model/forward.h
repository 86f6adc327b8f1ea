// forward.h: runs sequences through the model, with every stage kept.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "engine/core/trace.h"
#include "engine/model/config.h"
#include "engine/model/weights.h"

namespace engine {

// What a trace keeps: every stage, or, if `recompute`, those that others depend on (see Trace). By default it
// recomputes from kRecomputeBytes up. Recomputed stages stay in `cache` for a while, or in a cache of the
// trace's own.
struct Keeping {
  std::optional<bool> recompute;
  std::shared_ptr<BandCache> cache;
};

// tokens -> embedding + position = input -> attention, or encoder and decoder layers -> logits ->
// probabilities, then the stages of the companion. `config` and `input` must pass check(), and `model` must
// be the one that `config` names. Reuses stages of `earlier` with the same values. After each layer calls
// `tell` with the fraction of all layers done, above 0 up to 1. Null if `stop`, or a Stoppable's around the
// call, was requested.
std::shared_ptr<const Trace> forward(const Model& model, const Input& input, const Config& config,
                                     const std::stop_token& stop = {},
                                     std::shared_ptr<const Trace> earlier = nullptr,
                                     const Keeping& keeping = {},
                                     const std::function<void(double done)>& tell = {});

}  // namespace engine
