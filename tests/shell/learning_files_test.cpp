// Files of the view Learning: a text of one's own to learn from, and a model saved as `headlight train` does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/document/checkpoints.h"
#include "app/session/learning.h"
#include "app/shell/file_desk.h"
#include "engine/training/record.h"
#include "engine/training/stored_model.h"
#include "program.h"
#include "tests/shell/documents.h"

namespace app {
namespace {

class LearningFiles : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name) << content;
    return folder_ / name;
  }
  void use(const char* purpose, const std::string& path) { desk_.carry_out({purpose, path}, now_ += 10); }
  std::string notice() const { return session_.notice() ? session_.notice()->key : ""; }

  // A run of five steps.
  void train() {
    engine::Plan plan = plan_of(*engine::find_task("reverse"));
    plan.recipe.steps = 5;
    Requests requests;
    requests.edit("", [&](State& state) { set_trainings(state, std::array{plan}); });
    requests.arrange([](Desk& desk) { desk.learning.is_playing = true; });
    session_.apply(requests, now_ += 10);
    session_.settle();
  }

  TemporaryFolder folder_;
  Session session_{{with_text("first"), {}}};
  FileDesk desk_{session_, folder_ / "state"};
  double now_ = 0;
};

TEST_F(LearningFiles, ASavedModelIsTheOneThatIsShown) {
  train();
  const std::string folder = folder_ / "mine";
  use("model_save", folder);
  EXPECT_EQ(notice(), "files.model_saved");
  for (const char* name : {"config.json", "model.safetensors", "tokenizer.json", "training.json", "model.py"})
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(folder) / name)) << name;
  const auto stored = engine::read_stored_model(folder);
  ASSERT_TRUE(stored);
  const auto shown = session_.training_runs().front()->parameters_of(session_.document().config.checkpoint);
  ASSERT_NE(shown, nullptr);
  ASSERT_EQ(shown->tensors().size(), stored->model->tensors().size());
  for (size_t i = 0; i < shown->tensors().size(); ++i)
    EXPECT_EQ(*shown->tensors()[i].numbers, *stored->model->tensors()[i].numbers);
  EXPECT_TRUE(checkpoints::open(folder));
  const auto held_out = engine::read_held_out(std::filesystem::path(folder) / "training.json");
  ASSERT_TRUE(held_out);
  EXPECT_EQ(held_out->examples, static_cast<engine::Index>(engine::find_task("reverse")->held_out().size()));
}

TEST_F(LearningFiles, WhatCannotBeSavedIsASentenceAndNothingIsLost) {
  use("model_save", folder_ / "none");
  EXPECT_EQ(notice(), "files.not_saved");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none"));
  train();
  const Document before = session_.document();
  use("model_save", file("taken", "a file where the folder would be"));
  EXPECT_EQ(notice(), "files.not_saved");
  EXPECT_TRUE(session_.notice()->is_error);
  EXPECT_EQ(session_.document(), before);
  if (std::filesystem::exists("/dev/full")) {
    use("model_save", "/dev/full/model");
    EXPECT_EQ(notice(), "files.not_saved");
  }
}

TEST_F(LearningFiles, ATableThatFallsOnTheWindowIsLearned) {
  std::string rows;
  for (const char* word : {"red", "blue", "green", "old", "new", "big", "small", "hot", "cold", "long",
                           "short", "good", "bad", "dark"})
    rows.append("a ").append(word).append(" cat\tun ").append(word).append("e chat\n");
  desk_.dropped({file("pairs.tsv", rows)}, 1);
  EXPECT_EQ(session_.document().focus.view, "learning");
  ASSERT_EQ(session_.document().trainings.size(), 1U);
  EXPECT_FALSE(session_.desk().learning.is_playing);
  session_.settle();
  ASSERT_EQ(session_.training_runs().size(), 1U);
  const engine::DataSummary* const data = session_.training_runs().front()->task().data();
  ASSERT_NE(data, nullptr);
  EXPECT_GT(data->held_out, 0);
  EXPECT_EQ(session_.training_runs().front()->step(), 0);
  ASSERT_NE(session_.trace(), nullptr);
  EXPECT_EQ(session_.document().text, "a red cat");
}

TEST_F(LearningFiles, ATextIsLearnedInTheUnitThatIsChosen) {
  std::string text;
  for (int line = 0; line < 60; ++line)
    text += "the cat number " + std::to_string(line) + " sat on the mat\n";
  const std::string path = file("cats.txt", text);
  desk_.dropped({path}, 1);
  using engine::DataKind;
  const auto kind = [&] { return session_.training_runs().front()->plan().data->kind; };
  session_.settle();
  EXPECT_EQ(kind(), DataKind::kWords);
  for (const auto& [purpose, chosen] : {std::pair("training_subwords", DataKind::kSubwords),
                                        std::pair("training_characters", DataKind::kCharacters),
                                        std::pair("training_words", DataKind::kWords)}) {
    use(purpose, path);
    session_.settle();
    ASSERT_EQ(session_.training_runs().size(), 1U) << purpose;
    EXPECT_EQ(kind(), chosen) << purpose;
    EXPECT_EQ(session_.training_runs().front()->task().cutting()->merges.has_value(),
              chosen == DataKind::kSubwords);
  }
  std::filesystem::remove(path);
  use("training_subwords", path);
  EXPECT_EQ(notice(), "files.not_opened");
  EXPECT_EQ(kind(), DataKind::kWords);
}

TEST_F(LearningFiles, ATextThatIsTooSmallIsASentence) {
  desk_.dropped({file("tiny.txt", "one line\n")}, 1);
  EXPECT_EQ(notice(), "files.not_opened");
  EXPECT_EQ(session_.document().text, "first");
  EXPECT_TRUE(session_.document().trainings.empty());
}

}  // namespace
}  // namespace app
