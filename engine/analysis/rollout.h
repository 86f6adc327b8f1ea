// rollout.h: attention over several layers: what a token reads directly and through the layers below.
// Abnar & Zuidema 2020, "Quantifying attention flow in transformers".
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

// A stage of every head of one layer, by its index in a trace: for rollout and flow, the weights of a
// self-attention.
using LayerHeads = std::vector<int>;

// The product of the layers' maps, lowest first. Stages, with layer l from 0:
//   rollout.identity   I
//   rollout.l.head.h   the weights of each head, as in `trace`
//   rollout.l.mean     their average
//   rollout.l.mixed    half of it and half of I (the residual connection), its rows divided by their sum
//   rollout.l          mixed_l · rollout.(l-1): how much of each input a token of layer l reads
// Null without layers, or if the maps are not square and of the same size. `prefix` stands before every
// address, here and below: "decoder." where a trace has several stacks.
std::shared_ptr<const Trace> rollout_trace(const Trace& trace, std::span<const LayerHeads> layers,
                                           const std::string& prefix = "");

// The average over the heads of each layer, for any stage: "mean.l.head.h" and "mean.l". Null without layers,
// or if the stages' shapes differ.
std::shared_ptr<const Trace> mean_trace(const Trace& trace, std::span<const LayerHeads> layers,
                                        const std::string& prefix = "");

// Adds the stages of rollout_trace up to "mixed", with addresses that start with `name`; returns the mixed
// ones.
std::vector<int> add_mixed_layers(TraceBuilder& builder, const Trace& trace,
                                  std::span<const LayerHeads> layers, const std::string& name);

}  // namespace engine
