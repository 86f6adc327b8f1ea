// learning_settings.cpp: rows of the table of a recipe's settings, each a field.
#include "app/views/learning/learning_settings.h"

#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "app/ui/widgets.h"
#include "app/views/core/fields.h"
#include "engine/core/number_text.h"
#include "engine/training/recipe_settings.h"
#include "engine/training/run.h"

namespace views {
namespace {

using engine::Index;
using engine::Recipe;
using engine::RecipeSetting;

// A change of the shown run's recipe; nothing where it could not be trained.
template <class Value>
std::function<void(app::State&, Value)> changes(const LearningScene& scene,
                                                std::function<void(Recipe&, Value)> set) {
  return [plans = scene.plans, shown = scene.shown, set = std::move(set)](app::State& state, Value value) {
    std::vector<engine::Plan> next = plans;
    engine::Plan& plan = next[shown];
    set(plan.recipe, value);
    plan.recipe.optimiser.changes.clear();
    engine::fit_places(plan.recipe, *plan.task);
    if (!engine::check_recipe(plan.recipe, *plan.task)) app::set_trainings(state, next, shown);
  };
}

class RecipeFields {
 public:
  RecipeFields(const LearningScene& scene, Fields& fields) : scene_(scene), fields_(fields) {}

  void row(const RecipeSetting& row) {
    if (!row.is_in_use(recipe())) return;
    std::visit([&](const auto& value) { draw(row.words.data(), value); }, row.value);
  }

 private:
  const Recipe& recipe() const { return scene_.plan().recipe; }

  void draw(const char* key, const engine::RecipeWhole& value) {
    fields_.whole(key, value.get(recipe()), value.least, value.most, changes<Index>(scene_, value.set));
  }
  void draw(const char* key, const engine::RecipeSeed& value) {
    fields_.seed(key, value.get(recipe()), value.most, changes<uint64_t>(scene_, value.set));
  }
  void draw(const char* key, const engine::RecipeReal& value) {
    const double now = value.get(recipe());
    const auto speed = static_cast<float>(value.is_log ? now / 50 : (value.most - value.least) / 200);
    fields_.real(key, now, speed, value.least, value.most, changes<double>(scene_, value.set));
  }
  void draw(const char* key, const engine::RecipeSwitch& value) {
    const auto set = changes<bool>(scene_, value.set);
    const bool is_on = value.get(recipe());
    const std::array<Choice, 2> choices = {
        Choice{value.on, [set](app::State& state) { set(state, true); }},
        Choice{value.off, [set](app::State& state) { set(state, false); }}};
    fields_.choice(key, is_on ? value.on : value.off, choices);
  }
  void draw(const char* key, const engine::RecipeChoice& value) {
    const auto set = changes<int>(scene_, value.set);
    std::vector<Choice> choices;
    choices.reserve(value.choices.size());
    for (const engine::SettingChoice& choice : value.choices)
      choices.push_back({choice.words, [set, kind = choice.kind](app::State& state) { set(state, kind); }});
    const engine::SettingChoice* const chosen = value.chosen(recipe());
    fields_.choice(key, chosen == nullptr ? "" : chosen->words, choices);
  }

  const LearningScene& scene_;
  Fields& fields_;
};

void draw_group(const Frame& frame, const LearningScene& scene, engine::RecipeGroup group) {
  Fields fields(frame, frame.style.px(150));
  fields.set_prefix("recipe ");
  RecipeFields rows(scene, fields);
  for (const RecipeSetting& row : engine::recipe_settings()) {
    if (row.group == group) rows.row(row);
  }
}

}  // namespace

std::string recipe_value(const Frame& frame, const RecipeSetting& row, const Recipe& recipe) {
  struct Words {
    const Frame& frame;
    const Recipe& recipe;
    std::string operator()(const engine::RecipeWhole& value) const {
      return std::to_string(value.get(recipe));
    }
    std::string operator()(const engine::RecipeSeed& value) const {
      return std::to_string(value.get(recipe));
    }
    std::string operator()(const engine::RecipeReal& value) const {
      return engine::significant_digits(value.get(recipe), 3);
    }
    std::string operator()(const engine::RecipeSwitch& value) const {
      return frame.tr(value.get(recipe) ? value.on : value.off);
    }
    std::string operator()(const engine::RecipeChoice& value) const {
      const engine::SettingChoice* const chosen = value.chosen(recipe);
      return chosen == nullptr ? "" : frame.tr(chosen->words);
    }
  };
  return std::visit(Words{frame, recipe}, row.value);
}

void draw_recipe_menu(const Frame& frame, const LearningScene& scene) {
  const auto& style = frame.style;
  const bool is_open = ui::begin_choices(style, "recipe", frame.tr("learning.recipe"), false,
                                         ui::ButtonKind::kOutline, ui::kAroundPanel);
  if (!is_open) return ui::tip(style, frame.tr("learning.recipe.tip"));
  ImGui::BeginGroup();
  ui::label(frame.tr("learning.recipe.architecture"), style.strong());
  draw_group(frame, scene, engine::RecipeGroup::kArchitecture);
  ImGui::Dummy({0, style.px(6)});
  ui::label(frame.tr("learning.recipe.run"), style.strong());
  draw_group(frame, scene, engine::RecipeGroup::kRun);
  ImGui::EndGroup();
  ImGui::SameLine(0, style.px(28));
  ImGui::BeginGroup();
  ui::label(frame.tr("learning.recipe.optimiser"), style.strong());
  draw_group(frame, scene, engine::RecipeGroup::kOptimiser);
  ImGui::EndGroup();
  ui::paragraph(frame.tr("learning.recipe.why"), style.px(520), style.small());
  ImGui::EndPopup();
}

}  // namespace views
