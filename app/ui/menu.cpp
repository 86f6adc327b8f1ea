// menu.cpp: lays out a row on an item of Dear ImGui, which handles mouse, keys and closing.
#include "app/ui/menu.h"

#include <algorithm>
#include <cmath>

#include "app/ui/mark.h"
#include "app/ui/text.h"

namespace ui {
namespace {

constexpr float kRowHeight = 29;
constexpr float kRemarkHeight = 17;
constexpr float kSide = 12;
constexpr float kBetween = 28;  // between the columns
constexpr float kMark = 22;     // of a chosen row
constexpr float kLongestRemark = 520;
constexpr float kDisabled = 0.45f;

std::string visible(const std::string& label) {
  return label.substr(0, label.find("##"));
}

// The largest width so far of the menu's words or notes, in this popup.
float column(const char* name, float width) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID(name);
  if (ImGui::IsWindowAppearing() && ImGui::GetCursorPosY() <= ImGui::GetCursorStartPos().y)
    storage.SetFloat(id, 0);
  const float widest = std::max(storage.GetFloat(id, 0), width);
  storage.SetFloat(id, widest);
  return widest;
}

// Mouse and keys; its own text and highlight are invisible.
bool bare_row(const std::string& label, const MenuRow& row, ImVec2 size) {
  const ImVec4 nothing(0, 0, 0, 0);
  for (const ImGuiCol slot : {ImGuiCol_Text, ImGuiCol_Header, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive})
    ImGui::PushStyleColor(slot, nothing);
  ImGui::BeginDisabled(!row.enabled);
  const bool pressed = ImGui::Selectable(label.c_str(), row.is_chosen, 0, size);
  ImGui::EndDisabled();
  ImGui::PopStyleColor(4);
  return pressed;
}

TextStyle faded(TextStyle type, bool enabled) {
  if (!enabled) type.colour = with_alpha(type.colour, kDisabled);
  return type;
}

}  // namespace

float menu_row_width(const Style& style, const std::string& label, const MenuRow& row) {
  const float word = text_size(visible(label), row.is_chosen ? style.strong() : style.text()).x;
  const float note = row.note.empty() ? 0 : text_size(row.note, style.small()).x + style.px(kBetween);
  const float remark = std::min(text_size(row.remark, style.small()).x, style.px(kLongestRemark));
  return std::max(word + note + style.px(kMark), remark) + 2 * style.px(kSide);
}

bool menu_row(const Style& style, const std::string& label, const MenuRow& row) {
  const std::string word = visible(label);
  const TextStyle type = faded(row.is_chosen ? style.strong() : style.text(), row.enabled);
  const TextStyle small = faded(style.small(), row.enabled);
  const float line = style.px(kRowHeight);
  const float height = line + (row.remark.empty() ? 0 : style.px(kRemarkHeight));
  const float mark = style.px(kMark);
  const float side = style.px(kSide);
  float words = row.words > 0 ? row.words : text_size(word, type).x;
  float needed = row.width;
  if (row.width <= 0) {
    words = column("words", words);
    const float notes = column("notes", text_size(row.note, small).x);
    needed = std::max(words + (notes > 0 ? style.px(kBetween) + notes : 0) + mark + 2 * side,
                      menu_row_width(style, label, {.remark = row.remark}));
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({needed, 0});
  ImGui::SetCursorScreenPos(at);
  const bool pressed = bare_row(label, row, {row.width, height});
  ImGui::PopStyleVar();
  const ImVec2 end(std::max(ImGui::GetItemRectMax().x, at.x + needed), at.y + height);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (row.enabled && (ImGui::IsItemHovered() || ImGui::IsItemFocused()))
    list.AddRectFilled(at, end, style.colours.chip, style.px(6));
  const float middle = at.y + line / 2;
  const auto top = [&](const TextStyle& of) { return middle - text_size("A", of).y / 2; };
  draw_text(list, {at.x + side, top(type)}, word, type);
  if (!row.note.empty())
    draw_text(list, {at.x + side + words + style.px(kBetween), top(small)}, row.note, small);
  if (row.is_chosen) draw_tick(list, {end.x - side - style.px(5), middle}, style.px(5), style.colours.accent);
  if (!row.remark.empty()) {
    const std::string remark = ellipsise(row.remark, end.x - at.x - 2 * side, small);
    draw_text(list, {at.x + side, at.y + line - style.px(5)}, remark, small);
  }
  return pressed;
}

void menu_caption(const Style& style, std::string_view text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size = text_size(text, style.small());
  draw_text(*ImGui::GetWindowDrawList(), {at.x + style.px(kSide), at.y + style.px(4)}, text, style.small());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  ImGui::Dummy({size.x + 2 * style.px(kSide), size.y + style.px(8)});
  ImGui::PopStyleVar();
}

void menu_separator(const Style& style, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (width <= 0) width = ImGui::GetContentRegionAvail().x;
  const float height = style.px(11);
  const float y = at.y + std::floor(height / 2) + 0.5f;
  ImGui::GetWindowDrawList()->AddLine({at.x + style.px(kSide), y}, {at.x + width - style.px(kSide), y},
                                      style.colours.hairline);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  ImGui::Dummy({0, height});
  ImGui::PopStyleVar();
}

}  // namespace ui
