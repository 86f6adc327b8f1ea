// checkpoints.cpp: one table of open models for the whole program.
#include "app/checkpoints.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/recent.h"
#include "app/text/quotable.h"

namespace app::checkpoints {
namespace {

namespace fs = std::filesystem;
using engine::Config;
using engine::Error;

constexpr size_t kKept = 2;
constexpr size_t kMostFiles = 2000;  // of a folder that are looked at

Recent<loaders::Checkpoint>& table() {
  static Recent<loaders::Checkpoint> recent(kKept);
  return recent;
}

// What a person may change about a model becomes what it is in `model`: the rest must be its own.
Config with_choices_of(Config config, const Config& model) {
  config.checkpoint = model.checkpoint;
  config.seed = model.seed;
  config.causal = model.causal;
  config.decoder_causal = model.decoder_causal;
  config.mask_padding = model.mask_padding;
  config.pattern = model.pattern;
  config.mask_finite = model.mask_finite;
  config.mask_in_place = model.mask_in_place;
  config.painted = model.painted;
  config.edits = model.edits;
  config.scale = model.scale;
  config.embedding_scale = model.embedding_scale;
  config.temperature = model.temperature;
  config.attention = model.attention;
  config.base = model.base;
  config.activation = model.activation;
  config.off = model.off;
  config.nudge = model.nudge;
  if (!engine::info_of(config.positions).has_table) config.positions = model.positions;
  return config;
}

}  // namespace

std::string file_stamp(const std::string& path) {
  std::error_code failed;
  const auto size = fs::file_size(path, failed);
  const auto changed = fs::last_write_time(path, failed);
  if (failed) return path + "?";
  return path + "|" + std::to_string(size) + "|" + std::to_string(changed.time_since_epoch().count());
}

std::string stamp_of(const std::string& path) {
  std::error_code failed;
  const fs::path given(path);
  const bool is_folder = fs::is_directory(given, failed);
  // Beside a weights file lie its config and its tokenizer.
  const fs::path folder = is_folder                     ? given
                          : given.parent_path().empty() ? fs::path(".")
                                                        : given.parent_path();
  std::vector<std::string> files;
  for (auto entry = fs::directory_iterator(folder, failed);
       !failed && entry != fs::directory_iterator() && files.size() < kMostFiles; entry.increment(failed)) {
    std::error_code ignored;
    const std::string extension = entry->path().extension().string();
    const bool is_part = extension == ".json" || extension == ".txt" || extension == ".safetensors";
    if (is_part && entry->is_regular_file(ignored)) files.push_back(file_stamp(entry->path().string()));
  }
  std::sort(files.begin(), files.end());
  std::string stamp = path;
  for (const std::string& file : files) stamp.append("\n").append(file);
  return stamp;
}

engine::Result<Shared> open(const std::string& path, const std::stop_token& stop,
                            const loaders::Progress& progress) {
  const std::string stamp = stamp_of(path);
  if (auto known = table().find(stamp)) return *std::move(known);
  auto opened = loaders::open_checkpoint(path, stop, progress);
  // That somebody did not want to wait says nothing of the file.
  if (!opened && stop.stop_requested()) return opened;
  return table().get(stamp, [&] { return std::move(opened); });
}

bool is_open(const std::string& path) {
  return table().find(stamp_of(path)).has_value();
}

Shared opened(const std::string& path) {
  const auto known = table().find(stamp_of(path));
  return known && *known ? **known : nullptr;
}

std::optional<Error> check_whole(const loaders::Checkpoint& checkpoint) {
  if (checkpoint.tensors.is_whole()) return std::nullopt;
  return Error{"error.model_cut_short", {{"path", quotable(checkpoint.path, kLongestPath)}}};
}

std::optional<Error> use(const std::string& path, Document& document) {
  const auto opened = open(path);
  if (!opened) return opened.error();
  const loaders::Checkpoint& checkpoint = **opened;
  document.config = checkpoint.config;
  document.config.checkpoint = path;
  document.padded.clear();
  document.order.clear();
  document.generated.clear();
  document.generated_ids.clear();
  document.is_batch = false;
  document.config.mask_padding = !fed_from(document, "key_padding").empty();
  return std::nullopt;
}

engine::Result<Shared> open_fitting(const Config& config, const std::stop_token& stop) {
  auto opened = open(config.checkpoint, stop);
  if (!opened) return opened;
  const loaders::Checkpoint& checkpoint = **opened;
  if (with_choices_of(config, checkpoint.config) != checkpoint.config)
    return Error{"error.checkpoint_other", {{"path", quotable(checkpoint.path, kLongestPath)}}};
  if (auto bad = check_whole(checkpoint)) return *bad;
  return opened;
}

engine::Result<std::shared_ptr<const engine::Model>> model_of(const Config& config) {
  if (config.model != engine::ModelKind::kCheckpoint) return engine::make_model(config);
  const auto opened = open_fitting(config);
  if (!opened) return opened.error();
  return std::shared_ptr<const engine::Model>(*opened, (*opened)->model.get());
}

std::optional<engine::Index> end_token(const loaders::Checkpoint& checkpoint) {
  return checkpoint.tokenizer ? checkpoint.tokenizer->special().end : std::nullopt;
}

bool has_ended(const Document& document, const loaders::Checkpoint& checkpoint) {
  return !document.generated_ids.empty() && end_token(checkpoint) == document.generated_ids.back();
}

}  // namespace app::checkpoints
