// stored_model.cpp: reads the parameters of a folder, and puts out one head at a time.
#include "engine/training/stored_model.h"

#include <utility>

#include "engine/core/address.h"
#include "engine/core/quotable.h"
#include "engine/loaders/own_model.h"
#include "engine/loaders/safetensors.h"
#include "engine/loaders/tensor_reader.h"
#include "engine/training/record.h"
#include "engine/training/run.h"

namespace engine {
namespace {

constexpr std::string_view kOutput = ".output";

std::shared_ptr<const std::vector<std::string>> tokens_of(const Task& task) {
  return std::make_shared<const std::vector<std::string>>(task.vocabulary().tokens);
}

// A model of this recipe, with the numbers of another.
std::shared_ptr<TrainedModel> like(const StoredModel& stored, const Recipe& recipe) {
  return std::make_shared<TrainedModel>(recipe, patch_values(*stored.task), tokens_of(*stored.task));
}

}  // namespace

Result<StoredModel> read_stored_model(const std::filesystem::path& folder) {
  const auto path = folder / "training.json";
  const auto record = read_record(path);
  if (!record) return record.error();
  auto task = task_of(*record, path);
  if (!task) return task.error();
  StoredModel stored{std::move(task).value(), record->recipe, nullptr};
  if (check_recipe(stored.recipe, *stored.task))
    return Error{"error.checkpoint_other", {{"path", quotable(folder.string(), kLongestPath)}}};
  auto model = read_trained(folder, stored.recipe, tokens_of(*stored.task), patch_values(*stored.task));
  if (!model) return model.error();
  stored.model = std::move(model).value();
  return stored;
}

Result<std::shared_ptr<const TrainedModel>> read_trained(
    const std::filesystem::path& folder, const Recipe& recipe,
    std::shared_ptr<const std::vector<std::string>> vocabulary, Index patch_values) {
  const auto set = loaders::TensorSet::open(folder);
  if (!set) return set.error();
  loaders::TensorReader reader(*set, folder.string());
  auto model = std::make_shared<TrainedModel>(recipe, patch_values, std::move(vocabulary));
  std::vector<Parameter> parameters;
  for (const auto& [name, numbers] : model->tensors())
    parameters.push_back(loaders::is_vector(name.role) ? reader.row(name.name, name.columns)
                                                       : reader.matrix(name.name, name.rows, name.columns));
  if (auto bad = reader.error("Headlight")) return *bad;
  std::vector<Matrix> numbers;
  numbers.reserve(parameters.size());
  for (const Parameter& parameter : parameters) numbers.push_back(parameter.matrix());
  model->put(numbers);
  return std::shared_ptr<const TrainedModel>(std::move(model));
}

std::vector<std::string> heads_of(const Config& config) {
  std::vector<std::string> heads;
  for (const std::string& address : head_switches(config)) {
    if (address.ends_with(kOutput)) heads.push_back(address.substr(0, address.size() - kOutput.size()));
  }
  return heads;
}

Figures measure_without(const StoredModel& stored, const std::string& head, std::span<const TaskCase> cases,
                        const std::stop_token& stop) {
  if (head.empty()) return measure(*stored.model, *stored.task, cases, stop);
  Recipe recipe = stored.recipe;
  recipe.config.off = {head + std::string(kOutput)};
  const auto model = like(stored, recipe);
  model->put(stored.model->numbers());
  return measure(*model, *stored.task, cases, stop);
}

}  // namespace engine
