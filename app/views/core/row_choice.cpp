// row_choice.cpp: a row's name between two arrows.
#include "app/views/core/row_choice.h"

#include "app/ui/widgets.h"

namespace views {
namespace {

float name_width(const Frame& frame) {
  return frame.style.px(72);
}

float arrow_width(const Frame& frame) {
  return ui::text_size("→", frame.style.text()).x + 2 * frame.style.px(6);
}

float gap(const Frame& frame) {
  return frame.style.px(2);
}

}  // namespace

float row_choice_width(const Frame& frame) {
  return name_width(frame) + 2 * arrow_width(frame) + 2 * gap(frame);
}

std::optional<engine::Index> draw_row_choice(const Frame& frame, const std::string& name, engine::Index row,
                                             engine::Index last) {
  std::optional<engine::Index> chosen;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(frame.style.px(6), ImGui::GetStyle().FramePadding.y));
  if (ui::button(frame.style, "←##token before", ui::ButtonKind::kFlat, row > 0)) chosen = row - 1;
  ui::tip(frame.style, frame.tr("one_token.before.tip"));
  ImGui::SameLine(0, gap(frame));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_text_centred(*ImGui::GetWindowDrawList(),
                        {at.x + name_width(frame) / 2, at.y + ImGui::GetStyle().FramePadding.y},
                        ui::ellipsise(name, name_width(frame), frame.style.strong()), frame.style.strong());
  ImGui::Dummy({name_width(frame), ImGui::GetFrameHeight()});
  ImGui::SameLine(0, gap(frame));
  if (ui::button(frame.style, "→##token after", ui::ButtonKind::kFlat, row < last)) chosen = row + 1;
  ui::tip(frame.style, frame.tr("one_token.after.tip"));
  ImGui::PopStyleVar();
  return chosen;
}

}  // namespace views
