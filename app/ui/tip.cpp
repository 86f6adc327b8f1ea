// tip.cpp: tooltips: what a control does, after a moment above it.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>
#include <vector>

#include "app/ui/math.h"
#include "app/ui/widgets.h"

namespace ui {
namespace {

MathLayout formula_layout(const Style& style, std::string_view markup, const TextStyle& type) {
  constexpr float kLarger = 1.15f;  // italics and scripts are small
  const ImU32 ink = type.colour;
  return layout_math(markup, {&style.fonts, type.size * kLarger, ink, ink, ink, ink});
}

constexpr float kWidestTip = 320;
constexpr float kLargeItem = 120;  // higher ones have their tip at the mouse
constexpr float kBetweenParts = 4;

// A remark for the tips of one frame, and the last frame that had a tip: both are forgotten by themselves.
struct TipState {
  std::string remark;
  int remark_frame = -1;
  int shown_frame = -1;
};
TipState g_tip;  // tips are plain functions that every view calls: there is nowhere else to store it

bool is_remarked(std::string_view sentence) {
  const bool is_now = g_tip.remark_frame == ImGui::GetFrameCount() - 1;
  return is_now && g_tip.remark.find(sentence) == std::string::npos;
}

// Above the item, so that it hides neither the item nor what it changes; below if there is no room.
void place_tip(const Style& style, ImVec2 low, ImVec2 high, ImVec2 size) {
  if (high.y - low.y > style.px(kLargeItem)) return;
  const float gap = style.px(6);
  const float right = ImGui::GetIO().DisplaySize.x - size.x - gap;
  const float above = low.y - gap - size.y;
  ImGui::SetNextWindowPos(
      {std::clamp(low.x, gap, std::max(gap, right)), above >= gap ? above : high.y + gap});
}

float width_of(const Style& style, const TipPart& part) {
  if (part.is_formula) return std::ceil(formula_layout(style, part.text, part.type).width) + 1;
  const bool is_one_line = part.text.find('\n') == std::string_view::npos;
  const float whole = is_one_line ? std::ceil(text_size(part.text, part.type).x) + 1 : FLT_MAX;
  return std::min(whole, style.px(kWidestTip));
}

float height_of(const Style& style, const TipPart& part, float width) {
  if (!part.is_formula) return paragraph_height(part.text, width, part.type);
  const MathLayout layout = formula_layout(style, part.text, part.type);
  return layout.ascent + layout.descent;
}

}  // namespace

bool begin_tooltip(const Style& style) {
  g_tip.shown_frame = ImGui::GetFrameCount();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(12), style.px(10)));
  if (ImGui::BeginTooltip()) return true;
  ImGui::PopStyleVar();
  return false;
}

void end_tooltip() {
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

bool tip_is_shown() {
  return g_tip.shown_frame == ImGui::GetFrameCount();
}

void add_to_tip(std::string remark) {
  g_tip.remark = std::move(remark);
  g_tip.remark_frame = ImGui::GetFrameCount();
}

void tip(const Style& style, std::string_view sentence) {
  tip(style, sentence, "");
}

void tip(const Style& style, std::string_view sentence, std::string_view formula) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal | ImGuiHoveredFlags_AllowWhenDisabled)) return;
  std::vector<TipPart> parts = {{sentence, style.small_ink()}};
  if (!formula.empty()) parts.push_back({formula, style.small_ink(), true});
  if (is_remarked(sentence)) parts.push_back({g_tip.remark, style.small()});
  tip_beside(style, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), parts);
}

void tip_beside(const Style& style, ImVec2 low, ImVec2 high, std::span<const TipPart> parts) {
  const float between = style.px(kBetweenParts);
  float width = 0;
  for (const TipPart& part : parts) width = std::max(width, width_of(style, part));
  float height = between * static_cast<float>(parts.size() - 1);
  for (const TipPart& part : parts) height += height_of(style, part, width);
  place_tip(style, low, high, {width + 2 * style.px(12), height + 2 * style.px(10)});
  if (!begin_tooltip(style)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, between));
  for (const TipPart& part : parts) {
    if (part.is_formula) {
      formula(style, part.text, part.type);
    } else {
      paragraph(part.text, width, part.type);
    }
  }
  ImGui::PopStyleVar();
  end_tooltip();
}

void formula(const Style& style, std::string_view markup, const TextStyle& text_style) {
  const MathLayout layout = formula_layout(style, markup, text_style);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_math(*ImGui::GetWindowDrawList(), {at.x, at.y + layout.ascent}, layout);
  ImGui::Dummy({layout.width, layout.ascent + layout.descent});
}

}  // namespace ui
