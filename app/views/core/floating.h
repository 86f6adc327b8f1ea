// floating.h: a small panel over the window, sized to its contents.
#pragma once

#include <imgui.h>

#include "app/ui/style.h"

namespace views {

// The corner given by `pivot` is at `at`. Always call end_floating.
bool begin_floating(const ui::Style& style, const char* id, ImVec2 at, ImVec2 pivot, ImU32 border);
void end_floating();

}  // namespace views
