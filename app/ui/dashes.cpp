// dashes.cpp: walks along an outline and leaves gaps.
#include "app/ui/dashes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ui {

void dashed_rectangle(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 colour, float rounding, float dash) {
  list.PathRect({low.x + 0.5f, low.y + 0.5f}, {high.x - 0.5f, high.y - 0.5f}, rounding);
  const std::vector<ImVec2> corners(list._Path.begin(), list._Path.end());
  list.PathClear();
  float phase = 0;  // position within a dash and its gap
  for (size_t i = 0; i < corners.size(); ++i) {
    ImVec2 from = corners[i];
    const ImVec2 to = corners[(i + 1) % corners.size()];
    float left = std::hypot(to.x - from.x, to.y - from.y);
    while (left > 0) {
      const float step = std::min(left, (phase < dash ? dash : 2 * dash) - phase);
      const ImVec2 next(from.x + (to.x - from.x) * step / left, from.y + (to.y - from.y) * step / left);
      if (phase < dash) list.AddLine(from, next, colour, 1);
      phase = step < left ? (phase < dash ? dash : 0) : phase + step;
      if (phase >= 2 * dash) phase = 0;
      left -= step;
      from = next;
    }
  }
}

}  // namespace ui
