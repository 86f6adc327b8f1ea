// weights.h: a model's weights: drawn from a seed, or written by hand.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/multi_head.h"
#include "engine/model/config.h"

namespace engine {

// Layer normalisation (Ba et al. 2016): both (1, d_model). An RMS norm has no bias.
struct NormWeights {
  Parameter weight, bias;
  double epsilon = 1e-5;
};

// x -> act(x W1ᵀ + b1) W2ᵀ + b2, in PyTorch's layout; gated: x -> (act(x Wgᵀ) ⊙ x W1ᵀ) W2ᵀ (Shazeer 2020).
struct FeedForwardWeights {
  Parameter w1;    // (d_ff, d_model)
  Parameter b1;    // (1, d_ff), or empty
  Parameter w2;    // (d_model, d_ff)
  Parameter b2;    // (1, d_model), or empty
  Parameter gate;  // (d_ff, d_model), or empty
};

struct LayerWeights {
  AttentionWeights self;
  NormWeights self_norm;
  bool is_local = false;                  // self-attention sees only keys nearer than Config::local_window
  std::optional<AttentionWeights> cross;  // for a decoder that attends to an encoder
  NormWeights cross_norm;
  FeedForwardWeights ffn;
  NormWeights ffn_norm;
  NormWeights self_output_norm, ffn_output_norm;  // of what a sub-layer adds (Gemma 2), or empty
};

// The layers between the last block and the logits; each part may be empty.
struct PredictionWeights {
  Parameter dense, dense_bias;  // (d_model, d_model), (1, d_model); then config.activation
  NormWeights norm;
  Parameter bias;  // (1, vocabulary), added to the logits
};

// Patch embedding of an image: patches (n, channels * size * size) Wᵀ + b, after the class token.
struct PatchWeights {
  Parameter weight;       // (d_model, channels * size * size), or empty
  Parameter bias;         // (1, d_model)
  Parameter class_token;  // (1, d_model)
};

// Learned positions that pass over padding: tokens that are none count from the row after `padding`, and
// padding has that row itself. As fairseq's make_positions() does.
struct CountedPositions {
  Parameter table;  // (rows, d_model), or empty: positions are counted without regard to padding
  Index padding = 0;
  bool by_mask = false;  // padding is what the padding mask hides, in place of the token with id `padding`
};

struct Weights {
  std::vector<LayerWeights> encoder;  // for attention alone only encoder[0].self is filled
  std::vector<LayerWeights> decoder;
  NormWeights encoder_norm, decoder_norm;     // after the stacks
  NormWeights input_norm, target_input_norm;  // before the first layers
  Parameter positions;                        // learned (context, d_model), or empty
  Parameter target_positions;                 // those of the target, if separate
  CountedPositions counted;                   // the table with `positions`, where padding is passed over
  Parameter segments;                         // (segments, d_model), or empty
  bool sinusoid_halves = false;               // sinusoids: all sines, then all cosines
  RotaryScaling rotary;                       // of rotary angles, whose base is a setting
  RelativeWeights encoder_relative, decoder_relative;
  PatchWeights patches;
  PredictionWeights predict;
  std::string note;  // text key: the origin of these weights
};

// A model with fixed parameters. A token always has the same vector, whatever sentence it is in.
class Model {
 public:
  virtual ~Model() = default;

  // A token's row of the embedding table: d_model values, before the factor sqrt(d_model).
  virtual Eigen::RowVectorXf embedding(std::string_view token) const = 0;

  // A token's row of the output table, if that is not the embedding table.
  virtual Eigen::RowVectorXf output_embedding(std::string_view token) const { return embedding(token); }

  // A token's vector among those that only `input` ("query", "key", "value") is made of, or all three (""),
  // for attention alone with widths of its own.
  virtual Eigen::RowVectorXf input_vector(std::string_view token, std::string_view input, Index width) const;

  virtual const Weights& weights() const = 0;

  // All tokens, by id, of a model with its own vocabulary; otherwise null.
  virtual std::shared_ptr<const std::vector<std::string>> vocabulary() const { return nullptr; }
  // Its tables (vocabulary, d_model): for embeddings, and for logits if that is a different one.
  virtual Parameter embedding_table() const { return {}; }
  virtual Parameter output_table() const { return embedding_table(); }
};

// Xavier-uniform weights (Glorot & Bengio 2010), embeddings of variance 1/d_model, learned positions of
// variance 1/2, from (seed, name); norm weights 1 and biases 0. `config` must pass check().
std::shared_ptr<const Model> make_seeded_model(const Config& config);

// Four heads that do four things by construction: the previous token, equal tokens, the first token, uniform
// attention. One attention, no layers.
std::shared_ptr<const Model> make_crafted_model();

// The model that `config` names; depends only on the model kind, the sizes and the seed.
std::shared_ptr<const Model> make_model(const Config& config);

// Whether both settings name the same parameters.
bool same_model(const Config& a, const Config& b);

// The first weight that is not finite: error.weight_not_finite (address, row, column). A model from outside
// must pass this before it runs.
std::optional<Error> check_weights(const Weights& weights);

}  // namespace engine
