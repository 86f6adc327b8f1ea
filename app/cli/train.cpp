// train.cpp: `headlight train`: a small model learns a task; `headlight tasks`: those that there are.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/stop_signals.h"
#include "app/export/model_folder.h"
#include "engine/core/number_text.h"
#include "engine/training/figures.h"
#include "engine/training/record.h"
#include "engine/training/run.h"
#include "engine/training/snapshots.h"
#include "engine/training/task.h"

namespace app {
namespace {

using engine::Error;
using engine::Result;
using engine::Task;
using engine::TrainingRecord;
using engine::TrainingRun;

constexpr std::array kTrainOptions = {
    Option{"--task", "NAME", "help.train_task"},    Option{"--steps", "N", "help.train_steps"},
    Option{"--seed", "N", "help.train_seed"},       Option{"--norm", "post|pre|b2t", "help.train_norm"},
    Option{"--lr", "NUMBER", "help.train_lr"},      Option{"--warmup", "N", "help.train_warmup"},
    Option{"--out", "DIR", "help.train_out"},       Option{"--half", "", "help.train_half"},
    Option{"--resume", "DIR", "help.train_resume"}, Option{"--json", "", "help.json"},
};
constexpr std::array kTasksOptions = {Option{"--json", "", "help.json"}};
// What stands in the place of INPUT's options of the same names, under names that INPUT does not know.
constexpr std::string_view kTrainSeed = "train --seed";
constexpr std::string_view kTrainNorm = "train --norm";
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

// What is asked for: a task, and how it is learned.
struct TrainQuery {
  const Task* task = nullptr;
  engine::Recipe recipe;
  std::string resumed;  // a folder to go on from
  std::string out;
};

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

Result<TrainQuery> read_train_query(const ParsedOptions& given) {
  TrainQuery query;
  query.out = given.get("--out", "");
  if (const auto folder = given.find("--resume")) {
    // A run that goes on keeps its recipe.
    for (const std::string_view other :
         {std::string_view("--task"), std::string_view("--steps"), kTrainSeed, kTrainNorm,
          std::string_view("--lr"), std::string_view("--warmup")}) {
      if (given.has(other))
        return Error{"error.options_together",
                     {{"first", "--resume"}, {"second", std::string(other.substr(other.find("--")))}}};
    }
    const auto record = engine::read_record(std::filesystem::path(*folder) / "training.json");
    if (!record) return record.error();
    query.task = engine::find_task(record->task);
    if (query.task == nullptr) return unknown_task(record->task);
    query.recipe = record->recipe;
    query.resumed = *folder;
    if (query.out.empty()) query.out = *folder;
    return query;
  }
  const auto name = given.find("--task");
  if (!name) return Error{"error.train_what", {}};
  query.task = engine::find_task(*name);
  if (query.task == nullptr) return unknown_task(*name);
  query.recipe = query.task->recipe();
  if (auto bad = read_numbers(given, query.recipe)) return *bad;
  if (auto bad = read_train_norm(given, query.recipe)) return *bad;
  if (auto bad = engine::check_recipe(query.recipe, *query.task)) return *bad;
  return query;
}

// Says on the error stream how far a run is: a bar on a terminal, else a line for each snapshot.
class TrainProgress {
 public:
  TrainProgress(const Words& words, int steps)
      : words_(words), steps_(steps), bar_(isatty(STDERR_FILENO) == 1) {}
  ~TrainProgress() {
    if (bar_ && shown_) std::fputc('\n', stderr);
  }
  TrainProgress(const TrainProgress&) = delete;
  TrainProgress& operator=(const TrainProgress&) = delete;

  void show(int step, double loss) {
    constexpr int kWidth = 30;
    const std::string said = words_("train.progress", {{"step", std::to_string(step)},
                                                       {"steps", std::to_string(steps_)},
                                                       {"loss", engine::fixed_digits(loss, 4)}});
    if (!bar_) {
      std::fprintf(stderr, "%s\n", said.c_str());
      return;
    }
    const int filled = static_cast<int>(static_cast<long>(kWidth) * step / std::max(1, steps_));
    const std::string bar = std::string(static_cast<size_t>(filled), '#') +
                            std::string(static_cast<size_t>(kWidth - filled), '.');
    std::fprintf(stderr, "\r[%s] %s", bar.c_str(), said.c_str());
    std::fflush(stderr);
    shown_ = true;
  }

  bool is_bar() const { return bar_; }

 private:
  const Words& words_;
  int steps_;
  bool bar_;
  bool shown_ = false;
};

TrainingRecord record_of(const TrainingRun& run, double loss) {
  return {.task = std::string(run.task().name()), .recipe = run.recipe(), .steps = run.step(), .loss = loss};
}

// Steps until the run is done, diverges or is interrupted. The loss of its newest step.
Result<double> run_to_end(TrainingRun& run, const std::string& out, const Words& words) {
  const std::vector<int> snapshots = engine::snapshot_steps(run.recipe().steps);
  TrainProgress progress(words, run.recipe().steps);
  double loss = 0;
  while (!run.is_done() && !StopSignals::came()) {
    const auto report = run.advance();
    if (!report->ok()) return report->error();
    loss = (*report)->loss;
    const bool is_snapshot = std::ranges::binary_search(snapshots, run.step());
    if (is_snapshot || progress.is_bar()) progress.show(run.step(), loss);
    if (!is_snapshot || out.empty() || run.is_done()) continue;
    if (auto bad = exporter::save_state(out, run, record_of(run, loss))) return *bad;
  }
  return loss;
}

nlohmann::ordered_json habits_json(const engine::Figures& figures, const Task& task) {
  auto habits = nlohmann::ordered_json::array();
  for (size_t i = 0; i < figures.aims.size(); ++i) {
    for (const engine::HeadFigure& head : figures.aims[i].heads)
      habits.push_back({{"head", head.head}, {"habit", task.aims()[i].name}, {"weight", head.weight}});
  }
  return habits;
}

std::string figures_json(const TrainingRecord& record, const Task& task) {
  const nlohmann::ordered_json object{{"task", record.task},
                                      {"seed", record.recipe.seed},
                                      {"steps", record.steps},
                                      {"loss", record.loss},
                                      {"held_out_loss", record.figures.loss},
                                      {"exact", record.figures.exact},
                                      {"habits", habits_json(record.figures, task)}};
  return object.dump(2) + "\n";
}

std::string percent(double share) {
  return engine::fixed_digits(100 * share, 2) + " %";
}

std::string figures_lines(const TrainingRecord& record, const Task& task, const Words& words) {
  const engine::Figures& figures = record.figures;
  std::string text = words("train.result", {{"task", record.task},
                                            {"steps", std::to_string(record.steps)},
                                            {"seed", std::to_string(record.recipe.seed)},
                                            {"loss", engine::fixed_digits(record.loss, 4)},
                                            {"held_out", engine::fixed_digits(figures.loss, 4)},
                                            {"exact", percent(figures.exact)}}) +
                     "\n";
  for (size_t i = 0; i < figures.groups.size(); ++i) {
    const engine::GroupFigure& group = figures.groups[i];
    text += words("train.group", {{"group", words("task.group." + std::string(task.groups()[i].name))},
                                  {"right", std::to_string(group.right)},
                                  {"examples", std::to_string(group.examples)}}) +
            "\n";
  }
  for (size_t i = 0; i < figures.aims.size(); ++i) {
    const engine::AimFigure& aim = figures.aims[i];
    if (aim.rows == 0) continue;
    text += words("train.habit", {{"habit", words("task.aim." + std::string(task.aims()[i].name))},
                                  {"head", aim.best_head().head},
                                  {"weight", engine::fixed_digits(aim.best_head().weight, 3)},
                                  {"layer", aim.best_layer().head},
                                  {"greatest", engine::fixed_digits(aim.best_layer().weight, 3)}}) +
            "\n";
  }
  return text;
}

}  // namespace

std::span<const Option> train_options() {
  return kTrainOptions;
}

void prepare_train(ParsedOptions& given) {
  given.rename("--seed", kTrainSeed);
  given.rename("--norm", kTrainNorm);
}

Printed run_train(const Request& request) {
  const auto query = read_train_query(request.given);
  if (!query) return query.error();
  const StopSignals signals;
  TrainingRun run(*query->task, query->recipe);
  if (!query->resumed.empty()) {
    if (auto bad = engine::restore_state(exporter::state_file(query->resumed), run)) return *bad;
  }
  const auto loss = run_to_end(run, query->out, request.words);
  if (!loss) return loss.error();
  TrainingRecord record = record_of(run, *loss);
  if (!run.is_done()) {
    request.exit_code = 1;
    if (query->out.empty()) return Error{"error.train_stopped", {{"step", std::to_string(run.step())}}};
    if (auto bad = exporter::save_state(query->out, run, record)) return *bad;
    return Error{"error.train_interrupted", {{"step", std::to_string(run.step())}, {"folder", query->out}}};
  }
  record.figures = engine::measure(run.model(), *query->task, query->task->held_out());
  if (!query->out.empty()) {
    if (auto bad =
            exporter::save_model(query->out, run.model(), *query->task, record, request.given.has("--half")))
      return *bad;
    exporter::remove_state(query->out);
  }
  return request.given.has("--json") ? figures_json(record, *query->task)
                                     : figures_lines(record, *query->task, request.words);
}

std::span<const Option> tasks_options() {
  return kTasksOptions;
}

Printed run_tasks(const Request& request) {
  if (request.given.has("--json")) {
    auto list = nlohmann::ordered_json::array();
    for (const Task* task : engine::tasks())
      list.push_back({{"name", task->name()},
                      {"look_for", request.words("task." + std::string(task->name()) + ".look_for")}});
    return list.dump(2) + "\n";
  }
  std::string lines;
  for (const Task* task : engine::tasks()) {
    lines += task->name();
    lines += "\t" + request.words("task." + std::string(task->name()) + ".look_for") + "\n";
  }
  return lines;
}

}  // namespace app
