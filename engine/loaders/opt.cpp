// opt.cpp: OPT (Zhang et al. 2022): pre-LN decoder layers with ReLU and learned positions.
#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;

constexpr Index kRowsBefore = 2;      // rows of the table of positions before the first token's
constexpr double kOptEpsilon = 1e-5;  // PyTorch's default

engine::LayerWeights opt_layer(TensorReader& tensors, const Config& config, const std::string& layer,
                               bool biased) {
  const Index d = config.d_model;
  const auto square = [&](const char* part) {
    return tensors.linear(layer + ".self_attn." + part, d, d, biased);
  };
  engine::LayerWeights weights;
  weights.self_norm = tensors.norm(layer + ".self_attn_layer_norm", d, kOptEpsilon);
  weights.self =
      attention_of(config, square("q_proj"), square("k_proj"), square("v_proj"), square("out_proj"));
  weights.ffn_norm = tensors.norm(layer + ".final_layer_norm", d, kOptEpsilon);
  const Linear up = tensors.linear(layer + ".fc1", config.d_ff, d, biased);
  const Linear down = tensors.linear(layer + ".fc2", d, config.d_ff, biased);
  weights.ffn = feed_forward_of(up, down);
  return weights;
}

}  // namespace

void configure_opt(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  loaded = blank(engine::Architecture::kDecoder);
  Config& config = loaded.config;
  config.vocabulary = fields.whole("vocab_size", kTokens, 50272);
  config.d_model = fields.whole("hidden_size", kWidths, 768);
  config.n_heads = fields.whole("num_attention_heads", kHeads, 12);
  config.decoder_layers = fields.whole("num_hidden_layers", kLayers, 12);
  config.d_ff = fields.whole("ffn_dim", kFeedForwardWidths, 3072);
  config.context = context_of(fields, "max_position_embeddings", 2048);
  set_heads(fields, config, "hidden_size", "num_attention_heads");
  config.activation = fields.activation("activation_function", "relu");
  config.positions = engine::PositionKind::kLearned;
  config.norm = engine::NormOrder::kPre;
  config.final_norm = true;
  config.tied_output = is_tied(fields, true);
  fields.require("do_layer_norm_before", true);
  fields.require("_remove_final_layer_norm", false);
  fields.require("layer_norm_elementwise_affine", true);
  // Narrower embeddings pass through projections that have no stage.
  fields.require("word_embed_proj_dim", config.d_model);
}

void load_opt(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const Config& config = loaded.config;
  const Index d = config.d_model;
  const std::string body = tensors.beginning({"model.", ""}, "decoder.embed_positions.weight") + "decoder.";
  read_tables(tensors, loaded, body + "embed_tokens.weight", "lm_head.weight");
  const Index rows = fields.whole("max_position_embeddings", kPositions, 2048) + kRowsBefore;
  const Parameter positions = tensors.matrix(body + "embed_positions.weight", rows, d);
  loaded.weights.positions = positions.middle_rows(kRowsBefore, config.context);
  // Hidden tokens have position -1.
  loaded.weights.counted = {.table = positions, .padding = kRowsBefore - 1, .by_mask = true};
  const bool biased = fields.flag("enable_bias", true);
  for (Index i = 0; i < config.decoder_layers; ++i)
    loaded.weights.decoder.push_back(
        opt_layer(tensors, config, body + "layers." + std::to_string(i), biased));
  loaded.weights.decoder_norm = tensors.norm(body + "final_layer_norm", d, kOptEpsilon);
  tensors.pass_over("lm_head.weight");
  tensors.pass_over("decoder.version");
  pass_over_heads(tensors);
}

}  // namespace loaders
