// train_query.cpp: a task by its name, a file of one's own, or a run that goes on.
#include "app/cli/train_query.h"

#include <array>
#include <filesystem>
#include <limits>
#include <utility>
#include <vector>

#include "app/export/model_folder.h"
#include "engine/training/record.h"
#include "engine/training/run.h"

namespace app {
namespace {

using engine::DataKind;
using engine::Error;
using engine::Result;
using engine::Task;
namespace fs = std::filesystem;

constexpr int kMostTrainSteps = 1'000'000;

struct NormChoice {
  std::string_view name;
  engine::NormOrder norm;
};
constexpr std::array<NormChoice, 3> kTrainNorms = {
    {{"post", engine::NormOrder::kPost}, {"pre", engine::NormOrder::kPre}, {"b2t", engine::NormOrder::kB2T}}};

Error unknown_task(const std::string& typed) {
  std::vector<std::string> names;
  for (const Task* task : engine::tasks()) names.emplace_back(task->name());
  return not_a_choice("--task", typed, names);
}

std::optional<Error> read_numbers(const ParsedOptions& given, engine::Recipe& recipe) {
  const auto steps = whole_number(given, "--steps", 1, kMostTrainSteps, static_cast<uint64_t>(recipe.steps));
  if (!steps) return steps.error();
  recipe.steps = static_cast<int>(*steps);
  const auto seed = whole_number(given, kTrainSeed, 0,
                                 static_cast<uint64_t>(std::numeric_limits<int64_t>::max()), recipe.seed);
  if (!seed) return seed.error();
  recipe.seed = *seed;
  const auto rate = number(given, "--lr", 1e-9, 100, recipe.optimiser.rate);
  if (!rate) return rate.error();
  recipe.optimiser.rate = *rate;
  const auto warmup =
      whole_number(given, "--warmup", 0, kMostTrainSteps, static_cast<uint64_t>(recipe.optimiser.warmup));
  if (!warmup) return warmup.error();
  recipe.optimiser.warmup = static_cast<int>(*warmup);
  return std::nullopt;
}

std::optional<Error> read_train_norm(const ParsedOptions& given, engine::Recipe& recipe) {
  const auto typed = given.find(kTrainNorm);
  if (!typed) return std::nullopt;
  std::vector<std::string> names;
  for (const NormChoice& choice : kTrainNorms) {
    if (choice.name == *typed) {
      recipe.config.norm = choice.norm;
      return std::nullopt;
    }
    names.emplace_back(choice.name);
  }
  return not_a_choice("--norm", *typed, names);
}

// Words or characters, where --unit says so.
Result<std::optional<DataKind>> read_unit(const ParsedOptions& given) {
  const auto typed = given.find("--unit");
  if (!typed) return std::optional<DataKind>();
  if (*typed == "word") return std::optional(DataKind::kWords);
  if (*typed == "character") return std::optional(DataKind::kCharacters);
  return not_a_choice("--unit", *typed, std::vector<std::string>{"word", "character"});
}

// Which task, of the two ways to name one.
std::optional<Error> read_task(const ParsedOptions& given, TrainQuery& query) {
  if (auto bad = exclusive(given, "--task", "--data")) return bad;
  const auto file = given.find("--data");
  if (!file && given.has("--unit")) return without("--unit", "--data");
  if (file) {
    const auto unit = read_unit(given);
    if (!unit) return unit.error();
    auto opened = engine::open_data(*file, *unit);
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
  for (const std::string_view other : {std::string_view("--task"), std::string_view("--data"),
                                       std::string_view("--unit"), std::string_view("--steps"), kTrainSeed,
                                       kTrainNorm, std::string_view("--lr"), std::string_view("--warmup")}) {
    if (given.has(other))
      return Error{"error.options_together",
                   {{"first", "--resume"}, {"second", std::string(other.substr(other.find("--")))}}};
  }
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

Result<TrainQuery> read_train_query(const ParsedOptions& given) {
  if (const auto folder = given.find("--resume")) return read_resumed(given, *folder);
  TrainQuery query;
  query.out = given.get("--out", "");
  if (auto bad = read_task(given, query)) return *std::move(bad);
  query.recipe = query.task->recipe();
  if (auto bad = read_numbers(given, query.recipe)) return *std::move(bad);
  if (auto bad = read_train_norm(given, query.recipe)) return *std::move(bad);
  if (auto bad = engine::check_recipe(query.recipe, *query.task)) return *std::move(bad);
  return query;
}

}  // namespace app
