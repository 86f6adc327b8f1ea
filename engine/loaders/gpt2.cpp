// gpt2.cpp: GPT-2 and DistilGPT-2, a stack of pre-LN decoder layers (Radford et al. 2019).
#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;

// A product whose weight is stored as (in, out).
Linear turned(TensorReader& tensors, const std::string& name, Index out, Index in) {
  return {tensors.matrix(name + ".weight", in, out).transposed(), tensors.row(name + ".bias", out)};
}

// Queries, keys and values are the three thirds of one product.
engine::AttentionWeights gpt2_attention(TensorReader& tensors, const Config& config,
                                        const std::string& name) {
  const Index d = config.d_model;
  const Linear all = turned(tensors, name + ".c_attn", 3 * d, d);
  const auto third = [&](Index i) {
    return Linear{all.weight.middle_rows(i * d, d), all.bias.block(0, i * d, 1, d)};
  };
  return attention_of(config, third(0), third(1), third(2), turned(tensors, name + ".c_proj", d, d));
}

}  // namespace

void configure_gpt2(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  loaded = blank(engine::Architecture::kDecoder);
  loaded.tokenizer = text::TokenizerFamily::kGpt2;
  Config& config = loaded.config;
  fields.also_named("n_embd", "hidden_size");
  fields.also_named("n_positions", "max_position_embeddings");
  fields.also_named("n_head", "num_attention_heads");
  fields.also_named("n_layer", "num_hidden_layers");
  config.vocabulary = fields.whole("vocab_size", kTokens, 50257);
  config.d_model = fields.whole("n_embd", kWidths, 768);
  config.n_heads = fields.whole("n_head", kHeads, 12);
  config.decoder_layers = fields.whole("n_layer", kLayers, 12);
  config.d_ff = fields.whole("n_inner", kFeedForwardWidths, 4 * config.d_model);
  config.context = context_of(fields, "n_positions", 1024);
  set_heads(fields, config, "n_embd", "n_head");
  config.activation = fields.activation("activation_function", "gelu_new");
  config.scale = fields.flag("scale_attn_weights", true);
  config.positions = engine::PositionKind::kLearned;
  config.norm = engine::NormOrder::kPre;
  config.final_norm = true;
  config.tied_output = is_tied(fields, true);
  fields.require("scale_attn_by_inverse_layer_idx", false);
  fields.require("add_cross_attention", false);
}

void load_gpt2(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const Config& config = loaded.config;
  const Index d = config.d_model;
  const double epsilon = fields.number("layer_norm_epsilon", 1e-5, 0, 1);
  const std::string body = tensors.beginning({"transformer.", ""}, "wpe.weight");
  read_tables(tensors, loaded, body + "wte.weight", "lm_head.weight");
  const Index positions = fields.whole("n_positions", kPositions, 1024);
  loaded.weights.positions = tensors.matrix(body + "wpe.weight", positions, d).middle_rows(0, config.context);
  for (Index i = 0; i < config.decoder_layers; ++i) {
    const std::string layer = body + "h." + std::to_string(i);
    const Linear up = turned(tensors, layer + ".mlp.c_fc", config.d_ff, d);
    const Linear down = turned(tensors, layer + ".mlp.c_proj", d, config.d_ff);
    engine::LayerWeights& weights = loaded.weights.decoder.emplace_back();
    weights.self_norm = tensors.norm(layer + ".ln_1", d, epsilon);
    weights.self = gpt2_attention(tensors, config, layer + ".attn");
    weights.ffn_norm = tensors.norm(layer + ".ln_2", d, epsilon);
    weights.ffn = feed_forward_of(up, down);
  }
  loaded.weights.decoder_norm = tensors.norm(body + "ln_f", d, epsilon);
  // Triangles of ones, and the value that hides: masks, which are computed here.
  tensors.pass_over(".attn.bias");
  tensors.pass_over(".attn.masked_bias");
  tensors.pass_over("lm_head.weight");
  pass_over_heads(tensors);
}

}  // namespace loaders
