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
#include "app/cli/recipe_options.h"
#include "app/cli/stop_signals.h"
#include "app/cli/train_query.h"
#include "app/export/model_folder.h"
#include "engine/core/number_text.h"
#include "engine/training/everyday/everyday.h"
#include "engine/training/figures.h"
#include "engine/training/record.h"
#include "engine/training/run.h"
#include "engine/training/snapshots.h"
#include "engine/training/task.h"

namespace app {
namespace {

using engine::Error;
using engine::EverydayScript;
using engine::Result;
using engine::Task;
using engine::TrainingRecord;
using engine::TrainingRun;

constexpr std::array kTrainWhat = {
    Option{"--task", "NAME", "help.train_task"},
    Option{"--data", "FILE", "help.train_data"},
    Option{"--unit", "word|character|subword", "help.train_unit"},
    Option{"--vocabulary", "N", "help.train_vocabulary"},
};
constexpr std::array kTrainWhere = {
    Option{"--out", "DIR", "help.train_out"},
    Option{"--half", "", "help.train_half"},
    Option{"--resume", "DIR", "help.train_resume"},
    Option{"--json", "", "help.json"},
};
constexpr std::array kTasksOptions = {
    Option{"--text", "en|zh-Hant|zh-Hans", "help.tasks_text"},
    Option{"--lines", "N", "help.tasks_lines"},
    Option{"--seed", "N", "help.tasks_seed"},
    Option{"--json", "", "help.json"},
};

std::vector<Option> all_train_options() {
  std::vector<Option> all(kTrainWhat.begin(), kTrainWhat.end());
  for (const Option& option : recipe_options()) all.push_back(option);
  all.insert(all.end(), kTrainWhere.begin(), kTrainWhere.end());
  return all;
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

std::string percent(double share) {
  return engine::fixed_digits(100 * share, 2) + " %";
}

// Says on the error stream what a file became, before the first step.
void show_data(const engine::DataSummary& data, const TrainingRun& run, const Words& words) {
  const auto say = [&](std::string_view key, const Arguments& arguments) {
    std::fprintf(stderr, "%s\n", words(key, arguments).c_str());
  };
  say("train.data", {{"task", std::string(run.task().name())},
                     {"learned", std::to_string(data.learned)},
                     {"held_out", std::to_string(data.held_out)},
                     {"tokens", std::to_string(run.task().vocabulary().tokens.size())},
                     {"parameters", std::to_string(run.model().parameters())}});
  if (data.unknown > 0)
    say("train.data_unknown", {{"kept", std::to_string(data.kept)},
                               {"kinds", std::to_string(data.kinds)},
                               {"share", percent(data.unknown_share())}});
  if (data.long_rows > 0)
    say(run.task().target_length() > 0 ? "train.data_cut" : "train.data_parts",
        {{"count", std::to_string(data.long_rows)}, {"places", std::to_string(engine::kMostDataPlaces)}});
}

TrainingRecord record_of(const TrainingRun& run, const TrainQuery& query, double loss) {
  return {.task = std::string(run.task().name()),
          .data = query.data,
          .recipe = run.recipe(),
          .steps = run.step(),
          .loss = loss};
}

// Steps until the run is done, diverges or is interrupted. The loss of its newest step.
Result<double> run_to_end(TrainingRun& run, const TrainQuery& query, const Words& words) {
  const std::vector<int> snapshots = engine::snapshot_steps(run.recipe().steps);
  TrainProgress progress(words, run.recipe().steps);
  double loss = 0;
  while (!run.is_done() && !StopSignals::came()) {
    const auto report = run.advance();
    if (!report->ok()) return report->error();
    loss = (*report)->loss;
    const bool is_snapshot = std::ranges::binary_search(snapshots, run.step());
    if (is_snapshot || progress.is_bar()) progress.show(run.step(), loss);
    if (!is_snapshot || query.out.empty() || run.is_done()) continue;
    if (auto bad = exporter::save_state(query.out, run, record_of(run, query, loss))) return *bad;
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
  return object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string figures_lines(const TrainingRecord& record, const Task& task, const Words& words) {
  const engine::Figures& figures = record.figures;
  const bool counts_rows = task.counted() == engine::Counted::kRows;
  std::string text = words(counts_rows ? "train.result_rows" : "train.result",
                           {{"task", record.task},
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

// What the tasks of everyday sentences read, a sentence a line.
Printed task_text(const ParsedOptions& given, const std::string& language) {
  constexpr uint64_t kMostLines = 1'000'000;
  constexpr uint64_t kUsualLines = 20;
  const std::vector<std::string> languages{"en", "zh-Hant", "zh-Hans"};
  constexpr std::array kScripts = {EverydayScript::kEnglish, EverydayScript::kTraditional,
                                   EverydayScript::kSimplified};
  if (auto bad = exclusive(given, "--text", "--json")) return *std::move(bad);
  const auto found = std::ranges::find(languages, language);
  if (found == languages.end()) return not_a_choice("--text", language, languages);
  const auto lines = whole_number(given, "--lines", 1, kMostLines, kUsualLines);
  if (!lines) return lines.error();
  const auto seed = whole_number(given, "--seed", 0, std::numeric_limits<uint32_t>::max(), 0);
  if (!seed) return seed.error();
  return engine::everyday_text(kScripts[static_cast<size_t>(found - languages.begin())], *seed, *lines);
}

}  // namespace

std::span<const Option> train_options() {
  static const std::vector<Option> kAll = all_train_options();
  return kAll;
}

void prepare_train(ParsedOptions& given) {
  set_recipe_apart(given);
}

Printed run_train(const Request& request) {
  const auto query = read_train_query(request.given);
  if (!query) return query.error();
  const StopSignals signals;
  TrainingRun run(*query->task, query->recipe);
  if (!query->resumed.empty()) {
    if (auto bad = engine::restore_state(exporter::state_file(query->resumed), run)) return *bad;
  }
  if (const auto* const data = query->task->data()) show_data(*data, run, request.words);
  const auto loss = run_to_end(run, *query, request.words);
  if (!loss) return loss.error();
  TrainingRecord record = record_of(run, *query, *loss);
  if (!run.is_done()) {
    request.exit_code = 1;
    if (query->out.empty()) return Error{"error.train_stopped", {{"step", std::to_string(run.step())}}};
    if (auto bad = exporter::save_state(query->out, run, record)) return *bad;
    return Error{"error.train_interrupted", {{"step", std::to_string(run.step())}, {"folder", query->out}}};
  }
  // Nobody needs to know in which folder the file lay.
  if (record.data) record.data->path = std::filesystem::path(record.data->path).filename().string();
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
  if (const auto language = request.given.find("--text")) return task_text(request.given, *language);
  for (const std::string_view option : {"--lines", "--seed"}) {
    if (request.given.has(option)) return without(option, "--text");
  }
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
