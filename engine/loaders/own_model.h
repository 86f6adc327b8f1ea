// own_model.h: Headlight's own models as files: what config.json and model.safetensors say of them. The
// tensors have the names of engine/model/named_weights.h.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/loaders/checkpoint.h"
#include "engine/model/config.h"
#include "engine/model/named_weights.h"

namespace loaders {

// Everything that a model's config.json says.
struct OwnConfig {
  engine::Config config;
  std::optional<ImageInput> image;  // if it reads pictures, of three colours
  std::vector<std::string> labels;  // of their classes
  std::optional<Index> start, end;  // tokens: before the first of a decoder's input, and after its last
};

// The text of its config.json.
std::string own_config_text(const OwnConfig& own);

// A tensor to be written. Biases and norms are written as vectors.
struct NamedTensor {
  engine::ParameterName name;
  const engine::Matrix* numbers = nullptr;
};

// The bytes of a .safetensors file: in single precision, or in half, rounded to the nearest.
std::string safetensors_bytes(std::span<const NamedTensor> tensors, bool in_half);

}  // namespace loaders
