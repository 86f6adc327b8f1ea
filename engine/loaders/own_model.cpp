// own_model.cpp: writes and reads the files of Headlight's own models.
#include "engine/loaders/own_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <variant>

#include "engine/loaders/family_table.h"
#include "engine/model/settings.h"

namespace loaders {
namespace {

using engine::Architecture;
using engine::Config;
using engine::ParameterName;
using engine::ParameterRole;
using nlohmann::ordered_json;

constexpr Index kColoursOfPicture = 3;

constexpr std::array<std::pair<std::string_view, Architecture>, 3> kArchitectures = {
    {{"encoder", Architecture::kEncoder},
     {"decoder", Architecture::kDecoder},
     {"transformer", Architecture::kTransformer}}};

// The settings that are written, by their names in engine/model/settings.h.
constexpr std::array kFields = {
    "vocabulary",   "d_model",        "heads",          "kv_heads",       "d_k",         "d_v",
    "d_ff",         "encoder_layers", "decoder_layers", "positions",      "base",        "context",
    "activation",   "gated",          "norm",           "final_norm",     "tied_output", "embedding_scale",
    "output_scale", "predicts",       "causal",         "decoder_causal", "mask_padding"};

ordered_json value_of_setting(const engine::Setting& row, const Config& config) {
  return std::visit(
      [&](const auto& value) -> ordered_json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, engine::ChoiceSetting>) {
          return value.chosen(config).name;
        } else {
          return engine::value_of(value, config);
        }
      },
      row.value);
}

void read_whole(ConfigFields& fields, const char* name, const engine::WholeSetting& value, Config& config) {
  const Index smallest = value.may_be_zero ? 0 : std::min<Index>(value.smallest, 1);
  value.of(config) = fields.whole(name, {smallest, value.largest}, value.of(config));
}

void read_choice(ConfigFields& fields, const char* name, const engine::ChoiceSetting& value, Config& config) {
  const std::string said = fields.text(name, value.chosen(config).name);
  const auto found = std::ranges::find(value.choices, said, &engine::SettingChoice::name);
  if (found == value.choices.end()) return fields.refuse(name);
  value.set(config, found->kind);
}

void read_field(ConfigFields& fields, const char* name, Config& config) {
  const auto& value = engine::setting_named(name).value;
  if (const auto* const whole = std::get_if<engine::WholeSetting>(&value)) {
    read_whole(fields, name, *whole, config);
  } else if (const auto* const real = std::get_if<engine::RealSetting>(&value)) {
    real->of(config) = fields.number(name, real->of(config), real->smallest, real->largest);
  } else if (const auto* const toggle = std::get_if<engine::SwitchSetting>(&value)) {
    toggle->of(config) = fields.flag(name, toggle->of(config));
  } else if (const auto* const choice = std::get_if<engine::ChoiceSetting>(&value)) {
    read_choice(fields, name, *choice, config);
  }
}

// Distinct ids of the vocabulary; none if the field is missing.
std::vector<Index> token_ids(ConfigFields& fields, const char* name, Index vocabulary) {
  const nlohmann::json* const said = fields.find(name);
  if (said == nullptr) return {};
  std::vector<Index> ids;
  const auto is_new_id = [&](const nlohmann::json& item) {
    return item.is_number_unsigned() && item.get<uint64_t>() < static_cast<uint64_t>(vocabulary) &&
           std::ranges::find(ids, item.get<Index>()) == ids.end();
  };
  if (!said->is_array() || said->size() > static_cast<size_t>(vocabulary)) {
    fields.refuse(name);
    return {};
  }
  for (const nlohmann::json& item : *said) {
    if (!is_new_id(item)) {
      fields.refuse(name);
      return {};
    }
    ids.push_back(item.get<Index>());
  }
  return ids;
}

Index patch_values(const Loaded& loaded) {
  return loaded.image ? kColoursOfPicture * loaded.image->patch * loaded.image->patch : 0;
}

std::vector<Index> shape_of(const ParameterName& name) {
  return is_vector(name.role) ? std::vector<Index>{name.columns}
                              : std::vector<Index>{name.rows, name.columns};
}

void append(std::string& bytes, const void* data, size_t size) {
  bytes.append(static_cast<const char*>(data), size);
}

}  // namespace

bool is_vector(ParameterRole role) {
  return role == ParameterRole::kBias || role == ParameterRole::kNormWeight ||
         role == ParameterRole::kNormBias || role == ParameterRole::kNormMean ||
         role == ParameterRole::kNormVariance;
}

void write_own_settings(const Config& config, ordered_json& object) {
  const auto found = std::ranges::find(kArchitectures, config.architecture,
                                       &std::pair<std::string_view, Architecture>::second);
  object["architecture"] = found->first;
  for (const char* name : kFields) object[name] = value_of_setting(engine::setting_named(name), config);
}

void read_own_settings(ConfigFields& fields, Config& config) {
  const auto usual = std::ranges::find(kArchitectures, config.architecture,
                                       &std::pair<std::string_view, Architecture>::second);
  const std::string said =
      fields.text("architecture", usual == kArchitectures.end() ? "" : std::string(usual->first));
  const auto found =
      std::ranges::find(kArchitectures, said, &std::pair<std::string_view, Architecture>::first);
  if (found == kArchitectures.end()) return fields.refuse("architecture");
  config.architecture = found->second;
  for (const char* name : kFields) read_field(fields, name, config);
  if (config.n_kv_heads == config.n_heads) config.n_kv_heads = 0;
}

std::string own_config_text(const OwnConfig& own) {
  ordered_json object;
  object["model_type"] = "headlight";
  write_own_settings(own.config, object);
  if (own.start) object["decoder_start_token_id"] = *own.start;
  if (own.end) object["eos_token_id"] = *own.end;
  if (!own.asked.empty()) object["asked_token_ids"] = own.asked;
  if (own.image) {
    object["image_size"] = own.image->size;
    object["patch_size"] = own.image->patch;
    object["num_channels"] = kColoursOfPicture;
    for (size_t i = 0; i < own.labels.size(); ++i) object["id2label"][std::to_string(i)] = own.labels[i];
  }
  return object.dump(2) + "\n";
}

void configure_own(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  loaded = blank(Architecture::kDecoder);
  loaded.is_own = true;
  Config& config = loaded.config;
  if (fields.find("architecture") == nullptr) return fields.refuse("architecture");
  read_own_settings(fields, config);
  if (fields.find("decoder_start_token_id") != nullptr)
    loaded.decoder_start = fields.whole("decoder_start_token_id", {0, config.vocabulary - 1});
  loaded.asked = token_ids(fields, "asked_token_ids", config.vocabulary);
  if (fields.find("image_size") == nullptr) return;
  loaded.reads_text = false;
  fields.require("num_channels", kColoursOfPicture);
  ImageInput image{.size = fields.whole("image_size", {1, 4096}),
                   .patch = fields.whole("patch_size", {1, 256})};
  fields.divide("image_size", image.size, "patch_size", image.patch);
  loaded.image = image;
  loaded.labels = class_labels(fields, config.vocabulary);
}

void load_own(ConfigFields& /*fields*/, TensorReader& tensors, Loaded& loaded) {
  engine::NamedWeights named =
      engine::named_weights(loaded.config, patch_values(loaded), kNote, [&](const ParameterName& name) {
        return is_vector(name.role) ? tensors.row(name.name, name.columns)
                                    : tensors.matrix(name.name, name.rows, name.columns);
      });
  loaded.weights = std::move(named.weights);
  loaded.embedding = std::move(named.embedding);
  loaded.output = std::move(named.output);
}

// https://huggingface.co/docs/safetensors: the header's length in 8 bytes, the header, the numbers, all
// little-endian.
std::string safetensors_bytes(std::span<const NamedTensor> tensors, bool in_half) {
  static_assert(std::endian::native == std::endian::little);
  const size_t width = in_half ? sizeof(Eigen::half) : sizeof(float);
  ordered_json header;
  header["__metadata__"] = {{"format", "pt"}};
  size_t begin = 0;
  for (const NamedTensor& tensor : tensors) {
    const size_t end = begin + static_cast<size_t>(tensor.numbers->size()) * width;
    header[tensor.name.name] = {
        {"dtype", in_half ? "F16" : "F32"}, {"shape", shape_of(tensor.name)}, {"data_offsets", {begin, end}}};
    begin = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string bytes;
  bytes.reserve(8 + text.size() + begin);
  const uint64_t length = text.size();
  append(bytes, &length, sizeof(length));
  bytes += text;
  for (const NamedTensor& tensor : tensors) {
    if (!in_half) {
      append(bytes, tensor.numbers->data(), static_cast<size_t>(tensor.numbers->size()) * width);
      continue;
    }
    const auto numbers = tensor.numbers->cast<Eigen::half>().eval();
    append(bytes, numbers.data(), static_cast<size_t>(numbers.size()) * width);
  }
  return bytes;
}

}  // namespace loaders
