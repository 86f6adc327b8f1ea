// safetensors.h: a checkpoint's tensors by name, in one or many files (shards). Copies nothing: the files are
// mapped. https://huggingface.co/docs/safetensors
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/loaders/safetensors_json.h"
#include "engine/loaders/tensor.h"

namespace loaders {

// The contents of one file: its tensors sorted by name, without duplicates, and the texts of its
// "__metadata__".
struct TensorFile {
  std::vector<TensorInfo> tensors;
  NameTable metadata;
};

// The longest header, and the longest index of shards, to read.
inline constexpr size_t kLongestHeader = 25'000'000;

// Reads a file's header and checks everything that it says about the bytes after it: tensors are contiguous,
// from the header's end to the file's end. The tensors point into `bytes`. `path` is for errors. Errors:
// those of read_header_text, and with path: error.safetensors_short, error.safetensors_header (megabytes),
// error.safetensors_header_large (megabytes, largest), error.safetensors_overflow (tensor, shape),
// error.safetensors_offsets (tensor, begin, end), error.safetensors_beyond (tensor, end, data),
// error.safetensors_size (tensor, shape, dtype, wanted, bytes), error.safetensors_overlap (tensor, other),
// error.safetensors_hole (tensor, bytes), error.safetensors_rest (bytes).
engine::Result<TensorFile> parse_safetensors(std::span<const std::byte> bytes, const std::string& path);

// All tensors of a checkpoint. Copies share the mapped files.
class TensorSet {
 public:
  // A .safetensors file, an index of shards (.json), or a folder with model.safetensors or
  // model.safetensors.index.json. Errors: those of MappedFile::open, parse_safetensors, read_shard_index;
  // error.file_too_large (path, megabytes) for an index; error.safetensors_none (path), or
  // error.safetensors_pickled (path) if a folder has its weights in a format that can execute code;
  // error.shard_missing (path, shard), error.shard_tensor (path, tensor, shard), error.shard_twice (path,
  // tensor).
  static engine::Result<TensorSet> open(const std::filesystem::path& path);

  // Tensors that lie in memory, and outlive the set. Names must differ.
  static TensorSet in_memory(std::vector<TensorInfo> tensors);

  // Sorted by name, without duplicates.
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  // nullptr if there is none with that name.
  const TensorInfo* find(std::string_view name) const;
  // Bytes of all tensors, without headers.
  size_t bytes() const;
  // The "__metadata__" of all files, sorted by name; if a name is in several files, the first.
  const NameTable& metadata() const { return metadata_; }
  // The file, or the shards in order of name.
  const std::vector<std::shared_ptr<const MappedFile>>& files() const { return files_; }
  // Whether every file's bytes are the same as when it was opened; if not, some tensors' values have changed.
  bool is_unchanged() const;

 private:
  TensorSet() = default;
  static engine::Result<TensorSet> open_file(const std::filesystem::path& path);
  static engine::Result<TensorSet> open_shards(const std::filesystem::path& index);
  // Adds a file's tensors, unsorted after the others until sort().
  std::optional<engine::Error> add(const std::filesystem::path& path);
  std::optional<engine::Error> sort(const std::string& path);

  std::vector<TensorInfo> tensors_;
  NameTable metadata_;
  std::vector<std::shared_ptr<const MappedFile>> files_;
};

}  // namespace loaders
