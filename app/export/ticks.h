// ticks.h: the labels along a map's side: every token if there is room, otherwise every few indices.
#pragma once

#include <string>
#include <vector>

#include "app/export/canvas.h"
#include "app/look/labels.h"
#include "app/look/palette.h"

namespace exporter {

// Sizes of labels, and the space around them, in units.
struct TickStyle {
  double least = 8;  // of tokens: as large as the cells, between these
  double most = 13;
  double heads = 12;
  double numbers = 11;
  double gap = 8;       // between labels and map
  double widest = 150;  // longer tokens are truncated
};

struct Tick {
  double position = 0;  // in cells from the side's start, to the middle of the label
  std::string label;
};

struct Ticks {
  std::vector<Tick> ticks;
  Type type;
  double extent = 0;    // space that they take from the map
  double gap = 8;       // of that, next to the map
  double overhang = 0;  // how far the last slanted label extends beyond the map
};

// `cell`: height of a row or width of a column; `predicted`: as in look::axis_labels.
Ticks make_ticks(const engine::Trace& trace, int stage, look::Side side, double cell,
                 const look::Palette& palette, const app::Words& words, const TickStyle& style = {},
                 bool predicted = false);

void draw_row_ticks(Canvas& canvas, const Ticks& ticks, const Box& map, double cell);
void draw_column_ticks(Canvas& canvas, const Ticks& ticks, const Box& map, double cell);

}  // namespace exporter
