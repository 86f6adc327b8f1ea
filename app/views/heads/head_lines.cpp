// head_lines.cpp: solid, dashed, dotted, dash-dotted lines in the heads' colours; and the chips to choose
// them.
#include "app/views/heads/head_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/widgets.h"
#include "engine/core/address.h"

namespace views {
namespace {

// Alternating lengths drawn and skipped, in units of line thickness; the first one is solid.
using Pattern = std::array<float, 4>;
constexpr std::array<Pattern, 4> kPatterns = {
    {{1, 0, 1, 0}, {7, 4, 7, 4}, {1.5F, 3, 1.5F, 3}, {8, 3, 1.5F, 3}}};

ImU32 mixed(ImU32 from, ImU32 to, float share) {
  const ImVec4 a = ui::vec4(from);
  const ImVec4 b = ui::vec4(to);
  return ImGui::ColorConvertFloat4ToU32(
      {std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share), std::lerp(a.z, b.z, share), 1});
}

void draw_pattern(ImVec2 from, ImVec2 to, const Pattern& pattern, ImU32 colour, float thickness) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  const auto at = [&](float way) {
    const float share = std::min(way / length, 1.0f);
    return ImVec2(std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share));
  };
  const float unit = std::max(thickness, 1.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float way = 0;
  for (size_t part = 0; way < length; ++part) {
    const float next = way + pattern.at(part % pattern.size()) * unit;
    if (part % 2 == 0) list.AddLine(at(way), at(next), colour, thickness);
    way = next;
  }
}

bool* left_out(int head) {
  ImGui::PushID("head left out");
  bool* const kept = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(head), false);
  ImGui::PopID();
  return kept;
}

// The focused one is what the card explains: it is always drawn.
bool is_lit(const Frame& frame, int head) {
  return head == frame.session.focused_head() || !*left_out(head);
}

// One head always stays. If the focused one is left out, another gets the focus.
void toggle(const Frame& frame, int head, int count) {
  if (!is_lit(frame, head)) {
    *left_out(head) = false;
    return;
  }
  for (const int other : lit_heads(frame, count)) {
    if (other == head) continue;
    *left_out(head) = true;
    if (head != frame.session.focused_head()) return;
    const std::string address = engine::in_head(frame.here(), other);
    frame.requests.edit("walk", [address](app::State& state) { app::focus_on(state, address); });
    return;
  }
}

void draw_chip(const Frame& frame, int head, int count, ui::Flow& flow) {
  const auto& style = frame.style;
  const std::string name = frame.tr("head.name", {{"head", frame.tr.nth(head)}});
  const auto heads = lit_heads(frame, count);
  const bool lit = std::find(heads.begin(), heads.end(), head) != heads.end();
  const ui::TextStyle type = lit ? style.small_ink() : style.small();
  const ImVec2 text = ui::text_size(name, type);
  const float line = style.px(22);
  const ImVec2 size(text.x + line + style.px(22), style.px(24));
  flow.next(size.x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton(("line head " + std::to_string(head + 1)).c_str(), size))
    toggle(frame, head, count);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  if (lit || ImGui::IsItemHovered()) list.AddRectFilled(at, end, style.colours.chip, style.px(6));
  ui::tip(style, frame.tr(lit ? "lines.head_off.tip" : "lines.head_on.tip"));
  const float y = at.y + size.y / 2;
  if (lit) {
    draw_head_line(frame, {at.x + style.px(8), y}, {at.x + style.px(8) + line, y}, {head, 1, style.px(3)});
  } else {
    list.AddLine({at.x + style.px(8), y}, {at.x + style.px(8) + line, y}, style.colours.hairline,
                 style.px(3));
  }
  ui::draw_text(list, {at.x + line + style.px(14), at.y + (size.y - text.y) / 2}, name, type);
}

}  // namespace

void draw_head_line(const Frame& frame, ImVec2 from, ImVec2 to, const LineLook& look) {
  const ui::Colours& colours = frame.style.colours;
  const float strength = look.presence * (0.3f + 0.7f * std::clamp(look.weight, 0.0f, 1.0f));
  const ImU32 colour = mixed(colours.panel, frame.style.head(look.head), strength);
  const size_t pattern = static_cast<size_t>(look.head) / colours.heads.size();
  if (pattern == 0) {
    ImGui::GetWindowDrawList()->AddLine(from, to, colour, look.thickness);
  } else {
    draw_pattern(from, to, kPatterns.at(pattern % kPatterns.size()), colour, look.thickness);
  }
}

std::vector<int> lit_heads(const Frame& frame, int count) {
  std::vector<int> heads;
  for (int head = 0; head < count; ++head) {
    if (is_lit(frame, head)) heads.push_back(head);
  }
  return heads;
}

void draw_head_chips(const Frame& frame, int count) {
  if (count < 2) return;
  ui::Flow flow(frame.style.px(4));
  for (int head = 0; head < count; ++head) draw_chip(frame, head, count, flow);
  const bool all = static_cast<int>(lit_heads(frame, count).size()) == count;
  const std::string key = all ? "lines.one_head" : "lines.all_heads";
  const ui::TextStyle type = frame.style.small_ink();
  flow.next(ui::text_size(frame.tr(key), type).x + 2 * frame.style.px(8));
  ui::push_font(type.font, type.size);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(frame.style.px(8), frame.style.px(3)));
  if (ui::button(frame.style, (frame.tr(key) + "##" + key).c_str(), ui::ButtonKind::kOutline)) {
    for (int head = 0; head < count; ++head) *left_out(head) = all && head != frame.session.focused_head();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ui::tip(frame.style, frame.tr(key + ".tip"));
}

}  // namespace views
