// `headlight animate --task` and --through-training: a stage while its model learns, a picture a snapshot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <csignal>
#include <set>
#include <thread>

#include "app/document/document_line.h"
#include "app/session/learning.h"
#include "app/shell/film_job.h"
#include "app/shell/training_camera.h"
#include "engine/training/snapshots.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr int kSteps = 20;
const CommandLine kSmall = {"--size", "640x400"};
const CommandLine kLearning = {"--task", "reverse", "--steps", std::to_string(kSteps)};

State at_step(const char* task, int step) {
  State state;
  const engine::Plan plan = plan_of(*engine::find_task(task));
  set_trainings(state, std::array{plan});
  show_moment(state, plan, step);
  state.document.focus.view = "stage";
  return state;
}

size_t moments_until(int step) {
  const std::vector<int> kept = engine::curve_steps(engine::find_task("reverse")->recipe().steps);
  return static_cast<size_t>(std::ranges::count_if(kept, [&](int one) { return one < step; })) + 1;
}

CommandLine animate(const std::string& out, const CommandLine& more) {
  return with(with({"animate", "--out", out}, kSmall), more);
}

// The pictures of a film in a folder, in order.
std::vector<std::string> pictures_in(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> names;
  for (const auto& file : std::filesystem::directory_iterator(folder)) names.insert(file.path());
  std::vector<std::string> pictures;
  for (const auto& name : names) pictures.push_back(bytes_of(name));
  return pictures;
}

TEST(TrainingFilm, HasAPictureASnapshotAndTheLastStaysASecond) {
  const TemporaryFolder folder;
  run(animate(folder / "a", with(kLearning, {"--fps", "3"})));
  const auto pictures = pictures_in(folder / "a");
  const size_t moments = moments_until(kSteps);
  ASSERT_EQ(pictures.size(), moments + 2);
  const std::set<std::string> different(pictures.begin(), pictures.end());
  EXPECT_EQ(different.size(), moments) << "every step is another one";
  EXPECT_TRUE(pictures[moments - 1] == pictures.back());
}

TEST(TrainingFilm, RunsAsFastAsIsSaid) {
  const TemporaryFolder folder;
  run(animate(folder / "a", with(kLearning, {"--steps", "2", "--fps", "3", "--speed", "2"})));
  EXPECT_EQ(pictures_in(folder / "a").size(), moments_until(2) + 5) << "the last second is six pictures";
}

TEST(TrainingFilm, OfASessionOrAModelIsThatOfItsTask) {
  const TemporaryFolder folder;
  const State state = at_step("reverse", kSteps);
  const CommandLine stage = {"--stage", state.document.focus.stage, "--fps", "1"};
  run(animate(folder / "task", with(kLearning, stage)));
  run(animate(folder / "session", with(stage, {"--session", to_line(state.document), "--through-training"})));
  run(animate(folder / "model", with(stage, {"--model", state.document.config.checkpoint, "--text",
                                             state.document.text, "--through-training"})));
  const auto task = pictures_in(folder / "task");
  EXPECT_TRUE(task == pictures_in(folder / "session"));
  EXPECT_TRUE(task == pictures_in(folder / "model"));
}

TEST(TrainingFilm, OfTheStageAloneCanBeAGif) {
  const TemporaryFolder folder;
  run(animate(folder / "a.gif", {"--task", "reverse", "--steps", "2", "--panel", "stage"}));
  EXPECT_THAT(bytes_of(folder / "a.gif"), testing::StartsWith("GIF89a"));
}

TEST(TrainingFilm, TellsOfItsStepsAndThenOfItsFrames) {
  const TemporaryFolder folder;
  const auto lines = split(run(animate(folder / "a", with(kLearning, {"--fps", "1", "--progress"}))), '\n');
  EXPECT_EQ(lines.front(), "step 1/20");
  EXPECT_EQ(lines[kSteps], "0/" + std::to_string(moments_until(kSteps)));
}

TEST(TrainingFilm, WhatCannotBeFilmedIsOneSentenceAndLeavesNothing) {
  const TemporaryFolder folder;
  for (const auto& [more, named] : std::vector<std::pair<CommandLine, std::string>>{
           {with(kLearning, {"--stage", "nowhere"}), "nearest"},
           {with(kLearning, {"--model", "crafted"}), "--model"},
           {with(kLearning, {"--session", to_line(Document())}), "--session"},
           {{"--task", "poetry"}, "poetry"},
           {{"--steps", "20"}, "--task"},
           {{"--through-training"}, "--task"},
           {{"--through-training", "--session", to_line(Document())}, "--task"},
           {{"--through-training", "--session", "{"}, "session"},
           {{"--through-training", "--model", "training:{\"task\":\"poetry\",\"step\":3}"}, "poetry"}}) {
    const Ran ran = headlight(animate(folder / "a.gif", more));
    EXPECT_EQ(ran.exit_code, 1) << named;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(split(ran.err, '\n').size(), 1U) << ran.err;
    EXPECT_THAT(ran.err, AllOf(HasSubstr(named), Not(HasSubstr("error.")))) << named;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(TrainingFilm, AnInterruptedTrainingLeavesNothing) {
  const TemporaryFolder folder;
  const auto interrupt = [](pid_t program) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    kill(program, SIGINT);
  };
  const Ran ran = headlight(animate(folder / "a", {"--task", "reverse"}), "", {}, interrupt);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("cancelled"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// A translator says more or less from step to step.
TEST(TrainingCamera, KeepsItsSizeAndItsStage) {
  State state = at_step("phrase", 0);
  const std::string stage = state.document.focus.stage;
  auto moments = train_for_film(at_step("phrase", 12).document.config.checkpoint, {}, {});
  ASSERT_TRUE(moments.ok());
  state.document.trainings.clear();
  auto made = Offscreen::create(state, {700, 500});
  ASSERT_TRUE(made.ok());
  Offscreen& offscreen = **made;
  TrainingCamera camera(offscreen, *moments, 0, FilmPanel::kStage);
  std::set<engine::Index> rows;
  std::set<int> steps;
  const exporter::Picture first = camera.picture(0);
  for (int frame = 0; frame < camera.frames(); ++frame) {
    const exporter::Picture& picture = camera.picture(frame);
    EXPECT_EQ(picture.width, first.width);
    EXPECT_EQ(picture.height, first.height);
    const engine::Stage& shown = offscreen.session().trace()->stage(offscreen.session().focused_stage());
    EXPECT_EQ(shown.address, stage);
    rows.insert(shown.rows);
    steps.insert(engine::step_of(offscreen.session().checkpoint()->path).value());
  }
  EXPECT_TRUE(camera.picture(0).rgba == first.rgba) << "a picture does not depend on the one before";
  EXPECT_EQ(steps.size(), moments->models.size()) << "every picture is of its own model";
  EXPECT_GT(rows.size(), 1U) << "the claim needs a model that changes its answer";
}

// Every task, at a stage that each of its moments may have in another size, as the window and as a slide.
class FilmOfATask : public testing::TestWithParam<std::string> {};

TEST_P(FilmOfATask, IsMadeOfEveryMoment) {
  const State state = at_step(GetParam().c_str(), 0);
  auto moments = train_for_film(at_step(GetParam().c_str(), 24).document.config.checkpoint, {}, {});
  ASSERT_TRUE(moments.ok());
  for (const char* stage : {"encoder.0.self.head.0.weights", "decoder.0.self.head.0.weights",
                            "decoder.0.cross.head.0.weights", "probabilities"}) {
    for (const FilmPanel panel : {FilmPanel::kPresent, FilmPanel::kWindow}) {
      State filmed = state;
      filmed.document.trainings.clear();
      filmed.document.focus.stage = stage;
      auto made = Offscreen::create(filmed, {700, 500});
      ASSERT_TRUE(made.ok());
      if (!(*made)->session().trace()->find(stage)) continue;
      TrainingCamera camera(**made, *moments, 0, panel);
      for (int frame = 0; frame < camera.frames(); ++frame)
        EXPECT_EQ(camera.picture(frame).width, 700) << stage << ", " << frame;
    }
  }
}

std::vector<std::string> names_of_tasks() {
  std::vector<std::string> names;
  for (const engine::Task* const task : engine::tasks()) names.emplace_back(task->name());
  return names;
}

std::string as_test_name(const testing::TestParamInfo<std::string>& task) {
  std::string name = task.param;
  std::erase_if(name, [](unsigned char letter) { return std::isalnum(letter) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, FilmOfATask, testing::ValuesIn(names_of_tasks()), as_test_name);

TEST(TrainingFilm, IsMadeBesideTheWindowUpToTheShownStep) {
  signal(SIGPIPE, SIG_IGN);
  const TemporaryFolder folder;
  Session session(at_step("reverse", 6));
  session.settle();
  auto job = FilmJob::start(HEADLIGHT_PROGRAM, session, folder / "a", ExportScope::kTrainingFilm);
  ASSERT_TRUE(job.ok());
  FilmJob film = std::move(job).value();
  std::optional<Notice> ended;
  for (int i = 0; i < 3000 && !ended; ++i) {
    ended = film.finished();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(ended.has_value());
  EXPECT_EQ(ended->key, "export.wrote");
  EXPECT_EQ(film.progress().trained, 6);
  EXPECT_EQ(film.progress().to_train, 6);
  EXPECT_EQ(film.progress().frames, static_cast<int>(pictures_in(folder / "a").size()));
}

}  // namespace
}  // namespace app
