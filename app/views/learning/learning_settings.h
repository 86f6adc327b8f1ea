// learning_settings.h: the recipe of a run, as fields.
#pragma once

#include <string>

#include "app/views/learning/learning_parts.h"
#include "engine/training/recipe_settings.h"

namespace views {

// A button that opens the recipe of the shown run: what is changed there begins it anew.
void draw_recipe_menu(const Frame& frame, const LearningScene& scene);

// "Pre-LN", "50": the value of a setting of a recipe.
std::string recipe_value(const Frame& frame, const engine::RecipeSetting& row, const engine::Recipe& recipe);

}  // namespace views
