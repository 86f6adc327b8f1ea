// vit.cpp: ViT, an encoder that reads a picture's squares as tokens (Dosovitskiy et al. 2021).
#include <algorithm>

#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;

constexpr Index kColours = 3;

// The parts of a layer by the names of the file.
struct VitNames {
  const char *layers, *query, *key, *value, *mixed, *up, *down;
};
constexpr VitNames kFirstNames{"encoder.layer.",
                               "attention.attention.query",
                               "attention.attention.key",
                               "attention.attention.value",
                               "attention.output.dense",
                               "intermediate.dense",
                               "output.dense"};
// Since version 5 of Hugging Face's library.
constexpr VitNames kNewNames{"layers.",          "attention.q_proj", "attention.k_proj", "attention.v_proj",
                             "attention.o_proj", "mlp.fc1",          "mlp.fc2"};

engine::LayerWeights vit_layer(TensorReader& tensors, const Config& config, const VitNames& names,
                               const std::string& layer, double epsilon, bool has_bias) {
  const Index d = config.d_model;
  const auto square = [&](const char* name, bool biased) {
    return tensors.linear(layer + name, d, d, biased);
  };
  engine::LayerWeights weights;
  weights.self_norm = tensors.norm(layer + "layernorm_before", d, epsilon);
  weights.self = attention_of(config, square(names.query, has_bias), square(names.key, has_bias),
                              square(names.value, has_bias), square(names.mixed, true));
  weights.ffn_norm = tensors.norm(layer + "layernorm_after", d, epsilon);
  const Linear up = tensors.linear(layer + names.up, config.d_ff, d);
  const Linear down = tensors.linear(layer + names.down, d, config.d_ff);
  weights.ffn = feed_forward_of(up, down);
  return weights;
}

}  // namespace

std::vector<std::string> class_labels(const ConfigFields& fields, Index count) {
  std::vector<std::string> labels;
  const nlohmann::json* const names = fields.find("id2label");
  for (Index i = 0; i < count; ++i) {
    std::string label = "LABEL_" + std::to_string(i);
    if (names != nullptr && names->is_object()) {
      const auto found = names->find(std::to_string(i));
      if (found != names->end() && found->is_string()) label = found->get<std::string>();
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

void configure_vit(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded) {
  loaded = blank(engine::Architecture::kEncoder);
  loaded.reads_text = false;
  Config& config = loaded.config;
  config.d_model = fields.whole("hidden_size", kWidths, 768);
  config.n_heads = fields.whole("num_attention_heads", kHeads, 12);
  config.encoder_layers = fields.whole("num_hidden_layers", kLayers, 12);
  config.d_ff = fields.whole("intermediate_size", kFeedForwardWidths, 3072);
  set_heads(fields, config, "hidden_size", "num_attention_heads");
  config.activation = fields.activation("hidden_act", "gelu");
  ImageInput image;
  image.channels = fields.whole("num_channels", kPositions, kColours);
  if (image.channels != 1 && image.channels != kColours) fields.refuse("num_channels");
  image.size = fields.whole("image_size", {1, 4096}, 224);
  image.patch = fields.whole("patch_size", {1, 256}, 16);
  fields.divide("image_size", image.size, "patch_size", image.patch);
  loaded.image = image;
  const Index side = std::max<Index>(image.size / image.patch, 1);
  config.context = std::min(1 + side * side, engine::kMaxTokens);
  if (1 + side * side > engine::kMaxTokens) fields.refuse("patch_size");
  config.positions = engine::PositionKind::kLearned;
  config.norm = engine::NormOrder::kPre;
  config.final_norm = true;
  config.tied_output = false;
  const Index classes = tensors.first_side("classifier.weight");
  config.predicts = classes > 0 ? engine::Prediction::kClass : engine::Prediction::kNone;
  config.vocabulary = std::min(classes, kTokens.largest);
  loaded.labels = class_labels(fields, config.vocabulary);
}

void load_vit(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const Config& config = loaded.config;
  const Index d = config.d_model;
  const Index patch = loaded.image->patch;
  const Index channels = loaded.image->channels;
  const double epsilon = fields.number("layer_norm_eps", 1e-12, 0, 1);
  const std::string body = tensors.beginning({"vit.", ""}, "embeddings.cls_token");
  const std::string projection = body + "embeddings.patch_embeddings.projection";
  loaded.weights.patches = {
      tensors.reshaped(projection + ".weight", {d, channels, patch, patch}, d, channels * patch * patch),
      tensors.row(projection + ".bias", d), tensors.reshaped(body + "embeddings.cls_token", {1, 1, d}, 1, d)};
  loaded.weights.positions =
      tensors.reshaped(body + "embeddings.position_embeddings", {1, config.context, d}, config.context, d);
  const bool has_bias = fields.flag("qkv_bias", true);
  const VitNames& names =
      tensors.has(body + kNewNames.layers + "0.layernorm_before.weight") ? kNewNames : kFirstNames;
  for (Index i = 0; i < config.encoder_layers; ++i) {
    const std::string layer = body + names.layers + std::to_string(i) + ".";
    loaded.weights.encoder.push_back(vit_layer(tensors, config, names, layer, epsilon, has_bias));
  }
  loaded.weights.encoder_norm = tensors.norm(body + "layernorm", d, epsilon);
  if (config.predicts == engine::Prediction::kClass) {
    const Linear classifier = tensors.linear("classifier", config.vocabulary, d);
    loaded.output = classifier.weight;
    loaded.weights.predict.bias = classifier.bias;
  }
  tensors.not_shown("pooler.", "part.pooler");
  tensors.not_shown("decoder.", "part.image_decoder");
  tensors.not_shown("mask_token", "part.image_decoder");
}

}  // namespace loaders
