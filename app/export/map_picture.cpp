// map_picture.cpp: cells, their values and the colour bar.
#include "app/export/map_picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/drawn.h"
#include "engine/core/formula.h"
#include "engine/core/hidden.h"
#include "engine/core/number_text.h"

namespace exporter {
namespace {

using engine::Index;

bool shows_no_number(float value) {
  return !std::isfinite(value) || engine::is_hidden(value);
}

// Adjacent hidden cells of one row as boxes: a masked half is a few boxes, not thousands of cells.
void add_hidden_runs(const engine::Matrix& row, const Box& line, std::vector<Box>& boxes) {
  const double width = line.width / static_cast<double>(row.cols());
  for (Index start = 0; start < row.cols();) {
    Index end = start;
    while (end < row.cols() && shows_no_number(row(0, end))) ++end;
    if (end > start) {
      boxes.push_back({line.x + static_cast<double>(start) * width, line.y,
                       static_cast<double>(end - start) * width, line.height});
    }
    start = end + 1;
  }
}

// The same number of decimals for a whole stage, as many as fit its widest value.
int decimals_that_fit(const engine::Summary& summary, double width, double size, app::Language language) {
  const double largest = std::max(std::abs(summary.smallest), std::abs(summary.largest));
  const std::string sign = summary.smallest < 0 ? "−" : "";
  const std::string whole = std::to_string(static_cast<long>(std::floor(largest)));
  // Small numbers are nothing without a decimal.
  for (int decimals = largest < 100 ? 2 : 1; decimals >= (largest < 10 ? 1 : 0); --decimals) {
    const std::string widest =
        sign + whole + (decimals > 0 ? "." : "") + std::string(static_cast<size_t>(decimals), '0');
    if (measure(widest, {.size = size, .tabular = true}, language).width <= width - size * 0.36)
      return decimals;
  }
  return -1;
}

}  // namespace

void draw_map(Canvas& canvas, const engine::Trace& trace, int stage, const look::ColourScale& scale,
              const look::Palette& palette, const Box& box) {
  const engine::Stage& shown = trace.stage(stage);
  const double height = box.height / static_cast<double>(shown.rows);
  std::vector<look::Rgb> colours;
  colours.reserve(static_cast<size_t>(shown.rows * shown.columns));
  std::vector<Box> hidden;
  for (Index row = 0; row < shown.rows; ++row) {
    const engine::Matrix numbers = engine::read_drawn(trace, stage, row, 0, 1, shown.columns);
    for (const float value : numbers.reshaped()) {
      colours.push_back(shows_no_number(value) ? palette.panel : look::colour_of(scale, value));
    }
    add_hidden_runs(numbers, {box.x, box.y + static_cast<double>(row) * height, box.width, height}, hidden);
  }
  canvas.cells(box, shown.rows, shown.columns, colours);
  draw_hatching(canvas, shown, hidden, palette);
}

void draw_hatching(Canvas& canvas, const engine::Stage& stage, std::span<const Box> boxes,
                   const look::Palette& palette) {
  constexpr double kBetweenLines = 8;
  canvas.hatch(boxes, look::mixed(palette.panel, palette.mask, look::hatch_strength(stage)), kBetweenLines);
}

void draw_values(Canvas& canvas, const engine::Trace& trace, int stage, const look::ColourScale& scale,
                 const Box& box, app::Language language, double size) {
  const engine::Stage& shown = trace.stage(stage);
  const double width = box.width / static_cast<double>(shown.columns);
  const double height = box.height / static_cast<double>(shown.rows);
  if (size == 0 ? width < 28 || height < 16 : height < 1.2 * size) return;
  if (size == 0) size = width < 34 ? 10 : 11;
  int decimals = decimals_that_fit(trace.summary(stage), width, size, language);
  if (decimals < 0) return;
  if (shown.column_axis == engine::Axis::kIds) decimals = 0;
  for (Index row = 0; row < shown.rows; ++row) {
    const engine::Matrix numbers = engine::read_drawn(trace, stage, row, 0, 1, shown.columns);
    for (Index column = 0; column < shown.columns; ++column) {
      const float value = numbers(0, column);
      if (shows_no_number(value)) continue;
      const look::Rgb ink = look::text_on(look::colour_of(scale, value));
      canvas.text(box.x + (static_cast<double>(column) + 0.5) * width,
                  box.y + (static_cast<double>(row) + 0.5) * height + size * 0.36,
                  engine::fixed_number(value, decimals),
                  {.size = size, .colour = ink, .tabular = true, .align = Align::kCentre});
    }
  }
}

void draw_colour_bar(Canvas& canvas, const look::ColourScale& scale, const look::Palette& palette,
                     const Box& box, double text_size) {
  const auto table = look::lookup(scale.map);
  const std::vector<look::Rgb> falling(table.rbegin(), table.rend());
  canvas.cells(box, look::kMapEntries, 1, falling);
  const Type type{.size = text_size, .colour = palette.muted};
  const double x = box.right() + text_size * 0.6;
  const double middle = (static_cast<double>(scale.low) + static_cast<double>(scale.high)) / 2;
  canvas.text(x, box.y + text_size * 0.75, engine::short_number(scale.high), type);
  canvas.text(x, box.y + box.height / 2 + text_size * 0.36, engine::short_number(middle), type);
  canvas.text(x, box.bottom(), engine::short_number(scale.low), type);
}

}  // namespace exporter
