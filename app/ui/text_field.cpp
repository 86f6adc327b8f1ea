// text_field.cpp: keeps Esc from Dear ImGui's fields.
#include "app/ui/text_field.h"

#include <imgui_internal.h>

namespace ui {

bool is_typed_in() {
  return ImGui::GetInputTextState(ImGui::GetActiveID()) != nullptr;
}

// Owning a key hides it from fields, but not from code that only checks whether it was pressed.
EscapeKeepsText::EscapeKeepsText() {
  if (!is_typed_in() || !ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return;
  left_ = ImGui::GetActiveID();
  ImGui::SetKeyOwner(ImGuiKey_Escape, ImHashStr("left field"));
}

EscapeKeepsText::~EscapeKeepsText() {
  if (left_ != 0 && ImGui::GetActiveID() == left_) ImGui::ClearActiveID();
}

}  // namespace ui
