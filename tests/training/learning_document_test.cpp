// A session that trains, as a line: it opens with the same numbers, and says what is wrong with it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/engine/scratch_folder.h"
#include "tests/session/learning_runs.h"

namespace app {
namespace {

using engine::Plan;
using nlohmann::json;

TEST(LearningDocument, OpensWithTheSameNumbersAndStaysAtItsStep) {
  const Plan plan = short_plan("reverse", 40, 500);
  const Plan other = short_plan("reverse", 40, 501);
  std::string line;
  std::vector<float> numbers;
  {
    Session session({Document(), {}});
    begin(session, std::array{plan, other}, 1);
    play(session);
    settle(session);
    go_back_to(session, 8, 1);
    line = to_line(session.document());
    numbers = logits_of(*session.trace());
  }
  const auto read = from_line(line);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(to_line(*read), line);
  EXPECT_THAT(read->trainings, testing::ElementsAre(engine::name_of(plan), engine::name_of(other)));
  Session again({*read, {}});
  settle(again);
  EXPECT_EQ(step_of(again), 8);
  EXPECT_EQ(again.shown_run(), 1U);
  EXPECT_EQ(logits_of(*again.trace()), numbers);
  EXPECT_EQ(to_line(again.document()), line);
  EXPECT_FALSE(again.is_changed());
}

// In a program that has not trained it yet.
TEST(LearningDocument, IsTrainedAgainUpToItsStep) {
  const Plan plan = short_plan("reverse", 40, 502);
  State state;
  set_trainings(state, std::array{plan});
  show_moment(state, plan, 5);
  Session session(state);
  settle(session);
  EXPECT_EQ(step_of(session), 5);
  ASSERT_NE(session.checkpoint(), nullptr) << (session.error() ? session.error()->key : "");
  EXPECT_EQ(weights_of(*session.checkpoint()), weights_of(*trained_anew(engine::name_of(plan), 5)->newest()));
  EXPECT_FALSE(session.desk().learning.is_playing);
}

// Another order of the fields, as somebody types them.
TEST(LearningDocument, ANameMayBeWrittenInAnotherWay) {
  State state;
  set_trainings(state, std::array{short_plan("reverse", 40, 503)});
  state.document.config.checkpoint = R"(training:{"step":3, "steps":40, "seed":503, "task":"reverse"})";
  Session session(state);
  settle(session);
  ASSERT_NE(session.trace(), nullptr) << (session.error() ? session.error()->key : "");
  ASSERT_NE(session.checkpoint(), nullptr);
  EXPECT_EQ(engine::step_of(session.checkpoint()->path), 3);
}

std::string key_of_line(const json& trainings) {
  State state;
  set_trainings(state, std::array{short_plan("reverse", 40, 504)});
  json line = json::parse(to_line(state.document));
  line["trainings"] = trainings;
  const auto read = from_line(line.dump());
  return read ? "" : read.error().key;
}

TEST(LearningDocument, ALineWithRunsThatAreNoneIsRefused) {
  const std::string name = R"(training:{"task":"reverse"})";
  EXPECT_EQ(key_of_line({name}), "");
  EXPECT_EQ(key_of_line({name, name, name, name}), "");
  const std::string refused = key_of_line("reverse");
  EXPECT_NE(refused, "");
  EXPECT_EQ(key_of_line(3), refused);
  EXPECT_EQ(key_of_line({3}), refused);
  EXPECT_EQ(key_of_line({{"task", "reverse"}}), refused);
  EXPECT_EQ(key_of_line({name, name, name, name, name}), refused) << "more than four";
  EXPECT_EQ(key_of_line({"reverse"}), refused);
}

struct BadName {
  const char* name;
  std::string written;
  const char* run;     // the error of the run; empty: there is none
  const char* moment;  // of its model
};

void PrintTo(const BadName& bad, std::ostream* stream) {
  *stream << bad.name;
}

std::vector<BadName> bad_names() {
  return {
      {"BrokenJson", R"(training:{"task":)", "error.training_name", "error.training_name"},
      {"NoObject", "training:[]", "error.training_name", "error.training_name"},
      {"Deep", "training:" + std::string(100'000, '['), "error.training_name", "error.training_name"},
      {"Megabyte", "training:{\"task\":\"" + std::string(1'000'000, 'x') + "\"}", "error.training_task",
       "error.training_task"},
      {"TaskOfALaterVersion", R"(training:{"task":"poetry","step":3})", "error.training_task",
       "error.training_task"},
      {"NoTask", R"(training:{"step":3})", "error.training_task", "error.training_task"},
      {"TaskThatIsANumber", R"(training:{"task":3,"step":3})", "error.config_value", "error.config_value"},
      {"StepBeyondTheLast", R"(training:{"task":"reverse","steps":4,"seed":510,"step":5})", "",
       "error.training_step"},
      {"NoStep", R"(training:{"task":"reverse","steps":4,"seed":510})", "", "error.training_no_step"},
      {"StepBelowZero", R"(training:{"task":"reverse","step":-1})", "error.config_whole",
       "error.config_whole"},
      {"StepBeyondAll", R"(training:{"task":"reverse","step":1e99})", "error.config_whole",
       "error.config_whole"},
      {"RateOutOfRange", R"(training:{"task":"reverse","lr":-1,"step":0})", "error.config_value",
       "error.config_value"},
      {"NoExamples", R"(training:{"task":"reverse","batch":0,"step":0})", "error.config_whole",
       "error.config_whole"},
      {"ChangesThatAreNone", R"(training:{"task":"reverse","rate_changes":[3],"step":0})",
       "error.config_unsupported", "error.config_unsupported"},
      {"DataThatIsNone", R"(training:{"data":3,"step":0})", "error.config_unsupported",
       "error.config_unsupported"},
      {"DataThatIsGone",
       R"(training:{"data":{"path":"/nowhere/words.txt","kind":"words","bytes":3,"fingerprint":"3"},"step":0})",
       "error.data_gone", "error.data_gone"},
  };
}

class BadTraining : public testing::TestWithParam<BadName> {};

TEST_P(BadTraining, IsSaidAndNothingElseHappens) {
  const BadName& bad = GetParam();
  const auto run = trainings::open(bad.written);
  EXPECT_EQ(run ? "" : run.error().key, bad.run);
  const auto moment = trainings::open_moment(bad.written);
  ASSERT_FALSE(moment.ok());
  EXPECT_EQ(moment.error().key, bad.moment);
  State state;
  set_trainings(state, std::array{short_plan("reverse", 40, 505)});
  state.document.trainings = {bad.written};
  state.document.config.checkpoint = bad.written;
  Session session(state);
  settle(session);
  // A run that is good only has no such moment.
  if (*bad.run != '\0') play(session);
  settle(session);
  EXPECT_FALSE(session.desk().learning.is_playing);
  EXPECT_FALSE(session.is_training());
  EXPECT_EQ(session.trace(), nullptr);
  ASSERT_TRUE(session.error().has_value());
  EXPECT_EQ(session.error()->key, bad.moment);
  if (*bad.run != '\0') {
    ASSERT_TRUE(session.training_error().has_value());
    EXPECT_EQ(session.training_error()->key, bad.run);
  }
  make_edit(session, [](State& next) { next.document = Document(); });
  settle(session);
  EXPECT_NE(session.trace(), nullptr);
  EXPECT_FALSE(session.error().has_value());
}

INSTANTIATE_TEST_SUITE_P(Learning, BadTraining, testing::ValuesIn(bad_names()),
                         [](const auto& one) { return std::string(one.param.name); });

class LearningData : public ScratchFolder {
 protected:
  static std::string rows() {
    std::string text;
    for (int i = 0; i < 60; ++i) text += "row " + std::to_string(i) + "\tr" + std::to_string(i % 7) + " x\n";
    return text;
  }
};

TEST_F(LearningData, AFileThatChangedIsAnErrorAndATrainedRunStays) {
  const auto path = write("own.tsv", rows());
  const auto opened = engine::open_data(path, std::nullopt);
  ASSERT_TRUE(opened.ok());
  Plan plan{opened->task, opened->source, opened->task->recipe()};
  plan.recipe.steps = 3;
  const std::string name = engine::name_of_moment(plan, 3);
  ASSERT_TRUE(trainings::open_moment(name).ok());
  write("own.tsv", rows() + "one more\trow\n");
  EXPECT_TRUE(trainings::open_moment(name).ok()) << "what was learned is in memory";
  const auto anew = engine::read_plan(name);
  ASSERT_FALSE(anew.ok());
  EXPECT_EQ(anew.error().key, "error.data_changed");
  std::filesystem::remove(path);
  EXPECT_EQ(engine::read_plan(name).error().key, "error.data_gone");
}

}  // namespace
}  // namespace app
