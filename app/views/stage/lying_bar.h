// lying_bar.h: a short colour bar in a line of text, between the numbers of its ends.
#pragma once

#include <functional>

#include "app/look/colour_map.h"
#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// The colours alone, from its upper left corner; `colour_of`: at a share of the length.
void draw_lying_colours(const Frame& frame, ImVec2 at, float length,
                        const std::function<look::Rgb(double share)>& colour_of);

// "−200 ▬▬▬ 200"; `at`: its upper left corner, in a line of this height; `length`: of the bar alone.
void draw_lying_bar(const Frame& frame, const look::ColourScale& scale, ImVec2 at, float line, float length);
// What it takes, with its numbers.
float lying_bar_width(const Frame& frame, const look::ColourScale& scale, float length);

// Of every operand whose colours mean other numbers than the result's: behind its name, below a name that
// stands beside it, or where neither has room above or below it. `scales`: of each matrix; `below`: what is
// kept free under the result.
void draw_own_bars(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes,
                   const std::vector<look::ColourScale>& scales, float below);

}  // namespace views
