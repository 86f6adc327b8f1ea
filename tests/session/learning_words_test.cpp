// What the view Learning says of tasks and comparisons, in every language.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/document/document.h"
#include "app/session/learning_comparisons.h"
#include "app/text/tr.h"
#include "engine/training/run.h"

namespace app {
namespace {

// A key without words is shown as it is.
void expect_words(const Words& words, const std::string& key) {
  EXPECT_NE(words(key), key);
}

TEST(LearningWords, EveryTaskAndItsHabitsHaveThem) {
  for (const LanguageInfo& language : languages()) {
    const Words& tr = words(language.language);
    for (const engine::Task* const task : engine::tasks()) {
      const std::string key = "task." + std::string(task->name());
      expect_words(tr, key + ".name");
      expect_words(tr, key + ".look_for");
      for (const engine::Aim& aim : task->aims()) {
        expect_words(tr, "task.aim." + std::string(aim.name));
        expect_words(tr, "task.aim." + std::string(aim.name) + ".short");
      }
    }
  }
}

TEST(LearningWords, EveryComparisonIsNamedAndCanBeTrained) {
  for (const LearningComparison& row : learning_comparisons()) {
    for (const LanguageInfo& language : languages()) {
      expect_words(words(language.language), std::string(row.key));
      expect_words(words(language.language), std::string(row.key) + ".tip");
    }
    const std::vector<engine::Plan> plans = row.plans();
    EXPECT_GE(plans.size(), 2U);
    EXPECT_LE(plans.size(), kMostTrainings);
    for (const engine::Plan& plan : plans) {
      EXPECT_FALSE(engine::check_recipe(plan.recipe, *plan.task)) << row.key;
      const auto again = engine::read_plan(engine::name_of(plan));
      ASSERT_TRUE(again);
      EXPECT_EQ(again->recipe, plan.recipe);
    }
  }
}

}  // namespace
}  // namespace app
