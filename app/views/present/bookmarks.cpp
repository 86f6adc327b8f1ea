// bookmarks.cpp: adds and visits bookmarks, and shows their list.
#include "app/views/present/bookmarks.h"

#include <algorithm>

#include "app/ui/widgets.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/core/place_name.h"
#include "app/views/core/view.h"
#include "app/views/core/view_words.h"

namespace views {
namespace {

using app::Focus;

const std::vector<Focus>& bookmarks_of(const Frame& frame) {
  return frame.session.document().bookmarks;
}

int count_of(const Frame& frame) {
  return static_cast<int>(bookmarks_of(frame).size());
}

void remove(const Frame& frame, int index) {
  frame.requests.edit("", [index](app::State& state) {
    auto& bookmarks = state.document.bookmarks;
    if (index < static_cast<int>(bookmarks.size())) bookmarks.erase(bookmarks.begin() + index);
  });
}

void swap(const Frame& frame, int index, int with) {
  if (with < 0 || with >= count_of(frame)) return;
  frame.requests.edit("", [=](app::State& state) {
    auto& bookmarks = state.document.bookmarks;
    if (std::max(index, with) < static_cast<int>(bookmarks.size()))
      std::swap(bookmarks.at(static_cast<size_t>(index)), bookmarks.at(static_cast<size_t>(with)));
  });
}

// "Encoder 1 › Head 1 › Scores · Heads · [2, 1]"
std::string bookmark_name(const Frame& frame, const Focus& focus) {
  std::string name = place_name(frame, focus.stage);
  if (focus.view != central_views().front().name) name += " · " + frame.tr(view_key(frame, focus.view));
  if (focus.token) name += " · " + frame.tr("bookmark.token", {{"token", frame.tr.nth(*focus.token)}});
  if (focus.pinned) name += " · " + frame.tr.cell(focus.pinned->first, focus.pinned->second);
  return name;
}

bool small_button(const Frame& frame, const std::string& face, int index, std::string_view what,
                  bool enabled) {
  ImGui::SameLine(0, frame.style.px(2));
  const std::string key = "bookmark." + std::string(what);
  const std::string label = face + "##" + key + " " + std::to_string(index + 1);
  const bool pressed = ui::button(frame.style, label.c_str(), ui::ButtonKind::kFlat, enabled);
  ui::tip(frame.style, frame.tr(key + ".tip"));
  return pressed;
}

// Number, name, and its buttons.
void draw_row(const Frame& frame, int index, bool chosen, float width) {
  const auto& style = frame.style;
  const Focus& focus = bookmarks_of(frame).at(static_cast<size_t>(index));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(width, ImGui::GetFrameHeight());
  if (ImGui::InvisibleButton(("bookmark " + std::to_string(index + 1)).c_str(), size))
    go_to_bookmark(frame, index);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered()) {
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y},
                       chosen ? style.colours.selected : style.colours.chip, style.px(7));
  }
  const bool here = index == shown_bookmark(frame);
  const ui::TextStyle type = here ? style.strong() : style.text();
  const float y = at.y + (size.y - ui::text_size("A", type).y) / 2;
  ui::draw_text_right(list, {at.x + style.px(26), y}, std::to_string(index + 1), style.quiet());
  ui::draw_text(list, {at.x + style.px(36), y},
                ui::ellipsise(bookmark_name(frame, focus), width - style.px(44), type), type);
  if (small_button(frame, "↑", index, "up", index > 0)) swap(frame, index, index - 1);
  if (small_button(frame, "↓", index, "down", index + 1 < count_of(frame))) swap(frame, index, index + 1);
  if (small_button(frame, "×", index, "remove", true)) remove(frame, index);
}

// ↑ ↓ select, with Alt they move the selected one; Enter goes there, Delete removes it.
void list_keys(const Frame& frame, int& chosen) {
  const bool alt = ImGui::GetIO().KeyAlt;
  for (const auto& [key, by] : {std::pair{ImGuiKey_UpArrow, -1}, {ImGuiKey_DownArrow, 1}}) {
    if (!ImGui::IsKeyPressed(key)) continue;
    const int to = std::clamp(chosen + by, 0, std::max(0, count_of(frame) - 1));
    if (alt) swap(frame, chosen, to);
    chosen = to;
  }
  if (chosen >= count_of(frame)) return;
  if (ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter))
    go_to_bookmark(frame, chosen);
  if (ImGui::IsKeyPressed(ImGuiKey_Delete)) remove(frame, chosen);
}

void draw_bookmark_list(const Frame& frame) {
  const auto& style = frame.style;
  ui::label(frame.tr("action.bookmarks"), style.strong());
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(style.px(440), window.x - style.px(200));
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("chosen");
  const int count = count_of(frame);
  int chosen = std::clamp(storage.GetInt(key, std::max(0, shown_bookmark(frame))), 0, std::max(0, count - 1));
  list_keys(frame, chosen);
  storage.SetInt(key, chosen);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(2), style.px(2)));
  for (int index = 0; index < count; ++index) draw_row(frame, index, index == chosen, width);
  ImGui::PopStyleVar();
  if (count > 0) ui::paragraph(frame.tr("bookmark.keys"), width, style.small());
  if (count == 0) ui::paragraph(frame.tr("bookmark.none"), width, style.quiet());
  const bool is_one = shown_bookmark(frame) >= 0;
  if (ui::button(style, (frame.tr("action.bookmark") + "##bookmark.add").c_str(), ui::ButtonKind::kOutline,
                 !is_one))
    add_bookmark(frame);
  ui::tip(style, action_tip(*find_action("bookmark"), frame.tr));
}

constexpr const char* kPopup = "bookmarks";

// The popup follows the desk, and the desk follows a popup that was closed.
bool keep_popup(const Frame& frame) {
  const bool wanted = frame.session.desk().panel == "bookmarks";
  const ImGuiID key = ImGui::GetID("bookmarks were open");
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const bool is_open = ImGui::IsPopupOpen(kPopup);
  if (wanted && !is_open) {
    if (storage.GetBool(key)) {
      frame.requests.arrange([](app::Desk& desk) {
        if (desk.panel == "bookmarks") desk.panel.clear();
      });
    } else {
      ImGui::OpenPopup(kPopup);
    }
  }
  storage.SetBool(key, wanted && (is_open || !storage.GetBool(key)));
  return wanted;
}

}  // namespace

int shown_bookmark(const Frame& frame) {
  const auto& bookmarks = bookmarks_of(frame);
  const Focus& focus = frame.session.document().focus;
  const int last = frame.session.desk().presenting.bookmark;
  if (last >= 0 && last < count_of(frame) && bookmarks.at(static_cast<size_t>(last)) == focus) return last;
  const auto found = std::find(bookmarks.begin(), bookmarks.end(), focus);
  return found == bookmarks.end() ? -1 : static_cast<int>(found - bookmarks.begin());
}

void add_bookmark(const Frame& frame) {
  frame.requests.edit("", [](app::State& state) {
    auto& bookmarks = state.document.bookmarks;
    const Focus& focus = state.document.focus;
    if (bookmarks.size() >= app::kMostBookmarks) return;
    if (std::find(bookmarks.begin(), bookmarks.end(), focus) == bookmarks.end()) bookmarks.push_back(focus);
  });
}

void go_to_bookmark(const Frame& frame, int index) {
  if (index < 0 || index >= count_of(frame)) return;
  const Focus focus = bookmarks_of(frame).at(static_cast<size_t>(index));
  frame.requests.edit("present", [focus](app::State& state) { state.document.focus = focus; });
  frame.requests.arrange([index](app::Desk& desk) { desk.presenting.bookmark = index; });
}

void step_bookmark(const Frame& frame, int by) {
  const int count = count_of(frame);
  if (count == 0) {
    const Facts::Walk& walk = walk_now(frame);
    const auto at = static_cast<int>(frame.facts.step_of(walk, frame.here()));
    const int to = std::clamp(at + by, 0, static_cast<int>(walk.steps.size()) - 1);
    walk_to(frame, frame.trace().stage(walk.steps.at(static_cast<size_t>(to)).stage).address);
    return;
  }
  const int shown = shown_bookmark(frame);
  const int from = shown >= 0 ? shown : std::min(frame.session.desk().presenting.bookmark, count - 1);
  // From elsewhere, returns to the last bookmark, or starts with the first.
  const int to = shown < 0 ? std::max(from, 0) : from + by;
  go_to_bookmark(frame, std::clamp(to, 0, count - 1));
}

void draw_bookmarks(const Frame& frame) {
  const auto& style = frame.style;
  const bool wanted = keep_popup(frame);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  if (frame.session.desk().presenting.is_on) {
    ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  } else {
    ImGui::SetNextWindowPos({window.x - style.px(24), style.px(56)}, ImGuiCond_Always, {1, 0});
  }
  ImGui::SetNextWindowSizeConstraints({0, 0}, {window.x, window.y - style.px(72)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(18), style.px(14)));
  const bool open = ImGui::BeginPopup(kPopup);
  ImGui::PopStyleVar();
  if (!open) return;
  ui::close_on_escape();
  draw_bookmark_list(frame);
  if (!wanted) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace views
