// learning_timeline.cpp: a slider over the steps, with a mark at each snapshot.
#include <cmath>

#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/learning/learning_parts.h"

namespace views {
namespace {

// Over the slider: how far the run has come, a mark at each snapshot, and the shown step.
void draw_track(const Frame& frame, const app::RecordedRun& run, int shown, ImVec2 from, ImVec2 to) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto across = [&](int step) {
    return std::round(from.x + (to.x - from.x) * static_cast<float>(step) / static_cast<float>(run.steps()));
  };
  const float rounding = style.px(4);
  list.AddRectFilled({from.x, from.y}, {across(run.step()), to.y}, ui::with_alpha(style.head(0), 0.28f),
                     rounding);
  for (const int step : run.kept())
    list.AddLine({across(step), to.y - style.px(7)}, {across(step), to.y - style.px(1)}, style.colours.muted);
  const float half = style.px(3);
  list.AddRectFilled({across(shown) - half, from.y}, {across(shown) + half, to.y}, style.colours.ink, half);
}

}  // namespace

void draw_learning_timeline(const Frame& frame, const LearningScene& scene) {
  const auto& style = frame.style;
  const int steps = scene.plan().recipe.steps;
  const std::string name =
      frame.tr("learning.step", {{"step", std::to_string(scene.step)}, {"steps", std::to_string(steps)}});
  // As wide as its last step will be, so that nothing moves while it plays.
  const std::string widest =
      frame.tr("learning.step", {{"step", std::to_string(steps)}, {"steps", std::to_string(steps)}});
  const float left = ImGui::GetCursorPosX();
  label_in_frame(name, style.strong());
  ImGui::SameLine(left + ui::text_size(widest, style.strong()).x + style.px(12));
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextItemWidth(width);
  auto step = static_cast<engine::Index>(scene.step);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool is_open = scene.run() != nullptr;
  ImGui::BeginDisabled(!is_open);
  if (ui::slider(style, "##step", step, 0, steps, "") && is_open)
    go_to_step(frame, scene, scene.shown, nearest_kept(*scene.run(), static_cast<int>(step)));
  ImGui::EndDisabled();
  ui::tip(style, frame.tr("learning.step.tip"));
  if (!is_open) return;
  const float inset = ImGui::GetStyle().GrabMinSize / 2 + 2;
  const ImVec2 end = ImGui::GetItemRectMax();
  draw_track(frame, *scene.run(), scene.step, {corner.x + inset, corner.y + style.px(3)},
             {end.x - inset, end.y - style.px(3)});
}

}  // namespace views
