// model_folder.cpp: what `train --out` and the window's Save model write.
#include "app/export/model_folder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/export/file.h"
#include "app/export/picture.h"
#include "embedded/models.h"
#include "engine/loaders/own_model.h"
#include "engine/training/own_files.h"
#include "engine/training/tasks/tokenizer_text.h"

namespace exporter {
namespace {

using engine::Error;
using engine::Index;
using engine::Task;
using engine::TrainedModel;

constexpr Index kColours = 3;
constexpr std::uint8_t kOpaque = 255;

// The first picture that the model never saw, as a PNG; empty for a model that reads tokens.
std::string example_picture(const TrainedModel& model, const Task& task) {
  if (model.patch_values() == 0) return "";
  const loaders::ImageInput input = *engine::own_config(model, task).image;
  const Index side = input.size;
  const Index patch = input.patch;
  const engine::Matrix& patches = task.held_out().front().patches;
  Picture picture{static_cast<int>(side), static_cast<int>(side), {}};
  for (Index y = 0; y < side; ++y) {
    for (Index x = 0; x < side; ++x) {
      const Index square = y / patch * (side / patch) + x / patch;
      const Index within = y % patch * patch + x % patch;
      for (Index colour = 0; colour < kColours; ++colour) {
        const float value = (patches(square, colour * patch * patch + within) + 1) / 2;
        picture.rgba.push_back(
            static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * kOpaque)));
      }
      picture.rgba.push_back(kOpaque);
    }
  }
  return encode_png(picture);
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
  const std::array<std::pair<std::string_view, std::string>, 6> files = {
      {{R"(config.json)", loaders::own_config_text(engine::own_config(model, task))},
       {R"(tokenizer.json)", model.patch_values() > 0 ? "" : engine::tokenizer_text(task)},
       {R"(training.json)", engine::record_text(record, task)},
       {loaders::kExamplePicture, example_picture(model, task)},
       {R"(model.py)", std::string(models::file(R"(model.py)"))},
       {R"(model.safetensors)", tensors_of(model, in_half)}}};
  std::vector<FileBytes> written;
  for (const auto& [name, bytes] : files) {
    if (!bytes.empty()) written.push_back({folder / name, bytes});
  }
  return write_files(written);
}

std::filesystem::path state_file(const std::filesystem::path& folder) {
  return folder / R"(training.safetensors)";
}

std::optional<Error> save_state(const std::filesystem::path& folder, const engine::TrainingRun& run,
                                const engine::TrainingRecord& record) {
  if (auto bad = make_folder(folder)) return bad;
  const std::string said = engine::record_text(record, run.task());
  const std::string state = engine::state_bytes(run);
  const std::array<FileBytes, 2> files = {{{folder / R"(training.json)", said}, {state_file(folder), state}}};
  return write_files(files);
}

void remove_state(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::remove(state_file(folder), ignored);
}

}  // namespace exporter
