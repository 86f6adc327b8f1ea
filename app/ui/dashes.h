// dashes.h: dashed outlines.
#pragma once

#include <imgui.h>

namespace ui {

// Dashes along a rounded rectangle, each as long as the gap after it.
void dashed_rectangle(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 colour, float rounding, float dash);

}  // namespace ui
