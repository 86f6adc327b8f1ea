// learning_timeline.cpp: a slider over the steps, with a mark at each snapshot.
#include <algorithm>

#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/learning/learning_parts.h"

namespace views {
namespace {

// Where the snapshots are, below the slider.
void draw_marks(const Frame& frame, const std::vector<int>& kept, int last, ImVec2 from, float width) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const int step : kept) {
    const float x = std::round(from.x + width * static_cast<float>(step) / static_cast<float>(last));
    list.AddLine({x, from.y}, {x, from.y + frame.style.px(4)}, frame.style.colours.muted);
  }
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
  const float grab = ImGui::GetStyle().GrabMinSize;
  const float inset = grab / 2 + 2;
  const ImVec2 below(corner.x + inset, ImGui::GetItemRectMax().y);
  if (is_open) draw_marks(frame, scene.run()->kept(), steps, below, width - 2 * inset);
}

}  // namespace views
