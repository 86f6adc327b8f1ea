// data_file.h: somebody's own file as a task, and whether it is still the file that a run began with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/training/data/data_task.h"

namespace engine {

// The largest file that is read, in bytes.
inline constexpr size_t kLargestData = size_t{8} << 20U;

// "words", "characters", "subwords" or "table": as training.json says it.
std::string_view name_of(DataKind kind);
std::optional<DataKind> data_kind_named(std::string_view name);

// The file that a run learns from, and what it was like.
struct DataSource {
  std::string path;  // from the root; of a run that is done the name alone
  DataKind kind = DataKind::kWords;
  uint64_t bytes = 0;
  uint64_t fingerprint = 0;  // of all bytes, FNV-1a
  Index tokens = 0;          // of the vocabulary that was asked for; 0: as many as usual

  bool operator==(const DataSource&) const = default;
};

struct OpenedData {
  DataSource source;
  std::shared_ptr<const DataTask> task;
};

// Reads a .txt or a .tsv; `unit`: words, characters or subwords, of a text alone, words if not said;
// `tokens`: as in read_data_content(). Errors: those of MappedFile::open and of make_data_task;
// error.file_too_large (path, megabytes), before a byte is read; error.data_ending (path), error.data_unit
// (path).
Result<OpenedData> open_data(const std::filesystem::path& path, std::optional<DataKind> unit,
                             Index tokens = 0);

// The file of a run, which must be as it was. Errors: as above, error.data_gone (path) where there is none,
// error.data_changed (path) where it is another.
Result<OpenedData> open_again(const DataSource& source);

}  // namespace engine
