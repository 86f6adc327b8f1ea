// checkpoints.cpp: one table of open models for the whole program.
#include "app/document/checkpoints.h"

#include <filesystem>

#include "app/document/generation.h"
#include "app/document/learning/trainings.h"
#include "app/document/recent.h"
#include "app/text/quotable.h"
#include "engine/loaders/box.h"
#include "engine/loaders/checkpoint_files.h"

namespace app::checkpoints {
namespace {

using engine::Config;
using engine::Error;

constexpr size_t kKept = 2;
constexpr size_t kKeptOfBox = 16;  // they are small, and all of them are offered

Recent<loaders::Checkpoint>& table_of(const std::string& path) {
  static Recent<loaders::Checkpoint> recent(kKept);
  static Recent<loaders::Checkpoint> of_box(kKeptOfBox);
  return loaders::box_folder(path) ? of_box : recent;
}

// Whether `config` agrees with the files on everything that they define. Position encodings without a table
// may be swapped, and the path may be another one to the same files.
bool matches(const Config& config, const engine::ModelShape& files) {
  engine::ModelShape shape = config;
  shape.checkpoint = files.checkpoint;
  if (!engine::info_of(shape.positions).has_table) shape.positions = files.positions;
  return shape == files;
}

bool translates(const loaders::Checkpoint& checkpoint) {
  return checkpoint.is_own && checkpoint.config.has_target() && checkpoint.tokenizer != nullptr;
}

}  // namespace

engine::Result<Shared> open(const std::string& path, const std::stop_token& stop,
                            const loaders::Progress& progress) {
  if (engine::is_training(path)) return trainings::open_moment(path, stop, progress);
  const std::string stamp = loaders::checkpoint_stamp(path);
  if (auto known = table_of(path).find(stamp)) return *std::move(known);
  auto opened = loaders::open_checkpoint(path, stop, progress);
  // A cancelled wait says nothing about the files, and neither does a write in progress.
  if (!opened && (stop.stop_requested() || opened.error().key == "error.model_changed")) return opened;
  return table_of(path).get(opened ? (*opened)->stamp : stamp, [&] { return std::move(opened); });
}

bool is_open(const std::string& path) {
  if (engine::is_training(path)) return trainings::opened_moment(path) != nullptr;
  return table_of(path).find(loaders::checkpoint_stamp(path)).has_value();
}

Shared opened(const std::string& path) {
  if (engine::is_training(path)) return trainings::opened_moment(path);
  const auto known = table_of(path).find(loaders::checkpoint_stamp(path));
  return known && *known ? **known : nullptr;
}

std::optional<Error> check_unchanged(const loaders::Checkpoint& checkpoint) {
  if (checkpoint.tensors.is_unchanged()) return std::nullopt;
  return Error{"error.model_changed", {{"path", quotable(checkpoint.path, kLongestPath)}}};
}

std::vector<Error> warnings_of(const loaders::Checkpoint& checkpoint) {
  std::vector<Error> warnings = checkpoint.description.notes;
  const std::vector<std::string>& unused = checkpoint.description.extra;
  if (unused.empty()) return warnings;
  warnings.push_back({"notice.tensors_unused",
                      {{"path", quotable(checkpoint.path, kLongestPath)},
                       {"count", std::to_string(unused.size())},
                       {"names", engine::first_names(unused)}}});
  return warnings;
}

std::optional<Error> use(const std::string& path, Document& document) {
  const auto opened = open(path);
  if (!opened) return opened.error();
  const loaders::Checkpoint& checkpoint = **opened;
  const bool had_one = document.config.model == engine::ModelKind::kCheckpoint;
  const Shared before = had_one ? checkpoints::opened(document.config.checkpoint) : nullptr;
  document.sampling = sampling_with(before.get(), checkpoint, document.sampling);
  document.config = checkpoint.config;
  // A model in training has one name, however it was typed.
  document.config.checkpoint = engine::is_training(path) ? checkpoint.path : path;
  document.padded.clear();
  document.order.clear();
  document.target_ids.clear();
  document.segments.clear();
  document.generated.clear();
  document.generated_ids.clear();
  document.is_batch = false;
  document.own_target = translates(checkpoint);
  if (document.own_target) document.target.clear();
  document.config.mask_padding = !fed_from(document, "key_padding").empty();
  return std::nullopt;
}

engine::Result<Shared> open_fitting(const Config& config, const std::stop_token& stop,
                                    const loaders::Progress& progress) {
  auto opened = open(config.checkpoint, stop, progress);
  if (!opened) return opened;
  const loaders::Checkpoint& checkpoint = **opened;
  if (!matches(config, checkpoint.config))
    return Error{"error.checkpoint_other", {{"path", quotable(checkpoint.path, kLongestPath)}}};
  if (auto bad = check_unchanged(checkpoint)) return *bad;
  return opened;
}

engine::Result<std::shared_ptr<const engine::Model>> model_of(const Config& config) {
  if (config.model != engine::ModelKind::kCheckpoint) return engine::make_model(config);
  const auto opened = open_fitting(config);
  if (!opened) return opened.error();
  return std::shared_ptr<const engine::Model>(*opened, (*opened)->model.get());
}

bool translates_itself(const Document& document) {
  if (document.config.model != engine::ModelKind::kCheckpoint) return false;
  const Shared checkpoint = opened(document.config.checkpoint);
  return checkpoint && translates(*checkpoint);
}

std::string short_name(const std::string& path) {
  const auto step = engine::step_of(path);
  if (!step) return quotable(std::filesystem::path(path).filename().string());
  return quotable(engine::task_of_name(path)) + " · " + std::to_string(*step);
}

std::optional<engine::Index> begin_token(const loaders::Checkpoint& checkpoint) {
  if (checkpoint.generation.begin) return checkpoint.generation.begin;
  return checkpoint.tokenizer ? checkpoint.tokenizer->special().begin : std::nullopt;
}

std::optional<engine::Index> padding_token(const loaders::Checkpoint& checkpoint) {
  if (checkpoint.generation.padding) return checkpoint.generation.padding;
  return checkpoint.tokenizer ? checkpoint.tokenizer->special().padding : std::nullopt;
}

std::optional<engine::Index> unknown_token(const loaders::Checkpoint& checkpoint) {
  return checkpoint.tokenizer ? checkpoint.tokenizer->special().unknown : std::nullopt;
}

bool has_ended(const Document& document, const loaders::Checkpoint& checkpoint) {
  return !document.generated_ids.empty() &&
         checkpoint.generation.rules.ends_text(document.generated_ids.back());
}

}  // namespace app::checkpoints
