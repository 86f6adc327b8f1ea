// safetensors.h: a checkpoint's tensors by name, in one file or in many (shards). Nothing is copied: the
// files are mapped. https://huggingface.co/docs/safetensors
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/loaders/tensor.h"
#include "engine/result.h"

namespace loaders {

// A tensor's name, or a shard's file name, and what is said of it.
using NameTable = std::vector<std::pair<std::string, std::string>>;

// What one file holds: its tensors sorted by name, no two alike, and the texts of its "__metadata__".
struct TensorFile {
  std::vector<TensorInfo> tensors;
  NameTable metadata;
};

// Reads a file's header and checks all that it says of the bytes behind it: tensors lie one after another,
// from the header's end to the file's end. The tensors point into `bytes`. `path` is for errors. Errors, each
// with path: error.safetensors_short, error.safetensors_header_length (length, file),
// error.safetensors_header_large (megabytes, largest), error.safetensors_json (byte), error.safetensors_field
// (tensor, field), error.safetensors_twice (name), error.safetensors_dtype (tensor, dtype),
// error.safetensors_shape (tensor, shape, dtype, wanted, bytes), error.safetensors_dimension (tensor),
// error.safetensors_dimensions (tensor, largest), error.safetensors_overflow (tensor, shape),
// error.safetensors_offsets (tensor, begin, end), error.safetensors_beyond (tensor, end, data),
// error.safetensors_overlap (tensor, other), error.safetensors_hole (tensor, begin, end),
// error.safetensors_rest (bytes).
engine::Result<TensorFile> parse_safetensors(std::span<const std::byte> bytes, const std::string& path);

// The "weight_map" of an index of shards: which file each tensor is in, sorted by tensor. Errors, each with
// path: error.shards_json (byte), error.shards_map, error.safetensors_twice (name), error.shards_name (shard)
// where a shard's name would leave the folder.
engine::Result<NameTable> parse_shard_index(std::string_view json, const std::string& path);

// All tensors of a checkpoint. Copies share the mapped files.
class TensorSet {
 public:
  // A .safetensors file, an index of shards (.json), or a folder with model.safetensors or
  // model.safetensors.index.json. Errors: those of MappedFile::open, parse_safetensors, parse_shard_index;
  // error.safetensors_none (path), error.safetensors_pickled (path, file) where a folder holds neither;
  // error.shard_missing (path, shard), error.shard_tensor (path, tensor, shard), error.shard_twice (path,
  // tensor, shard, other).
  static engine::Result<TensorSet> open(const std::filesystem::path& path);

  // Sorted by name, each once.
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  // nullptr where there is none of that name.
  const TensorInfo* find(std::string_view name) const;
  // Bytes of all tensors, without headers.
  size_t bytes() const { return bytes_; }
  // The "__metadata__" of all files, sorted by name; of a name in several files the first.
  const NameTable& metadata() const { return metadata_; }
  // The file, or the shards in the order of their names.
  const std::vector<std::shared_ptr<const MappedFile>>& files() const { return files_; }

 private:
  std::vector<TensorInfo> tensors_;
  NameTable metadata_;
  std::vector<std::shared_ptr<const MappedFile>> files_;
  size_t bytes_ = 0;
};

}  // namespace loaders
