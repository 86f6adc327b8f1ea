// recipe_options.h: options of `headlight train` from the table of a recipe's settings.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/cli/options.h"
#include "engine/core/result.h"
#include "engine/training/recipe.h"

namespace app {

// In the table's order.
std::vector<Option> recipe_options();

// Gives their values names that INPUT does not know: it has options of the same names.
void set_recipe_apart(ParsedOptions& given);

// The first of them that was given, as it is typed; nullopt if none was. After set_recipe_apart().
std::optional<std::string_view> first_of_recipe(const ParsedOptions& given);

// Sets what was given. After set_recipe_apart(). Errors: error.option_whole, error.option_number,
// error.option_choice.
std::optional<engine::Error> read_recipe_options(const ParsedOptions& given, engine::Recipe& recipe);

}  // namespace app
