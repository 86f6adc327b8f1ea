// estimate.cpp: estimates the work and memory of a run in advance.
#include <algorithm>

#include "engine/attention/efficient/cost.h"
#include "engine/core/address.h"
#include "engine/model/config.h"

namespace engine {
namespace {

// The width of the widest vectors.
double widest(const Config& config) {
  const InputWidths widths = config.input_widths();
  return static_cast<double>(
      std::max({config.d_model, widths.query, widths.key, widths.value, config.output_width()}));
}

// The weights of attention alone.
double weights_alone(const Config& config) {
  const InputWidths widths = config.input_widths();
  const Index of_keys = config.d_k * (widths.query + widths.key);
  const Index of_values = config.d_v * (widths.value + config.output_width());
  return static_cast<double>(config.n_heads * (of_keys + of_values));
}

// The number of layers that run, by stack.
double encoder_layers(const Config& config) {
  if (!config.has_layers()) return 1;
  return config.has_encoder() ? static_cast<double>(config.encoder_layers) : 0;
}
double decoder_layers(const Config& config) {
  return config.has_decoder() ? static_cast<double>(config.decoder_layers) : 0;
}
// Attentions in one decoder layer.
double decoder_attentions(const Config& config) {
  return config.has_target() ? 2 : 1;
}

double projection_width(const Config& config) {
  return static_cast<double>(config.n_heads) * static_cast<double>(config.d_k + config.d_v);
}

// The number of features per token: waves take two per direction.
double features_of(const AttentionMethod& method) {
  return (method.kind == AttentionKind::kPerformer && method.feature_map == FeatureMap::kPositive ? 1 : 2) *
         static_cast<double>(method.features);
}

// The values that an attention method keeps for this many tokens in one head, besides maps; unless
// `recomputes`, also those that are otherwise computed on demand, of tiles, of a window's band, of running
// states.
double method_numbers(const Config& config, double tokens, bool recomputes) {
  const AttentionMethod& method = config.attention;
  const MethodParameters& uses = row_of(method.kind).parameters;
  if (method.kind == AttentionKind::kExact || tokens < 1) return 0;
  const auto length = static_cast<Index>(tokens);
  const bool causal = config.causal || config.has_decoder();
  const HeadShape shape{length, length, config.d_k, config.d_v, causal};
  double numbers = method_cost(method, shape).bytes / (sizeof(float) * tokens);
  if (recomputes) return numbers;
  const auto d_v = static_cast<double>(config.d_v);
  if (uses.features && causal) numbers += features_of(method) * d_v;
  if (uses.window) numbers += 2 * static_cast<double>(2 * method.window + method.global);
  if (method.kind == AttentionKind::kLambda) numbers += static_cast<double>(config.d_k) * d_v;
  if (method.kind == AttentionKind::kTiled)
    numbers += (tokens / static_cast<double>(tile_width(method, length)) + 1) * (d_v + 2);
  return numbers;
}

// What one run holds: values of stages, for examples of `source` and `target` tokens.
struct Lengths {
  double examples = 1, source = 1, target = 0, vocabulary = 1;
};

Lengths lengths_of(const Config& config, const Input& input) {
  Lengths lengths{
      static_cast<double>(input.examples.size()), 0, 0,
      static_cast<double>(std::max(config.vocabulary, static_cast<Index>(input.vocabulary.size())))};
  for (const Example& example : input.examples) {
    lengths.source = std::max(lengths.source, static_cast<double>(example.source.tokens.size()));
    if (example.key)
      lengths.source = std::max(lengths.source, static_cast<double>(example.key->tokens.size()));
    const Sequence& decoded = example.target ? *example.target : example.source;
    if (config.has_decoder())
      lengths.target = std::max(lengths.target, static_cast<double>(decoded.tokens.size()));
  }
  return lengths;
}

// Weight values created for a run: those of a file stay in it.
double held_weights(const Config& config, const Lengths& lengths) {
  if (config.model == ModelKind::kCheckpoint) return 0;
  const double tables = config.has_own_inputs() ? 4 : 2;
  return count_weights(config) + tables * lengths.vocabulary * widest(config);
}

// Stages of vectors before the first attention: embeddings, positions and their sum, of each input.
double vectors_read(const Config& config) {
  return config.has_own_inputs() ? 9 : 3;
}

// Tokens whose logits are stages.
double predicted_rows(const Config& config, const Lengths& lengths) {
  if (!config.has_prediction()) return 0;
  if (config.predicts == Prediction::kClass) return 1;
  return config.has_decoder() ? lengths.target : lengths.source;
}

// Bytes of weights and stages, each counted as if stored separately.
double full_bytes(const Config& config, const Lengths& lengths) {
  const double d = widest(config);
  const auto heads = static_cast<double>(config.n_heads);
  const double rows = std::max(lengths.source, lengths.target);
  // Values per token.
  const double attention = 2 * projection_width(config) + 4 * d + heads * method_numbers(config, rows, false);
  const double layer =
      config.has_layers() ? attention + 2 * static_cast<double>(config.d_ff) + 5 * d : attention;
  // A bias by distance, and the biased scores; for an efficient method, also the exact map and the
  // difference.
  const bool by_distance = info_of(config.positions).place == PositionPlace::kScores;
  const bool is_exact = config.attention.kind == AttentionKind::kExact;
  const double of_a_method = row_of(config.attention.kind).parameters.buckets ? 11 : 9;
  const double maps = ((is_exact ? 4 : of_a_method) + (by_distance ? 2 : 0) + config.more_maps()) * heads + 1;
  const double encoder =
      encoder_layers(config) * (lengths.source * layer + lengths.source * lengths.source * maps);
  const double reads = lengths.target + (config.has_target() ? lengths.source : 0);
  const double decoder =
      decoder_layers(config) * (lengths.target * (layer + attention) + lengths.target * reads * maps);
  const double inputs = vectors_read(config) * (lengths.source + lengths.target) * d;
  return 4 * (held_weights(config, lengths) +
              lengths.examples *
                  (inputs + encoder + decoder +
                   (config.logit_cap > 0 ? 3 : 2) * predicted_rows(config, lengths) * lengths.vocabulary));
}

// The same if only stages that others depend on are kept, plus one layer's work at a time.
double recomputing_bytes(const Config& config, const Lengths& lengths) {
  const double d = widest(config);
  const double rows = std::max(lengths.source, lengths.target);
  const double attention = 2 * projection_width(config) + d +
                           static_cast<double>(config.n_heads) * method_numbers(config, rows, true);
  const double layer = config.has_layers() ? attention + d : attention;
  const double work = rows * (config.has_layers() ? 2 * static_cast<double>(config.d_ff) + 3 * d : d);
  const double decoder = decoder_layers(config) * lengths.target * (layer + attention);
  const double inputs = vectors_read(config) * (lengths.source + lengths.target) * d;
  // Maps with edits are computed whole, each with those that it depends on.
  const bool any_typed = std::any_of(config.edits.begin(), config.edits.end(),
                                     [](const StageEdits& stage) { return is_in_head(stage.address); });
  const double maps = any_typed ? (5 + config.more_maps()) * rows * rows : 0;
  return 4 * (maps + held_weights(config, lengths) + work +
              lengths.examples * (inputs + encoder_layers(config) * lengths.source * layer + decoder));
}

// The cost of a multiply-add of a many-feature map product, relative to one of a whole run. Two cores with
// AVX-512 did 137'000 million of these a second, at 256 tokens, against 22'000 million: a sixth, and here a
// little more.
constexpr double kPartOfAProduct = 0.25;

// The heads of one attention. A trace that keeps every stage also computes the exact and the effective map
// for a method that needs neither.
double head_operations(const Config& config, double queries, double keys, bool recomputes) {
  const AttentionMethod& method = config.attention;
  const MethodParameters& uses = row_of(method.kind).parameters;
  const HeadShape shape{static_cast<Index>(queries), static_cast<Index>(keys), config.d_k, config.d_v};
  const auto heads = static_cast<double>(config.n_heads);
  const double output = method_cost(method, shape).operations;
  if (recomputes || method.kind == AttentionKind::kExact) return heads * output;
  const auto d_k = static_cast<double>(config.d_k);
  double in_force = kOperationsPerMapNumber;
  if (uses.features) in_force += kPartOfAProduct * features_of(method);
  if (uses.rank) in_force += static_cast<double>(rank_for(method, shape.keys));
  if (uses.buckets) in_force += d_k;
  return heads * (output + queries * keys * (d_k + kOperationsPerMapNumber + in_force));
}

double companion_numbers(const Config& config, const Lengths& lengths) {
  const Companion* const companion = config.companion.get();
  return companion == nullptr ? 0 : companion->count_numbers(lengths.source, config.d_model);
}

double companion_operations(const Config& config, const Lengths& lengths) {
  const Companion* const companion = config.companion.get();
  return companion == nullptr ? 0 : companion->count_operations(lengths.source, config.d_model);
}

}  // namespace

double count_weights(const Config& config) {
  const auto d = static_cast<double>(config.d_model);
  // Of self-attention, the only one that uses positions.
  const double distances = config.positions == PositionKind::kShaw
                               ? static_cast<double>(config.n_heads * distance_vectors(config) * config.d_k)
                               : 0;
  const double attention = 2 * d * projection_width(config);
  if (!config.has_layers()) return weights_alone(config) + distances;
  const double ffn = (config.gated ? 3 : 2) * d * static_cast<double>(config.d_ff);
  const double learned =
      config.positions == PositionKind::kLearned ? static_cast<double>(config.context) * d : 0;
  return encoder_layers(config) * (attention + distances + ffn) +
         decoder_layers(config) * (decoder_attentions(config) * attention + distances + ffn) + learned;
}

double estimate_full_bytes(const Config& config, const Input& input) {
  const Lengths lengths = lengths_of(config, input);
  return full_bytes(config, lengths) + 4 * companion_numbers(config, lengths);
}

double estimate_recomputing_bytes(const Config& config, const Input& input) {
  const Lengths lengths = lengths_of(config, input);
  return recomputing_bytes(config, lengths) + 4 * companion_numbers(config, lengths);
}

double estimate_operations(const Config& config, const Input& input) {
  const Lengths lengths = lengths_of(config, input);
  const double d = widest(config);
  const double widths = projection_width(config);
  const double ffn = config.has_layers() ? 2 * d * static_cast<double>(config.d_ff) : 0;
  const bool recomputes = full_bytes(config, lengths) > kRecomputeBytes;
  const double self = head_operations(config, lengths.source, lengths.source, recomputes);
  const double encoder = encoder_layers(config) * (lengths.source * (2 * d * widths + ffn) + self);
  const double cross =
      config.has_target() ? head_operations(config, lengths.target, lengths.source, recomputes) : 0;
  const double decoder =
      decoder_layers(config) * (lengths.target * (decoder_attentions(config) * 2 * d * widths + ffn) +
                                head_operations(config, lengths.target, lengths.target, recomputes) + cross);
  const double output = config.has_decoder() ? lengths.target * lengths.vocabulary * d : 0;
  return lengths.examples * (encoder + decoder + output) + companion_operations(config, lengths);
}

}  // namespace engine
