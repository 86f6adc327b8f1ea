// data_file.cpp: looks at a file's kind and size before it reads it.
#include "engine/training/data/data_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/core/quotable.h"
#include "engine/loaders/mapped_file.h"

namespace engine {
namespace {

constexpr std::array<std::pair<std::string_view, DataKind>, 4> kKindNames = {
    {{"words", DataKind::kWords},
     {"characters", DataKind::kCharacters},
     {"subwords", DataKind::kSubwords},
     {"table", DataKind::kTable}}};

Error about_path(const char* key, const std::filesystem::path& path) {
  return {key, {{"path", quotable(path.string(), kLongestPath)}}};
}

Result<DataKind> kind_of(const std::filesystem::path& path, std::optional<DataKind> unit) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? char(letter + 32) : letter;
  });
  if (ending == ".txt") return unit.value_or(DataKind::kWords);
  if (ending != ".tsv") return about_path("error.data_ending", path);
  if (unit) return about_path("error.data_unit", path);
  return DataKind::kTable;
}

uint64_t fingerprint_of(std::string_view bytes) {
  uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3ULL;
  return hash;
}

// `expected`: what the file must be.
Result<OpenedData> read_data(const std::filesystem::path& path, std::optional<DataKind> unit, Index tokens,
                             const DataSource* expected) {
  return loaders::read_mapped(path, [&](std::span<const std::byte> bytes) -> Result<OpenedData> {
    const auto kind = kind_of(path, unit);
    if (!kind) return kind.error();
    if (bytes.size() > kLargestData) {
      Error error = about_path("error.file_too_large", path);
      error.arguments.emplace_back("megabytes", std::to_string(kLargestData >> 20U));
      return error;
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    OpenedData opened{{path.string(), *kind, bytes.size(), fingerprint_of(text), tokens}, nullptr};
    if (expected != nullptr && opened.source != *expected) return about_path("error.data_changed", path);
    auto task = make_data_task(path.filename().string(), text, *kind, tokens);
    if (!task) return task.error();
    opened.task = std::move(task).value();
    return opened;
  });
}

}  // namespace

std::string_view name_of(DataKind kind) {
  return std::ranges::find(kKindNames, kind, &std::pair<std::string_view, DataKind>::second)->first;
}

std::optional<DataKind> data_kind_named(std::string_view name) {
  const auto found = std::ranges::find(kKindNames, name, &std::pair<std::string_view, DataKind>::first);
  return found == kKindNames.end() ? std::nullopt : std::optional(found->second);
}

Result<OpenedData> open_data(const std::filesystem::path& path, std::optional<DataKind> unit, Index tokens) {
  std::error_code unknown;
  const std::filesystem::path full = std::filesystem::absolute(path, unknown);
  return read_data(unknown ? path : full, unit, tokens, nullptr);
}

Result<OpenedData> open_again(const DataSource& source) {
  const bool is_text = source.kind != DataKind::kTable;
  auto opened =
      read_data(source.path, is_text ? std::optional(source.kind) : std::nullopt, source.tokens, &source);
  if (!opened && opened.error().key == "error.no_file") return about_path("error.data_gone", source.path);
  return opened;
}

}  // namespace engine
