// plots.h: what the plots of the efficient attention lab share.
#pragma once

#include <string>

#include "app/session/efficient_runs.h"
#include "app/views/labs/efficient/efficient_lab.h"

namespace views {

// Error over a parameter of the method, over many draws.
void draw_efficient_errors(const EfficientHead& head, ImVec2 at, ImVec2 room);  // errors.cpp
// Whether the method has such a parameter; otherwise that draws nothing.
bool has_errors_to_sweep(const Frame& frame);
// Time and memory over the length.
void draw_efficient_costs(const EfficientHead& head, ImVec2 at, ImVec2 room);  // efficient_costs.cpp

// A button on the right of a plot's title, `width` wide; hidden while measuring. Returns whether it was
// pressed.
bool start_button(const Frame& frame, const char* key, ImVec2 at, float width);
// A title, at most `width` wide.
void plot_title(const Frame& frame, const std::string& title, ImVec2 at, float width);
// What was measured, in a sentence below the title; returns how far below `at` the plot begins.
float plot_finding(const Frame& frame, const std::string& sentence, ImVec2 at, float width);
// A description of the point under the mouse.
void plot_tip(const Frame& frame, const std::string& words);
// A text instead of a plot, below its title.
void empty_plot(const Frame& frame, const std::string& words, ImVec2 at, float width);

}  // namespace views
