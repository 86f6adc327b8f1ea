// gpt_neo.cpp: GPT-Neo (Black et al. 2021): pre-LN decoder layers whose scores are not divided, and some of
// which see only a window; TinyStories (Eldan & Li 2023) are such models.
#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;
using nlohmann::json;

// "attention_layers" names each layer's kind, or "attention_types" has lists of kinds that repeat:
// [[["global", "local"], 12]].
std::vector<json> kinds_of_layers(ConfigFields& fields) {
  std::vector<json> kinds;
  if (const json* const each = fields.find("attention_layers")) {
    if (each->is_array()) kinds.assign(each->begin(), each->end());
    return kinds;
  }
  const json usual = json::array({json::array({json::array({"global", "local"}), 12U})});
  const json* const given = fields.find("attention_types");
  const json& types = given == nullptr ? usual : *given;
  if (!types.is_array()) return kinds;
  for (const json& run : types) {
    const bool is_run = run.is_array() && run.size() == 2 && run[0].is_array() && run[1].is_number_unsigned();
    if (!is_run || run[1].get<uint64_t>() > static_cast<uint64_t>(kLayers.largest)) return {};
    for (uint64_t i = 0; i < run[1].get<uint64_t>(); ++i) {
      kinds.insert(kinds.end(), run[0].begin(), run[0].end());
      if (kinds.size() > static_cast<size_t>(kLayers.largest)) return {};
    }
  }
  return kinds;
}

void read_kinds(ConfigFields& fields, Loaded& loaded) {
  const std::vector<json> kinds = kinds_of_layers(fields);
  const char* const field =
      fields.find("attention_layers") == nullptr ? "attention_types" : "attention_layers";
  if (kinds.size() != static_cast<size_t>(loaded.config.decoder_layers)) return fields.refuse(field);
  std::vector<bool> local;
  for (const json& kind : kinds) {
    if (kind != "global" && kind != "local") return fields.refuse(field);
    local.push_back(kind == "local");
  }
  const Index window = fields.whole("window_size", kPositions, 256);
  read_windows(fields, loaded, window < engine::kMaxTokens ? window : 0, std::move(local));
}

engine::LayerWeights neo_layer(TensorReader& tensors, const Config& config, const std::string& layer,
                               double epsilon) {
  const Index d = config.d_model;
  const auto square = [&](const char* part, bool biased) {
    return tensors.linear(layer + ".attn.attention." + part, d, d, biased);
  };
  engine::LayerWeights weights;
  weights.self_norm = tensors.norm(layer + ".ln_1", d, epsilon);
  weights.self = attention_of(config, square("q_proj", false), square("k_proj", false),
                              square("v_proj", false), square("out_proj", true));
  weights.ffn_norm = tensors.norm(layer + ".ln_2", d, epsilon);
  const Linear up = tensors.linear(layer + ".mlp.c_fc", config.d_ff, d);
  const Linear down = tensors.linear(layer + ".mlp.c_proj", d, config.d_ff);
  weights.ffn = feed_forward_of(up, down);
  return weights;
}

}  // namespace

void configure_gpt_neo(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  loaded = blank(engine::Architecture::kDecoder);
  loaded.tokenizer = text::TokenizerFamily::kGpt2;
  Config& config = loaded.config;
  fields.also_named("num_heads", "num_attention_heads");
  fields.also_named("num_layers", "num_hidden_layers");
  config.vocabulary = fields.whole("vocab_size", kTokens, 50257);
  config.d_model = fields.whole("hidden_size", kWidths, 2048);
  config.n_heads = fields.whole("num_heads", kHeads, 16);
  config.decoder_layers = fields.whole("num_layers", kLayers, 24);
  config.d_ff = fields.whole("intermediate_size", kFeedForwardWidths, 4 * config.d_model);
  config.context = context_of(fields, "max_position_embeddings", 2048);
  set_heads(fields, config, "hidden_size", "num_heads");
  config.activation = fields.activation("activation_function", "gelu_new");
  config.scale = false;
  config.positions = engine::PositionKind::kLearned;
  config.norm = engine::NormOrder::kPre;
  config.final_norm = true;
  config.tied_output = is_tied(fields, true);
  read_kinds(fields, loaded);
}

void load_gpt_neo(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const Config& config = loaded.config;
  const Index d = config.d_model;
  const double epsilon = fields.number("layer_norm_epsilon", 1e-5, 0, 1);
  const std::string body = tensors.beginning({"transformer.", ""}, "wpe.weight");
  read_tables(tensors, loaded, body + "wte.weight", "lm_head.weight");
  const Index positions = fields.whole("max_position_embeddings", kPositions, 2048);
  loaded.weights.positions = tensors.matrix(body + "wpe.weight", positions, d).middle_rows(0, config.context);
  for (Index i = 0; i < config.decoder_layers; ++i) {
    loaded.weights.decoder.push_back(neo_layer(tensors, config, body + "h." + std::to_string(i), epsilon));
    loaded.weights.decoder.back().is_local = loaded.is_local(i);
  }
  loaded.weights.decoder_norm = tensors.norm(body + "ln_f", d, epsilon);
  // Masks, which are computed here.
  tensors.pass_over(".attn.attention.bias");
  tensors.pass_over(".attn.attention.masked_bias");
  tensors.pass_over("lm_head.weight");
  pass_over_heads(tensors);
}

}  // namespace loaders
