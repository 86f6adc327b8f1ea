// recipe_options.cpp: reads the value typed for a setting of a recipe, according to its row.
#include "app/cli/recipe_options.h"

#include <string>
#include <variant>

#include "app/cli/setting_options.h"
#include "engine/training/recipe_settings.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Recipe;
using engine::RecipeChoice;
using engine::RecipeReal;
using engine::RecipeSeed;
using engine::RecipeSetting;
using engine::RecipeSwitch;
using engine::RecipeWhole;

constexpr std::string_view kCommand = "train";

// "--seed": "train --seed".
std::string apart(std::string_view option) {
  return std::string(kCommand).append(" ").append(option);
}

struct RecipeValueName {
  std::string operator()(const RecipeWhole& /*row*/) const { return "N"; }
  std::string operator()(const RecipeSeed& /*row*/) const { return "N"; }
  std::string operator()(const RecipeReal& /*row*/) const { return "NUMBER"; }
  std::string operator()(const RecipeSwitch& /*row*/) const { return "on|off"; }
  std::string operator()(const RecipeChoice& row) const { return listed(row.choices); }
};

// Reads one option into its setting.
struct ReadRecipeValue {
  const ParsedOptions& given;
  std::string_view option;
  Recipe& recipe;

  std::optional<Error> operator()(const RecipeWhole& row) const {
    const auto value =
        whole_number(given, option, static_cast<uint64_t>(row.smallest), static_cast<uint64_t>(row.largest),
                     static_cast<uint64_t>(row.get(recipe)));
    if (!value) return value.error();
    row.set(recipe, static_cast<Index>(*value));
    return std::nullopt;
  }
  std::optional<Error> operator()(const RecipeSeed& row) const {
    const auto value = whole_number(given, option, 0, row.largest, row.get(recipe));
    if (!value) return value.error();
    row.set(recipe, *value);
    return std::nullopt;
  }
  std::optional<Error> operator()(const RecipeReal& row) const {
    const auto value = number(given, option, row.smallest, row.largest, row.get(recipe));
    if (!value) return value.error();
    row.set(recipe, *value);
    return std::nullopt;
  }
  std::optional<Error> operator()(const RecipeSwitch& row) const {
    const std::string typed = given.get(option, "");
    if (typed != "on" && typed != "off")
      return not_a_choice(option, typed, std::vector<std::string>{"on", "off"});
    row.set(recipe, typed == "on");
    return std::nullopt;
  }
  std::optional<Error> operator()(const RecipeChoice& row) const {
    const auto kind = read_kind(given, option, row.choices);
    if (!kind) return kind.error();
    if (*kind) row.set(recipe, **kind);
    return std::nullopt;
  }
};

}  // namespace

std::vector<Option> recipe_options() {
  std::vector<Option> options;
  for (const RecipeSetting& row : engine::recipe_settings()) {
    if (!row.option.empty())
      options.push_back(option_row(row.option, std::visit(RecipeValueName{}, row.value), kCommand));
  }
  return options;
}

void set_recipe_apart(ParsedOptions& given) {
  for (const RecipeSetting& row : engine::recipe_settings()) {
    if (!row.option.empty()) given.rename(row.option, apart(row.option));
  }
}

std::optional<std::string_view> first_of_recipe(const ParsedOptions& given) {
  for (const RecipeSetting& row : engine::recipe_settings()) {
    if (!row.option.empty() && given.has(apart(row.option))) return row.option;
  }
  return std::nullopt;
}

std::optional<Error> read_recipe_options(const ParsedOptions& given, Recipe& recipe) {
  for (const RecipeSetting& row : engine::recipe_settings()) {
    if (row.option.empty() || !given.has(apart(row.option))) continue;
    // As it was typed, for the errors.
    ParsedOptions typed;
    typed.set(row.option, given.every(apart(row.option)));
    if (auto bad = std::visit(ReadRecipeValue{typed, row.option, recipe}, row.value)) return bad;
  }
  return std::nullopt;
}

}  // namespace app
