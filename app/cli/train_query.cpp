// train_query.cpp: a task by its name, a file of one's own, or a run that goes on.
#include "app/cli/train_query.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "app/cli/recipe_options.h"
#include "app/export/model_folder.h"
#include "engine/training/recipe_settings.h"
#include "engine/training/record.h"
#include "engine/training/run.h"

namespace app {
namespace {

using engine::DataKind;
using engine::Error;
using engine::Index;
using engine::Result;
using engine::Task;
namespace fs = std::filesystem;

// Words, characters or subwords, where --unit says so.
Result<std::optional<DataKind>> read_unit(const ParsedOptions& given) {
  const auto typed = given.find("--unit");
  if (!typed) return std::optional<DataKind>();
  if (*typed == "word") return std::optional(DataKind::kWords);
  if (*typed == "character") return std::optional(DataKind::kCharacters);
  if (*typed == "subword") return std::optional(DataKind::kSubwords);
  return not_a_choice("--unit", *typed, std::vector<std::string>{"word", "character", "subword"});
}

// Which task, of the two ways to name one.
std::optional<Error> read_task(const ParsedOptions& given, TrainQuery& query) {
  if (auto bad = exclusive(given, "--task", "--data")) return bad;
  const auto file = given.find("--data");
  for (const std::string_view option : {"--unit", "--vocabulary"}) {
    if (!file && given.has(option)) return without(option, "--data");
  }
  if (file) {
    const auto unit = read_unit(given);
    if (!unit) return unit.error();
    Index tokens = 0;
    if (given.has("--vocabulary")) {
      const auto typed =
          whole_number(given, "--vocabulary", engine::kFewestDataTokens, engine::kMostDataTokens, 0);
      if (!typed) return typed.error();
      tokens = static_cast<Index>(*typed);
    }
    auto opened = engine::open_data(*file, *unit, tokens);
    if (!opened) return opened.error();
    query.task = opened->task;
    query.data = opened->source;
    return std::nullopt;
  }
  const auto name = given.find("--task");
  if (!name) return Error{"error.train_what", {}};
  const Task* const task = engine::find_task(*name);
  if (task == nullptr) return unknown_task(*name);
  query.task = engine::lasting(*task);
  return std::nullopt;
}

// A run that goes on keeps its recipe.
Result<TrainQuery> read_resumed(const ParsedOptions& given, const std::string& folder) {
  for (const std::string_view other : {"--task", "--data", "--unit", "--vocabulary"}) {
    if (auto bad = exclusive(given, "--resume", other)) return *std::move(bad);
  }
  if (const auto other = first_of_recipe(given))
    return Error{"error.options_together", {{"first", "--resume"}, {"second", std::string(*other)}}};
  std::error_code unknown;
  TrainQuery query;
  query.resumed = folder;
  query.out = given.get("--out", folder);
  const auto path = fs::path(folder) / "training.json";
  const auto record = engine::read_record(path);
  if (!record) return record.error();
  // Said first: of a run that is done nothing is left to go on from, and its data are not looked for.
  if (const fs::path state = exporter::state_file(folder); !fs::exists(state, unknown))
    return Error{"error.resume_nothing", {{"path", quotable(folder, kLongestPath)}}};
  auto task = engine::task_of(*record, path);
  if (!task) return task.error();
  query.task = std::move(task).value();
  query.data = record->data;
  query.recipe = record->recipe;
  if (auto bad = engine::check_recipe(query.recipe, *query.task)) return *std::move(bad);
  return query;
}

}  // namespace

Error unknown_task(const std::string& typed) {
  std::vector<std::string> names;
  for (const Task* task : engine::tasks()) names.emplace_back(task->name());
  return not_a_choice("--task", typed, names);
}

Result<TrainQuery> read_train_query(const ParsedOptions& given) {
  if (const auto folder = given.find("--resume")) return read_resumed(given, *folder);
  TrainQuery query;
  query.out = given.get("--out", "");
  if (auto bad = read_task(given, query)) return *std::move(bad);
  query.recipe = query.task->recipe();
  if (auto bad = read_recipe_options(given, query.recipe)) return *std::move(bad);
  engine::fit_places(query.recipe, *query.task);
  if (auto bad = engine::check_recipe(query.recipe, *query.task)) return *std::move(bad);
  return query;
}

}  // namespace app
