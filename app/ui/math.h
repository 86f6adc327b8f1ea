// math.h: typesets the markup of core/formula.h: italics, fractions, roots, scripts, role colours.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/fonts.h"

namespace ui {

struct MathStyle {
  const Fonts* fonts = nullptr;
  float size = 19;  // type size in pixels of the main line
  ImU32 ink = IM_COL32_BLACK;
  ImU32 query = IM_COL32_BLACK;
  ImU32 key = IM_COL32_BLACK;
  ImU32 value = IM_COL32_BLACK;
};

// Pieces positioned from the left end of the (first) baseline, x to the right and y down, in pixels.
struct MathLayout {
  struct Run {
    std::string text;
    ImFont* font = nullptr;
    float size = 0;   // type size
    ImVec2 baseline;  // left end
    ImU32 colour = 0;
    float squeeze = 1;  // factor of the width: enlarged brackets stay as thin as their neighbours
  };
  // A fraction's bar or a piece of a root sign.
  struct Rule {
    ImVec2 from, to;
    float thickness = 1;
    ImU32 colour = 0;
  };
  std::vector<Run> runs;
  std::vector<Rule> rules;
  float width = 0;
  float ascent = 0;   // above the first baseline
  float descent = 0;  // below it, all lines included
};

// Lays out markup; if wider than `max_width`, breaks it before relations (=, ≈) if there are any; 0 never
// breaks. Any markup, malformed or not, has a layout.
MathLayout layout_math(std::string_view markup, const MathStyle& style, float max_width = 0);

void draw_math(ImDrawList& list, ImVec2 baseline_left, const MathLayout& layout);
// Turned to read from the bottom up: its baseline is vertical, and begins at `baseline_start`. Without
// fractions and roots.
void draw_math_upwards(ImDrawList& list, ImVec2 baseline_start, const MathLayout& layout);

}  // namespace ui
