// plots.h: what the plots of the lab of attention at lower cost share.
#pragma once

#include <string>

#include "app/session/efficient_runs.h"
#include "app/views/labs/efficient/efficient_lab.h"

namespace views {

// Error against a number of the way, over many draws.
void draw_efficient_errors(const EfficientHead& head, ImVec2 at, ImVec2 room);  // errors.cpp
// Time and memory against the length.
void draw_efficient_costs(const EfficientHead& head, ImVec2 at, ImVec2 room);  // efficient_costs.cpp

// A button at the right end of a plot's title, `width` wide; not while something is measured. Whether it was
// pressed.
bool start_button(const Frame& frame, const char* key, ImVec2 at, float width);
// A title, `width` wide at most.
void plot_title(const Frame& frame, const std::string& title, ImVec2 at, float width);
// What is said of the point that the mouse is at.
void plot_tip(const Frame& frame, const std::string& words);
// Words in the place of a plot, below its title.
void empty_plot(const Frame& frame, const std::string& words, ImVec2 at, float width);

}  // namespace views
