// own_model.h: Headlight's own models as files: what config.json and model.safetensors say of them. The
// tensors have the names of engine/model/named_weights.h.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/loaders/checkpoint.h"
#include "engine/loaders/config_json.h"
#include "engine/model/config.h"
#include "engine/model/named_weights.h"

namespace loaders {

// The architecture and settings of a model that has Headlight's parts, as fields of an object, and back: a
// field that is missing keeps the value in `config`.
void write_own_settings(const engine::Config& config, nlohmann::ordered_json& object);
void read_own_settings(ConfigFields& fields, engine::Config& config);

// Everything that a model's config.json says.
struct OwnConfig {
  engine::Config config;
  std::optional<ImageInput> image;  // if it reads pictures, of three colours
  std::vector<std::string> labels;  // of their classes
  std::optional<Index> start, end;  // tokens: before the first of a decoder's input, and after its last
  std::vector<Index> asked;         // words at which an encoder says another one
};

// The text of its config.json.
std::string own_config_text(const OwnConfig& own);

// Biases and norms are written as vectors.
bool is_vector(engine::ParameterRole role);

// A tensor to be written.
struct NamedTensor {
  engine::ParameterName name;
  const engine::Matrix* numbers = nullptr;
};

// The bytes of a .safetensors file: in single precision, or in half, rounded to the nearest.
std::string safetensors_bytes(std::span<const NamedTensor> tensors, bool in_half);

}  // namespace loaders
