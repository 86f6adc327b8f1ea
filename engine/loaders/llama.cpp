// llama.cpp: Llama (Touvron et al. 2023): decoder layers with rotary positions, a gated feed-forward, and
// fewer key and value heads than query heads; and those that differ from it in few parts: Mistral (Jiang et
// al. 2023), Qwen2 (Yang et al. 2024), Qwen3 (Yang et al. 2025), Gemma (2403.08295) and Gemma 2 (2408.00118).
#include <cmath>
#include <memory>

#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;

// What a family's layers have, besides what all have.
struct LlamaParts {
  bool input_biases = false;  // of queries, keys and values
  bool output_bias = false;   // of what mixes the heads
  bool has_head_norms = false;
  bool is_from_one = false;       // norms multiply by 1 + weight
  bool has_output_norms = false;  // what a sub-layer adds is normalised, too
};

class LlamaReader {
 public:
  LlamaReader(TensorReader& tensors, const Config& config, LlamaParts parts, double epsilon)
      : tensors_(tensors), config_(config), parts_(parts), epsilon_(epsilon) {}

  engine::LayerWeights layer(const std::string& name) {
    const Index d = config_.d_model;
    engine::LayerWeights weights;
    weights.self_norm = norm(name + ".input_layernorm");
    weights.self = attention(name + ".self_attn.");
    if (parts_.has_output_norms) {
      weights.self_output_norm = norm(name + ".post_attention_layernorm");
      weights.ffn_norm = norm(name + ".pre_feedforward_layernorm");
      weights.ffn_output_norm = norm(name + ".post_feedforward_layernorm");
    } else {
      weights.ffn_norm = norm(name + ".post_attention_layernorm");
    }
    const Linear up = tensors_.linear(name + ".mlp.up_proj", config_.d_ff, d, false);
    const Linear down = tensors_.linear(name + ".mlp.down_proj", d, config_.d_ff, false);
    const Parameter gate = tensors_.matrix(name + ".mlp.gate_proj.weight", config_.d_ff, d);
    weights.ffn = feed_forward_of(up, down, gate);
    return weights;
  }

  engine::NormWeights norm(const std::string& name) {
    const Parameter stored = tensors_.row(name + ".weight", config_.d_model);
    if (!parts_.is_from_one || !tensors_.is_whole()) return {stored, {}, epsilon_};
    return {std::make_shared<const engine::Matrix>(stored.matrix().array() + 1), {}, epsilon_};
  }

 private:
  engine::AttentionWeights attention(const std::string& name) {
    const Index d = config_.d_model;
    const Index own = config_.n_heads * config_.d_k;
    const Index shared = config_.kv_heads() * config_.d_k;
    const auto product = [&](const char* part, Index out) {
      return tensors_.linear(name + part, out, d, parts_.input_biases);
    };
    engine::AttentionWeights weights =
        attention_of(config_, product("q_proj", own), product("k_proj", shared), product("v_proj", shared),
                     tensors_.linear(name + "o_proj", d, own, parts_.output_bias));
    if (!parts_.has_head_norms) return weights;
    weights.q_norm = tensors_.row(name + "q_norm.weight", config_.d_k);
    weights.k_norm = tensors_.row(name + "k_norm.weight", config_.d_k);
    weights.norm_epsilon = epsilon_;
    return weights;
  }

  TensorReader& tensors_;
  const Config& config_;
  LlamaParts parts_;
  double epsilon_;
};

// What a config says where it leaves a field out.
struct LlamaUsual {
  Index vocabulary = 32000;
  Index d_ff = 11008;
  Index kv_heads = 0;  // 0: as many as heads
  Index head = 0;      // width of a head; 0: its share of the model's
  Index longest = 2048;
  Index d_model = 4096;
  Index heads = 32;
  Index layers = 32;
  const char* activation_field = "hidden_act";
  const char* activation = "silu";
  bool is_tied = false;
};

void configure_as(ConfigFields& fields, Loaded& loaded, const LlamaUsual& usual) {
  loaded = blank(engine::Architecture::kDecoder);
  Config& config = loaded.config;
  config.vocabulary = fields.whole("vocab_size", kTokens, usual.vocabulary);
  config.d_model = fields.whole("hidden_size", kWidths, usual.d_model);
  config.n_heads = fields.whole("num_attention_heads", kHeads, usual.heads);
  const bool has_usual = usual.kv_heads > 0 && !fields.is_null("num_key_value_heads");
  config.n_kv_heads =
      fields.whole("num_key_value_heads", kHeads, has_usual ? usual.kv_heads : config.n_heads);
  fields.divide("num_attention_heads", config.n_heads, "num_key_value_heads", config.n_kv_heads);
  config.d_k = usual.head;
  // Hugging Face's library then has no width at all.
  if (usual.head > 0 && fields.is_null("head_dim")) fields.refuse("head_dim");
  if (usual.head == 0 && fields.find("head_dim") == nullptr)
    set_heads(fields, config, "hidden_size", "num_attention_heads");
  config.d_k = config.d_v = fields.whole("head_dim", kWidths, config.d_k);
  config.d_ff = fields.whole("intermediate_size", kFeedForwardWidths, usual.d_ff);
  config.decoder_layers = fields.whole("num_hidden_layers", kLayers, usual.layers);
  config.context = context_of(fields, "max_position_embeddings", usual.longest);
  config.activation = fields.activation(usual.activation_field, usual.activation);
  config.gated = true;
  read_rotary(fields, loaded, {.usual_longest = usual.longest});
  config.norm = engine::NormOrder::kPre;
  config.rms_norm = true;
  config.final_norm = true;
  config.tied_output = is_tied(fields, usual.is_tied);
}

void load_as(ConfigFields& fields, TensorReader& tensors, Loaded& loaded, LlamaParts parts) {
  const Config& config = loaded.config;
  LlamaReader reader(tensors, config, parts, fields.number("rms_norm_eps", 1e-6, 0, 1));
  const std::string body = tensors.beginning({"model.", ""}, "norm.weight");
  read_tables(tensors, loaded, body + "embed_tokens.weight", "lm_head.weight");
  for (Index i = 0; i < config.decoder_layers; ++i) {
    loaded.weights.decoder.push_back(reader.layer(body + "layers." + std::to_string(i)));
    loaded.weights.decoder.back().is_local = loaded.is_local(i);
  }
  loaded.weights.decoder_norm = reader.norm(body + "norm");
  // The angles are computed.
  for (const char* computed : {"rotary_emb.inv_freq", "rotary_emb.cos_cached", "rotary_emb.sin_cached"})
    tensors.pass_over(computed);
  tensors.pass_over("lm_head.weight");
  pass_over_heads(tensors);
}

constexpr LlamaUsual kGemma{.vocabulary = 256000,
                            .d_ff = 24576,
                            .kv_heads = 16,
                            .head = 256,
                            .longest = 8192,
                            .d_model = 3072,
                            .heads = 16,
                            .layers = 28,
                            .activation = "gelu_pytorch_tanh",
                            .is_tied = true};
constexpr LlamaUsual kGemma2{.vocabulary = 256000,
                             .d_ff = 9216,
                             .kv_heads = 4,
                             .head = 256,
                             .longest = 8192,
                             .d_model = 2304,
                             .heads = 8,
                             .layers = 26,
                             .activation_field = "hidden_activation",
                             .activation = "gelu_pytorch_tanh",
                             .is_tied = true};

// Gemma was trained with GELU's tanh form. Its first files say "gelu" in "hidden_act" and nothing in
// "hidden_activation", which versions of Hugging Face's library took for one form or the other (pull requests
// 29402 and 29995): it is what the model was trained with, and that is told.
void read_gemma_activation(ConfigFields& fields, Loaded& loaded) {
  if (fields.find("hidden_activation") != nullptr) {
    loaded.config.activation = fields.activation("hidden_activation", "gelu_pytorch_tanh");
    return;
  }
  if (fields.text("hidden_act", kGemma.activation) != "gelu") return;
  loaded.config.activation = engine::Activation::kGeluTanh;
  loaded.notes.push_back({"notice.gemma_activation", {{"path", fields.path()}}});
}

// The last layers have a window, unless it is switched off as it usually is.
void read_qwen_windows(ConfigFields& fields, Loaded& loaded) {
  const Index last = fields.whole("max_window_layers", {0, kPositions.largest}, 28);
  const Index window = window_of(fields, 4096);
  std::vector<bool> local(static_cast<size_t>(loaded.config.decoder_layers));
  for (size_t layer = 0; layer < local.size(); ++layer) local[layer] = static_cast<Index>(layer) >= last;
  read_windows(fields, loaded, fields.flag("use_sliding_window", false) ? window : 0, std::move(local));
}

}  // namespace

void configure_llama(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure_as(fields, loaded, {});
  // The gate's own bias has no stage.
  fields.require("mlp_bias", false);
}

void load_llama(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const bool biased = fields.flag("attention_bias", false);
  load_as(fields, tensors, loaded, {.input_biases = biased, .output_bias = biased});
}

void configure_mistral(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure_as(fields, loaded, {.d_ff = 14336, .kv_heads = 8, .longest = 131072});
  const auto layers = static_cast<size_t>(loaded.config.decoder_layers);
  read_windows(fields, loaded, window_of(fields, 4096), std::vector<bool>(layers, true));
}

// No biases, whatever "attention_bias" says.
void load_mistral(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  load_as(fields, tensors, loaded, {});
}

void configure_qwen2(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure_as(fields, loaded, {.vocabulary = 151936, .d_ff = 22016, .longest = 32768});
  loaded.tokenizer = text::TokenizerFamily::kQwen2;
  read_qwen_windows(fields, loaded);
}

void load_qwen2(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  load_as(fields, tensors, loaded, {.input_biases = true});
}

void configure_qwen3(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure_as(fields, loaded, {.vocabulary = 151936, .d_ff = 22016, .head = 128, .longest = 32768});
  loaded.tokenizer = text::TokenizerFamily::kQwen2;
  read_qwen_windows(fields, loaded);
}

void load_qwen3(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const bool biased = fields.flag("attention_bias", false);
  load_as(fields, tensors, loaded, {.input_biases = biased, .output_bias = biased, .has_head_norms = true});
}

void configure_gemma(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure_as(fields, loaded, kGemma);
  read_gemma_activation(fields, loaded);
  loaded.config.embedding_scale = true;
}

void load_gemma(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const bool biased = fields.flag("attention_bias", false);
  load_as(fields, tensors, loaded, {.input_biases = biased, .output_bias = biased, .is_from_one = true});
}

void configure_gemma2(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure_as(fields, loaded, kGemma2);
  Config& config = loaded.config;
  config.embedding_scale = true;
  // Scores are divided by the root of this number, in place of a head's width: the temperature is their
  // quotient.
  const Index divided = fields.whole("query_pre_attn_scalar", kWidths, 256);
  config.temperature = std::sqrt(static_cast<double>(divided) / static_cast<double>(config.d_k));
  const auto cap = [&](const char* field, double usual) {
    return fields.is_null(field) ? 0 : fields.number(field, usual, 1e-3, 1e6);
  };
  config.cap = cap("attn_logit_softcapping", 50);
  config.logit_cap = cap("final_logit_softcapping", 30);
  std::vector<bool> local(static_cast<size_t>(config.decoder_layers));
  for (size_t layer = 0; layer < local.size(); layer += 2) local[layer] = true;
  read_windows(fields, loaded, window_of(fields, 4096), std::move(local));
}

void load_gemma2(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const bool biased = fields.flag("attention_bias", false);
  load_as(fields, tensors, loaded,
          {.input_biases = biased, .output_bias = biased, .is_from_one = true, .has_output_norms = true});
}

}  // namespace loaders
