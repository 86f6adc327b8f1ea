// palette.cpp: draws the field and the lines below it; arrows select, Enter runs.
#include "app/views/actions/palette.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/overlay.h"

namespace views {
namespace {

constexpr float kPaletteWidth = 680;
constexpr float kPaletteHeight = 560;
constexpr float kPaletteLine = 34;

void choose(const Frame& frame, int line) {
  frame.requests.arrange([line](app::Desk& desk) { desk.search.chosen = line; });
}

void run(const Frame& frame, const Entry& entry) {
  close_overlay(frame);
  entry.run(frame);  // after closing: what it opens stays open
}

void draw_field(const Frame& frame) {
  const auto& style = frame.style;
  std::string typed = frame.session.desk().search.typed;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  ui::push_font(style.fonts.regular, style.px(18));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(style.px(4), style.px(8)));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ui::with_alpha(style.colours.panel, 0));
  const bool changed = ImGui::InputTextWithHint("##palette", frame.tr("palette.hint").c_str(), &typed,
                                                ImGuiInputTextFlags_NoUndoRedo);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (changed) frame.requests.arrange([typed](app::Desk& desk) { desk.search = {typed, 0}; });
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetContentRegionAvail().x, at.y},
                                      style.colours.hairline);
  ImGui::Dummy({0, style.px(6)});
}

// Name on the left, group and key on the right.
void draw_line(const Frame& frame, const Entry& entry, int line, bool chosen) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, style.px(kPaletteLine));
  const bool pressed = ImGui::InvisibleButton(("palette " + entry.id).c_str(), size);
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (ImGui::IsItemHovered() && (moved.x != 0 || moved.y != 0) && !chosen) choose(frame, line);
  if (pressed) run(frame, entry);
  ui::tip(style, entry.tip);
  const ImVec2 end(at.x + size.x, at.y + size.y);
  if (!ImGui::IsRectVisible(at, end)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen) list.AddRectFilled(at, end, style.colours.selected, style.px(7));
  const float y = at.y + (size.y - ui::text_size("A", style.text()).y) / 2;
  const float small_y = at.y + (size.y - ui::text_size("A", style.small()).y) / 2;
  float right = end.x - style.px(10);
  if (!entry.key.empty()) draw_key(frame, {right, small_y}, entry.key, true);
  right -= style.px(118);
  const std::string group = group_name(entry.group, frame.tr);
  if (group != entry.name) ui::draw_text_right(list, {right, small_y}, group, style.small());
  right -= ui::text_size(group, style.small()).x + style.px(12);
  if (entry.chosen)
    list.AddCircleFilled({at.x + style.px(9), at.y + size.y / 2}, style.px(3), style.colours.accent);
  const float left = at.x + style.px(20);
  ui::draw_text(list, {left, y}, ui::ellipsise(entry.name, right - left, style.text()), style.text());
}

// Arrows, Page Up and Page Down move the selection; returns whether it moved.
bool move_choice(const Frame& frame, int count, int chosen) {
  constexpr int kPage = 10;
  int to = chosen;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) to = (chosen + 1) % count;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) to = (chosen + count - 1) % count;
  if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) to = std::min(chosen + kPage, count - 1);
  if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) to = std::max(chosen - kPage, 0);
  if (to == chosen) return false;
  choose(frame, to);
  return true;
}

void draw_palette_lines(const Frame& frame, const std::vector<Entry>& entries, float height) {
  const auto& style = frame.style;
  const int count = static_cast<int>(entries.size());
  const int chosen = std::clamp(frame.session.desk().search.chosen, 0, count - 1);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  if (ImGui::BeginChild("palette lines", {0, height}, 0, ImGuiWindowFlags_NoBackground)) {
    const float line = style.px(kPaletteLine);
    if (move_choice(frame, count, chosen) || ImGui::IsWindowAppearing()) {
      // Scrolls the next frame's selection into view.
      ImGui::GetStateStorage()->SetBool(ImGui::GetID("moved"), true);
    } else if (ImGui::GetStateStorage()->GetBool(ImGui::GetID("moved"))) {
      ImGui::GetStateStorage()->SetBool(ImGui::GetID("moved"), false);
      const float top = line * static_cast<float>(chosen);
      if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
      if (top + line > ImGui::GetScrollY() + height) ImGui::SetScrollY(top + line - height);
    }
    for (int i = 0; i < count; ++i) draw_line(frame, entries[static_cast<size_t>(i)], i, i == chosen);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  const bool enter =
      ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  if (enter) run(frame, entries[static_cast<size_t>(chosen)]);
}

// A description of the selected line, on two lines at most, and the palette's own keys.
void draw_foot(const Frame& frame, const std::string& sentence) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine(at, {at.x + width, at.y}, style.colours.hairline);
  const std::string keys = "↑ ↓ " + frame.tr("palette.choose") + "   Enter " + frame.tr("palette.run") +
                           "   Esc " + frame.tr("palette.close");
  const float y = at.y + style.px(9);
  const float taken = ui::text_size(keys, style.small()).x + style.px(20);
  ui::draw_text_right(list, {at.x + width, y}, keys, style.small());
  const ui::TextStyle type = style.small_ink();
  std::vector<std::string> lines = ui::wrap_text(sentence, width - taken, type);
  if (lines.size() > 2) {
    lines.resize(2);
    lines.back() = ui::ellipsise(lines.back() + " …", width - taken, type);
  }
  for (size_t i = 0; i < lines.size(); ++i)
    ui::draw_text(list, {at.x + style.px(4), y + static_cast<float>(i) * ui::text_size("0", type).y},
                  lines[i], type);
}

}  // namespace

void draw_palette(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  SheetPlace place;
  place.size = {std::min(style.px(kPaletteWidth), window.x - style.px(48)),
                std::min(style.px(kPaletteHeight), window.y - style.px(96))};
  place.at = {window.x / 2, std::max(style.px(48), window.y * 0.14f)};
  place.at.y = std::min(place.at.y, window.y - place.size.y - style.px(12));
  place.pivot = {0.5f, 0};
  // What whole lines left over in the last frame; the sheet is lower by that.
  float& spare = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("palette spare"), 0);
  place.size.y -= spare;
  if (!begin_overlay(frame, "palette", place)) return;
  draw_field(frame);
  const std::string& typed = frame.session.desk().search.typed;
  const std::vector<Entry> entries = find_entries(frame, typed);
  const float foot = style.px(10) + 2 * ui::text_size("0", style.small_ink()).y;
  // Whole lines: none is cut.
  const float line = style.px(kPaletteLine);
  const float room = ImGui::GetContentRegionAvail().y - foot + spare;
  const float height = std::max(std::floor(room / line), 1.0f) * line;
  spare = std::max(0.0f, std::floor(room - height));
  if (entries.empty()) {
    ImGui::Dummy({0, style.px(8)});
    ui::paragraph(why_nothing(frame, typed), ImGui::GetContentRegionAvail().x, style.text());
  } else {
    const auto last = static_cast<int>(entries.size()) - 1;
    const int chosen = std::clamp(frame.session.desk().search.chosen, 0, last);
    draw_palette_lines(frame, entries, height);
    draw_foot(frame, entries[static_cast<size_t>(chosen)].tip);
  }
  end_overlay();
}

}  // namespace views
