// config.h: the settings of a model and its run, and which of them are valid.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/efficient/method.h"
#include "engine/attention/positions.h"
#include "engine/attention/score_settings.h"
#include "engine/core/activation.h"
#include "engine/core/edits.h"
#include "engine/core/matrix.h"
#include "engine/core/result.h"
#include "engine/core/sequence.h"
#include "engine/masks/painted.h"
#include "engine/masks/patterns.h"
#include "engine/model/companion.h"

namespace engine {

enum class ModelKind { kCrafted, kSeeded, kCheckpoint };

// What surrounds attention. On its own, it is the only attention of encoder layer 0.
enum class Architecture { kAttention, kEncoder, kDecoder, kTransformer };

// Where a layer normalises: after each sub-layer (Vaswani et al. 2017), before it (2002.04745), or after,
// with the layer's input added again at the end (B2T, 2206.00330).
enum class NormOrder { kPost, kPre, kB2T };

// What is predicted: the token that follows (decoder); the token at each position (Devlin et al. 2019); the
// class of the whole (Dosovitskiy et al. 2021); nothing.
enum class Prediction { kNextToken, kTokens, kClass, kNone };

// Adds 1 to every value of one row of a sub-layer's input: to see which rows change after it.
struct Nudge {
  std::string sublayer;  // "encoder.0.ffn"
  Index row = 0;

  bool operator==(const Nudge&) const = default;
};

// For a trained model, what its files determine; for one with random weights, what the user chooses. The
// defaults are the crafted model's: attention alone.
struct ModelShape {
  ModelKind model = ModelKind::kCrafted;
  std::string checkpoint;  // path of the open checkpoint, if the model is one
  Index vocabulary = 0;    // tokens that the model itself knows; 0: those of the input
  Index d_model = 64;
  Index n_heads = 4;
  Index n_kv_heads = 0;  // key and value heads, each shared by several query heads; 0: one per head
  Index d_k = 16;        // width of a head's query or key
  Index d_v = 16;        // width of a head's value
  // Attention alone: widths of the vectors that queries, keys and values are made of, and of its output; 0:
  // d_model.
  Index i_q = 0;
  Index i_k = 0;
  Index i_v = 0;
  Index d_o = 0;
  PositionKind positions = PositionKind::kSinusoidal;
  Index grid = 0;                // columns of PositionKind::kGrid; 0: those of the picture, or a single row
  Index context = 512;           // rows of the table of learned positions
  Index relative_distance = 16;  // the farthest distance with its own vector (Shaw et al. 2018)
  Architecture architecture = Architecture::kAttention;
  Index encoder_layers = 2;  // if the architecture has an encoder
  Index decoder_layers = 2;
  Index d_ff = 256;       // width of the feed-forward's hidden layer; 0: attention alone in every layer
  bool gated = false;     // a second projection is multiplied by the activation (Shazeer 2020)
  bool rms_norm = false;  // norms divide by the root mean square (Zhang & Sennrich 2019)
  bool parallel = false;  // Pre-LN: the feed-forward reads the layer's input (Wang & Komatsuzaki 2021, GPT-J)
  Index local_window =
      0;  // self-attention of layers marked local sees only keys nearer than this; 0: none is
  bool input_norm = false;  // a norm before the first layer
  NormOrder norm = NormOrder::kPost;
  bool final_norm = false;  // a norm after each stack; pre-LN always has it
  bool tied_output = true;  // logits use the embedding table instead of a separate one
  Prediction predicts = Prediction::kNextToken;
  bool output_scale = false;  // the input of the logits is divided by sqrt(d_model)
  double logit_cap = 0;       // logits are capped as scores are: C tanh(l / C); 0: they are not

  bool operator==(const ModelShape&) const = default;
};

// What the user may change about a model, even a trained one, except the seed of random weights.
struct RunSettings : ScoreSettings {
  uint64_t seed = 0;
  bool embedding_scale = true;  // multiply embeddings by sqrt(d_model)
  double base = 10000;          // of the sinusoids and of rotary angles
  AttentionMethod attention;    // for every attention of the model
  Activation activation = Activation::kRelu;

  bool operator==(const RunSettings&) const = default;
};

// Who may attend to whom.
struct Masking {
  bool causal = false;               // hide later tokens of the source
  bool decoder_causal = true;        // and those of the decoder's input
  bool mask_padding = false;         // hide tokens marked as padding
  MaskPattern pattern;               // for self-attention
  bool mask_finite = false;          // hide keys with -1e9 instead of -inf
  bool mask_in_place = false;        // replace the score instead of adding to it
  std::vector<PaintedMask> painted;  // ascending by attention

  bool operator==(const Masking&) const = default;
};

// What is broken on purpose, to see the consequences.
struct Interventions {
  Edits edits;                   // values typed by hand
  std::vector<std::string> off;  // switched off, ascending; see switches()
  std::optional<Nudge> nudge;

  bool operator==(const Interventions&) const = default;
};

// The widths of what queries, keys and values are computed from.
struct InputWidths {
  Index query = 0;
  Index key = 0;
  Index value = 0;

  bool operator==(const InputWidths&) const = default;
};

// All settings of a model and its run.
struct Config : ModelShape, RunSettings, Masking, Interventions {
  CompanionSettings companion;  // what runs alongside the model
  bool drops = false;  // training alone: what goes into the first layer, and what each sub-layer adds, is
                       // multiplied by numbers from outside

  bool has_layers() const { return architecture != Architecture::kAttention; }
  bool has_encoder() const {
    return architecture == Architecture::kEncoder || architecture == Architecture::kTransformer;
  }
  bool has_decoder() const {
    return architecture == Architecture::kDecoder || architecture == Architecture::kTransformer;
  }
  // Whether the model computes logits.
  bool has_prediction() const {
    return predicts != Prediction::kNone && has_layers() &&
           (has_decoder() || predicts != Prediction::kNextToken);
  }
  // The number of key and value heads.
  Index kv_heads() const { return n_kv_heads == 0 ? n_heads : n_kv_heads; }
  // What the widths of attention alone come to, given or not; in layers everything is d_model wide.
  InputWidths input_widths() const;
  Index output_width() const { return has_layers() || d_o == 0 ? d_model : d_o; }
  // Whether attention alone reads other vectors than the usual ones: a set of vectors for each width.
  bool has_own_inputs() const { return input_widths() != InputWidths{d_model, d_model, d_model}; }
  // Whether a target is read in addition to the source.
  bool has_target() const { return architecture == Architecture::kTransformer; }
  bool is_off(std::string_view address) const;

  bool operator==(const Config&) const = default;
};

// Limits: wide enough for any class, small enough to bound the memory.
inline constexpr Index kMaxTokens = 16384;
inline constexpr Index kMaxWidth = 8192;
inline constexpr Index kMaxHeads = 128;
inline constexpr Index kMaxLayers = 128;
inline constexpr Index kMaxBatch = 64;
inline constexpr double kMaxBytes = 2e9;        // values of one trace, and the weights created for it
inline constexpr double kRecomputeBytes = 3e8;  // a larger trace keeps only the stages that others depend on

// Everything that `config.off` may name, in order of computation: a sub-layer's residual arrow
// ("encoder.0.self.residual"), the sub-layer itself ("encoder.0.self.output": its output is not added), its
// norm ("encoder.0.self.norm"), and in B2T the arrow from the layer's input ("encoder.0.ffn.residual.input").
std::vector<std::string> switches(const Config& config);

// What `config.off` may name of heads: "encoder.0.self.head.2.weights" makes the weights uniform, ".output"
// makes the output zero.
std::vector<std::string> head_switches(const Config& config);

// The sub-layers that a nudge may name: "encoder.0.self", "encoder.0.ffn", ...
std::vector<std::string> sublayers(const Config& config);

// The first invalid setting in `config`, if any. Errors: error.size (name, value, largest),
// error.crafted_size, error.crafted_layers, error.crafted_positions, error.base, error.temperature,
// error.too_large (megabytes), error.unknown_switch (address, example), error.unknown_sublayer (address,
// example), error.pattern (name, value), error.painted (attention), error.edit (address), error.kv_heads
// (kv_heads, heads), error.rotary_width (d_k), error.grid_odd (d_model), error.score_cap (value),
// error.attention_score_cap (attention), those of check_attention of checks.h, and those of the companion.
std::optional<Error> check(const Config& config);

// check(config), and that `input` fits: error.no_tokens, error.no_source, error.no_target,
// error.too_many_tokens (count, largest), error.beyond_positions (count, context), error.batch_size (count,
// largest), error.nudge_row (row, sublayer, last), error.too_large.
std::optional<Error> check(const Config& config, const Input& input);

// Whether a decoder that has read `length` tokens can read another: within the limits of tokens and of
// learned positions.
bool has_room(const Config& config, Index length);

// A rough count of multiply-adds in one run: tells whether it fits into a frame.
double estimate_operations(const Config& config, const Input& input);

// Rows of a table of distance vectors: both directions, and 0.
inline Index distance_vectors(const Config& config) {
  return 2 * config.relative_distance + 1;
}

// The number of values in the model's weights.
double count_weights(const Config& config);

// The memory, in bytes, of a trace that keeps every stage, and of one that keeps only the stages that others
// depend on.
double estimate_full_bytes(const Config& config, const Input& input);
double estimate_recomputing_bytes(const Config& config, const Input& input);

}  // namespace engine
