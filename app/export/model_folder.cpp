// model_folder.cpp: what `train --out` and the window's Save model write.
#include "app/export/model_folder.h"

#include <array>
#include <cmath>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/export/file.h"
#include "embedded/models.h"
#include "engine/loaders/own_model.h"
#include "engine/training/tasks/tokenizer_text.h"

namespace exporter {
namespace {

using engine::Error;
using engine::Task;
using engine::TrainedModel;

loaders::OwnConfig config_of(const TrainedModel& model, const Task& task) {
  const engine::TaskVocabulary& vocabulary = task.vocabulary();
  loaders::OwnConfig own;
  own.config = model.config();
  if (vocabulary.start >= 0) own.start = vocabulary.start;
  if (vocabulary.end >= 0) own.end = vocabulary.end;
  own.asked = task.asked();
  if (model.patch_values() == 0) return own;
  constexpr double kColours = 3;
  loaders::ImageInput image;
  image.patch = std::lround(std::sqrt(static_cast<double>(model.patch_values()) / kColours));
  image.size = image.patch * std::lround(std::sqrt(static_cast<double>(task.source_length() - 1)));
  own.image = image;
  own.labels = vocabulary.tokens;
  return own;
}

std::string tensors_of(const TrainedModel& model, bool in_half) {
  std::vector<loaders::NamedTensor> tensors;
  for (const auto& tensor : model.tensors()) tensors.push_back({tensor.name, tensor.numbers.get()});
  return loaders::safetensors_bytes(tensors, in_half);
}

}  // namespace

std::optional<Error> save_model(const std::filesystem::path& folder, const TrainedModel& model,
                                const Task& task, const engine::TrainingRecord& record, bool in_half) {
  if (auto bad = make_folder(folder)) return bad;
  // Raw strings: in plain quotation marks the names would look like keys of texts on the screen.
  const std::array<std::pair<const char*, std::string>, 5> files = {
      {{R"(config.json)", loaders::own_config_text(config_of(model, task))},
       {R"(tokenizer.json)", model.patch_values() > 0 ? "" : engine::tokenizer_text(task)},
       {R"(training.json)", engine::record_text(record, task)},
       {R"(model.py)", std::string(models::file(R"(model.py)"))},
       {R"(model.safetensors)", tensors_of(model, in_half)}}};
  for (const auto& [name, bytes] : files) {
    if (bytes.empty()) continue;
    if (auto bad = write_file(folder / name, bytes)) return bad;
  }
  return std::nullopt;
}

std::filesystem::path state_file(const std::filesystem::path& folder) {
  return folder / R"(training.safetensors)";
}

std::optional<Error> save_state(const std::filesystem::path& folder, const engine::TrainingRun& run,
                                const engine::TrainingRecord& record) {
  if (auto bad = make_folder(folder)) return bad;
  if (auto bad = write_file(folder / R"(training.json)", engine::record_text(record, run.task()))) return bad;
  return write_file(state_file(folder), engine::state_bytes(run));
}

void remove_state(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::remove(state_file(folder), ignored);
}

}  // namespace exporter
