// safetensors_layout.cpp: checks a header against the bytes after it.
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>

#include "engine/core/quotable.h"
#include "engine/loaders/safetensors.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Result;

constexpr size_t kLengthBytes = 8;
constexpr uint64_t kMegabyte = 1'000'000;

class Layout {
 public:
  // `data`: the bytes after the header.
  Layout(std::span<const std::byte> data, const std::string& path)
      : data_(data), path_(engine::quotable(path, engine::kLongestPath)) {}

  std::optional<Error> check(const std::vector<HeaderEntry>& entries) const {
    for (const HeaderEntry& entry : entries) {
      if (auto bad = check_entry(entry)) return bad;
    }
    return check_order(entries);
  }

  Error fail(const char* key, std::vector<std::pair<std::string, std::string>> arguments) const {
    arguments.insert(arguments.begin(), {"path", path_});
    return {key, std::move(arguments)};
  }

 private:
  // The bytes of a shape; nullopt if they overflow 63 bits. A 0 among the dimensions does not excuse the
  // others: they are multiplied without it too.
  static std::optional<uint64_t> bytes_of(const HeaderEntry& entry) {
    constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
    uint64_t product = size_of(entry.dtype);
    bool is_empty = false;
    for (const int64_t dimension : entry.shape) {
      is_empty = is_empty || dimension == 0;
      const auto factor = static_cast<uint64_t>(std::max<int64_t>(dimension, 1));
      if (product > kMost / factor) return std::nullopt;
      product *= factor;
    }
    return is_empty ? 0 : product;
  }

  std::optional<Error> check_entry(const HeaderEntry& entry) const {
    const std::string tensor = engine::quotable(entry.name);
    const auto wanted = bytes_of(entry);
    if (!wanted) {
      return fail("error.safetensors_overflow", {{"tensor", tensor}, {"shape", shape_text(entry.shape)}});
    }
    if (entry.begin > entry.end) {
      return fail(
          "error.safetensors_offsets",
          {{"tensor", tensor}, {"begin", std::to_string(entry.begin)}, {"end", std::to_string(entry.end)}});
    }
    if (entry.end > data_.size()) {
      return fail(
          "error.safetensors_beyond",
          {{"tensor", tensor}, {"end", std::to_string(entry.end)}, {"data", std::to_string(data_.size())}});
    }
    if (entry.end - entry.begin != *wanted) {
      return fail("error.safetensors_size", {{"tensor", tensor},
                                             {"shape", shape_text(entry.shape)},
                                             {"dtype", std::string(name_of(entry.dtype))},
                                             {"wanted", std::to_string(*wanted)},
                                             {"bytes", std::to_string(entry.end - entry.begin)}});
    }
    return std::nullopt;
  }

  // Sorted by offset, each tensor must start where the previous one ends.
  std::optional<Error> check_order(const std::vector<HeaderEntry>& entries) const {
    std::vector<size_t> order(entries.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::pair(entries[a].begin, entries[a].end) < std::pair(entries[b].begin, entries[b].end);
    });
    uint64_t reached = 0;
    const HeaderEntry* before = nullptr;
    for (const size_t at : order) {
      const HeaderEntry& entry = entries[at];
      const std::string tensor = engine::quotable(entry.name);
      if (entry.begin < reached) {
        return fail("error.safetensors_overlap",
                    {{"tensor", tensor}, {"other", engine::quotable(before->name)}});
      }
      if (entry.begin > reached) {
        return fail("error.safetensors_hole",
                    {{"tensor", tensor}, {"bytes", std::to_string(entry.begin - reached)}});
      }
      reached = entry.end;
      before = &entry;
    }
    if (reached == data_.size()) return std::nullopt;
    return fail("error.safetensors_rest", {{"bytes", std::to_string(data_.size() - reached)}});
  }

  std::span<const std::byte> data_;
  std::string path_;
};

}  // namespace

Result<TensorFile> parse_safetensors(std::span<const std::byte> bytes, const std::string& path) {
  const Layout outside({}, path);
  if (bytes.size() < kLengthBytes) return outside.fail("error.safetensors_short", {});
  uint64_t length = 0;
  std::memcpy(&length, bytes.data(), kLengthBytes);
  const std::string megabytes = std::to_string(length / kMegabyte + 1);
  if (length > bytes.size() - kLengthBytes)
    return outside.fail("error.safetensors_header", {{"megabytes", megabytes}});
  if (length > kLongestHeader) {
    return outside.fail("error.safetensors_header_large",
                        {{"megabytes", megabytes}, {"largest", std::to_string(kLongestHeader / kMegabyte)}});
  }
  const std::span<const std::byte> data = bytes.subspan(kLengthBytes + length);
  const std::string_view json(reinterpret_cast<const char*>(bytes.data()) + kLengthBytes, length);
  Result<HeaderText> header = read_header_text(json, kLengthBytes, path);
  if (!header) return header.error();
  HeaderText described = std::move(header).value();
  if (const auto bad = Layout(data, path).check(described.entries)) return *bad;
  TensorFile file{{}, std::move(described.metadata)};
  file.tensors.reserve(described.entries.size());
  for (HeaderEntry& entry : described.entries) {
    file.tensors.push_back({std::move(entry.name), entry.dtype, std::move(entry.shape),
                            data.data() + entry.begin, entry.end - entry.begin, nullptr});
  }
  return file;
}

}  // namespace loaders
