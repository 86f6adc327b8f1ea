// named_weights.h: the parameters of Headlight's own models by name: for those that are trained, and for the
// files that they are kept in.
#pragma once

#include <functional>
#include <string>

#include "engine/model/config.h"
#include "engine/model/weights.h"

namespace engine {

// What a parameter is for: decides how it starts, and whether its size decays in training.
enum class ParameterRole {
  kEmbedding,     // a vector for each token
  kPosition,      // a vector for each position
  kMatrix,        // of a linear layer, (out, in)
  kOutput,        // what turns tokens into logits where the embedding does not, (vocabulary, d_model)
  kBias,          // of a linear layer, (1, out)
  kNormWeight,    // (1, d_model)
  kNormBias,      // (1, d_model)
  kNormMean,      // (1, channels): a statistic of batch normalisation, which no gradient changes
  kNormVariance,  // (1, channels): another
};

struct ParameterName {
  std::string name;  // "encoder.0.self.q.weight", as PyTorch writes it
  ParameterRole role = ParameterRole::kMatrix;
  Index rows = 0;
  Index columns = 0;
};

struct NamedWeights {
  Weights weights;
  Parameter embedding, output;  // (vocabulary, d_model) each; the same one where the output is tied
};

// Asks `source` for every parameter of the model that `config` describes, in a fixed order, and puts them in
// their places: biases everywhere but at the output, a norm with weight and bias. `patch_values`: the numbers
// of a square (channels * side * side) of a model that reads pictures and tells config.vocabulary classes
// apart; 0: it reads tokens. `note` is a text key: their origin.
NamedWeights named_weights(const Config& config, Index patch_values, std::string_view note,
                           const std::function<Parameter(const ParameterName&)>& source);

// The parameters of one attention, each with its bias: NAME.q.weight, NAME.q.bias, then k, v and o.
struct AttentionSizes {
  Index heads = 1;
  Index kv_heads = 0;  // 0: as many
  Index width = 0;     // of what is read and made
  Index d_k = 0, d_v = 0;
};
AttentionWeights named_attention(const std::string& name, const AttentionSizes& sizes, std::string_view note,
                                 const std::function<Parameter(const ParameterName&)>& source);

}  // namespace engine
