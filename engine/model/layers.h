// layers.h: the sub-layers of encoder and decoder layers, and how they are connected.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "engine/core/address.h"
#include "engine/core/trace.h"
#include "engine/model/attention_options.h"
#include "engine/model/config.h"
#include "engine/model/weights.h"

namespace engine {

// Keys and values of one decoder layer, kept from step to step.
struct LayerCache {
  KeyValueCache self;
  KeyValueCache cross{.once = true};
};

// Adds the stages of one example's layers; -1 stands for "stopped" throughout.
class LayerBuilder {
 public:
  // `prefix`: the start of its addresses: "", "batch.0." or a lab's; `first`: the position of the first row.
  // `additive`: a mask of self-attention that replaces the rule's, in the decoder if there is one; or null.
  LayerBuilder(TraceBuilder& builder, const Config& config, const Weights& model, std::string prefix,
               const std::stop_token& stop, Index first = 0, std::shared_ptr<const Matrix> additive = nullptr)
      : builder_(builder),
        config_(config),
        model_(model),
        prefix_(std::move(prefix)),
        stop_(stop),
        first_(first),
        additive_(std::move(additive)),
        note_(model.note) {}

  // x (T, d_model) -> (T, d_model): self-attention, then the feed-forward. `layer` is its index.
  int encoder_layer(Index layer, const LayerWeights& weights, int x, const MaskRule& rule);

  // x (L, d_model), memory (T, d_model) or -1 if there is no encoder -> (L, d_model): causal self-attention,
  // cross-attention to the memory, the feed-forward. `cache` may be null.
  int decoder_layer(Index layer, const LayerWeights& weights, int x, int memory, const MaskRule& self_rule,
                    const MaskRule& cross_rule, LayerCache* cache);

  // A norm before the first layer: `address` is the result's.
  int input_norm(const std::string& address, const NormWeights& norm, int x) {
    return normalise(vectors(prefix_ + address, x), norm, x);
  }

  // The end of a stack, encoder.output or decoder.output: a final norm, or the same values again.
  int stack_output(const std::string& address, const NormWeights& norm, int x);

  // x times numbers from outside, address.kept, where the config drops; otherwise x. Srivastava et al. 2014.
  int dropped(const std::string& address, int x);

  // Optional inputs of a self-attention of the stack ("encoder"). All layers of a stack share one table of
  // buckets.
  AttentionExtras extras_of(const std::string& stack, const RelativeWeights& relative);

 private:
  // A sub-layer's own computation: from its input to its output.
  using Work = std::function<int(const std::string& address, int x)>;

  // The norms of a sub-layer: `output` is that of what it adds, or empty.
  struct Norms {
    const NormWeights& own;
    const NormWeights& output;
  };

  // Reads x, adds the output of `work`, and normalises, in the order of config.norm. `again` is the layer's
  // input, which B2T adds here, and a parallel feed-forward reads instead of x; or -1.
  int sublayer(const std::string& address, int x, const Norms& norms, int again, const Work& work);

  // x itself in a model without feed-forwards. `again`: the layer's input.
  int feed_forward_sublayer(const std::string& layer, const LayerWeights& weights, int x, int again);

  // The rule of a layer's self-attention.
  MaskRule rule_of_layer(const std::string& attention, const LayerWeights& weights, MaskRule rule) const;

  int nudged(const std::string& address, int x);
  int add_norm(const std::string& address, const NormWeights& norm, int x);
  int add_residual(const std::string& address, int x, int output, int again);
  int feed_forward(const std::string& address, const FeedForwardWeights& weights, int x);
  int linear_stage(const std::string& address, const std::string& number, int x, const Parameter& weight,
                   const Parameter& bias);
  int add_parameter(const std::string& address, const Parameter& numbers);
  int normalise(Stage stage, const NormWeights& norm, int x);
  Stage vectors(const std::string& address, int like) const;
  bool is_off(const std::string& address) const { return config_.is_off(inside(address)); }
  // An address as settings name it: without the prefix.
  std::string_view inside(std::string_view address) const { return address.substr(prefix_.size()); }
  // For a self-attention, the only one that uses positions, or for a cross-attention.
  AttentionSettings settings_of(const std::string& attention, bool is_self) const;

  TraceBuilder& builder_;
  const Config& config_;
  const Weights& model_;
  std::string prefix_;
  const std::stop_token& stop_;
  Index first_;
  std::shared_ptr<const Matrix> additive_;
  std::string note_;  // origin of the parameters: a text key
};

}  // namespace engine
