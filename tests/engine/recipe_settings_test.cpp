// The table of a recipe's settings: every row is written and read, compared and checked, and what it offers
// can be trained.
#include "engine/training/recipe_settings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/loaders/box.h"
#include "engine/loaders/config_json.h"
#include "engine/training/record.h"
#include "engine/training/run.h"
#include "engine/training/task.h"
#include "tests/engine/scratch_folder.h"

namespace engine {
namespace {

using nlohmann::json;

Recipe recipe_of_task(std::string_view task) {
  return find_task(task)->recipe();
}

// A recipe of the box in which the row has an effect.
Recipe recipe_for(const RecipeSetting& row) {
  for (const char* const task : {"reverse", "grammar"}) {
    if (Recipe recipe = recipe_of_task(task); row.is_in_use(recipe)) return recipe;
  }
  ADD_FAILURE() << row.name << " never has an effect";
  return recipe_of_task("reverse");
}

// Every other value worth trying: the ends of the window's range, every side and every choice.
struct OthersOf {
  Recipe recipe;

  template <class Row, class Value>
  Recipe with(const Row& row, Value value) const {
    Recipe other = recipe;
    row.set(other, value);
    return other;
  }
  std::vector<Recipe> operator()(const RecipeWhole& row) const {
    return {with(row, row.least), with(row, row.most)};
  }
  std::vector<Recipe> operator()(const RecipeReal& row) const {
    return {with(row, row.least), with(row, row.most), with(row, (row.least + row.most) / 3)};
  }
  std::vector<Recipe> operator()(const RecipeSeed& row) const {
    return {with(row, uint64_t{7}), with(row, row.largest)};
  }
  std::vector<Recipe> operator()(const RecipeSwitch& row) const {
    return {with(row, true), with(row, false)};
  }
  std::vector<Recipe> operator()(const RecipeChoice& row) const {
    std::vector<Recipe> all;
    for (const SettingChoice& choice : row.choices) all.push_back(with(row, choice.kind));
    return all;
  }
};

std::vector<Recipe> others_of(const RecipeSetting& row, const Recipe& recipe) {
  return std::visit(OthersOf{recipe}, row.value);
}

// What these fields make of a recipe; their errors in `bad`.
Recipe read_over(Recipe recipe, const std::string& text, std::optional<Error>& bad) {
  loaders::ConfigFields fields(json::parse(text), "recipe.json");
  read_recipe(fields, recipe);
  bad = fields.bad();
  return recipe;
}

Recipe read_over(const Recipe& recipe, const nlohmann::ordered_json& fields) {
  std::optional<Error> bad;
  Recipe read = read_over(recipe, fields.dump(), bad);
  EXPECT_FALSE(bad.has_value()) << bad->key << " " << argument(*bad, "field");
  return read;
}

std::string refusal_of(const std::string& fields) {
  std::optional<Error> bad;
  const Recipe usual = recipe_of_task("reverse");
  read_over(usual, fields, bad);
  return bad ? argument(*bad, "field") : "";
}

TEST(RecipeSettings, NamesAndOptionsAreTheirOwn) {
  std::set<std::string_view> names;
  std::set<std::string_view> options;
  for (const RecipeSetting& row : recipe_settings()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.words, "recipe." + std::string(row.name));
    if (!row.option.empty()) {
      EXPECT_TRUE(options.insert(row.option).second) << row.option;
    }
    EXPECT_EQ(&recipe_setting_named(row.name), &row);
  }
  EXPECT_EQ(names.size(), 22U);
  EXPECT_EQ(options.size(), 17U);
}

// As a whole, and as the differences from the usual recipe.
TEST(RecipeSettings, WhatIsSetIsWrittenAndReadAgain) {
  for (const RecipeSetting& row : recipe_settings()) {
    const Recipe usual = recipe_for(row);
    size_t different = 0;
    for (const Recipe& set : others_of(row, usual)) {
      EXPECT_EQ(read_over(Recipe(), recipe_json(set)), set) << row.name;
      const auto differences = recipe_differences(set, usual);
      EXPECT_EQ(differences.empty(), set == usual) << row.name << differences;
      EXPECT_EQ(read_over(usual, differences), set) << row.name << differences;
      EXPECT_EQ(row.differs(set, usual), set != usual) << row.name;
      if (set != usual) ++different;
    }
    EXPECT_GE(different, 1U) << row.name;
  }
}

TEST(RecipeSettings, ARowSetsNoOther) {
  const std::set<std::string_view> followers = {"d_ff"};  // of the width
  for (const RecipeSetting& row : recipe_settings()) {
    const Recipe usual = recipe_for(row);
    for (const Recipe& set : others_of(row, usual)) {
      for (const RecipeSetting& other : recipe_settings()) {
        if (&other == &row || (row.name == "width" && followers.contains(other.name))) continue;
        EXPECT_FALSE(other.differs(set, usual)) << row.name << " sets " << other.name;
      }
    }
  }
}

TEST(RecipeSettings, EqualRecipesHaveNoDifferences) {
  for (const Task* const task : tasks())
    EXPECT_TRUE(recipe_differences(task->recipe(), task->recipe()).empty()) << task->name();
}

// What the window offers lies in the range, and every shipped recipe in what the window offers.
struct Offers {
  const std::vector<Recipe>& recipes;
  std::string_view name;

  template <class Row>
  void operator()(const Row& row) const {
    if constexpr (requires { row.least; }) {
      EXPECT_LE(row.smallest, row.least) << name;
      EXPECT_LE(row.most, row.largest) << name;
      for (const Recipe& recipe : recipes) {
        EXPECT_LE(row.least, row.get(recipe)) << name;
        EXPECT_GE(row.most, row.get(recipe)) << name;
      }
    }
    if constexpr (requires { row.is_log; }) {
      EXPECT_TRUE(!row.is_log || row.least > 0) << name;
    }
    if constexpr (requires { row.choices; }) {
      for (const Recipe& recipe : recipes) EXPECT_NE(row.chosen(recipe), nullptr) << name;
    }
  }
};

TEST(RecipeSettings, TheWindowOffersWhatTheTasksHave) {
  std::vector<Recipe> recipes;
  for (const Task* const task : tasks()) recipes.push_back(task->recipe());
  for (const RecipeSetting& row : recipe_settings()) std::visit(Offers{recipes, row.name}, row.value);
}

// Sets a number beyond either end of its range; whether the row is a number.
struct SetBeyond {
  Recipe& recipe;
  bool is_high;

  bool operator()(const RecipeWhole& row) const {
    row.set(recipe, is_high ? row.largest + 1 : row.smallest - 1);
    return true;
  }
  bool operator()(const RecipeReal& row) const {
    row.set(recipe, is_high ? row.largest * 1.001 : row.smallest - 1e-6);
    return true;
  }
  template <class Row>
  bool operator()(const Row& /*row*/) const {
    return false;
  }
};

TEST(RecipeSettings, ANumberOutOfItsRangeIsRefusedByItsName) {
  const Task& task = *find_task("reverse");
  size_t numbers = 0;
  for (const RecipeSetting& row : recipe_settings()) {
    for (const bool is_high : {false, true}) {
      Recipe recipe = task.recipe();
      if (!std::visit(SetBeyond{recipe, is_high}, row.value)) continue;
      const auto bad = check_recipe(recipe, task);
      ASSERT_TRUE(bad.has_value()) << row.name;
      EXPECT_EQ(bad->key, "error.recipe_number");
      EXPECT_EQ(argument(*bad, "name"), row.name);
      ++numbers;
    }
  }
  EXPECT_EQ(numbers, 34U);
}

TEST(RecipeSettings, WhatIsNoNumberIsRefused) {
  Recipe recipe = recipe_of_task("reverse");
  recipe.optimiser.rate = std::nan("");
  EXPECT_TRUE(check_recipe_settings(recipe));
  recipe = recipe_of_task("reverse");
  recipe.optimiser.changes = {{3, 1e3}};
  EXPECT_EQ(argument(*check_recipe_settings(recipe), "name"), "lr");
}

TEST(RecipeSettings, FieldsOutOfTheirRangeAreRefusedByName) {
  EXPECT_EQ(refusal_of("{}"), "");
  for (const auto& [fields, named] :
       std::vector<std::pair<std::string, std::string>>{{R"({"lr": 0})", "lr"},
                                                        {R"({"lr": "much"})", "lr"},
                                                        {R"({"batch": 0})", "batch"},
                                                        {R"({"batch": 1025})", "batch"},
                                                        {R"({"steps": 1.5})", "steps"},
                                                        {R"({"seed": -1})", "seed"},
                                                        {R"({"seed": 9223372036854775808})", "seed"},
                                                        {R"({"warmup": 1000001})", "warmup"},
                                                        {R"({"beta1": 2})", "beta1"},
                                                        {R"({"schedule": "linear"})", "schedule"},
                                                        {R"({"norm": "rms"})", "norm"},
                                                        {R"({"architecture": "tree"})", "architecture"}})
    EXPECT_EQ(refusal_of(fields), named) << fields;
}

TEST(RecipeSettings, WidthsFollowHeadsAndWidth) {
  Recipe recipe = recipe_of_task("reverse");  // 32 wide, 64 inside
  const auto set = [&](std::string_view name, Index value) {
    std::get<RecipeWhole>(recipe_setting_named(name).value).set(recipe, value);
  };
  set("heads", 4);
  EXPECT_EQ(recipe.config.d_k, 8);
  EXPECT_EQ(recipe.config.d_v, 8);
  set("width", 48);
  EXPECT_EQ(recipe.config.d_k, 12);
  EXPECT_EQ(recipe.config.d_ff, 96);
  set("d_ff", 0);
  set("width", 64);
  EXPECT_EQ(recipe.config.d_ff, 0);
  set("layers", 3);
  EXPECT_EQ(recipe.config.encoder_layers, 3);
  EXPECT_EQ(recipe.config.decoder_layers, 3);
}

TEST(RecipeSettings, LearnedPositionsGetTheTasksPlaces) {
  const Task& letters = *find_task("reverse");
  const Task& sentences = *find_task("grammar");
  Recipe recipe = sentences.recipe();
  fit_places(recipe, sentences);
  EXPECT_EQ(recipe, sentences.recipe());
  recipe.config.positions = PositionKind::kLearned;
  fit_places(recipe, sentences);
  EXPECT_EQ(recipe.config.context, sentences.source_length());
  recipe = letters.recipe();
  fit_places(recipe, letters);
  EXPECT_EQ(recipe, letters.recipe());
}

// Five steps of a small run with every value, on each kind of model: what training cannot do is not offered.
TEST(RecipeSettings, WhateverIsOfferedCanBeTrained) {
  const std::set<std::string_view> costly = {"width", "d_ff", "layers", "batch"};
  for (const char* const name : {"reverse", "grammar", "who", "shapes"}) {
    const Task& task = *find_task(name);
    Recipe usual = task.recipe();
    usual.batch = 4;
    usual.optimiser.warmup = 0;
    for (const RecipeSetting& row : recipe_settings()) {
      if (!row.is_in_use(usual)) continue;
      auto others = others_of(row, usual);
      if (costly.contains(row.name)) others.pop_back();
      for (Recipe& recipe : others) {
        fit_places(recipe, task);
        if (check_recipe(recipe, task)) {
          EXPECT_TRUE(row.name == "heads" || row.name == "width") << name << " " << row.name;
          continue;
        }
        TrainingRun run(task, recipe);
        for (int i = 0; i < 5 && !run.is_done(); ++i) {
          const auto report = run.advance();
          ASSERT_TRUE(report && report->ok()) << name << " " << row.name << " " << recipe_json(recipe);
          EXPECT_TRUE(std::isfinite((*report)->loss)) << name << " " << row.name;
        }
      }
    }
  }
}

// Its rate is turned during the run.
Recipe turned_recipe() {
  Recipe recipe = recipe_of_task("reverse");
  recipe.optimiser.changes = {{3, 0.02}};
  return recipe;
}

class RecordOfRecipe : public ScratchFolder {};

TEST_F(RecordOfRecipe, KeepsTheChanges) {
  const Task& task = *find_task("reverse");
  TrainingRecord record{.task = "reverse", .recipe = turned_recipe()};
  const std::string text = record_text(record, task);
  EXPECT_EQ(json::parse(text)["recipe"]["rate_changes"], json::parse("[[3, 0.02]]"));
  const auto read = read_record(write("training.json", text));
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(read->recipe, record.recipe);
  record.recipe.optimiser.changes.clear();
  EXPECT_EQ(record_text(record, task).find("rate_changes"), std::string::npos);
}

// Those that a person took back are no difference that stays.
TEST(RateChanges, AreTakenBackByTheDifferences) {
  Recipe none = turned_recipe();
  none.optimiser.changes.clear();
  EXPECT_EQ(read_over(turned_recipe(), recipe_differences(none, turned_recipe())), none);
}

TEST(RateChanges, ThatCannotBeAreRefused) {
  const auto is_refused = [](const std::string& changes) {
    return refusal_of(R"({"rate_changes": )" + changes + "}") == "rate_changes";
  };
  EXPECT_FALSE(is_refused("[]"));
  EXPECT_FALSE(is_refused("[[0, 0.1], [1, 1]]"));
  for (const char* const changes :
       {"{}", "3", "[3]", "[[1]]", "[[1, 0.1, 2]]", R"([["1", 0.1]])", "[[1, null]]", "[[2, 0.1], [1, 0.1]]",
        "[[1, 0.1], [1, 0.2]]", "[[-1, 0.1]]", "[[1.5, 0.1]]", "[[1000001, 0.1]]",
        "[[18446744073709551615, 0.1]]", "[[1, 0]]", "[[1, 101]]", "[[1, -1]]"})
    EXPECT_TRUE(is_refused(changes)) << changes;
  std::string many;
  for (size_t i = 0; i <= kMostRateChanges; ++i)
    many.append(i == 0 ? "[" : ", ").append("[" + std::to_string(i) + ", 0.1]");
  EXPECT_TRUE(is_refused(many + "]"));
}

// A record says at least what no recipe has by itself.
TEST_F(RecordOfRecipe, HasToSayWhatIsNotUsual) {
  const Task& task = *find_task("reverse");
  const json whole = json::parse(record_text({.task = "reverse", .recipe = task.recipe()}, task));
  for (const char* const name : {"architecture", "warmup", "batch", "steps", "seed"}) {
    json without = whole;
    without["recipe"].erase(name);
    const auto read = read_record(write("training.json", without.dump()));
    ASSERT_FALSE(read.ok()) << name;
    EXPECT_EQ(argument(read.error(), "field"), name);
  }
}

// Every recipe of the box is written as it was read.
TEST(RecordsOfTheBox, AreWrittenAsTheyStand) {
  const auto box = std::filesystem::path(HEADLIGHT_TEST_DATA).parent_path() / "assets" / "models";
  size_t count = 0;
  for (const std::string_view name : loaders::box_models()) {
    const auto path = box / name / "training.json";
    const auto read = read_record(path);
    ASSERT_TRUE(read.ok()) << path;
    std::ifstream file(path);
    const auto said = nlohmann::ordered_json::parse(file);
    EXPECT_EQ(recipe_json(read->recipe).dump(2), said["recipe"].dump(2)) << path;
    ++count;
  }
  EXPECT_EQ(count, loaders::box_models().size());
  EXPECT_EQ(count, 12U);
}

}  // namespace
}  // namespace engine
