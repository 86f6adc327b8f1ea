// header.cpp: the name, the menus, the path of the focus, language, theme and export.
#include "app/views/window/header.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "app/pages/page.h"
#include "app/session/examples.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/core/view_words.h"
#include "app/views/files/export_choices.h"
#include "app/views/window/action_item.h"
#include "app/views/window/breadcrumb.h"
#include "app/views/window/lessons_menu.h"

namespace views {
namespace {

// A menu below its word. `items` draws the rows.
template <class Items>
void menu(const Frame& frame, const char* id, std::string_view key, Items items) {
  if (ui::begin_choices(frame.style, id, frame.tr(key))) {
    items();
    ImGui::EndPopup();
  }
  ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
  ImGui::SameLine(0, 0);
}

void file_menu(const Frame& frame) {
  for (const char* id : {"new", "open", "open model", "save", "save as"}) action_item(frame, id);
  ui::menu_separator(frame.style);
  action_item(frame, "copy session");
  action_item(frame, "paste session");
  ui::menu_separator(frame.style);
  action_item(frame, "homework");
  for (const char* id : {"lesson open", "lessons folder", "lesson new"}) action_item(frame, id);
  ui::menu_separator(frame.style);
  action_item(frame, "quit");
}

void edit_menu(const Frame& frame) {
  action_item(frame, "undo");
  action_item(frame, "redo");
  action_item(frame, "history");
  ui::menu_separator(frame.style);
  action_item(frame, "reset");
}

constexpr float kBeforeMenus = 14;  // pixels at 100 %, where the name is left out

// A column of the view menu: rows of one width, with a caption above each group.
class MenuColumn {
 public:
  MenuColumn(const Frame& frame, std::initializer_list<std::string_view> keys) : frame_(frame) {
    for (const std::string_view key : keys) make_room_for(frame.tr(key), {.is_chosen = true});
    ImGui::BeginGroup();
  }
  ~MenuColumn() { ImGui::EndGroup(); }
  MenuColumn(const MenuColumn&) = delete;
  MenuColumn& operator=(const MenuColumn&) = delete;

  void make_room_for(const std::string& label, const ui::MenuRow& row) {
    width_ = std::max(width_, ui::menu_row_width(frame_.style, label, row));
  }
  void separator() const { ui::menu_separator(frame_.style, width_); }
  void group(std::string_view key) {
    if (has_groups_) separator();
    has_groups_ = true;
    ui::menu_caption(frame_.style, frame_.tr(key));
  }
  bool row(const std::string& label, ui::MenuRow row) const {
    row.width = width_;
    return ui::menu_row(frame_.style, label, row);
  }
  template <class Value>
  void choice(std::string_view key, Value app::Preferences::*field, Value value) const {
    choice(key, field, value, frame_.session.preferences().*field == value);
  }
  template <class Value>
  void choice(std::string_view key, Value app::Preferences::*field, Value value, bool is_ticked) const {
    if (!row(frame_.tr(key), {.is_chosen = is_ticked})) return;
    frame_.requests.edit("", [=](app::State& state) { state.preferences.*field = value; });
  }
  // One row for two choices, ticked while it is the first.
  template <class Value>
  void toggle(std::string_view key, Value app::Preferences::*field, Value ticked, Value otherwise) const {
    const bool is_ticked = frame_.session.preferences().*field == ticked;
    choice(key, field, is_ticked ? otherwise : ticked, is_ticked);
  }

 private:
  const Frame& frame_;
  float width_ = 0;
  bool has_groups_ = false;
};

void text_and_colours(const Frame& frame) {
  using app::Preferences;
  MenuColumn column(frame, {"map.viridis", "map.cividis", "map.greys", "motion.on"});
  constexpr std::string_view kUsual = "Ctrl+0";
  column.make_room_for("100 %", {.note = kUsual, .is_chosen = true});
  column.group("menu.text_size");
  constexpr std::array<int, 7> kSizes = {75, 90, 100, 125, 150, 200, 250};
  for (const int size : kSizes) {
    const ui::MenuRow row{.note = size == 100 ? kUsual : std::string_view(),
                          .is_chosen = frame.style.text_size == size};
    if (!column.row(std::to_string(size) + " %", row)) continue;
    frame.requests.edit("", [size](app::State& state) { app::choose_text_size(state.preferences, size); });
  }
  column.group("menu.colour_map");
  column.choice("map.viridis", &Preferences::map, app::SequentialMap::kViridis);
  column.choice("map.cividis", &Preferences::map, app::SequentialMap::kCividis);
  column.choice("map.greys", &Preferences::map, app::SequentialMap::kGreys);
  column.separator();
  column.toggle("motion.on", &Preferences::motion, true, false);
  ui::tip(frame.style, frame.tr("action.motion.tip"));
}

void ranges_and_labels(const Frame& frame) {
  using app::Preferences;
  MenuColumn column(frame, {"range.fixed", "range.data", "rows.read", "rows.predicted", "count_from.zero",
                            "word_pieces.apart", "word_pieces.merged"});
  for (const engine::NotationInfo& info : engine::kNotations)
    column.make_room_for(frame.tr("notation." + std::string(info.name)), {.is_chosen = true});
  column.group("menu.range");
  column.choice("range.fixed", &Preferences::fixed_range, true);
  column.choice("range.data", &Preferences::fixed_range, false);
  column.group("menu.rows");
  column.choice("rows.read", &Preferences::predicted_rows, false);
  column.choice("rows.predicted", &Preferences::predicted_rows, true);
  column.group("menu.notation");
  for (const engine::NotationInfo& info : engine::kNotations)
    column.choice("notation." + std::string(info.name), &Preferences::notation, info.notation);
  column.toggle("count_from.zero", &Preferences::count_from, 0, 1);
  ui::tip(frame.style, frame.tr("action.count_from.tip"));
  column.group("menu.word_pieces");
  column.choice("word_pieces.apart", &Preferences::merged_pieces, false);
  column.choice("word_pieces.merged", &Preferences::merged_pieces, true);
}

// Two columns, so that the menu fits a low window.
void view_menu(const Frame& frame) {
  text_and_colours(frame);
  const float edge = ImGui::GetItemRectMax().x + frame.style.px(6);
  const ImVec2 top(edge, ImGui::GetItemRectMin().y);
  ImGui::SameLine(0, frame.style.px(12));
  ranges_and_labels(frame);
  ImGui::GetWindowDrawList()->AddLine(top, {edge, ImGui::GetItemRectMax().y}, frame.style.colours.hairline);
}

// In a narrow header a language has an icon instead of its name.
std::string language_face(const Frame& frame) {
  const app::LanguageInfo& now = app::info(frame.session.preferences().language);
  const bool narrow = ImGui::GetIO().DisplaySize.x < 1500 * frame.style.scale;
  return narrow ? frame.tr("language.sign") : std::string(now.name);
}

float theme_width(const Frame& frame) {
  return frame.style.px(32);
}

// "▾", with the number of bookmarks.
std::string bookmarks_face(const Frame& frame) {
  const size_t count = frame.session.document().bookmarks.size();
  return count == 0 ? "▾" : std::to_string(count) + " ▾";
}

void language_menu(const Frame& frame) {
  const app::Language now = frame.session.preferences().language;
  if (ui::begin_choices(frame.style, "language", language_face(frame))) {
    for (const app::LanguageInfo& row : app::languages()) {
      if (!ui::menu_row(frame.style, std::string(row.name), {.is_chosen = row.language == now})) continue;
      frame.requests.edit(
          "", [language = row.language](app::State& state) { state.preferences.language = language; });
    }
    ImGui::EndPopup();
  }
  ui::tip(frame.style, frame.tr("action.language.tip"));
}

// A half-filled disc: light and dark.
void theme_button(const Frame& frame) {
  const auto& style = frame.style;
  const bool dark = style.dark;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(theme_width(frame), ImGui::GetFrameHeight());
  const std::string word = frame.tr(dark ? "theme.light" : "theme.dark");
  if (ImGui::InvisibleButton((word + "##theme").c_str(), size)) {
    frame.requests.edit("", [dark](app::State& state) {
      state.preferences.theme = dark ? app::Theme::kLight : app::Theme::kDark;
    });
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered())
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, style.colours.chip, style.px(7));
  const ImVec2 centre(at.x + size.x / 2, at.y + size.y / 2);
  const float radius = style.px(7);
  constexpr float kQuarter = 1.5707963f;
  list.PathArcTo(centre, radius, -kQuarter, kQuarter);
  list.PathFillConvex(style.colours.ink);
  list.AddCircle(centre, radius, style.colours.ink, 0, style.px(1.5f));
  ui::tip(style, frame.tr("action.theme.tip") + " (" + word + ")");
}

// Starts the presentation; next to it, the views that it steps through.
void present_buttons(const Frame& frame) {
  const auto& style = frame.style;
  if (ui::button(style, (frame.tr("action.present") + "##present").c_str(), ui::ButtonKind::kOutline))
    find_action("present")->run(frame);
  ui::tip(style,
          action_tip(*find_action("present"), frame.tr) + " (" + shortcut(*find_action("present")) + ")");
  ImGui::SameLine(0, style.px(2));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(style.px(6), style.px(6)));
  if (ui::button(style, (bookmarks_face(frame) + "##bookmarks").c_str()))
    find_action("bookmarks")->run(frame);
  ImGui::PopStyleVar();
  ui::tip(style,
          action_tip(*find_action("bookmarks"), frame.tr) + " (" + shortcut(*find_action("bookmarks")) + ")");
}

float menus_width(const Frame& frame) {
  float width = 0;
  for (const char* key : {"menu.file", "menu.edit", "menu.view", "menu.lessons", "menu.help"})
    width += ui::button_width(frame.style, frame.tr(key));
  return width;
}

// Where the language begins: the path and the views end before it.
float start_of_right_side(const Frame& frame) {
  const auto& style = frame.style;
  const float width = ui::button_width(style, language_face(frame)) + theme_width(frame) + style.px(6) +
                      ui::button_width(style, frame.tr("action.present")) + style.px(2) +
                      ui::text_size(bookmarks_face(frame), style.text()).x + style.px(12) + style.px(6) +
                      ui::button_width(style, frame.tr("action.export")) + style.px(10);
  return ImGui::GetIO().DisplaySize.x - style.px(24) - width;
}

// Whether lessons have a menu of their own, rather than the buttons back and forward; otherwise they are in
// the menu Help.
bool has_lessons_menu(const Frame& frame) {
  const float room = start_of_right_side(frame) - frame.style.px(kBeforeMenus + 12) - menus_width(frame);
  return room >= least_views_width(frame);
}

void help_menu(const Frame& frame) {
  action_item(frame, "palette");
  action_item(frame, "help");
  action_item(frame, "story");
  action_item(frame, "tour");
  ui::menu_separator(frame.style);
  action_item(frame, "glossary");
  for (const app::PageRow& page : app::pages()) action_item(frame, std::string("page ").append(page.name));
  if (has_lessons_menu(frame)) return;
  ui::menu_separator(frame.style);
  ui::menu_caption(frame.style, frame.tr("menu.lessons"));
  draw_lessons_menu(frame);
}

void right_side(const Frame& frame) {
  const auto& style = frame.style;
  const float start = start_of_right_side(frame);
  draw_breadcrumb(frame, start - style.px(12));
  ImGui::SetCursorPosX(std::max(start, ImGui::GetCursorPosX()));
  language_menu(frame);
  ImGui::SameLine(0, 0);
  theme_button(frame);
  ImGui::SameLine(0, style.px(6));
  present_buttons(frame);
  ImGui::SameLine(0, style.px(10));
  const bool pressed =
      ui::button(style, (frame.tr("action.export") + "##export").c_str(), ui::ButtonKind::kPrimary);
  ui::tip(style, frame.tr("action.export.tip"));
  if (pressed || opens(frame, "export")) ImGui::OpenPopup("export choices");
  draw_export_choices(frame);
}

// Draws the name, unless the chosen view's name would be cut for it; returns where the menus begin.
float draw_name(const Frame& frame, float height) {
  const auto& style = frame.style;
  const ui::TextStyle name{style.fonts.semibold, style.px(17), style.colours.ink};
  const ImVec2 size = ui::text_size("Headlight", name);
  const float with_name = style.px(34) + size.x;
  const float views = start_of_right_side(frame) - style.px(12) - with_name - menus_width(frame);
  if (views < least_breadcrumb_width(frame)) return style.px(kBeforeMenus);
  ui::draw_text(*ImGui::GetWindowDrawList(), {style.px(24), (height - size.y) / 2}, "Headlight", name);
  return with_name;
}

}  // namespace

void draw_header(const Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame.style.px(8), 0));
  const float height = frame.style.px(52);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetIO().DisplaySize.x;
  list.AddRectFilled({0, 0}, {width, height}, frame.style.colours.panel);
  list.AddLine({0, height - 0.5f}, {width, height - 0.5f}, frame.style.colours.hairline);
  ImGui::SetCursorPos({draw_name(frame, height), (height - ImGui::GetFrameHeight()) / 2});
  const ImVec2 menus = ImGui::GetCursorScreenPos();
  menu(frame, "file", "menu.file", [&] { file_menu(frame); });
  menu(frame, "edit", "menu.edit", [&] { edit_menu(frame); });
  menu(frame, "view", "menu.view", [&] { view_menu(frame); });
  if (has_lessons_menu(frame)) menu(frame, "lessons", "menu.lessons", [&] { draw_lessons_menu(frame); });
  menu(frame, "help", "menu.help", [&] { help_menu(frame); });
  frame.panel_rects.note("menus", {menus.x - frame.style.px(6), frame.style.px(6)},
                         {ImGui::GetItemRectMax().x + frame.style.px(6), height - frame.style.px(6)});
  right_side(frame);
  ImGui::SetCursorPos({0, height});
  ImGui::PopStyleVar();
}

}  // namespace views
