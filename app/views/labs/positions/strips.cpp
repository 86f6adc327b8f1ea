// strips.cpp: two neighbouring rows of the table, enlarged: what a position looks like as a vector, and which
// waves tell it from the next.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/labs/positions/table_parts.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/small_map.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

constexpr float kAboveStrips = 8;  // pixels at 100 %
constexpr float kBetweenStrips = 3;
constexpr float kAboveBracket = 4;
constexpr float kBracket = 4;
constexpr float kBesideSymbol = 5;

// The first of both: the row that is pointed at, the pinned token's, or the worked cell's; of the last row
// the one before.
Index first_of_strips(const Frame& frame, int table) {
  const bool is_pointed = frame.explained_cell().stage == table;
  const Index row = is_pointed ? frame.explained_cell().row
                               : marked_position(frame).value_or(worked_cell(frame, table).row);
  return std::min(row, frame.trace().stage(table).rows - 2);
}

// From which pair on no number of this row differs from the next row's by kNearlySame or more.
Index first_close_pair(const Frame& frame, int table, Index row) {
  const Index columns = frame.trace().stage(table).columns;
  const engine::Matrix both = frame.trace().read(table, row, 0, 2, columns);
  Index last = columns - 1;
  while (last >= 0 && static_cast<double>(std::abs(both(0, last) - both(1, last))) < kNearlySame) --last;
  return last / 2 + 1;
}

// A row of the table, placed by itself.
PlacedTable strip_of(const PlacedTable& placed, Index row, float top, float height) {
  PlacedTable strip = placed;
  strip.matrix.corner.y = top;
  strip.matrix.size.y = height;
  strip.matrix.first_row = static_cast<double>(row);
  strip.matrix.rows = 1;
  return strip;
}

// "P₉", smaller where it has no room.
ui::MathLayout symbol_of_position(const Frame& frame, Index position, float room) {
  const auto& style = frame.style;
  const ui::Colours& colours = style.colours;
  const auto sized = [&](float size) {
    return ui::layout_math("P_{" + std::to_string(position) + "}",
                           {&style.fonts, size, colours.ink, colours.query, colours.key, colours.value});
  };
  const ui::MathLayout usual = sized(style.px(16));
  return usual.width <= room ? usual : sized(style.px(16) * room / usual.width);
}

void draw_strip(const Frame& frame, int table, const PlacedTable& strip) {
  const auto& style = frame.style;
  const ui::MatrixFrame& matrix = strip.matrix;
  const auto row = static_cast<Index>(matrix.first_row);
  draw_matrix(strip.frame, matrix, frame.facts.scale(table), {});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::TextStyle type = style.small_strong();
  const ImVec2 end(matrix.corner.x + matrix.size.x, matrix.corner.y + matrix.size.y);
  if (row == marked_position(frame)) type.colour = style.colours.query;
  const float middle = (matrix.corner.y + end.y) / 2;
  const ui::MathLayout symbol =
      symbol_of_position(frame, row, matrix.corner.x - style.px(kBesideSymbol) - strip.left);
  ui::draw_math(list,
                {matrix.corner.x - style.px(kBesideSymbol) - symbol.width, std::round(middle + style.px(4))},
                symbol);
  const float left = end.x + before_words(frame);
  const std::string name = ui::ellipsise(position_name(frame, row), strip.right - left, type);
  ui::draw_text(list, {left, std::round(middle - ui::text_size(name, type).y / 2)}, name, type);
}

// Below columns, from `left` to `right`: the first of the words that fit there, or from `least` on.
void draw_bracket(const Frame& frame, float left, float right, float top, float least,
                  const std::vector<std::string>& words) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float low = top + style.px(kBracket);
  for (const auto& [from, to] :
       {std::pair{ImVec2(left, top), ImVec2(left, low)}, std::pair{ImVec2(left, low), ImVec2(right, low)},
        std::pair{ImVec2(right, low), ImVec2(right, top)}})
    list.AddLine(from, to, style.colours.muted, style.px(1));
  const ui::TextStyle type = style.small_ink();
  for (const std::string& each : words) {
    const float width = ui::text_size(each, type).x;
    const float at = width <= right - left ? (left + right - width) / 2 : right - width;
    if (at < least) continue;
    return ui::draw_text(list, {std::round(at), low + style.px(1)}, each, type);
  }
}

// What is said of the pairs before one of them, and of it and those behind it.
struct Split {
  Index pair = 0;
  std::vector<std::string> before, behind;  // the first that fits
};

void draw_split(const Frame& frame, const PlacedTable& placed, const Split& split, float top) {
  const Index columns = positions_lab(frame).d_model;
  const float gap = frame.style.px(2);
  const float cell = placed.matrix.cell_width();
  const float corner = placed.matrix.corner.x;
  // Sines and cosines side by side are two tables of one column each pair.
  const Index halves = placed.sines == 0 ? 1 : 2;
  const Index split_at = placed.sines == 0 ? std::min(2 * split.pair, columns) : split.pair;
  float least = placed.left;
  for (Index half = 0; half < halves; ++half) {
    const Index first = half * placed.sines;
    const Index end = half + 1 < halves ? placed.sines : columns;
    const float left = corner + cell * static_cast<float>(first);
    const float middle = corner + cell * static_cast<float>(std::min(first + split_at, end));
    const float right = corner + cell * static_cast<float>(end);
    if (middle > left) draw_bracket(frame, left + gap, middle - gap, top, least, split.before);
    if (right > middle) draw_bracket(frame, middle + gap, right - gap, top, middle + gap, split.behind);
    least = right;
  }
}

// Which pairs tell this row from the next, and which are close.
Split telling_apart(const Frame& frame, int table, Index row) {
  const Index close = first_close_pair(frame, table, row);
  const bool has_close = close < pair_count(positions_lab(frame));
  const app::Arguments near = {{"near", engine::number_markup(kNearlySame, 2)}};
  return {close,
          {frame.tr(has_close ? "lab.positions.differ" : "lab.positions.all_differ"),
           frame.tr("lab.positions.differ_short")},
          {frame.tr("lab.positions.close", near), frame.tr("lab.positions.close_short", near)}};
}

// A bracket and its words, in pixels.
float split_height(const Frame& frame) {
  return ui::text_size("0", frame.style.small()).y + frame.style.px(kBracket + kBetweenStrips);
}

}  // namespace

float strip_height(const Frame& frame, float room) {
  constexpr float kShare = 0.05f;
  return std::floor(std::clamp(kShare * room, frame.style.px(16), frame.style.px(36)));
}

float strips_height(const Frame& frame, float strip) {
  return 2 * strip + frame.style.px(kAboveStrips + kBetweenStrips) + below_strips(frame);
}

float below_strips(const Frame& frame) {
  return frame.style.px(kAboveBracket) + split_height(frame);
}

std::optional<Index> draw_strips(const Frame& frame, int table, const PlacedTable& placed, float strip) {
  const auto& style = frame.style;
  const Index first = first_of_strips(frame, table);
  const float top = placed.matrix.corner.y + placed.matrix.size.y + style.px(kAboveStrips);
  const float second = top + strip + style.px(kBetweenStrips);
  const PlacedTable upper = strip_of(placed, first, top, strip);
  const PlacedTable lower = strip_of(placed, first + 1, second, strip);
  draw_strip(frame, table, upper);
  draw_strip(frame, table, lower);
  draw_split(frame, placed, telling_apart(frame, table, first), second + strip + style.px(kAboveBracket));
  ImGui::SetCursorScreenPos(upper.matrix.corner);
  const bool is_pressed =
      ImGui::InvisibleButton("positions strips", {upper.matrix.size.x, second + strip - top});
  const engine::Cell in_upper = pointed_at(upper.matrix);
  const engine::Cell cell = in_upper.stage >= 0 ? in_upper : pointed_at(lower.matrix);
  if (cell.stage < 0) return std::nullopt;
  const Index pair = placed.pair_at(cell.column);
  if (ui::begin_tooltip(style)) {
    const bool is_sine = placed.shown_at(2 * pair) == cell.column;
    const std::string token = token_sentence(frame, cell.row);
    ui::label(token.empty() ? position_name(frame, cell.row) : token, style.small());
    ui::label(cell_sentence(frame, table, cell.row, is_sine ? 2 * pair : 2 * pair + 1), style.small_ink());
    ui::end_tooltip();
  }
  return is_pressed ? std::optional(pair) : std::nullopt;
}

}  // namespace views
