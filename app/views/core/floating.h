// floating.h: a small panel over the window, as large as what is in it.
#pragma once

#include <imgui.h>

#include "app/ui/style.h"

namespace views {

// The corner that `pivot` names stands at `at`. Always call end_floating.
bool begin_floating(const ui::Style& style, const char* id, ImVec2 at, ImVec2 pivot, ImU32 border);
void end_floating();

}  // namespace views
