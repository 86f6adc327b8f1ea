// learning_runs.cpp: runs side by side: one button each, in the colour of its curves.
#include <string>
#include <utility>
#include <vector>

#include "app/session/learning_comparisons.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/learning/learning_parts.h"

namespace views {
namespace {

// Shows the model of another run, at the step where that one is.
void show_run(const Frame& frame, const LearningScene& scene, size_t run) {
  const int step = nearest_kept(*scene.runs[run], scene.is_playing ? scene.runs[run]->steps() : scene.step);
  frame.requests.edit(
      "", [plan = scene.plans[run], step](app::State& state) { app::show_moment(state, plan, step); });
}

void add_run(const Frame& frame, const LearningScene& scene) {
  std::vector<engine::Plan> plans = scene.plans;
  plans.push_back(scene.plan());
  plans.back().recipe.seed = scene.plans.back().recipe.seed + 1;
  begin_runs(frame, std::move(plans), scene.plans.size());
}

void remove_run(const Frame& frame, const LearningScene& scene) {
  std::vector<engine::Plan> plans = scene.plans;
  plans.erase(plans.begin() + static_cast<std::ptrdiff_t>(scene.shown));
  begin_runs(frame, std::move(plans));
}

}  // namespace

void draw_comparison_menu(const Frame& frame, const LearningScene& scene) {
  const bool is_open = ui::begin_choices(frame.style, "comparisons", frame.tr("learning.compare"), false,
                                         ui::ButtonKind::kOutline);
  if (!is_open) return ui::tip(frame.style, frame.tr("learning.compare.tip"));
  for (const app::LearningComparison& row : app::learning_comparisons()) {
    if (ui::menu_row(frame.style, frame.tr(row.key))) {
      begin_runs(frame, row.plans());
      frame.requests.arrange([shows = row.shows_likeness](app::Desk& desk) {
        desk.learning.is_playing = false;
        desk.learning.shows_likeness = shows;
      });
    }
    ui::tip(frame.style, frame.tr(std::string(row.key) + ".tip"));
  }
  if (scene.plans.size() < app::kMostTrainings) {
    ui::menu_separator(frame.style);
    if (ui::menu_row(frame.style, frame.tr("learning.compare.add"))) add_run(frame, scene);
    ui::tip(frame.style, frame.tr("learning.add_run.tip"));
  }
  ImGui::EndPopup();
}

void draw_learning_runs(const Frame& frame, const LearningScene& scene) {
  const auto& style = frame.style;
  if (scene.plans.size() < 2) return;
  ui::Flow flow(style.px(8));
  for (size_t i = 0; i < scene.plans.size(); ++i) {
    const std::string name = run_name(frame, scene, i);
    const std::string face = "     " + name;
    flow.next(ui::button_width(style, face));
    const auto kind = i == scene.shown ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ui::button(style, (face + "##run " + std::to_string(i)).c_str(), kind) && !scene.runs.empty())
      show_run(frame, scene, i);
    ui::tip(style, frame.tr("learning.run.tip"));
    const float middle = (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y) / 2;
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + style.px(16), middle}, style.px(5),
                                                run_colour(frame, i));
  }
  if (scene.plans.size() < app::kMostTrainings) {
    flow.next(button_width(frame, "learning.add_run"));
    if (button(frame, "learning.add_run", ui::ButtonKind::kFlat)) add_run(frame, scene);
  }
  flow.next(button_width(frame, "learning.remove_run"));
  if (button(frame, "learning.remove_run", ui::ButtonKind::kFlat)) remove_run(frame, scene);
}

}  // namespace views
