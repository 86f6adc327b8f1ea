// text_field.h: what holds for every field that is typed in.
#pragma once

#include <imgui.h>

namespace ui {

// Whether a field takes what is typed now.
bool is_typed_in();

// While it lives, around what is drawn of a frame, Esc leaves the field that is typed in and keeps its text;
// Dear ImGui alone would go back to the text that the field began with.
class EscapeKeepsText {
 public:
  EscapeKeepsText();
  ~EscapeKeepsText();
  EscapeKeepsText(const EscapeKeepsText&) = delete;
  EscapeKeepsText& operator=(const EscapeKeepsText&) = delete;

 private:
  ImGuiID left_ = 0;
};

}  // namespace ui
