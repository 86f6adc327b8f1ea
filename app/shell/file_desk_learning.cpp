// file_desk_learning.cpp: a file to learn from, and a model that was trained here as a folder.
#include <array>
#include <filesystem>

#include "app/export/model_folder.h"
#include "app/session/learning.h"
#include "app/shell/file_desk.h"
#include "app/shell/file_kinds.h"
#include "app/text/quotable.h"
#include "engine/training/figures.h"

namespace app {

void FileDesk::learn_from(const std::string& path, double now) {
  learn_in(std::nullopt, path, now);
}

void FileDesk::learn_words(const std::string& path, double now) {
  learn_in(engine::DataKind::kWords, path, now);
}

void FileDesk::learn_characters(const std::string& path, double now) {
  learn_in(engine::DataKind::kCharacters, path, now);
}

void FileDesk::learn_subwords(const std::string& path, double now) {
  learn_in(engine::DataKind::kSubwords, path, now);
}

void FileDesk::learn_in(std::optional<engine::DataKind> unit, const std::string& path, double now) {
  auto opened = engine::open_data(path, unit);
  if (!opened) return refuse("files.not_opened", path, opened.error());
  engine::Plan plan{opened->task, opened->source, opened->task->recipe()};
  Requests requests;
  requests.edit("", [&](State& state) {
    set_trainings(state, std::array{plan});
    state.document.focus.view = "learning";
  });
  requests.arrange([](Desk& desk) { desk.learning.is_playing = false; });
  session_.apply(requests, now);
}

// The shown model, as `headlight train --out` writes it.
void FileDesk::save_trained(const std::string& path, double /*now*/) {
  const std::string& name = session_.document().config.checkpoint;
  const auto step = engine::step_of(name);
  const std::vector<trainings::Run> runs = session_.training_runs();
  const size_t shown = session_.shown_run();
  const auto model = step && shown < runs.size() ? runs[shown]->parameters_of(name) : nullptr;
  if (!model) return refuse("files.not_saved", path, {"error.nothing_trained", {}});
  engine::Plan plan = runs[shown]->plan();
  engine::TrainingRecord record{.task = std::string(plan.task->name()),
                                .data = plan.data,
                                .recipe = plan.recipe,
                                .steps = *step,
                                .figures = engine::measure(*model, *plan.task, plan.task->held_out())};
  // Nobody needs to know in which folder the file lay.
  if (record.data) record.data->path = std::filesystem::path(record.data->path).filename().string();
  if (const auto report = runs[shown]->report(*step - 1)) record.loss = report->loss;
  if (auto bad = exporter::save_model(path, *model, *plan.task, record, false))
    return refuse("files.not_saved", path, *bad);
  session_.notify({"files.model_saved",
                   {{"path", quotable(path, kLongestPath)}, {"name", name_of_file(path)}},
                   0,
                   false,
                   {}});
}

}  // namespace app
