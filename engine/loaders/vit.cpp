// vit.cpp: ViT, an encoder that reads a picture's squares as tokens (Dosovitskiy et al. 2021).
#include <algorithm>
#include <array>

#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;

constexpr Index kColours = 3;

// One number for each colour.
void read_colours(ConfigFields& fields, const char* field, double smallest, std::array<float, 3>& colours) {
  const nlohmann::json* const list = fields.find(field);
  if (list == nullptr) return;
  if (!list->is_array() || list->size() != colours.size()) return fields.refuse(field);
  for (size_t i = 0; i < colours.size(); ++i) {
    const nlohmann::json& number = list->at(i);
    if (!number.is_number() || !(number.get<double>() >= smallest && number.get<double>() <= 1e6))
      return fields.refuse(field);
    colours.at(i) = number.get<float>();
  }
}

engine::LayerWeights vit_layer(TensorReader& tensors, const Config& config, const std::string& layer,
                               double epsilon, bool has_bias) {
  const Index d = config.d_model;
  const auto square = [&](const char* name, bool biased) {
    return tensors.linear(layer + "attention." + name, d, d, biased);
  };
  engine::LayerWeights weights;
  weights.self_norm = tensors.norm(layer + "layernorm_before", d, epsilon);
  weights.self = attention_of(config, square("attention.query", has_bias), square("attention.key", has_bias),
                              square("attention.value", has_bias), square("output.dense", true));
  weights.ffn_norm = tensors.norm(layer + "layernorm_after", d, epsilon);
  const Linear up = tensors.linear(layer + "intermediate.dense", config.d_ff, d);
  const Linear down = tensors.linear(layer + "output.dense", d, config.d_ff);
  weights.ffn = {up.weight, up.bias, down.weight, down.bias, {}};
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

void read_preprocessor(ConfigFields& fields, ImageInput& image) {
  read_colours(fields, "image_mean", -1e6, image.mean);
  read_colours(fields, "image_std", 1e-6, image.deviation);
  image.rescale = static_cast<float>(fields.number("rescale_factor", 1.0 / 255, 1e-9, 1e9));
  if (!fields.flag("do_rescale", true)) image.rescale = 1;
  if (!fields.flag("do_normalize", true)) {
    image.mean.fill(0);
    image.deviation.fill(1);
  }
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
  fields.require("num_channels", kColours);
  ImageInput image;
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
  const double epsilon = fields.number("layer_norm_eps", 1e-12, 0, 1);
  const std::string body = tensors.beginning({"vit.", ""}, "embeddings.cls_token");
  const std::string projection = body + "embeddings.patch_embeddings.projection";
  loaded.weights.patches = {
      tensors.reshaped(projection + ".weight", {d, kColours, patch, patch}, d, kColours * patch * patch),
      tensors.row(projection + ".bias", d), tensors.reshaped(body + "embeddings.cls_token", {1, 1, d}, 1, d)};
  loaded.weights.positions =
      tensors.reshaped(body + "embeddings.position_embeddings", {1, config.context, d}, config.context, d);
  const bool has_bias = fields.flag("qkv_bias", true);
  for (Index i = 0; i < config.encoder_layers; ++i) {
    const std::string layer = body + "encoder.layer." + std::to_string(i) + ".";
    loaded.weights.encoder.push_back(vit_layer(tensors, config, layer, epsilon, has_bias));
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
