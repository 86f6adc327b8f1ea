// learning_names.cpp: how the runs are told apart: by the settings in which they differ.
#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/learning/learning_parts.h"
#include "app/views/learning/learning_settings.h"
#include "engine/training/recipe_settings.h"

namespace views {

std::string run_name(const Frame& frame, const LearningScene& scene, size_t run) {
  std::string name;
  for (const engine::RecipeSetting& row : engine::recipe_settings()) {
    const bool differs = std::ranges::any_of(scene.plans, [&](const engine::Plan& plan) {
      return row.differs(plan.recipe, scene.plans.front().recipe);
    });
    if (!differs) continue;
    const std::string value = recipe_value(frame, row, scene.plans[run].recipe);
    const bool is_choice = std::holds_alternative<engine::RecipeChoice>(row.value);
    if (!name.empty()) name += ", ";
    name += is_choice ? value : frame.tr(row.words) + " " + value;
  }
  return name.empty() ? frame.tr("learning.run", {{"number", std::to_string(run + 1)}}) : name;
}

void label_in_frame(const std::string& text, const ui::TextStyle& type) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size = ui::text_size(text, type);
  const float height = ImGui::GetFrameHeight();
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + std::floor((height - size.y) / 2)}, text, type);
  ImGui::Dummy({size.x, height});
}

ImU32 run_colour(const Frame& frame, size_t run) {
  return frame.style.head(static_cast<int>(run));
}

}  // namespace views
