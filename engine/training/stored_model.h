// stored_model.h: a model that Headlight trained and kept in a folder, to be measured again.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/training/figures.h"
#include "engine/training/recipe.h"
#include "engine/training/task.h"
#include "engine/training/trained_model.h"

namespace engine {

struct StoredModel {
  std::shared_ptr<const Task> task;
  Recipe recipe;
  std::shared_ptr<const TrainedModel> model;
};

// Errors: those of read_record, task_of, TensorSet::open and TensorReader; error.checkpoint_other (path)
// where the task's sizes are not the model's.
Result<StoredModel> read_stored_model(const std::filesystem::path& folder);

// The model of a folder without what it learned from, which may be gone. `recipe`: that of its training.json;
// `vocabulary`: its tokens. Errors: those of TensorSet::open and TensorReader.
Result<std::shared_ptr<const TrainedModel>> read_trained(
    const std::filesystem::path& folder, const Recipe& recipe,
    std::shared_ptr<const std::vector<std::string>> vocabulary, Index patch_values = 0);

// "encoder.0.self.head.2": every head, in the order of the computation.
std::vector<std::string> heads_of(const Config& config);

// What the model gets right, and how it looks, when this head's output is 0; an empty name: no head's is.
// Figures of no example where `stop` was requested.
Figures measure_without(const StoredModel& stored, const std::string& head, std::span<const TaskCase> cases,
                        const std::stop_token& stop = {});

}  // namespace engine
