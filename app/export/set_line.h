// set_line.h: a head's attention in one line on paper: its parts, and a number under each that has one.
#pragma once

#include <string>
#include <vector>

#include "app/export/canvas.h"
#include "app/look/palette.h"
#include "engine/analysis/one_line.h"

namespace exporter {

// The line with what stands under its links, one text each, empty where there is none.
struct NumberedLine {
  engine::OneLine line;
  std::vector<std::string> under;
  std::string result;  // "= 4.43", behind them
};

// Of one cell of the head's maps.
NumberedLine numbered_line(const engine::Trace& trace, engine::OneLine line, const engine::Cell& cell);

// Ends at `right`, its top at `y`. Points; as high as kNumberedLineHeight.
void draw_numbered_line(Canvas& canvas, const app::Words& words, const look::Palette& palette,
                        const NumberedLine& line, double right, double y);
double numbered_line_width(const app::Words& words, const look::Palette& palette, const NumberedLine& line);
inline constexpr double kNumberedLineHeight = 22;

}  // namespace exporter
