// figure_layout.h: where each part of a figure is.
#pragma once

#include <string>
#include <vector>

#include "app/export/figure_options.h"
#include "app/export/ticks.h"

namespace exporter {

struct PlacedText {
  double x = 0;
  double baseline = 0;
  std::string text;
  Type type;
};

// Boxes without width are left out.
struct FigureLayout {
  double width = 0;
  double height = 0;
  Box map;
  Box bar;
  Box swatch;  // of the hatching, beside its legend
  double cell_width = 1;
  double cell_height = 1;
  double value_size = 0;  // of numbers in cells; 0: by the cells
  double bar_size = 12;   // of the numbers beside the colour bar
  Ticks rows, columns;
  std::vector<PlacedText> texts;  // title, formula, legend, caption
};

FigureLayout lay_out_figure(const engine::Trace& trace, int stage, const look::ColourScale& scale,
                            const FigureOptions& options);

// "Head 2 · Attention weights: rows are queries (L = 10), columns are keys (L = 10).", with the layer, where
// there are several.
std::string figure_caption(const app::Words& words, const engine::Trace& trace, int stage);

}  // namespace exporter
