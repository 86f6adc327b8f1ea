// widgets.h: small parts that views are put together from.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/ui/style.h"

namespace ui {

enum class ButtonKind { kFlat, kOutline, kPrimary };

// A button of text. `label` may end in ##id.
bool button(const Style& style, const char* label, ButtonKind kind = ButtonKind::kFlat, bool enabled = true);
// How wide one with this text is.
float button_width(const Style& style, std::string_view text);

// Lays items in lines: call before each item with its width; goes to the next line when it does not fit.
class Flow {
 public:
  explicit Flow(float spacing) : spacing_(spacing) {}
  void next(float width);

 private:
  float spacing_;
  bool first_ = true;
};

// Text at the cursor, as an item: moves the cursor on.
void label(std::string_view text, const TextStyle& text_style);

// A wrapped paragraph at the cursor.
void paragraph(std::string_view text, float width, const TextStyle& text_style);

// A sentence that shows when the last item is hovered.
void tip(const Style& style, std::string_view sentence);

// A tooltip window in our type, near the mouse.
bool begin_tooltip(const Style& style);
void end_tooltip();

// A panel: rounded, with a hairline. Always call end_panel.
bool begin_panel(const Style& style, const char* id, ImVec2 size, ImVec2 padding, ImGuiWindowFlags flags = 0);
void end_panel();

// Inside an open popup: Esc closes it, unless text is typed in it or another stands over it.
void close_on_escape();

// A menu or a list of choices below a button with this text. True while open; then call ImGui::EndPopup.
bool begin_choices(const Style& style, const char* id, const std::string& text, bool strong = false,
                   ButtonKind kind = ButtonKind::kFlat);

}  // namespace ui
