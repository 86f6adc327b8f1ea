// Names of plans and of moments: the same plan has the same name, and a name leads back to its plan.
#include "engine/training/moment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/training/recipe_settings.h"
#include "engine/training/run.h"
#include "tests/engine/scratch_folder.h"

namespace engine {
namespace {

Plan plan_of(const Task& task) {
  return {lasting(task), std::nullopt, task.recipe()};
}

Plan phrase() {
  return plan_of(*find_task("phrase"));
}

void expect_back(const Plan& plan) {
  const std::string name = name_of(plan);
  const auto read = read_plan(name);
  ASSERT_TRUE(read.ok()) << name << " " << read.error().key;
  EXPECT_EQ(read->task->name(), plan.task->name());
  EXPECT_EQ(read->data, plan.data);
  EXPECT_EQ(read->recipe, plan.recipe) << name;
  EXPECT_EQ(name_of(*read), name);
  const std::string moment = name_of_moment(plan, 7);
  EXPECT_EQ(step_of(moment), 7);
  EXPECT_TRUE(is_training(moment));
  const auto of_moment = read_plan(moment);
  ASSERT_TRUE(of_moment.ok());
  EXPECT_EQ(name_of_moment(*of_moment, 7), moment);
}

TEST(Moment, EveryTaskIsNamedByItself) {
  for (const Task* const task : tasks()) {
    const Plan plan = plan_of(*task);
    EXPECT_EQ(name_of(plan), R"(training:{"task":")" + std::string(task->name()) + R"("})");
    expect_back(plan);
  }
}

// Another value than it has, within the window's range.
struct Change {
  Recipe& recipe;

  void operator()(const RecipeWhole& row) const {
    row.set(recipe, row.get(recipe) == row.least ? row.least + 1 : row.least);
  }
  void operator()(const RecipeSeed& row) const { row.set(recipe, row.largest); }
  void operator()(const RecipeReal& row) const {
    row.set(recipe, row.get(recipe) == row.most ? row.least : row.most / 3);
  }
  void operator()(const RecipeSwitch& row) const { row.set(recipe, !row.get(recipe)); }
  void operator()(const RecipeChoice& row) const {
    for (const SettingChoice& choice : row.choices) {
      if (choice.kind != row.get(recipe)) return row.set(recipe, choice.kind);
    }
  }
};

TEST(Moment, EveryChangedSettingIsPartOfTheName) {
  size_t changed = 0;
  for (const Task* const task : tasks()) {
    for (const RecipeSetting& row : recipe_settings()) {
      Plan plan = plan_of(*task);
      std::visit(Change{plan.recipe}, row.value);
      fit_places(plan.recipe, *task);
      if (check_recipe(plan.recipe, *task)) continue;
      SCOPED_TRACE(std::string(task->name()) + " " + std::string(row.name));
      EXPECT_NE(name_of(plan), name_of(plan_of(*task)));
      expect_back(plan);
      ++changed;
    }
  }
  EXPECT_GT(changed, tasks().size() * recipe_settings().size() / 2);
}

TEST(Moment, AFileIsPartOfTheName) {
  std::string rows;
  for (int i = 0; i < 60; ++i) rows += "row " + std::to_string(i) + "\tr" + std::to_string(i % 7) + " x\n";
  const auto path = std::filesystem::path(testing::TempDir()) / "moment \"and\",\"step\":3.tsv";
  std::ofstream(path) << rows;
  const auto opened = open_data(path, std::nullopt);
  ASSERT_TRUE(opened.ok()) << opened.error().key;
  expect_back({opened->task, opened->source, opened->task->recipe()});
  std::filesystem::remove(path);
}

TEST(Moment, KnowsOnlyTheChangesBeforeIt) {
  const Plan plain = phrase();
  Plan turned = plain;
  turned.recipe.optimiser.changes = {{5, 1e-2}, {9, 1e-3}};
  EXPECT_EQ(name_of_moment(turned, 0), name_of_moment(plain, 0));
  EXPECT_EQ(name_of_moment(turned, 5), name_of_moment(plain, 5));
  EXPECT_NE(name_of_moment(turned, 6), name_of_moment(plain, 6));
  Plan once = plain;
  once.recipe.optimiser.changes = {{5, 1e-2}};
  EXPECT_EQ(name_of_moment(turned, 9), name_of_moment(once, 9));
  EXPECT_NE(name_of_moment(turned, 10), name_of_moment(once, 10));
}

TEST(Moment, MomentsOfOneRunAreRecognized) {
  const Plan plain = phrase();
  Plan turned = plain;
  turned.recipe.optimiser.changes = {{5, 1e-2}, {9, 1e-3}};
  Plan other = plain;
  other.recipe.seed = 1;
  EXPECT_TRUE(is_same_run(name_of_moment(plain, 3), name_of_moment(plain, 300)));
  EXPECT_TRUE(is_same_run(name_of_moment(turned, 3), name_of_moment(turned, 300)));
  EXPECT_TRUE(is_same_run(name_of_moment(turned, 300), name_of_moment(turned, 7)));
  EXPECT_TRUE(is_same_run(name_of(turned), name_of_moment(turned, 7)));
  EXPECT_FALSE(is_same_run(name_of_moment(turned, 300), name_of_moment(plain, 7)));
  EXPECT_FALSE(is_same_run(name_of_moment(plain, 3), name_of_moment(other, 3)));
  EXPECT_FALSE(is_same_run(name_of_moment(plain, 3), "phrase"));
  EXPECT_FALSE(is_same_run("", ""));
  EXPECT_FALSE(
      is_same_run(R"(training:{"task":"phrase","rate_changes":3,"step":1})", name_of_moment(plain, 1)));
  EXPECT_FALSE(is_same_run(R"(training:{"task":"phrase","rate_changes":[[]],"step":1})", name_of(plain)));
  EXPECT_FALSE(is_same_run("training:{", "training:["));
}

TEST(Moment, AStepIsAWholeNumberThatARunCanReach) {
  EXPECT_EQ(step_of(R"(training:{"task":"phrase","step":0})"), 0);
  EXPECT_EQ(step_of(R"(training:{"step":1000000})"), 1'000'000);
  for (const char* const hostile : {"",
                                    "training:",
                                    "training:{",
                                    "training:[]",
                                    "training:3",
                                    "training:{}",
                                    R"({"step":3})",
                                    R"(training:{"step":-1})",
                                    R"(training:{"step":1.5})",
                                    R"(training:{"step":3.0})",
                                    R"(training:{"step":"3"})",
                                    R"(training:{"step":null})",
                                    R"(training:{"step":[3]})",
                                    R"(training:{"step":1000001})",
                                    R"(training:{"step":4294967297})",
                                    R"(training:{"step":18446744073709551616})",
                                    R"(training:{"step":1e400})",
                                    "training:{\"step\":3",
                                    "training:{\"step\":3}}",
                                    "training:{\"\xFF\":3}"})
    EXPECT_EQ(step_of(hostile), std::nullopt) << hostile;
  EXPECT_EQ(step_of("training:" + std::string(200'000, '[')), std::nullopt);
}

TEST(Moment, ANameThatIsNoneIsRefused) {
  const auto refused = [](const std::string& name) {
    const auto read = read_plan(name);
    return read ? "" : read.error().key;
  };
  EXPECT_EQ(refused("phrase"), "error.training_name");
  EXPECT_EQ(refused("training:{"), "error.training_name");
  EXPECT_EQ(refused("training:" + std::string(200'000, '[')), "error.training_name");
  EXPECT_EQ(refused(R"(training:{"task":"poetry"})"), "error.training_task");
  EXPECT_EQ(refused(R"(training:{"task":"phrase","step":-1})"), "error.config_whole");
  EXPECT_EQ(refused(R"(training:{"task":"phrase","lr":1e9})"), "error.config_value");
  EXPECT_EQ(refused(R"(training:{"task":"phrase","heads":3})"), "error.recipe_width");
  EXPECT_EQ(refused(R"(training:{"task":"phrase","width":1000000})"), "error.training_field");
  const Error unknown = read_plan(R"(training:{"task":"poetry"})").error();
  EXPECT_EQ(argument(unknown, "task"), "poetry");
  EXPECT_THAT(argument(unknown, "known"), testing::StartsWith("phrase, numbers"));
}

// A megabyte is not said again.
TEST(Moment, ALongNameIsQuotedInShort) {
  for (const std::string& name :
       {"training:" + std::string(1'000'000, 'x'),
        "training:{\"task\":\"" + std::string(1'000'000, 'x') + "\"}",
        "training:{\"task\":\"phrase\",\"lr\":\"" + std::string(1'000'000, 'x') + "\"}"}) {
    const auto read = read_plan(name);
    ASSERT_FALSE(read.ok());
    for (const auto& [key, value] : read.error().arguments) EXPECT_LT(value.size(), 1000U) << key;
  }
}

}  // namespace
}  // namespace engine
