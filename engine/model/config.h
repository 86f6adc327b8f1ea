// config.h: what can be set about a model and its run, and which settings make sense.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/efficient/method.h"
#include "engine/attention/positions.h"
#include "engine/attention/score_settings.h"
#include "engine/core/edits.h"
#include "engine/core/matrix.h"
#include "engine/core/result.h"
#include "engine/core/sequence.h"
#include "engine/masks/painted.h"
#include "engine/masks/patterns.h"
#include "engine/model/companion.h"
#include "engine/ops/activation_kind.h"

namespace engine {

enum class ModelKind { kCrafted, kSeeded, kCheckpoint };

// What stands around attention. Alone, it is the one attention of encoder layer 0.
enum class Architecture { kAttention, kEncoder, kDecoder, kTransformer };

// Where a layer normalises: after each sub-layer (Vaswani et al. 2017), before it (2002.04745), or after,
// with the layer's input added again at its end (B2T, 2206.00330).
enum class NormOrder { kPost, kPre, kB2T };

// What is predicted: what a decoder reads next; which token stands at each place (Devlin et al. 2019); which
// class the whole is of (Dosovitskiy et al. 2021); nothing.
enum class Prediction { kNextToken, kTokens, kClass, kNone };

// Adds 1 to every number of one row of what a sub-layer reads: to see which rows move after it.
struct Nudge {
  std::string sublayer;  // "encoder.0.ffn"
  Index row = 0;

  bool operator==(const Nudge&) const = default;
};

// What a trained model's files decide; of a model with random weights, what a person does. Defaults are the
// crafted model's: attention alone.
struct ModelShape {
  ModelKind model = ModelKind::kCrafted;
  std::string checkpoint;  // path of the model that is opened, where that is what it is
  Index vocabulary = 0;    // tokens that the model knows by itself; 0: those of the input
  Index d_model = 64;
  Index n_heads = 4;
  Index n_kv_heads = 0;  // heads that keys and values have, each for several queries'; 0: every head its own
  Index d_k = 16;        // width of a query or key of one head
  Index d_v = 16;        // width of a value of one head
  PositionKind positions = PositionKind::kSinusoidal;
  Index grid = 0;                // places across of PositionKind::kGrid; 0: those of the picture, or one line
  Index context = 512;           // rows of the table of learned positions
  Index relative_distance = 16;  // the farthest that has a vector of its own (Shaw et al. 2018)
  Architecture architecture = Architecture::kAttention;
  Index encoder_layers = 2;  // where the architecture has an encoder
  Index decoder_layers = 2;
  Index d_ff = 256;         // width of the feed-forward's hidden stage
  bool gated = false;       // a second projection is multiplied by the activation (Shazeer 2020)
  bool rms_norm = false;    // norms divide by the root mean square (Zhang & Sennrich 2019)
  bool input_norm = false;  // one more norm before the first layer
  NormOrder norm = NormOrder::kPost;
  bool final_norm = false;  // one more norm after each stack; pre-LN always has it
  bool tied_output = true;  // logits from the embedding table, rather than one of their own
  Prediction predicts = Prediction::kNextToken;
  bool output_scale = false;  // what logits are made from is divided by sqrt(d_model)

  bool operator==(const ModelShape&) const = default;
};

// What a person may change about a model, a trained one too, but for the seed of random weights.
struct RunSettings : ScoreSettings {
  uint64_t seed = 0;
  bool embedding_scale = true;  // embedding times sqrt(d_model)
  double base = 10000;          // of the sinusoids, and of the turns
  AttentionMethod attention;    // of every attention of the model
  Activation activation = Activation::kRelu;

  bool operator==(const RunSettings&) const = default;
};

// Who may look at whom.
struct Masking {
  bool causal = false;               // hide later tokens of the source
  bool decoder_causal = true;        // and of what a decoder reads
  bool mask_padding = false;         // hide tokens marked as padding
  MaskPattern pattern;               // of self-attention
  bool mask_finite = false;          // -1e9 rather than -inf where a key is hidden
  bool mask_in_place = false;        // put in the place of the score, rather than added
  std::vector<PaintedMask> painted;  // ascending by attention

  bool operator==(const Masking&) const = default;
};

// What is broken on purpose, to see what follows from it.
struct Interventions {
  Edits edits;                   // numbers typed by hand
  std::vector<std::string> off;  // switched off, ascending; see switches()
  std::optional<Nudge> nudge;

  bool operator==(const Interventions&) const = default;
};

// Everything that is set about a model and its run.
struct Config : ModelShape, RunSettings, Masking, Interventions {
  CompanionSettings companion;  // what stands beside the model

  bool has_layers() const { return architecture != Architecture::kAttention; }
  bool has_encoder() const {
    return architecture == Architecture::kEncoder || architecture == Architecture::kTransformer;
  }
  bool has_decoder() const {
    return architecture == Architecture::kDecoder || architecture == Architecture::kTransformer;
  }
  // Whether logits are made.
  bool has_prediction() const {
    return predicts != Prediction::kNone && has_layers() &&
           (has_decoder() || predicts != Prediction::kNextToken);
  }
  // Heads that have keys and values of their own.
  Index kv_heads() const { return n_kv_heads == 0 ? n_heads : n_kv_heads; }
  // Whether a target is read beside the source.
  bool has_target() const { return architecture == Architecture::kTransformer; }
  bool is_off(std::string_view address) const;

  bool operator==(const Config&) const = default;
};

// Limits: wide enough for any class, small enough that memory is known.
inline constexpr Index kMaxTokens = 16384;
inline constexpr Index kMaxWidth = 8192;
inline constexpr Index kMaxHeads = 128;
inline constexpr Index kMaxLayers = 128;
inline constexpr Index kMaxBatch = 64;
inline constexpr double kMaxBytes = 2e9;  // numbers of one trace, and the weights that are made for it
inline constexpr double kRecomputeBytes =
    3e8;  // a trace larger than this keeps only what others are made from

// Everything that `config.off` may name, in the order of the computation: a sub-layer's residual arrow
// ("encoder.0.self.residual"), the sub-layer itself ("encoder.0.self.output": nothing of it is added), its
// norm ("encoder.0.self.norm"), and in B2T the arrow from the layer's input ("encoder.0.ffn.residual.input").
std::vector<std::string> switches(const Config& config);

// What `config.off` may name of heads: "encoder.0.self.head.2.weights" makes them even, ".output" makes it
// zero.
std::vector<std::string> head_switches(const Config& config);

// The sub-layers that a nudge may name: "encoder.0.self", "encoder.0.ffn", ...
std::vector<std::string> sublayers(const Config& config);

// The first thing that does not make sense about `config`, or nothing. Errors: error.size (name, value,
// largest), error.crafted_size, error.crafted_layers, error.crafted_positions, error.base, error.temperature,
// error.too_large (megabytes), error.unknown_switch (address, example), error.unknown_sublayer (address,
// example), error.pattern (name, value), error.painted (attention), error.edit (address),
// error.kv_heads (kv_heads, heads), error.rotary_width (d_k),
// error.grid_odd (d_model), error.score_cap (value), error.attention_score_cap (attention), those of
// check_attention of checks.h, and those of the companion.
std::optional<Error> check(const Config& config);

// check(config), and that `input` fits: error.no_tokens, error.no_source, error.no_target,
// error.too_many_tokens (count, largest), error.beyond_positions (count, context), error.batch_size (count,
// largest), error.nudge_row (row, sublayer, last), error.too_large.
std::optional<Error> check(const Config& config, const Input& input);

// Whether a decoder that has read `length` tokens may read one more: the limits of tokens and of learned
// positions.
bool has_room(const Config& config, Index length);

// Rough count of multiply-adds of one run: to decide whether it can be done within a frame.
double estimate_operations(const Config& config, const Input& input);

// Rows of a table of vectors for distances: those to either side, and 0.
inline Index distance_vectors(const Config& config) {
  return 2 * config.relative_distance + 1;
}

// Numbers of the model's weights.
double count_weights(const Config& config);

// Memory, in bytes, of a trace that keeps every stage, and of one that keeps only what others are made from.
double estimate_full_bytes(const Config& config, const Input& input);
double estimate_recomputing_bytes(const Config& config, const Input& input);

}  // namespace engine
