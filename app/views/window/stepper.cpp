// stepper.cpp: the position in the walk, and its controls.
#include "app/views/window/stepper.h"

#include <algorithm>

#include "app/ui/widgets.h"
#include "app/views/core/navigation.h"
#include "app/views/core/outline.h"
#include "app/views/stage/transport.h"

namespace views {
namespace {

// "Decoder 2 · Cross-attention 3/9": the layer, the group of steps, and the place in it.
std::string chapter(const Frame& frame, const Facts::Walk& walk, size_t at) {
  const size_t group = walk.group_of(at);
  const size_t first = walk.groups[group];
  const std::string layer = layer_name(frame, walk.steps[first].place);
  return (layer.empty() ? "" : layer + " · ") + group_name(frame, walk, group) + " " +
         std::to_string(at - first + 1) + "/" + std::to_string(walk.group_end(group) - first);
}

// The current group, and the keys, on two closely spaced lines.
void draw_place(const Frame& frame, const std::string& path, float width) {
  const auto& style = frame.style;
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - gap + style.px(8));
  ui::label(ui::ellipsise(path, width, style.small_strong()), style.small_strong());
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - gap + style.px(3));
  if (ImGui::GetContentRegionAvail().y < style.px(14)) return;
  ui::label(ui::ellipsise(frame.tr("step.keys_layers"), width, style.small()), style.small());
}

}  // namespace

void draw_stepper(const Frame& frame) {
  if (!frame.session.trace()) return;
  const auto& style = frame.style;
  const engine::Trace& trace = frame.trace();
  const Facts::Walk& walk = walk_now(frame);
  const auto& steps = walk.steps;
  const size_t at = frame.facts.step_of(walk, frame.here());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float done = width * static_cast<float>(at + 1) / static_cast<float>(steps.size());
  const float y = start.y + style.px(6);
  // In one line only the controls fit.
  if (ImGui::GetContentRegionAvail().y >= style.px(46)) {
    list.AddRectFilled({start.x, y}, {start.x + width, y + style.px(3)}, style.colours.hairline, style.px(2));
    list.AddRectFilled({start.x, y}, {start.x + done, y + style.px(3)}, style.colours.ink, style.px(2));
    ImGui::Dummy({0, style.px(16)});
  }
  const auto go = [&](size_t step) {
    frame.requests.edit("walk", [address = trace.stage(steps[step].stage).address](app::State& state) {
      app::focus_on(state, address);
    });
  };
  if (ui::button(style, "←##back", ui::ButtonKind::kOutline, at > 0)) go(at - 1);
  ui::tip(style, frame.tr("step.back.tip"));
  ImGui::SameLine(0, style.px(6));
  if (ui::button(style, "→##on", ui::ButtonKind::kOutline, at + 1 < steps.size())) go(at + 1);
  ui::tip(style, frame.tr("step.on.tip"));
  ImGui::SameLine(0, style.px(12));
  ImGui::AlignTextToFramePadding();
  ui::plain(
      frame.tr("step.count", {{"step", std::to_string(at + 1)}, {"steps", std::to_string(steps.size())}}));
  ImGui::SameLine(0, style.px(14));
  draw_play_button(frame, ImGui::GetContentRegionAvail().x);
  if (ImGui::GetContentRegionAvail().y < style.px(24)) return;
  if (frame.facts.has_layers()) {
    draw_place(frame, chapter(frame, walk, at), width);
    return;
  }
  ImGui::Dummy({0, style.px(2)});
  ui::label(ui::ellipsise(frame.tr("step.keys"), width, style.small()), style.small());
}

}  // namespace views
