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
constexpr const char* kChanges = "rate_changes";

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
  constexpr size_t kMostLetters = 200;
  return quotable(name, kMostLetters);
}

nlohmann::json parsed(const std::string& name) {
  if (!is_training(name)) return {};
  return nlohmann::json::parse(name.begin() + kPrefix.size(), name.end(), nullptr, false);
}

Error no_such_task(const std::string& typed) {
  std::string known;
  for (const Task* const task : tasks()) known.append(known.empty() ? "" : ", ").append(task->name());
  return {"error.training_task", {{"task", quotable(typed)}, {"known", std::move(known)}}};
}

std::optional<int> step_in(const nlohmann::json& moment) {
  if (!moment.is_object() || !moment.contains(kStep) || !moment[kStep].is_number_unsigned())
    return std::nullopt;
  const auto step = moment[kStep].get<uint64_t>();
  return step <= kMostSteps ? std::optional(static_cast<int>(step)) : std::nullopt;
}

// What decided the run until that step.
void keep_until(int step, nlohmann::json& moment) {
  moment.erase(kStep);
  const auto changes = moment.find(kChanges);
  if (changes == moment.end() || !changes->is_array()) return;
  nlohmann::json before = nlohmann::json::array();
  for (nlohmann::json& change : *changes) {
    const bool is_later =
        change.is_array() && !change.empty() && change[0].is_number() && change[0].get<double>() >= step;
    if (!is_later) before.push_back(std::move(change));
  }
  if (before.empty()) {
    moment.erase(kChanges);
  } else {
    *changes = std::move(before);
  }
}

std::optional<Error> unknown_field(const ConfigFields& fields) {
  const std::vector<std::string> names = fields.names();
  const auto unknown =
      std::ranges::find_if_not(names, [&](const std::string& name) { return fields.was_read(name.c_str()); });
  if (unknown == names.end()) return std::nullopt;
  return Error{"error.training_field", {{"field", quotable(*unknown)}, {"name", fields.path()}}};
}

Result<Plan> plan_of_task(ConfigFields& fields) {
  Plan plan;
  if (const nlohmann::json* const data = fields.find(kData)) {
    ConfigFields of_data(data->is_object() ? *data : nlohmann::json::object(), fields.path());
    plan.data = read_data_source(of_data);
    if (of_data.bad()) return *of_data.bad();
    if (auto bad = unknown_field(of_data)) return *bad;
    auto opened = open_again(*plan.data);
    if (!opened) return opened.error();
    plan.task = std::move(opened)->task;
    return plan;
  }
  const std::string typed = fields.text(kTask, "");
  if (fields.bad()) return *fields.bad();
  const Task* const task = find_task(typed);
  if (task == nullptr) return no_such_task(typed);
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

bool is_same_run(const std::string& one, const std::string& other) {
  if (!is_training(one) || !is_training(other)) return false;
  nlohmann::json first = parsed(one);
  nlohmann::json second = parsed(other);
  if (!first.is_object() || !second.is_object()) return one == other;
  // The earlier of two moments knows nothing of later changes.
  constexpr int kNever = kMostSteps + 1;
  const int both = std::min(step_in(first).value_or(kNever), step_in(second).value_or(kNever));
  keep_until(both, first);
  keep_until(both, second);
  return first == second;
}

std::optional<int> step_of(const std::string& name) {
  return step_in(parsed(name));
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
  if (!object.is_object()) return Error{"error.training_name", {{"name", shown(name)}}};
  ConfigFields fields(std::move(object), shown(name));
  auto of_task = plan_of_task(fields);
  if (!of_task) return of_task;
  Plan plan = std::move(of_task).value();
  plan.recipe = plan.task->recipe();
  read_recipe(fields, plan.recipe);
  fields.whole(kStep, {0, kMostSteps}, 0);
  if (fields.bad()) return *fields.bad();
  if (auto bad = unknown_field(fields)) return *bad;
  if (auto bad = check_recipe(plan.recipe, *plan.task)) return *bad;
  return plan;
}

}  // namespace engine
