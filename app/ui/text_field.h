// text_field.h: behaviour shared by all text fields.
#pragma once

#include <imgui.h>

namespace ui {

// Whether a text field is active.
bool is_typed_in();

// While it lives, around the drawing of a frame, Esc leaves the active text field and keeps its text; Dear
// ImGui on its own would restore the original text.
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
