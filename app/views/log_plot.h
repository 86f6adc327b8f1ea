// log_plot.h: curves on two logarithmic scales, where a power of x is a straight line; each named at its end.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/views/frame.h"

namespace views {

struct LogCurve {
  std::string name;
  ImU32 colour = 0;
  std::vector<double> x, y;       // above 0, x ascending
  std::vector<double> deviation;  // of y, drawn up and down from it; empty: none
  bool is_dashed = false;         // a line of theory: no points
};

struct LogPlot {
  const char* id = "";
  std::string x_name, y_name;  // "features", "relative error"
  std::vector<LogCurve> curves;
  std::function<std::string(double x)> tip;        // what is said of an x that is pointed at
  std::function<std::string(double y)> tick = {};  // how a number of the y axis is written; empty: plainly
};

// In `room` from `at` on.
void draw_log_plot(const Frame& frame, const LogPlot& plot, ImVec2 at, ImVec2 room);

}  // namespace views
