// safetensors.cpp: one file, or shards joined by their index.
#include "engine/loaders/safetensors.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <system_error>

#include "engine/core/quotable.h"
#include "engine/loaders/foreign_format.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Result;
namespace fs = std::filesystem;

std::string shown(const fs::path& path) {
  return engine::quotable(path.string(), engine::kLongestPath);
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

Result<NameTable> read_index(const fs::path& path) {
  return read_mapped(path, [&](std::span<const std::byte> bytes) -> Result<NameTable> {
    if (bytes.size() > kLongestHeader) {
      return Error{"error.file_too_large",
                   {{"path", shown(path)}, {"megabytes", std::to_string(kLongestHeader / 1'000'000)}}};
    }
    return read_shard_index({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path.string());
  });
}

// The files that an index names, sorted, without duplicates.
std::vector<std::string> shards_of(const NameTable& map) {
  std::vector<std::string> shards;
  shards.reserve(map.size());
  std::transform(map.begin(), map.end(), std::back_inserter(shards),
                 [](const auto& entry) { return entry.second; });
  std::sort(shards.begin(), shards.end());
  shards.erase(std::unique(shards.begin(), shards.end()), shards.end());
  return shards;
}

}  // namespace

Result<TensorSet> TensorSet::open(const fs::path& path) {
  if (!is_folder(path)) return path.extension() == ".json" ? open_shards(path) : open_file(path);
  fs::path file = path / "model";
  file += ".safetensors";
  fs::path index = file;
  index += ".index.json";
  if (is_there(file)) return open_file(file);
  if (is_there(index)) return open_shards(index);
  if (auto foreign = foreign_weights_in(path)) return *std::move(foreign);
  return Error{"error.safetensors_none", {{"path", shown(path)}}};
}

Result<TensorSet> TensorSet::open_file(const fs::path& path) {
  TensorSet set;
  if (const auto bad = set.add(path)) return *bad;
  return set;
}

Result<TensorSet> TensorSet::open_shards(const fs::path& index) {
  const auto map = read_index(index);
  if (!map) return map.error();
  TensorSet set;
  for (const std::string& shard : shards_of(*map)) {
    const fs::path path = index.parent_path() / shard;
    if (!is_there(path)) {
      return Error{"error.shard_missing", {{"path", shown(index)}, {"shard", engine::quotable(shard)}}};
    }
    if (const auto bad = set.add(path)) return *bad;
  }
  if (const auto bad = set.sort(shown(index))) return *bad;
  for (const auto& [name, shard] : *map) {
    const TensorInfo* const tensor = set.find(name);
    if (tensor != nullptr && tensor->file->path().filename() == shard) continue;
    return Error{
        "error.shard_tensor",
        {{"path", shown(index)}, {"tensor", engine::quotable(name)}, {"shard", engine::quotable(shard)}}};
  }
  return set;
}

std::optional<Error> TensorSet::add(const fs::path& path) {
  auto mapped = MappedFile::open_to_keep(path);
  if (!mapped) return mapped.error();
  auto parsed = parse_safetensors((*mapped)->bytes(), path.string());
  if (!parsed) return foreign_format((*mapped)->bytes(), path).value_or(parsed.error());
  TensorFile file = std::move(parsed).value();
  for (TensorInfo& tensor : file.tensors) tensor.file = *mapped;
  std::move(file.tensors.begin(), file.tensors.end(), std::back_inserter(tensors_));
  std::move(file.metadata.begin(), file.metadata.end(), std::back_inserter(metadata_));
  files_.push_back(*mapped);
  return std::nullopt;
}

std::optional<Error> TensorSet::sort(const std::string& path) {
  std::sort(tensors_.begin(), tensors_.end(),
            [](const TensorInfo& a, const TensorInfo& b) { return a.name < b.name; });
  const auto twice =
      std::adjacent_find(tensors_.begin(), tensors_.end(),
                         [](const TensorInfo& a, const TensorInfo& b) { return a.name == b.name; });
  if (twice != tensors_.end())
    return Error{"error.shard_twice", {{"path", path}, {"tensor", engine::quotable(twice->name)}}};
  std::stable_sort(metadata_.begin(), metadata_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  metadata_.erase(std::unique(metadata_.begin(), metadata_.end(), same), metadata_.end());
  return std::nullopt;
}

const TensorInfo* TensorSet::find(std::string_view name) const {
  const auto found = std::lower_bound(
      tensors_.begin(), tensors_.end(), name,
      [](const TensorInfo& tensor, std::string_view wanted) { return tensor.name < wanted; });
  return found != tensors_.end() && found->name == name ? &*found : nullptr;
}

size_t TensorSet::bytes() const {
  size_t sum = 0;
  for (const TensorInfo& tensor : tensors_) sum += tensor.bytes;
  return sum;
}

TensorSet TensorSet::in_memory(std::vector<TensorInfo> tensors) {
  TensorSet set;
  set.tensors_ = std::move(tensors);
  std::ranges::sort(set.tensors_, {}, &TensorInfo::name);
  return set;
}

bool TensorSet::is_unchanged() const {
  return std::all_of(files_.begin(), files_.end(), [](const auto& file) { return file->is_unchanged(); });
}

}  // namespace loaders
