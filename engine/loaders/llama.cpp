// llama.cpp: Llama (Touvron et al. 2023): decoder layers with rotary positions, a gated feed-forward, and
// fewer key and value heads than query heads.
#include <algorithm>

#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;

engine::LayerWeights llama_layer(TensorReader& tensors, const Config& config, const std::string& layer,
                                 double epsilon, bool attention_bias) {
  const Index d = config.d_model;
  const Index own = config.n_heads * config.d_k;
  const Index shared = config.kv_heads() * config.d_k;
  const auto product = [&](const std::string& name, Index out, Index in) {
    return tensors.linear(layer + ".self_attn." + name, out, in, attention_bias);
  };
  engine::LayerWeights weights;
  weights.self_norm = {tensors.row(layer + ".input_layernorm.weight", d), {}, epsilon};
  weights.self = attention_of(config, product("q_proj", own, d), product("k_proj", shared, d),
                              product("v_proj", shared, d), product("o_proj", d, own));
  weights.ffn_norm = {tensors.row(layer + ".post_attention_layernorm.weight", d), {}, epsilon};
  const Linear up = tensors.linear(layer + ".mlp.up_proj", config.d_ff, d, false);
  const Linear down = tensors.linear(layer + ".mlp.down_proj", d, config.d_ff, false);
  const Parameter gate = tensors.matrix(layer + ".mlp.gate_proj.weight", config.d_ff, d);
  weights.ffn = {up.weight, up.bias, down.weight, down.bias, gate};
  return weights;
}

}  // namespace

void configure_llama(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  loaded = blank(engine::Architecture::kDecoder);
  Config& config = loaded.config;
  config.vocabulary = fields.whole("vocab_size", kTokens, 32000);
  config.d_model = fields.whole("hidden_size", kWidths, 4096);
  config.n_heads = fields.whole("num_attention_heads", kHeads, 32);
  config.n_kv_heads = fields.whole("num_key_value_heads", kHeads, config.n_heads);
  fields.divide("num_attention_heads", config.n_heads, "num_key_value_heads", config.n_kv_heads);
  if (fields.find("head_dim") == nullptr) set_heads(fields, config, "hidden_size", "num_attention_heads");
  config.d_k = config.d_v = fields.whole("head_dim", kWidths, config.d_k);
  config.d_ff = fields.whole("intermediate_size", kFeedForwardWidths, 11008);
  config.decoder_layers = fields.whole("num_hidden_layers", kLayers, 32);
  config.context = std::min(fields.whole("max_position_embeddings", kPositions, 2048), engine::kMaxTokens);
  config.activation = fields.activation("hidden_act", "silu");
  config.gated = true;
  read_rotary(fields, loaded);
  config.norm = engine::NormOrder::kPre;
  config.rms_norm = true;
  config.final_norm = true;
  config.tied_output = fields.flag("tie_word_embeddings", false);
  // The gate's own bias has no stage.
  fields.require("mlp_bias", false);
}

void load_llama(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const Config& config = loaded.config;
  const Index d = config.d_model;
  const double epsilon = fields.number("rms_norm_eps", 1e-6, 0, 1);
  const bool attention_bias = fields.flag("attention_bias", false);
  const std::string body = tensors.beginning({"model.", ""}, "embed_tokens.weight");
  loaded.embedding = tensors.matrix(body + "embed_tokens.weight", config.vocabulary, d);
  loaded.output =
      config.tied_output ? loaded.embedding : tensors.matrix("lm_head.weight", config.vocabulary, d);
  for (Index i = 0; i < config.decoder_layers; ++i) {
    const std::string layer = body + "layers." + std::to_string(i);
    loaded.weights.decoder.push_back(llama_layer(tensors, config, layer, epsilon, attention_bias));
  }
  loaded.weights.decoder_norm = {tensors.row(body + "norm.weight", d), {}, epsilon};
  tensors.pass_over("rotary_emb.inv_freq");
  tensors.pass_over("lm_head.weight");
  tensors.not_shown("score.", "part.classifier");
}

}  // namespace loaders
