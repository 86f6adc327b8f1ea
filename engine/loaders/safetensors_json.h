// safetensors_json.h: the JSON in checkpoints, not yet compared with the bytes that it describes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "engine/loaders/tensor.h"

namespace loaders {

// A tensor's name, or a shard's file name, and its value.
using NameTable = std::vector<std::pair<std::string, std::string>>;

// A header's entry for one tensor. begin and end count bytes from the header's end; not yet checked.
struct HeaderEntry {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;  // 0 or more each
  uint64_t begin = 0;
  uint64_t end = 0;
};

// A header, both lists sorted by name and without duplicates.
struct HeaderText {
  std::vector<HeaderEntry> entries;
  NameTable metadata;
};

// No model's tensor has more dimensions.
inline constexpr size_t kMostDimensions = 8;

// `first` is the text's offset in its file, for errors. Errors, each with path: error.safetensors_utf8,
// error.safetensors_json (byte), error.safetensors_field (tensor, field), error.safetensors_metadata (name)
// if one of the metadata is no text, or they are no object, error.safetensors_twice (name),
// error.safetensors_dtype (tensor, dtype), error.safetensors_dimension (tensor, size),
// error.safetensors_dimensions (tensor, largest), error.safetensors_names (largest).
engine::Result<HeaderText> read_header_text(std::string_view content, size_t first, const std::string& path);

// The "weight_map" of an index of shards: the file of each tensor, sorted by tensor. Errors, each with path:
// error.safetensors_utf8, error.safetensors_json (byte), error.shards_map, error.safetensors_twice (name),
// error.safetensors_names (largest), error.shards_name (shard) if a shard's name would leave the folder.
engine::Result<NameTable> read_shard_index(std::string_view content, const std::string& path);

}  // namespace loaders
