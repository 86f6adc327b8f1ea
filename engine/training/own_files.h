// own_files.h: a trained model as everyone opens one: what its config.json says, and an open checkpoint of
// it.
#pragma once

#include <memory>
#include <string>

#include "engine/loaders/checkpoint.h"
#include "engine/loaders/own_model.h"
#include "engine/training/task.h"
#include "engine/training/trained_model.h"

namespace engine {

// What config.json says of a model that learned the task.
loaders::OwnConfig own_config(const TrainedModel& model, const Task& task);

// The tokenizer of a task that reads text; null for one of pictures.
std::shared_ptr<const text::ModelTokenizer> task_tokenizer(const Task& task);

// A model in memory as a checkpoint of that name; its numbers must not change any more. `tokenizer`: the
// task's, which all moments of a run share.
std::shared_ptr<const loaders::Checkpoint> checkpoint_in_memory(
    const std::string& name, const std::shared_ptr<const TrainedModel>& model, const Task& task,
    std::shared_ptr<const text::ModelTokenizer> tokenizer);

}  // namespace engine
