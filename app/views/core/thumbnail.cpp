// thumbnail.cpp: all of a stage, or as many of its first rows and columns as can be told apart.
#include "app/views/core/thumbnail.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"

namespace views {
namespace {

// All cells where each has a pixel, otherwise as many as have two.
double shown_cells(engine::Index cells, float pixels) {
  const auto all = static_cast<double>(cells);
  const auto room = static_cast<double>(pixels);
  return all <= room ? all : std::max(1.0, std::floor(room / 2));
}

}  // namespace

void draw_thumbnail(const Frame& frame, int stage, ImVec2 at, ImVec2 size) {
  const engine::Stage& drawn = frame.trace().stage(stage);
  ui::MatrixFrame matrix;
  matrix.corner = at;
  matrix.size = size;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(drawn.rows);
  matrix.columns = static_cast<double>(drawn.columns);
  if (look::is_signed(drawn) && !drawn.columns_are().counts_tokens()) {
    matrix.rows = shown_cells(drawn.rows, size.y);
    matrix.columns = shown_cells(drawn.columns, size.x);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  frame.heatmaps.draw(list, frame.trace_pointer(), matrix, frame.facts.scale(stage), frame.style,
                      frame.derived_name);
  list.AddRect(at, {at.x + size.x, at.y + size.y}, frame.style.colours.hairline);
}

}  // namespace views
