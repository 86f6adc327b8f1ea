// text_field.cpp: asks Dear ImGui about its one field that is typed in.
#include "app/ui/text_field.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace ui {

bool is_typed_in() {
  return ImGui::GetInputTextState(ImGui::GetActiveID()) != nullptr;
}

}  // namespace ui
