// seq2seq.cpp: Marian (Junczys-Dowmunt et al. 2018) and BART (Lewis et al. 2020): an encoder that reads one
// text and a decoder that writes another, as in Vaswani et al. 2017; mBART (Liu et al. 2020) and Pegasus
// (Zhang et al. 2020) are pre-LN.
#include <algorithm>

#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;

// Rows of BART's table of positions before the first token's.
constexpr Index kSkipped = 2;
constexpr double kEpsilon = 1e-5;  // PyTorch's default

void configure(ConfigFields& fields, Loaded& loaded, engine::NormOrder order) {
  loaded = blank(engine::Architecture::kTransformer);
  Config& config = loaded.config;
  fields.also_named("d_model", "hidden_size");
  fields.also_named("encoder_attention_heads", "num_attention_heads");
  config.d_model = fields.whole("d_model", kWidths, 1024);
  config.n_heads = fields.whole("encoder_attention_heads", kHeads, 16);
  const Index decoder_heads = fields.whole("decoder_attention_heads", kHeads, 16);
  if (decoder_heads != config.n_heads) fields.refuse("decoder_attention_heads");
  set_heads(fields, config, "d_model", "encoder_attention_heads");
  config.encoder_layers = fields.whole("encoder_layers", kLayers, 12);
  config.decoder_layers = fields.whole("decoder_layers", kLayers, 12);
  config.d_ff = std::max(fields.whole("encoder_ffn_dim", kFeedForwardWidths, 4096),
                         fields.whole("decoder_ffn_dim", kFeedForwardWidths, 4096));
  config.activation = fields.activation("activation_function", "gelu");
  config.embedding_scale = fields.flag("scale_embedding", false);
  config.norm = order;
  config.final_norm = order == engine::NormOrder::kPre;
  config.tied_output = is_tied(fields, true);
  fields.require("normalize_before", config.final_norm);
  fields.require("add_final_layer_norm", config.final_norm);
}

engine::AttentionWeights seq2seq_attention(TensorReader& tensors, const Config& config,
                                           const std::string& name) {
  const Index d = config.d_model;
  const auto square = [&](const char* part) { return tensors.linear(name + part, d, d); };
  return attention_of(config, square(".q_proj"), square(".k_proj"), square(".v_proj"), square(".out_proj"));
}

engine::LayerWeights seq2seq_layer(TensorReader& tensors, const Config& config, const std::string& layer,
                                   Index d_ff, bool crosses) {
  const Index d = config.d_model;
  engine::LayerWeights weights;
  weights.self = seq2seq_attention(tensors, config, layer + ".self_attn");
  weights.self_norm = tensors.norm(layer + ".self_attn_layer_norm", d, kEpsilon);
  if (crosses) {
    weights.cross = seq2seq_attention(tensors, config, layer + ".encoder_attn");
    weights.cross_norm = tensors.norm(layer + ".encoder_attn_layer_norm", d, kEpsilon);
  }
  const Linear up = tensors.linear(layer + ".fc1", d_ff, d);
  const Linear down = tensors.linear(layer + ".fc2", d, d_ff);
  weights.ffn = feed_forward_of(up, down);
  weights.ffn_norm = tensors.norm(layer + ".final_layer_norm", d, kEpsilon);
  return weights;
}

// The layers and tables that both families name alike; returns the prefix of their names.
std::string load(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const Config& config = loaded.config;
  std::string body = tensors.beginning({"model.", ""}, "encoder.layers.0.fc1.weight");
  const std::string table = tensors.one_of(
      {body + "shared.weight", body + "encoder.embed_tokens.weight", body + "decoder.embed_tokens.weight"});
  read_tables(tensors, loaded, table, "lm_head.weight");
  const auto stack = [&](const std::string& name, Index layers, const char* width, bool crosses) {
    std::vector<engine::LayerWeights> all;
    const Index d_ff = fields.whole(width, kFeedForwardWidths, 4096);
    for (Index i = 0; i < layers; ++i)
      all.push_back(
          seq2seq_layer(tensors, config, body + name + ".layers." + std::to_string(i), d_ff, crosses));
    return all;
  };
  loaded.weights.encoder = stack("encoder", config.encoder_layers, "encoder_ffn_dim", false);
  loaded.weights.decoder = stack("decoder", config.decoder_layers, "decoder_ffn_dim", true);
  if (config.final_norm) {
    loaded.weights.encoder_norm = tensors.norm(body + "encoder.layer_norm", config.d_model, kEpsilon);
    loaded.weights.decoder_norm = tensors.norm(body + "decoder.layer_norm", config.d_model, kEpsilon);
  }
  // A model that only computes vectors has none.
  if (tensors.has("final_logits_bias"))
    loaded.weights.predict.bias =
        tensors.reshaped("final_logits_bias", {1, config.vocabulary}, 1, config.vocabulary);
  tensors.pass_over("embed_tokens.weight");
  tensors.pass_over("lm_head.weight");
  for (const char* version : {"encoder.version", "decoder.version"}) tensors.pass_over(version);
  pass_over_heads(tensors);
  return body;
}

// Sinusoids, and a decoder that starts with a token of the vocabulary.
void set_sinusoids(ConfigFields& fields, Loaded& loaded, Index longest, Index start) {
  loaded.config.positions = engine::PositionKind::kSinusoidal;
  loaded.config.context = context_of(fields, "max_position_embeddings", longest);
  loaded.decoder_start = fields.whole("decoder_start_token_id", {0, loaded.config.vocabulary - 1}, start);
}

void load_with_sinusoids(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  load(fields, tensors, loaded);
  loaded.weights.sinusoid_halves = true;
  // They are computed.
  tensors.pass_over("embed_positions.weight");
}

// A table of positions, and a norm before the first layers; a decoder that starts with `start` if no field
// says otherwise.
void set_table(ConfigFields& fields, Loaded& loaded, Index start) {
  loaded.config.positions = engine::PositionKind::kLearned;
  loaded.config.context = context_of(fields, "max_position_embeddings", 1024);
  loaded.config.input_norm = true;
  loaded.decoder_start = fields.whole("decoder_start_token_id", {0, loaded.config.vocabulary - 1}, start);
}

void load_with_table(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const std::string body = load(fields, tensors, loaded);
  const Index d = loaded.config.d_model;
  const Index rows = fields.whole("max_position_embeddings", kPositions, 1024) + kSkipped;
  const auto positions = [&](const char* stack) {
    return tensors.matrix(body + stack + ".embed_positions.weight", rows, d)
        .middle_rows(kSkipped, loaded.config.context);
  };
  loaded.weights.positions = positions("encoder");
  loaded.weights.target_positions = positions("decoder");
  loaded.weights.input_norm = tensors.norm(body + "encoder.layernorm_embedding", d, kEpsilon);
  loaded.weights.target_input_norm = tensors.norm(body + "decoder.layernorm_embedding", d, kEpsilon);
}

}  // namespace

void configure_marian(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure(fields, loaded, engine::NormOrder::kPost);
  loaded.tokenizer = text::TokenizerFamily::kMarian;
  loaded.config.vocabulary = fields.whole("vocab_size", kTokens, 58101);
  set_sinusoids(fields, loaded, 1024, loaded.config.vocabulary - 1);
  fields.require("share_encoder_decoder_embeddings", true);
  fields.require("decoder_vocab_size", loaded.config.vocabulary);
}

void load_marian(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  load_with_sinusoids(fields, tensors, loaded);
}

void configure_pegasus(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure(fields, loaded, engine::NormOrder::kPre);
  loaded.tokenizer = text::TokenizerFamily::kPegasus;
  loaded.config.vocabulary = fields.whole("vocab_size", kTokens, 50265);
  set_sinusoids(fields, loaded, 1024, 0);
  fields.require("normalize_embedding", false);
}

void load_pegasus(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  load_with_sinusoids(fields, tensors, loaded);
}

void configure_bart(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure(fields, loaded, engine::NormOrder::kPost);
  loaded.tokenizer = text::TokenizerFamily::kRoberta;
  loaded.config.vocabulary = fields.whole("vocab_size", kTokens, 50265);
  set_table(fields, loaded, 2);
}

void load_bart(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  load_with_table(fields, tensors, loaded);
}

void configure_mbart(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure(fields, loaded, engine::NormOrder::kPre);
  loaded.tokenizer = text::TokenizerFamily::kMbart;
  loaded.config.vocabulary = fields.whole("vocab_size", kTokens, 50265);
  // MBartConfig names no start, and generate() falls back on the token that begins a text.
  set_table(fields, loaded, fields.whole("bos_token_id", {0, loaded.config.vocabulary - 1}, 0));
}

void load_mbart(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  load_with_table(fields, tensors, loaded);
}

}  // namespace loaders
