// tip.cpp: tooltips: what a control does, after a moment above it.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <utility>

#include "app/ui/widgets.h"

namespace ui {
namespace {

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
  const bool is_one_line = part.text.find('\n') == std::string_view::npos;
  const float whole = is_one_line ? std::ceil(text_size(part.text, part.type).x) + 1 : FLT_MAX;
  return std::min(whole, style.px(kWidestTip));
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
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal | ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const std::array<TipPart, 2> parts = {{{sentence, style.small_ink()}, {g_tip.remark, style.small()}}};
  tip_beside(style, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
             std::span(parts).first(is_remarked(sentence) ? 2 : 1));
}

void tip_beside(const Style& style, ImVec2 low, ImVec2 high, std::span<const TipPart> parts) {
  const float between = style.px(kBetweenParts);
  float width = 0;
  for (const TipPart& part : parts) width = std::max(width, width_of(style, part));
  float height = between * static_cast<float>(parts.size() - 1);
  for (const TipPart& part : parts) height += paragraph_height(part.text, width, part.type);
  place_tip(style, low, high, {width + 2 * style.px(12), height + 2 * style.px(10)});
  if (!begin_tooltip(style)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, between));
  for (const TipPart& part : parts) paragraph(part.text, width, part.type);
  ImGui::PopStyleVar();
  end_tooltip();
}

}  // namespace ui
