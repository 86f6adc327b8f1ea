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

namespace {

void draw_cells(const Frame& frame, ui::MatrixFrame matrix, ImVec2 at, ImVec2 size) {
  matrix.corner = at;
  matrix.size = size;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  frame.heatmaps.draw(list, frame.trace_pointer(), matrix, frame.facts.scale(matrix.stage), frame.style,
                      frame.derived_name);
  list.AddRect(at, {at.x + size.x, at.y + size.y}, frame.style.colours.hairline);
}

bool has_signed_dimensions(const engine::Stage& drawn) {
  return look::is_signed(drawn) && !drawn.columns_are().counts_tokens();
}

ui::MatrixFrame whole_of(const Frame& frame, int stage) {
  const engine::Stage& drawn = frame.trace().stage(stage);
  ui::MatrixFrame matrix;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(drawn.rows);
  matrix.columns = static_cast<double>(drawn.columns);
  return matrix;
}

}  // namespace

void draw_thumbnail(const Frame& frame, int stage, ImVec2 at, ImVec2 size) {
  const engine::Stage& drawn = frame.trace().stage(stage);
  ui::MatrixFrame matrix = whole_of(frame, stage);
  if (has_signed_dimensions(drawn)) {
    matrix.rows = shown_cells(drawn.rows, size.y);
    matrix.columns = shown_cells(drawn.columns, size.x);
  }
  draw_cells(frame, matrix, at, size);
}

void draw_row_thumbnail(const Frame& frame, int stage, engine::Index row, ImVec2 at, ImVec2 size) {
  const engine::Stage& drawn = frame.trace().stage(stage);
  ui::MatrixFrame matrix = whole_of(frame, stage);
  matrix.first_row = static_cast<double>(row);
  matrix.rows = 1;
  if (has_signed_dimensions(drawn)) matrix.columns = shown_cells(drawn.columns, size.x);
  draw_cells(frame, matrix, at, size);
}

}  // namespace views
