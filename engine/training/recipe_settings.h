// recipe_settings.h: every setting of a recipe that is one number, one switch or one choice, one row each.
// The options of `headlight train`, training.json, the limits of check_recipe() and the window's fields read
// these rows: a new setting is a field of Recipe, its row here, and its words.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/result.h"
#include "engine/model/settings.h"
#include "engine/training/recipe.h"

namespace loaders {
class ConfigFields;  // config_json.h
}

namespace engine {

class Task;  // task.h

// How many steps a run may take.
inline constexpr Index kMostSteps = 1'000'000;
// How often a run's learning rate may be turned.
inline constexpr size_t kMostRateChanges = 1000;

// Where a setting belongs. The groups, and their rows, are in the order in which they are shown.
enum class RecipeGroup {
  kArchitecture,  // what the model is
  kOptimiser,     // how a gradient changes it
  kRun,           // how much it sees, and from where it starts
};

// Each has a way to read and to set it: some settings are several fields, which follow each other.
struct RecipeWhole {
  Index (*get)(const Recipe& recipe);
  void (*set)(Recipe& recipe, Index value);
  Index smallest = 1;
  Index largest = 1;
  Index least = 1;  // the range in the window
  Index most = 1;
};

struct RecipeSeed {
  uint64_t (*get)(const Recipe& recipe);
  void (*set)(Recipe& recipe, uint64_t value);
  uint64_t largest = 0;
  uint64_t most = 0;  // in the window
};

struct RecipeReal {
  double (*get)(const Recipe& recipe);
  void (*set)(Recipe& recipe, double value);
  double smallest = 0;
  double largest = 1;
  double least = 0;  // the range in the window
  double most = 1;
  bool is_log = false;  // in the window: equal steps are equal factors
};

struct RecipeSwitch {
  bool (*get)(const Recipe& recipe);
  void (*set)(Recipe& recipe, bool value);
  std::string_view on = "value.on";  // text keys
  std::string_view off = "value.off";
};

struct RecipeChoice {
  int (*get)(const Recipe& recipe);
  void (*set)(Recipe& recipe, int kind);
  std::vector<SettingChoice> choices;  // all that training can do

  // Null if the recipe has what no choice stands for.
  const SettingChoice* chosen(const Recipe& recipe) const;
};

struct RecipeSetting {
  std::string_view name;    // "lr"; of what recipe_json() writes beside the config, also the name there
  std::string_view option;  // of `headlight train`; empty: none
  std::string_view words;   // label's text key; with ".tip": the description's
  RecipeGroup group;
  std::variant<RecipeWhole, RecipeSeed, RecipeReal, RecipeSwitch, RecipeChoice> value;
  bool (*applies)(const Recipe& recipe) = nullptr;  // whether it has any effect; null: always

  bool is_in_use(const Recipe& recipe) const { return applies == nullptr || applies(recipe); }
  // Whether its value differs between `one` and `other`.
  bool differs(const Recipe& one, const Recipe& other) const;
};

// All settings. Heads and width set the heads' widths as well, and the width that of the feed-forward, which
// keeps its share: whoever sets several sets them in this order.
std::span<const RecipeSetting> recipe_settings();

// The row of an existing name.
const RecipeSetting& recipe_setting_named(std::string_view name);

// The first number that is out of its row's range: error.recipe_number (name, value, smallest, largest); of a
// turned rate, that of "lr".
std::optional<Error> check_recipe_settings(const Recipe& recipe);

// Gives a table of learned positions that the task's own recipe lacks a row for each of the task's places,
// and any other the task's own rows: to be called once the positions are set.
void fit_places(Recipe& recipe, const Task& task);

// A recipe as it stands in training.json; "rate_changes", a list of [step, rate], only where there are any.
nlohmann::ordered_json recipe_json(const Recipe& recipe);

// The fields of it in which `recipe` differs from `usual`: read_recipe() makes `recipe` of `usual` with them.
nlohmann::ordered_json recipe_differences(const Recipe& recipe, const Recipe& usual);

// A field that is missing keeps its value in `recipe`. Errors, kept by `fields`: those of its methods.
void read_recipe(loaders::ConfigFields& fields, Recipe& recipe);

}  // namespace engine
