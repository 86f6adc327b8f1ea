// t5.cpp: T5 and T5 v1.1 (Raffel et al. 2020): an encoder and a decoder with RMS norms, whose only positions
// are a relative bias of the scores.
#include <algorithm>

#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;

// "relu", "gated-gelu": the activation, and whether a second product is multiplied by it.
void set_feed_forward(ConfigFields& fields, Config& config) {
  std::string kind = fields.text("feed_forward_proj", "relu");
  config.gated = kind.starts_with("gated-");
  if (config.gated) kind.erase(0, 6);
  // Hugging Face's "gated-gelu" has always been the tanh form.
  if (config.gated && kind == "gelu") kind = "gelu_new";
  // Files that were saved again say both apart, too, and that wins.
  config.gated = fields.flag("is_gated_act", config.gated);
  config.activation = fields.find("dense_act_fn") != nullptr
                          ? fields.activation("dense_act_fn", kind)
                          : fields.activation_named("feed_forward_proj", kind);
}

// The output is scaled where its table is the embedding's, unless a file of version 5 of Hugging Face's
// library says so apart: then "tie_word_embeddings" is always true, and two tables in the file are two.
void set_output(ConfigFields& fields, const TensorReader& tensors, Config& config) {
  config.tied_output = is_tied(fields, true);
  config.output_scale = fields.flag("scale_decoder_outputs", config.tied_output);
  const bool is_apart = fields.find("scale_decoder_outputs") != nullptr;
  if (is_apart && tensors.has("shared.weight") && tensors.has("lm_head.weight")) config.tied_output = false;
}

// Whether only the encoder was kept, as where a text is turned into vectors for another model.
bool is_encoder_alone(const ConfigFields& fields) {
  const nlohmann::json* const list = fields.find("architectures");
  if (list == nullptr || !list->is_array() || list->empty()) return false;
  return list->front() == "T5EncoderModel" || list->front() == "MT5EncoderModel";
}

class T5Reader {
 public:
  T5Reader(TensorReader& tensors, const Config& config, double epsilon)
      : tensors_(tensors), config_(config), epsilon_(epsilon) {}

  // Sub-layers are numbered: self-attention 0, in the decoder cross-attention 1, then the feed-forward.
  engine::LayerWeights layer(const std::string& block, bool crosses) {
    engine::LayerWeights weights;
    weights.self_norm = norm(block + ".layer.0.layer_norm");
    weights.self = attention(block + ".layer.0.SelfAttention");
    if (crosses) {
      weights.cross_norm = norm(block + ".layer.1.layer_norm");
      weights.cross = attention(block + ".layer.1.EncDecAttention");
    }
    const std::string last = block + (crosses ? ".layer.2." : ".layer.1.");
    weights.ffn_norm = norm(last + "layer_norm");
    const std::string dense = last + "DenseReluDense.";
    const Index d = config_.d_model;
    weights.ffn.w1 = tensors_.matrix(dense + (config_.gated ? "wi_1.weight" : "wi.weight"), config_.d_ff, d);
    if (config_.gated) weights.ffn.gate = tensors_.matrix(dense + "wi_0.weight", config_.d_ff, d);
    weights.ffn.w2 = tensors_.matrix(dense + "wo.weight", d, config_.d_ff);
    return weights;
  }

  // It has only a weight.
  engine::NormWeights norm(const std::string& name) {
    return {tensors_.row(name + ".weight", config_.d_model), {}, epsilon_};
  }

 private:
  engine::AttentionWeights attention(const std::string& name) {
    const Index inner = config_.n_heads * config_.d_k;
    const auto product = [&](const char* part, Index out, Index in) {
      return tensors_.linear(name + part, out, in, false);
    };
    const Index d = config_.d_model;
    return attention_of(config_, product(".q", inner, d), product(".k", inner, d), product(".v", inner, d),
                        product(".o", d, inner));
  }

  TensorReader& tensors_;
  const Config& config_;
  double epsilon_;
};

}  // namespace

void configure_t5(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded) {
  loaded = blank(engine::Architecture::kTransformer);
  loaded.tokenizer = text::TokenizerFamily::kT5;
  Config& config = loaded.config;
  fields.also_named("d_model", "hidden_size");
  fields.also_named("num_heads", "num_attention_heads");
  fields.also_named("num_layers", "num_hidden_layers");
  fields.also_named("d_kv", "head_dim");
  config.vocabulary = fields.whole("vocab_size", kTokens, 32128);
  config.d_model = fields.whole("d_model", kWidths, 512);
  config.n_heads = fields.whole("num_heads", kHeads, 8);
  config.d_k = config.d_v = fields.whole("d_kv", kWidths, 64);
  config.d_ff = fields.whole("d_ff", kFeedForwardWidths, 2048);
  config.encoder_layers = fields.whole("num_layers", kLayers, 6);
  config.decoder_layers = fields.whole("num_decoder_layers", kLayers, config.encoder_layers);
  set_feed_forward(fields, config);
  config.positions = engine::PositionKind::kBuckets;
  config.scale = false;
  config.norm = engine::NormOrder::kPre;
  config.rms_norm = true;
  config.final_norm = true;
  set_output(fields, tensors, config);
  if (is_encoder_alone(fields)) {
    config.architecture = engine::Architecture::kEncoder;
    config.predicts = engine::Prediction::kNone;
    config.output_scale = false;
    return;
  }
  loaded.decoder_start = fields.whole("decoder_start_token_id", {0, config.vocabulary - 1},
                                      fields.whole("pad_token_id", {0, config.vocabulary - 1}, 0));
}

void load_t5(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const Config& config = loaded.config;
  T5Reader reader(tensors, config, fields.number("layer_norm_epsilon", 1e-6, 0, 1));
  const std::string table =
      tensors.one_of({"shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"});
  const bool decodes = config.has_decoder();
  if (decodes) {
    read_tables(tensors, loaded, table, "lm_head.weight");
  } else {
    loaded.embedding = tensors.matrix(table, config.vocabulary, config.d_model);
  }
  const Index buckets = fields.whole("relative_attention_num_buckets", {4, 4096}, 32);
  const Index farthest = fields.whole("relative_attention_max_distance", {1, 1 << 20}, 128);
  // The farthest bucket lies beyond those with one distance each.
  if (farthest <= buckets / 2) fields.refuse("relative_attention_num_buckets");
  const auto relative = [&](const std::string& stack, bool both_ways) {
    const std::string name = stack + ".block.0.layer.0.SelfAttention.relative_attention_bias.weight";
    return engine::RelativeWeights{tensors.matrix(name, buckets, config.n_heads), farthest, both_ways};
  };
  loaded.weights.encoder_relative = relative("encoder", true);
  if (decodes) loaded.weights.decoder_relative = relative("decoder", false);
  for (Index i = 0; i < config.encoder_layers; ++i)
    loaded.weights.encoder.push_back(reader.layer("encoder.block." + std::to_string(i), false));
  for (Index i = 0; decodes && i < config.decoder_layers; ++i)
    loaded.weights.decoder.push_back(reader.layer("decoder.block." + std::to_string(i), true));
  loaded.weights.encoder_norm = reader.norm("encoder.final_layer_norm");
  if (decodes) loaded.weights.decoder_norm = reader.norm("decoder.final_layer_norm");
  tensors.pass_over("EncDecAttention.relative_attention_bias.weight");
  tensors.pass_over("embed_tokens.weight");
  tensors.pass_over("lm_head.weight");
  if (!decodes) tensors.not_shown("decoder.", "part.text_decoder");
  pass_over_heads(tensors);
}

}  // namespace loaders
