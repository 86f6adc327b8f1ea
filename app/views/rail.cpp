// rail.cpp: the walk in the paper's order, with small true pictures and shapes; where one stands is marked.
#include <algorithm>
#include <cmath>

#include "app/export/labels.h"
#include "app/ui/widgets.h"
#include "app/views/views.h"
#include "engine/formula.h"

namespace views {
namespace {

std::string group_name(const Frame& frame, app::StepGroup group) {
  switch (group) {
    case app::StepGroup::kInput:
      return frame.tr("rail.input");
    case app::StepGroup::kHead:
      return frame.tr("head.name", {{"head", std::to_string(frame.session.focused_head() + 1)}});
    case app::StepGroup::kTogether:
    case app::StepGroup::kFeedForward:
    case app::StepGroup::kOutput:
      break;
  }
  return frame.tr("rail.together");
}

void thumbnail(const Frame& frame, int stage, ImVec2 at, ImVec2 size) {
  const engine::Stage& drawn = frame.trace().stage(stage);
  ui::MatrixFrame matrix;
  matrix.corner = at;
  matrix.size = size;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(drawn.rows);
  matrix.columns = static_cast<double>(drawn.columns);
  const exporter::ColourScale& scale = frame.facts.scale(stage);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  frame.heatmaps.draw(list, frame.session.trace(), matrix, scale, frame.style);
  list.AddRect(at, {at.x + size.x, at.y + size.y}, frame.style.colours.hairline);
}

// Rows shrink, within reason, so that the whole walk can be seen at once.
float row_height(const Frame& frame, size_t steps, bool folded) {
  const float groups = folded ? frame.style.px(24) : frame.style.px(84);
  const float each =
      (ImGui::GetContentRegionAvail().y - groups) / static_cast<float>(steps) - frame.style.px(1);
  return std::clamp(std::floor(each), frame.style.px(21), frame.style.px(29));
}

void row(const Frame& frame, int stage, float height, bool here, bool folded) {
  const auto& style = frame.style;
  const engine::Stage& drawn = frame.trace().stage(stage);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, height);
  if (ImGui::InvisibleButton(("step " + drawn.address).c_str(), size)) {
    frame.requests.edit("walk",
                        [address = drawn.address](app::State& state) { app::focus_on(state, address); });
  }
  const bool hovered = ImGui::IsItemHovered();
  const std::string name = exporter::stage_name(frame.tr, drawn.address);
  const std::string shape = std::to_string(drawn.rows) + " × " + std::to_string(drawn.columns);
  ui::tip(style, name + " · " + shape + " · " + drawn.address);
  if (!ImGui::IsRectVisible(at, {at.x + size.x, at.y + size.y})) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (here || hovered) {
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, here ? style.colours.selected : style.colours.chip,
                       style.px(7));
  }
  const float inset = folded ? (size.x - style.px(28)) / 2 : style.px(10);
  thumbnail(frame, stage, {at.x + inset, at.y + style.px(4)}, {style.px(28), height - style.px(8)});
  if (folded) return;
  const ui::TextStyle type = here ? style.strong() : style.text();
  const float text_y = at.y + (size.y - ui::text_size(name, type).y) / 2;
  const float shape_width = ui::text_size(shape, style.small()).x;
  const float left = at.x + style.px(48);
  const float right = at.x + size.x - style.px(8);
  const ImVec2 small_size = ui::text_size(shape, style.small());
  ui::draw_text(list, {left, text_y}, ui::ellipsise(name, right - left - shape_width - style.px(8), type),
                type);
  ui::draw_text(list, {right - shape_width, at.y + (size.y - small_size.y) / 2}, shape, style.small());
}

}  // namespace

void draw_rail(const Frame& frame, bool folded) {
  if (!frame.session.trace()) return;
  const auto steps = app::walk(frame.trace(), frame.session.focused_head());
  const size_t here = app::step_of(frame.trace(), steps, frame.here());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, frame.style.px(1)));
  const float height = row_height(frame, steps.size(), folded);
  for (size_t i = 0; i < steps.size(); ++i) {
    const bool new_group = i == 0 || steps[i].group != steps[i - 1].group;
    if (new_group && i > 0) ImGui::Dummy({0, frame.style.px(folded ? 8 : 5)});
    if (new_group && !folded) {
      ImGui::Indent(frame.style.px(10));
      ui::label(group_name(frame, steps[i].group), frame.style.small());
      ImGui::Unindent(frame.style.px(10));
    }
    row(frame, steps[i].stage, height, i == here, folded);
  }
  ImGui::PopStyleVar();
}

}  // namespace views
