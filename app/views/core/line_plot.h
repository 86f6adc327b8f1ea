// line_plot.h: a plot with lines or dots between two axes, each labelled at its end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// One axis of a plot; values beyond it are clipped.
struct PlotSide {
  std::string name;
  double low = 0;
  double high = 1;
  bool is_log = false;                            // logarithmic; `low` is above 0
  bool is_whole = false;                          // it counts: no tick between two whole numbers
  std::vector<double> ticks = {};                 // empty: round numbers
  std::function<std::string(double)> label = {};  // how to write a tick; empty: plain
};

struct PlotLine {
  std::string name;  // at its end; may be empty
  ImU32 colour = 0;
  std::vector<std::pair<double, double>> points;  // x ascending, y
  bool has_line = true;
  bool has_dots = false;
  bool is_dashed = false;               // dashed, for theory
  float width = 2;                      // in pixels at 100 %: wider shows below a line on top of it
  std::optional<size_t> named_at = {};  // beside this point instead of at the end,
  bool is_named_left = false;           // to its left
  bool is_name_wrapped = false;         // it takes lines rather than room from the plot
  std::vector<double> deviations = {};  // of each point's y, drawn up and down from it; empty: none
};

// A point, labelled unless its name is empty.
struct PlotPoint {
  std::string name;
  double x = 0;
  double y = 0;
  bool is_below = false;   // the label is below right, otherwise above left,
  bool is_right = false;   // or above right
  bool is_filled = false;  // a dot, not a ring
};

struct LinePlot {
  std::string title;
  PlotSide x, y;
  std::vector<PlotLine> lines;
  std::optional<double> mark = {};  // x of a thin vertical line
  std::string mark_name = {};       // above it
  ImU32 mark_colour = 0;            // of its name; 0: ink
  std::vector<PlotPoint> points = {};
  ImVec2 least = {};  // room in pixels for the labels on the left and the names on the right
  // From the lines' ends to their names, in pixels at 100 %: with room for it a thin line leads to each.
  float beside_ends = 0;
  // Where its inside begins and ends on the screen, to share lines with what is beside it; nullopt: as its
  // words leave room.
  std::optional<std::pair<float, float>> inside = {};
  // The x axis is named beside the labels of its ticks, not below them: the plot is higher.
  bool names_x_beside = false;
  bool snaps = false;  // the mouse snaps to the nearest point of the first line, which is marked
};

// Logarithmic axes that contain all points of the lines; in y, dashed lines need not fit.
void fit_log_sides(LinePlot& plot);

// Draws it as one item named `id`, in `room` from `at` on; returns the x under the mouse, if it is inside.
std::optional<double> draw_line_plot(const Frame& frame, const char* id, const LinePlot& plot, ImVec2 at,
                                     ImVec2 room);

}  // namespace views
