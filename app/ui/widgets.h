// widgets.h: small building blocks of views.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>

#include "app/ui/style.h"

namespace ui {

enum class ButtonKind { kFlat, kOutline, kPrimary };

// A text button. `label` may end in ##id.
bool button(const Style& style, const char* label, ButtonKind kind = ButtonKind::kFlat, bool enabled = true);
// The width of a button with this text.
float button_width(const Style& style, std::string_view text);

// Lays out items in lines: call before each item with its width; starts a new line if it does not fit.
class Flow {
 public:
  explicit Flow(float spacing) : spacing_(spacing) {}
  void next(float width);

 private:
  float spacing_;
  bool first_ = true;
};

// Text at the cursor in Dear ImGui's own type and colour, as an item.
void plain(std::string_view text);

// Text at the cursor, as an item: advances the cursor.
void label(std::string_view text, const TextStyle& text_style);

// A formula at the cursor, in the colour of this type and a little larger.
void formula(const Style& style, std::string_view markup, const TextStyle& text_style);

// A wrapped paragraph at the cursor.
void paragraph(std::string_view text, float width, const TextStyle& text_style);

// A sentence shown when the last item is hovered.
void tip(const Style& style, std::string_view sentence);
// The same with a formula below it, in the markup of core/formula.h; empty: none.
void tip(const Style& style, std::string_view sentence, std::string_view formula);
// What the next frame's tip says besides, quietly, unless it says so already.
void add_to_tip(std::string remark);
// A tip beside a rectangle, one part below the other.
struct TipPart {
  std::string_view text;
  TextStyle type;
  bool is_formula = false;  // markup of core/formula.h
};
void tip_beside(const Style& style, ImVec2 low, ImVec2 high, std::span<const TipPart> parts);
// Whether this frame has a tip.
bool tip_is_shown();

// A tooltip window in our typeface, near the mouse.
bool begin_tooltip(const Style& style);
void end_tooltip();

// A panel: rounded, with a hairline border. Always call end_panel.
bool begin_panel(const Style& style, const char* id, ImVec2 size, ImVec2 padding, ImGuiWindowFlags flags = 0);
void end_panel();

// Inside an open popup: Esc closes it, unless a text field in it is active or another popup is above it.
void close_on_escape();

// Pixels at 100 % between the edge of a popup and what is in it: rows of menu.h bring room of their own.
inline constexpr float kAroundRows = 6;
inline constexpr float kAroundPanel = 16;

// A menu or a list of choices below a button with this text. True while open; then call ImGui::EndPopup.
bool begin_choices(const Style& style, const char* id, const std::string& text, bool strong = false,
                   ButtonKind kind = ButtonKind::kFlat, float around = kAroundRows);
// The same below the last item, once `popup` was opened.
bool begin_menu(const Style& style, const char* popup, float around = kAroundRows);

}  // namespace ui
