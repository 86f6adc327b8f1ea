// gpt_neox.cpp: GPT-NeoX and Pythia (Black et al. 2022; Biderman et al. 2023): pre-LN decoder layers whose
// sub-layers may both read the layer's input, with rotary positions in a part of each head.
#include <array>
#include <memory>

#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;
using engine::Matrix;

// One product makes queries, keys and values, head by head: of each head's 3 d_k rows a third each. Copied,
// since the rows of one kind do not lie side by side.
std::array<Linear, 3> split_by_head(const TensorReader& tensors, const Config& config, const Linear& all) {
  if (!tensors.is_whole()) return {all, all, all};
  const Index width = config.d_k;
  const auto part = [&](const Parameter& from, Index place, bool is_bias) {
    auto numbers = std::make_shared<Matrix>(is_bias ? 1 : config.n_heads * width,
                                            is_bias ? config.n_heads * width : from.cols());
    for (Index head = 0; head < config.n_heads; ++head) {
      const Index first = (3 * head + place) * width;
      if (is_bias) {
        numbers->middleCols(head * width, width) = from.block(0, first, 1, width).matrix();
      } else {
        numbers->middleRows(head * width, width) = from.middle_rows(first, width).matrix();
      }
    }
    return Parameter(std::shared_ptr<const Matrix>(std::move(numbers)));
  };
  std::array<Linear, 3> parts;
  for (size_t place = 0; place < parts.size(); ++place) {
    parts.at(place).weight = part(all.weight, static_cast<Index>(place), false);
    if (all.bias) parts.at(place).bias = part(all.bias, static_cast<Index>(place), true);
  }
  return parts;
}

engine::LayerWeights neox_layer(TensorReader& tensors, const Config& config, const std::string& layer,
                                double epsilon, bool biased) {
  const Index d = config.d_model;
  engine::LayerWeights weights;
  weights.self_norm = tensors.norm(layer + ".input_layernorm", d, epsilon);
  const Linear all = tensors.linear(layer + ".attention.query_key_value", 3 * d, d, biased);
  const Linear mixed = tensors.linear(layer + ".attention.dense", d, d, biased);
  auto [query, key, value] = split_by_head(tensors, config, all);
  weights.self = attention_of(config, std::move(query), std::move(key), std::move(value), mixed);
  weights.ffn_norm = tensors.norm(layer + ".post_attention_layernorm", d, epsilon);
  const Linear up = tensors.linear(layer + ".mlp.dense_h_to_4h", config.d_ff, d);
  const Linear down = tensors.linear(layer + ".mlp.dense_4h_to_h", d, config.d_ff);
  weights.ffn = feed_forward_of(up, down);
  return weights;
}

}  // namespace

void configure_gpt_neox(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  loaded = blank(engine::Architecture::kDecoder);
  Config& config = loaded.config;
  config.vocabulary = fields.whole("vocab_size", kTokens, 50432);
  config.d_model = fields.whole("hidden_size", kWidths, 6144);
  config.n_heads = fields.whole("num_attention_heads", kHeads, 64);
  set_heads(fields, config, "hidden_size", "num_attention_heads");
  config.d_ff = fields.whole("intermediate_size", kFeedForwardWidths, 24576);
  config.decoder_layers = fields.whole("num_hidden_layers", kLayers, 44);
  config.context = context_of(fields, "max_position_embeddings", 2048);
  config.activation = fields.activation("hidden_act", "gelu");
  read_rotary(fields, loaded, {.base = "rotary_emb_base", .share = "rotary_pct", .usual_share = 0.25});
  config.norm = engine::NormOrder::kPre;
  config.final_norm = true;
  config.parallel = fields.flag("use_parallel_residual", true);
  config.tied_output = is_tied(fields, false);
}

void load_gpt_neox(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const Config& config = loaded.config;
  const Index d = config.d_model;
  const double epsilon = fields.number("layer_norm_eps", 1e-5, 0, 1);
  const bool biased = fields.flag("attention_bias", true);
  const std::string body = tensors.beginning({"gpt_neox.", ""}, "final_layer_norm.weight");
  read_tables(tensors, loaded, body + "embed_in.weight", "embed_out.weight");
  for (Index i = 0; i < config.decoder_layers; ++i) {
    const std::string layer = body + "layers." + std::to_string(i);
    loaded.weights.decoder.push_back(neox_layer(tensors, config, layer, epsilon, biased));
  }
  loaded.weights.decoder_norm = tensors.norm(body + "final_layer_norm", d, epsilon);
  // Triangles of ones, the value that hides, and the angles: all are computed.
  for (const char* computed :
       {".attention.bias", ".attention.masked_bias", "rotary_emb.inv_freq", "embed_out.weight"})
    tensors.pass_over(computed);
  pass_over_heads(tensors);
}

}  // namespace loaders
