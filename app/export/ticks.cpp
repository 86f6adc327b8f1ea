// ticks.cpp: which labels fit along a side, and their positions.
#include "app/export/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace exporter {
namespace {

using engine::Axis;
using engine::Index;

bool is_token_axis(Axis axis) {
  return axis == Axis::kTokens || axis == Axis::kQueries || axis == Axis::kKeys || axis == Axis::kVocabulary;
}

double widest(const Ticks& ticks, app::Language language) {
  double width = 0;
  for (const Tick& tick : ticks.ticks) {
    width = std::max(width, measure(tick.label, ticks.type, language).width);
  }
  return width;
}

// Every label, each at its cell.
Ticks every_label(std::vector<std::string> labels, double cell, look::Rgb colour, const TickStyle& style) {
  Ticks ticks;
  ticks.type = {
      .size = std::clamp(cell - 1, style.least, style.most), .colour = colour, .max_width = style.widest};
  double position = 0.5;
  for (std::string& label : labels) {
    ticks.ticks.push_back({position, std::move(label)});
    position += 1;
  }
  return ticks;
}

// Heads as blocks of columns, numbered as in all displayed text.
Ticks head_labels(Index count, Index width, const app::Words& words, const look::Palette& palette,
                  const TickStyle& style) {
  Ticks ticks;
  ticks.type = {.size = style.heads, .colour = palette.muted};
  for (Index head = 0; head * width < count; ++head) {
    ticks.ticks.push_back({(static_cast<double>(head) + 0.5) * static_cast<double>(width),
                           words("stage.head", {{"head", words.nth(head)}})});
  }
  return ticks;
}

// Every few numbers, in round steps: tokens by 1, 2, 5, 10; dimensions by powers of two.
Ticks sparse_numbers(Index count, look::SparseNumbers numbers, bool decimal, const look::Palette& palette,
                     const TickStyle& style) {
  Ticks ticks;
  ticks.type = {.size = style.numbers, .colour = palette.muted};
  constexpr std::array<double, 3> kFactors = {2, 2.5, 2};
  double step = 1;
  for (size_t i = 0; step * numbers.cell < numbers.needed; ++i) step *= decimal ? kFactors.at(i % 3) : 2;
  numbers.step = std::lround(step);
  for (Index at = 0; at < count; ++at) {
    if (numbers.has(at))
      ticks.ticks.push_back({static_cast<double>(at) + 0.5, std::to_string(at + numbers.first)});
  }
  return ticks;
}

void turn_where_narrow(Ticks& ticks, double cell, app::Language language) {
  const double width = widest(ticks, language);
  if (width + 6 <= cell) {
    ticks.extent = ticks.gap + ticks.type.size;
    return;
  }
  ticks.type.turn = cell >= 1.3 * ticks.type.size ? 45 : 90;
  const double angle = ticks.type.turn * std::numbers::pi / 180;
  ticks.extent = ticks.gap + width * std::sin(angle) + ticks.type.size * std::cos(angle);
  ticks.overhang = std::max(0.0, width * std::cos(angle) - cell / 2 + ticks.gap);
}

}  // namespace

Ticks make_ticks(const engine::Trace& trace, int stage, look::Side side, double cell,
                 const look::Palette& palette, const app::Words& words, const TickStyle& style,
                 bool predicted) {
  const engine::Stage& shown = trace.stage(stage);
  const bool rows = side == look::Side::kRows;
  const Axis axis = rows ? shown.row_axis : shown.column_axis;
  const Index count = rows ? shown.rows : shown.columns;
  const Index width = look::head_width(trace, stage, side);
  Ticks ticks;
  bool turns = false;
  if (axis == Axis::kIds) {
    ticks.extent = ticks.gap = style.gap;
    return ticks;
  }
  if (is_token_axis(axis) && cell >= style.least + 1) {
    ticks = every_label(look::axis_labels(trace, stage, side, words.counts_from(), predicted), cell,
                        palette.ink, style);
    turns = !rows;
  } else if (width > 0 && static_cast<double>(width) * cell >= (rows ? 1.33 : 5.33) * style.heads) {
    ticks = head_labels(count, width, words, palette, style);
  } else {
    const look::SparseNumbers numbers = {.first = look::first_number(axis, words.counts_from()),
                                         .cell = cell,
                                         .needed = (rows ? 1.45 : 2.7) * style.numbers};
    ticks = sparse_numbers(count, numbers, is_token_axis(axis), palette, style);
  }
  ticks.gap = style.gap;
  if (turns) {
    turn_where_narrow(ticks, cell, words.language());
  } else {
    ticks.extent = ticks.gap + (rows ? widest(ticks, words.language()) : ticks.type.size);
  }
  return ticks;
}

void draw_row_ticks(Canvas& canvas, const Ticks& ticks, const Box& map, double cell) {
  Type type = ticks.type;
  type.align = Align::kRight;
  for (const Tick& tick : ticks.ticks) {
    canvas.text(map.x - ticks.gap, map.y + tick.position * cell + type.size * 0.36, tick.label, type);
  }
}

void draw_column_ticks(Canvas& canvas, const Ticks& ticks, const Box& map, double cell) {
  Type type = ticks.type;
  type.align = type.turn == 0 ? Align::kCentre : Align::kLeft;
  const double across = type.turn == 0 ? 0 : type.size * (type.turn == 90 ? 0.36 : 0.2);
  for (const Tick& tick : ticks.ticks) {
    canvas.text(map.x + tick.position * cell + across, map.y - ticks.gap + 1, tick.label, type);
  }
}

}  // namespace exporter
