// stored_system.cpp: tensors by the names that the system asks for.
#include "engine/training/systems/stored_system.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "engine/loaders/box.h"
#include "engine/loaders/own_model.h"
#include "engine/loaders/safetensors.h"
#include "engine/loaders/tensor_reader.h"

namespace engine {

Result<std::shared_ptr<const SystemParameters>> read_system(const VisionSystem& system,
                                                            const std::filesystem::path& folder) {
  const auto tensors = loaders::TensorSet::open(folder);
  if (!tensors) return tensors.error();
  loaders::TensorReader reader(*tensors, folder.string());
  std::vector<std::pair<ParameterName, Parameter>> found;
  for (ParameterName& name : parameter_names(system)) {
    const Parameter numbers = loaders::is_vector(name.role)
                                  ? reader.row(name.name, name.columns)
                                  : reader.matrix(name.name, name.rows, name.columns);
    found.emplace_back(std::move(name), numbers);
  }
  if (auto bad = reader.error(system.name())) return *bad;
  Tensors read;
  for (auto& [name, numbers] : found)
    read.push_back({std::move(name), std::make_shared<Matrix>(numbers.matrix())});
  return std::make_shared<const SystemParameters>(std::move(read));
}

Result<std::shared_ptr<const SystemParameters>> system_of_box(const VisionSystem& system) {
  const auto folder = loaders::system_folder(system.name());
  if (!folder) return Error{"error.system_missing", {{"system", std::string(system.name())}}};
  return read_system(system, *folder);
}

std::vector<SystemFigure> figures_of_box(const VisionSystem& system) {
  std::vector<SystemFigure> figures;
  const auto folder = loaders::system_folder(system.name());
  if (!folder) return figures;
  std::ifstream file(*folder / R"(training.json)");
  const auto record = nlohmann::json::parse(file, nullptr, false);
  const auto listed = record.is_object() ? record.find("figures") : record.end();
  if (!record.is_object() || listed == record.end() || !listed->is_object()) return figures;
  for (const auto& [name, value] : listed->items()) {
    if (value.is_number()) figures.push_back({name, value.get<double>()});
  }
  return figures;
}

std::string system_bytes(const SystemParameters& parameters) {
  std::vector<loaders::NamedTensor> tensors;
  for (const Tensor& tensor : parameters.tensors()) tensors.push_back({tensor.name, tensor.numbers.get()});
  return loaders::safetensors_bytes(tensors, true);
}

std::string system_record(const SystemRun& run, double loss, const std::vector<SystemFigure>& figures) {
  const SystemRecipe& recipe = run.recipe();
  nlohmann::ordered_json record;
  record["system"] = run.task().system().name();
  record["steps"] = run.step();
  record["loss"] = loss;
  record["recipe"] = {{"lr", recipe.optimiser.rate},
                      {"warmup", recipe.optimiser.warmup},
                      {"final_share", recipe.optimiser.final_share},
                      {"beta1", recipe.optimiser.beta1},
                      {"beta2", recipe.optimiser.beta2},
                      {"decay", recipe.optimiser.decay},
                      {"clip", recipe.optimiser.clip},
                      {"batch", recipe.batch},
                      {"steps", recipe.steps},
                      {"seed", recipe.seed}};
  for (const SystemFigure& figure : figures) record["figures"][figure.name] = figure.value;
  return record.dump(2) + "\n";
}

}  // namespace engine
