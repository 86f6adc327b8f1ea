// head_switch.cpp: switches one head.
#include "app/views/heads/head_switch.h"

#include <algorithm>
#include <array>

#include "app/session/exploring.h"
#include "app/ui/widgets.h"

namespace views {
namespace {

using engine::HeadState;

constexpr std::array<const char*, 3> kStateKeys = {"head_state.on", "head_state.even", "head_state.off"};

}  // namespace

std::string head_of_switch(std::string_view address) {
  if (!engine::head_of(address)) return "";
  return std::string(engine::without_example(engine::head_address(address)));
}

float head_switch_width(const Frame& frame) {
  float width = 0;
  for (const char* const key : kStateKeys)
    width = std::max(width, ui::text_size(frame.tr(key), frame.style.small_strong()).x);
  return width + frame.style.px(16);
}

void draw_head_switch(const Frame& frame, std::string_view address, ImVec2 right) {
  const auto& style = frame.style;
  const std::string head = head_of_switch(address);
  if (head.empty()) return;
  const auto state = static_cast<size_t>(app::head_state(frame.session.document().config, head));
  const ImVec2 size(head_switch_width(frame), style.px(22));
  const ImVec2 low(right.x - size.x, right.y);
  const ImVec2 high(right.x, right.y + size.y);
  ImGui::SetCursorScreenPos(low);
  if (ImGui::InvisibleButton(("switch " + head).c_str(), size)) {
    frame.requests.edit("", [head, next = static_cast<HeadState>((state + 1) % kStateKeys.size())](
                                app::State& changed) { app::set_head(changed, head, next); });
  }
  const bool hovered = ImGui::IsItemHovered();
  const bool broken = state != 0;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, high,
                     broken    ? style.colours.selected
                     : hovered ? style.colours.hairline
                               : style.colours.chip,
                     style.px(6));
  if (broken) list.AddRect(low, high, style.colours.accent, style.px(6));
  ui::TextStyle type = broken ? style.small_strong() : style.small();
  if (broken) type.colour = style.colours.accent;
  const std::string word = frame.tr(kStateKeys.at(state));
  const ImVec2 text = ui::text_size(word, type);
  ui::draw_text(list, {low.x + (size.x - text.x) / 2, low.y + (size.y - text.y) / 2}, word, type);
  ui::tip(style, frame.tr(std::string(kStateKeys.at(state)) + ".tip"));
}

}  // namespace views
