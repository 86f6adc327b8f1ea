// named_weights.cpp: the names are those of PyTorch modules: encoder.0.self.q is a Linear with weight and
// bias.
#include "engine/model/named_weights.h"

#include <utility>

namespace engine {
namespace {

class Assembly {
 public:
  Assembly(const Config& config, Index patch_values,
           const std::function<Parameter(const ParameterName&)>& source)
      : config_(config), patch_values_(patch_values), source_(source) {}

  NamedWeights run(std::string_view note) {
    note_ = note;
    NamedWeights named;
    Weights& weights = named.weights;
    weights.note = note_;
    if (patch_values_ > 0) {
      weights.patches = {matrix("patches.weight", config_.d_model, patch_values_),
                         bias("patches.bias", config_.d_model),
                         ask("class_token", ParameterRole::kPosition, 1, config_.d_model)};
    } else {
      named.embedding =
          ask("embedding.weight", ParameterRole::kEmbedding, config_.vocabulary, config_.d_model);
    }
    if (config_.positions == PositionKind::kLearned) {
      weights.positions = positions(config_.has_target() ? "source_positions.weight" : R"(positions.weight)");
      if (config_.has_target()) weights.target_positions = positions("target_positions.weight");
    }
    if (config_.has_encoder()) weights.encoder = stack("encoder", config_.encoder_layers, false);
    if (config_.has_decoder())
      weights.decoder = stack("decoder", config_.decoder_layers, config_.has_target());
    if (config_.norm == NormOrder::kPre || config_.final_norm) {
      if (config_.has_encoder()) weights.encoder_norm = norm("encoder.norm");
      if (config_.has_decoder()) weights.decoder_norm = norm("decoder.norm");
    }
    named.output = config_.tied_output
                       ? named.embedding
                       : ask("output.weight", ParameterRole::kOutput, config_.vocabulary, config_.d_model);
    return named;
  }

 private:
  Parameter ask(std::string name, ParameterRole role, Index rows, Index columns) const {
    return source_({std::move(name), role, rows, columns});
  }
  Parameter matrix(std::string name, Index rows, Index columns) const {
    return ask(std::move(name), ParameterRole::kMatrix, rows, columns);
  }
  Parameter bias(std::string name, Index columns) const {
    return ask(std::move(name), ParameterRole::kBias, 1, columns);
  }
  Parameter positions(std::string name) const {
    return ask(std::move(name), ParameterRole::kPosition, config_.context, config_.d_model);
  }

  NormWeights norm(const std::string& name) const {
    return {ask(name + ".weight", ParameterRole::kNormWeight, 1, config_.d_model),
            ask(name + ".bias", ParameterRole::kNormBias, 1, config_.d_model)};
  }

  AttentionWeights attention(const std::string& name) const {
    return named_attention(name,
                           {.heads = config_.n_heads,
                            .kv_heads = config_.n_kv_heads,
                            .width = config_.d_model,
                            .d_k = config_.d_k,
                            .d_v = config_.d_v},
                           note_, source_);
  }

  FeedForwardWeights feed_forward(const std::string& name) const {
    const Index d = config_.d_model;
    FeedForwardWeights weights;
    weights.w1 = matrix(name + ".up.weight", config_.d_ff, d);
    weights.b1 = bias(name + ".up.bias", config_.d_ff);
    weights.w2 = matrix(name + ".down.weight", d, config_.d_ff);
    weights.b2 = bias(name + ".down.bias", d);
    if (config_.gated) weights.gate = matrix(name + ".gate.weight", config_.d_ff, d);
    return weights;
  }

  std::vector<LayerWeights> stack(const std::string& name, Index count, bool reads_memory) const {
    std::vector<LayerWeights> layers;
    for (Index i = 0; i < count; ++i) {
      std::string address = name;
      address.append(".").append(std::to_string(i));
      LayerWeights& layer = layers.emplace_back();
      layer.self = attention(address + ".self");
      layer.self_norm = norm(address + ".self.norm");
      if (reads_memory) {
        layer.cross = attention(address + ".cross");
        layer.cross_norm = norm(address + ".cross.norm");
      }
      if (config_.d_ff == 0) continue;
      layer.ffn = feed_forward(address + ".ffn");
      layer.ffn_norm = norm(address + ".ffn.norm");
    }
    return layers;
  }

  const Config& config_;
  Index patch_values_;
  const std::function<Parameter(const ParameterName&)>& source_;
  std::string note_;
};

}  // namespace

AttentionWeights named_attention(const std::string& name, const AttentionSizes& sizes, std::string_view note,
                                 const std::function<Parameter(const ParameterName&)>& source) {
  const auto ask = [&](const char* part, Index rows, Index columns, Parameter& weight, Parameter& bias) {
    weight = source({name + part + ".weight", ParameterRole::kMatrix, rows, columns});
    bias = source({name + part + ".bias", ParameterRole::kBias, 1, rows});
  };
  const Index kv_heads = sizes.kv_heads > 0 ? sizes.kv_heads : sizes.heads;
  AttentionWeights weights{.n_heads = sizes.heads, .n_kv_heads = sizes.kv_heads};
  ask(".q", sizes.heads * sizes.d_k, sizes.width, weights.wq, weights.bq);
  ask(".k", kv_heads * sizes.d_k, sizes.width, weights.wk, weights.bk);
  ask(".v", kv_heads * sizes.d_v, sizes.width, weights.wv, weights.bv);
  ask(".o", sizes.width, sizes.heads * sizes.d_v, weights.wo, weights.bo);
  weights.note = note;
  return weights;
}

NamedWeights named_weights(const Config& config, Index patch_values, std::string_view note,
                           const std::function<Parameter(const ParameterName&)>& source) {
  return Assembly(config, patch_values, source).run(note);
}

}  // namespace engine
