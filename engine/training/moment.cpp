// moment.cpp: names of plans and moments, as JSON behind a prefix.
#include "engine/training/moment.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/quotable.h"
#include "engine/loaders/config_json.h"
#include "engine/training/recipe_settings.h"
#include "engine/training/record.h"
#include "engine/training/run.h"

namespace engine {
namespace {

using loaders::ConfigFields;
using nlohmann::ordered_json;

constexpr std::string_view kPrefix = "training:";
constexpr const char* kTask = "task";
constexpr const char* kData = "data";
constexpr const char* kStep = "step";
constexpr Index kMostSteps = 1'000'000;

ordered_json json_of(const Plan& plan) {
  ordered_json object;
  if (plan.data) {
    object[kData] = data_json(*plan.data);
  } else {
    object[kTask] = plan.task->name();
  }
  const ordered_json differences = recipe_differences(plan.recipe, plan.task->recipe());
  for (const auto& [name, value] : differences.items()) object[name] = value;
  return object;
}

std::string written(const ordered_json& object) {
  return std::string(kPrefix) + object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string shown(const std::string& name) {
  return quotable(name, kLongestPath);
}

nlohmann::json parsed(const std::string& name) {
  if (!is_training(name)) return {};
  return nlohmann::json::parse(name.begin() + kPrefix.size(), name.end(), nullptr, false);
}

Result<Plan> plan_of_task(ConfigFields& fields) {
  Plan plan;
  if (const nlohmann::json* const data = fields.find(kData)) {
    ConfigFields of_data(data->is_object() ? *data : nlohmann::json::object(), fields.path());
    plan.data = read_data_source(of_data);
    if (of_data.bad()) return *of_data.bad();
    auto opened = open_again(*plan.data);
    if (!opened) return opened.error();
    plan.task = std::move(opened)->task;
    return plan;
  }
  const Task* const task = find_task(fields.text(kTask, ""));
  if (task == nullptr) fields.refuse(kTask);
  if (fields.bad()) return *fields.bad();
  plan.task = lasting(*task);
  return plan;
}

}  // namespace

bool is_training(std::string_view name) {
  return name.starts_with(kPrefix);
}

std::string name_of(const Plan& plan) {
  return written(json_of(plan));
}

std::string name_of_moment(const Plan& plan, int step) {
  Plan until = plan;
  std::erase_if(until.recipe.optimiser.changes,
                [step](const RateChange& change) { return change.step >= step; });
  ordered_json object = json_of(until);
  object[kStep] = step;
  return written(object);
}

bool is_same_run(std::string_view one, std::string_view other) {
  constexpr std::string_view kBeforeStep = ",\"step\":";
  const auto run_of = [](std::string_view name) { return name.substr(0, name.rfind(kBeforeStep)); };
  return is_training(one) && run_of(one) == run_of(other);
}

std::optional<int> step_of(const std::string& name) {
  const nlohmann::json object = parsed(name);
  if (!object.is_object() || !object.contains(kStep) || !object[kStep].is_number_unsigned())
    return std::nullopt;
  const auto step = object[kStep].get<uint64_t>();
  return step <= kMostSteps ? std::optional(static_cast<int>(step)) : std::nullopt;
}

std::string task_of_name(const std::string& name) {
  const nlohmann::json object = parsed(name);
  if (!object.is_object()) return "";
  if (object.contains(kTask) && object[kTask].is_string()) return object[kTask].get<std::string>();
  const bool has_file = object.contains(kData) && object[kData].is_object() &&
                        object[kData].contains("path") && object[kData]["path"].is_string();
  return has_file ? std::filesystem::path(object[kData]["path"].get<std::string>()).filename().string() : "";
}

Result<Plan> read_plan(const std::string& name) {
  nlohmann::json object = parsed(name);
  if (!object.is_object())
    return Error{"error.config_value",
                 {{"path", shown(name)}, {"field", "training"}, {"value", shown(name)}}};
  ConfigFields fields(std::move(object), shown(name));
  auto of_task = plan_of_task(fields);
  if (!of_task) return of_task;
  Plan plan = std::move(of_task).value();
  plan.recipe = plan.task->recipe();
  read_recipe(fields, plan.recipe);
  fields.whole(kStep, {0, kMostSteps}, 0);
  if (fields.bad()) return *fields.bad();
  if (auto bad = check_recipe(plan.recipe, *plan.task)) return *bad;
  return plan;
}

}  // namespace engine
