// learning_names.cpp: how the runs are told apart: by the settings in which they differ.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/text/sentence.h"
#include "app/ui/widgets.h"
#include "app/views/learning/learning_parts.h"
#include "app/views/learning/learning_settings.h"
#include "engine/core/number_text.h"
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
    const std::string label = frame.tr(row.words);
    const std::string first = name.empty() ? label : app::inside_sentence(label);
    if (!name.empty()) name += ", ";
    if (!is_choice) name.append(first).append(" ");
    name += value;
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

std::string decimal_text(double value, int digits) {
  constexpr int kMostDecimals = 12;
  if (value == 0 || !std::isfinite(value)) return engine::fixed_digits(value, 0);
  const int power = static_cast<int>(std::floor(std::log10(std::abs(value))));
  const int decimals = std::clamp(digits - 1 - power, 0, kMostDecimals);
  std::string text = engine::fixed_digits(value, decimals);
  if (decimals == 0) return text;
  while (text.ends_with('0')) text.pop_back();
  if (!std::isdigit(static_cast<unsigned char>(text.back()))) text.pop_back();
  return text;
}

ImU32 run_colour(const Frame& frame, size_t run) {
  return frame.style.head(static_cast<int>(run));
}

}  // namespace views
