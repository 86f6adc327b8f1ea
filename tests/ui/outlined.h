// outlined.h: whether an item is marked by an outline, as drawn.
#pragma once

#include <cmath>
#include <string_view>

#include "tests/ui/driver.h"

namespace app {

// Vertices in this colour along the item's left edge.
inline int outlined(const Driver& driver, std::string_view label, ImU32 colour) {
  const auto item = driver.find(label);
  if (!item) return 0;
  int found = 0;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (const ImDrawVert& vertex : list->VtxBuffer) {
      const bool near = std::abs(vertex.pos.x - item->low.x) < 2 && vertex.pos.y >= item->low.y &&
                        vertex.pos.y <= item->high.y;
      if (near && vertex.col == colour) ++found;
    }
  }
  return found;
}

}  // namespace app
