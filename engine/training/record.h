// record.h: what a folder says of a model's training: training.json, and the state to go on from.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/loaders/config_json.h"
#include "engine/training/data/data_file.h"
#include "engine/training/figures.h"
#include "engine/training/recipe.h"
#include "engine/training/run.h"
#include "engine/training/task.h"

namespace engine {

// How a model was made, and what it can do.
struct TrainingRecord {
  std::string task;                // its name
  std::optional<DataSource> data;  // the file that it is made of; none: one of tasks()
  Recipe recipe;
  int steps = 0;    // taken
  double loss = 0;  // of the newest step
  Figures figures;  // on held-out examples
};

// A data source as JSON, and back. Errors: those of ConfigFields.
nlohmann::ordered_json data_json(const DataSource& data);
DataSource read_data_source(loaders::ConfigFields& fields);

// The text of training.json. `task` is the record's.
std::string record_text(const TrainingRecord& record, const Task& task);

// The task and the recipe of a training.json; no figures. Errors: those of read_config of config_json.h and
// of its fields.
Result<TrainingRecord> read_record(const std::filesystem::path& path);

// The task of the record at `path`: one of tasks(), or made again of its file. Errors: those of open_again,
// and error.config_value (path, field, value) where there is no task of that name.
Result<std::shared_ptr<const Task>> task_of(const TrainingRecord& record, const std::filesystem::path& path);

// The examples that a trained model never saw and was measured on, and how many it got right: those of the
// groups that count.
struct HeldOut {
  Index right = 0;
  Index examples = 0;
};

// The figure of a training.json. Errors as above, and error.config_value where it has none.
Result<HeldOut> read_held_out(const std::filesystem::path& path);

// Everything that a run goes on from: parameters and the optimiser's memory, in a .safetensors file.
std::string state_bytes(const TrainingRun& run);

// Puts a run where the file's left off. Errors: those of TensorSet::open and TensorReader, and
// error.resume_steps (path, steps) if it says no number of steps.
std::optional<Error> restore_state(const std::filesystem::path& path, TrainingRun& run);

}  // namespace engine
