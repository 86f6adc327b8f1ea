// recipe_settings.cpp: checks a recipe's settings, and reads and writes them as JSON.
#include "engine/training/recipe_settings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/core/number_text.h"
#include "engine/loaders/config_json.h"
#include "engine/loaders/own_model.h"
#include "engine/training/task.h"

namespace engine {
namespace {

using loaders::ConfigFields;
using nlohmann::ordered_json;

constexpr const char* kRateChanges = "rate_changes";

// What is written beside the config, in the order of training.json.
constexpr std::array kBesideConfig = {"embedding_size", "position_size", "dropout", "lr",    "final_share",
                                      "beta1",          "beta2",         "epsilon", "decay", "clip",
                                      "schedule",       "warmup",        "batch",   "steps", "seed"};

// The error of a number that is out of range.
struct CheckNumber {
  const Recipe& recipe;
  std::string_view name;

  std::optional<Error> operator()(const RecipeWhole& row) const {
    const Index value = row.get(recipe);
    if (value >= row.smallest && value <= row.largest) return std::nullopt;
    return refuse(std::to_string(value), std::to_string(row.smallest), std::to_string(row.largest));
  }
  std::optional<Error> operator()(const RecipeSeed& row) const {
    const uint64_t value = row.get(recipe);
    if (value <= row.largest) return std::nullopt;
    return refuse(std::to_string(value), "0", std::to_string(row.largest));
  }
  std::optional<Error> operator()(const RecipeReal& row) const { return real(row, row.get(recipe)); }
  std::optional<Error> operator()(const RecipeSwitch& /*row*/) const { return std::nullopt; }
  std::optional<Error> operator()(const RecipeChoice& /*row*/) const { return std::nullopt; }

  std::optional<Error> real(const RecipeReal& row, double value) const {
    if (value >= row.smallest && value <= row.largest) return std::nullopt;  // not a number is in no range
    return refuse(significant_digits(value), significant_digits(row.smallest),
                  significant_digits(row.largest));
  }
  Error refuse(std::string value, std::string smallest, std::string largest) const {
    return {"error.recipe_number",
            {{"name", std::string(name)},
             {"value", std::move(value)},
             {"smallest", std::move(smallest)},
             {"largest", std::move(largest)}}};
  }
};

// A value as JSON.
struct WriteValue {
  const Recipe& recipe;

  ordered_json operator()(const RecipeChoice& row) const {
    const SettingChoice* const chosen = row.chosen(recipe);
    assert(chosen != nullptr);
    return chosen->name;
  }
  template <class Row>
  ordered_json operator()(const Row& row) const {
    return row.get(recipe);
  }
};

// Reads a field; where it is missing, the value stays.
struct ReadValue {
  ConfigFields& fields;
  const char* name;
  Recipe& recipe;

  void operator()(const RecipeWhole& row) const {
    row.set(recipe, fields.whole(name, {row.smallest, row.largest}, row.get(recipe)));
  }
  void operator()(const RecipeSeed& row) const {
    const Index value =
        fields.whole(name, {0, static_cast<Index>(row.largest)}, static_cast<Index>(row.get(recipe)));
    row.set(recipe, static_cast<uint64_t>(value));
  }
  void operator()(const RecipeReal& row) const {
    row.set(recipe, fields.number(name, row.get(recipe), row.smallest, row.largest));
  }
  void operator()(const RecipeSwitch& row) const { row.set(recipe, fields.flag(name, row.get(recipe))); }
  void operator()(const RecipeChoice& row) const {
    if (fields.find(name) == nullptr) return;
    const auto found = std::ranges::find(row.choices, fields.text(name, ""), &SettingChoice::name);
    if (found == row.choices.end()) return fields.refuse(name);
    row.set(recipe, found->kind);
  }
};

const RecipeReal& rate_row() {
  return std::get<RecipeReal>(recipe_setting_named("lr").value);
}

ordered_json changes_json(const std::vector<RateChange>& changes) {
  auto list = ordered_json::array();
  for (const RateChange& change : changes)
    list.push_back(ordered_json::array({ordered_json(change.step), ordered_json(change.rate)}));
  return list;
}

// [200, 0.001]; nullopt if it is none, or none that comes after step `last`.
std::optional<RateChange> read_change(const nlohmann::json& said, int last) {
  constexpr int64_t kLatest = 1'000'000;
  if (!said.is_array() || said.size() != 2 || !said[0].is_number_integer() || !said[1].is_number())
    return std::nullopt;
  // Values above 2^63 do not fit a signed number.
  if (said[0].is_number_unsigned() && said[0].get<uint64_t>() > static_cast<uint64_t>(kLatest))
    return std::nullopt;
  const auto step = said[0].get<int64_t>();
  const auto rate = said[1].get<double>();
  if (step <= last || step > kLatest || !(rate >= rate_row().smallest && rate <= rate_row().largest))
    return std::nullopt;
  return RateChange{static_cast<int>(step), rate};
}

void read_changes(ConfigFields& fields, std::vector<RateChange>& changes) {
  const nlohmann::json* const said = fields.find(kRateChanges);
  if (said == nullptr) return;
  if (!said->is_array() || said->size() > kMostRateChanges) return fields.refuse(kRateChanges);
  std::vector<RateChange> read;
  read.reserve(said->size());
  for (const nlohmann::json& one : *said) {
    const auto change = read_change(one, read.empty() ? -1 : read.back().step);
    if (!change) return fields.refuse(kRateChanges);
    read.push_back(*change);
  }
  changes = std::move(read);
}

}  // namespace

const SettingChoice* RecipeChoice::chosen(const Recipe& recipe) const {
  const auto found = std::ranges::find(choices, get(recipe), &SettingChoice::kind);
  return found == choices.end() ? nullptr : &*found;
}

bool RecipeSetting::differs(const Recipe& one, const Recipe& other) const {
  return std::visit([&](const auto& row) { return row.get(one) != row.get(other); }, value);
}

const RecipeSetting& recipe_setting_named(std::string_view name) {
  const auto all = recipe_settings();
  const auto found = std::ranges::find(all, name, &RecipeSetting::name);
  assert(found != all.end());
  return *found;
}

std::optional<Error> check_recipe_settings(const Recipe& recipe) {
  for (const RecipeSetting& row : recipe_settings()) {
    if (auto bad = std::visit(CheckNumber{recipe, row.name}, row.value)) return bad;
  }
  for (const RateChange& change : recipe.optimiser.changes) {
    if (auto bad = CheckNumber{recipe, "lr"}.real(rate_row(), change.rate)) return bad;
  }
  return std::nullopt;
}

void fit_places(Recipe& recipe, const Task& task) {
  const Config own = task.recipe().config;
  const bool is_new =
      recipe.config.positions == PositionKind::kLearned && own.positions != PositionKind::kLearned;
  recipe.config.context = is_new ? std::max(task.source_length(), task.target_length()) : own.context;
}

ordered_json recipe_json(const Recipe& recipe) {
  ordered_json object;
  loaders::write_own_settings(recipe.config, object);
  for (const char* const name : kBesideConfig)
    object[name] = std::visit(WriteValue{recipe}, recipe_setting_named(name).value);
  if (!recipe.optimiser.changes.empty()) object[kRateChanges] = changes_json(recipe.optimiser.changes);
  return object;
}

ordered_json recipe_differences(const Recipe& recipe, const Recipe& usual) {
  const ordered_json said = recipe_json(recipe);
  const ordered_json usually = recipe_json(usual);
  ordered_json differences = ordered_json::object();
  for (const auto& [name, value] : said.items()) {
    const auto other = usually.find(name);
    if (other == usually.end() || *other != value) differences[name] = value;
  }
  // A missing field would keep the changes.
  if (recipe.optimiser.changes.empty() && !usual.optimiser.changes.empty())
    differences[kRateChanges] = ordered_json::array();
  return differences;
}

void read_recipe(ConfigFields& fields, Recipe& recipe) {
  recipe.config.model = ModelKind::kCheckpoint;
  loaders::read_own_settings(fields, recipe.config);
  for (const char* const name : kBesideConfig)
    std::visit(ReadValue{fields, name, recipe}, recipe_setting_named(name).value);
  read_changes(fields, recipe.optimiser.changes);
}

}  // namespace engine
