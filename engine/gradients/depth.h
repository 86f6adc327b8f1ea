// depth.h: how gradients fare in deep stacks at the start of training, for each order of the norm.
// Xiong et al. 2020 (2002.04745); Takase et al. 2022 (2206.00330).
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/model/config.h"

namespace engine {

// Which stack's layers are measured: an encoder alone, a decoder alone, or a Transformer's decoder.
enum class DepthStack { kEncoder, kDecoder, kEncoderDecoder };

struct DepthSetting {
  NormOrder norm = NormOrder::kPost;
  Index layers = 6;
  DepthStack stack = DepthStack::kEncoderDecoder;
};

inline constexpr Index kDeepestStack = 24;
inline constexpr Index kMostDraws = 100;

// Of one layer, lengths (Frobenius norms), each the mean over the draws.
struct DepthLayer {
  double weight_gradient = 0;  // of the loss's gradient for W_2, the feed-forward's last weight
  double output_gradient = 0;  // of that for the layer's output
  double residual = 0;         // of the layer's output itself, a row on average
  double self_gradient = 0;    // of that for what leaves the self-attention's sub-layer
  double cross_gradient = 0;   // and the cross-attention's; 0 where there is none

  DepthLayer& operator+=(const DepthLayer& other);
  DepthLayer& operator/=(double count);
};

// The config that is measured: width 64, 4 heads, feed-forward 256, Xavier weights from `seed`, sinusoids, an
// output table of its own.
Config depth_config(const DepthSetting& setting, uint64_t seed);

// The layers from the first to the last, of one draw; see below.
std::vector<DepthLayer> measure_draw(const DepthSetting& setting, uint64_t draw,
                                     const std::stop_token& stop = {});

// The layers from the first to the last, over `draws` models and texts of 16 words out of 32, each a random
// word. The loss is the cross-entropy of random words: what comes next, of a decoder; what stands there, of
// an encoder. Empty where `stop`, or a Stoppable's around the call, was requested.
std::vector<DepthLayer> measure_depth(const DepthSetting& setting, Index draws,
                                      const std::stop_token& stop = {});

}  // namespace engine
