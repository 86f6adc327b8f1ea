// line_plot.h: numbers against numbers, as lines or dots between two axes, each named at its end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// One side of a plot; what lies beyond it is left out.
struct PlotSide {
  std::string name;
  double low = 0;
  double high = 1;
  bool is_log = false;                            // drawn by logarithms; `low` is above 0
  std::vector<double> ticks = {};                 // empty: round numbers
  std::function<std::string(double)> label = {};  // how a tick is written; empty: plainly
};

struct PlotLine {
  std::string name;  // at its end; may be empty
  ImU32 colour = 0;
  std::vector<std::pair<double, double>> points;  // x ascending, y
  bool has_line = true;
  bool has_dots = false;
  bool is_dashed = false;               // as a line of theory is
  std::vector<double> deviations = {};  // of each point's y, drawn up and down from it; empty: none
};

// A point that is named beside it.
struct PlotPoint {
  std::string name;
  double x = 0;
  double y = 0;
  bool is_below = false;  // the name stands below to the right, else above to the left
};

struct LinePlot {
  std::string title;
  PlotSide x, y;
  std::vector<PlotLine> lines;
  std::optional<double> mark = {};  // x of a thin upright line
  std::vector<PlotPoint> points = {};
  bool snaps = false;  // the mouse is at the nearest point of the first line, which is marked
};

// Logarithmic sides that hold all points of the lines; of y those of the dashed ones need not fit.
void fit_log_sides(LinePlot& plot);

// Draws it as one item named `id`, in `room` from `at` on; the x that the mouse is at, where it is inside.
std::optional<double> draw_line_plot(const Frame& frame, const char* id, const LinePlot& plot, ImVec2 at,
                                     ImVec2 room);

}  // namespace views
