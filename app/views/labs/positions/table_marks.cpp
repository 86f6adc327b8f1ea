// table_marks.cpp: what is drawn over and around the table of positions.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/labs/positions/table_parts.h"
#include "app/views/stage/lying_bar.h"
#include "app/views/stage/matrix_view.h"

namespace views {
namespace {

using engine::Index;

constexpr float kTriangle = 5;      // beside the marked row, pixels at 100 %
constexpr float kBesideTable = 10;  // from the table to the sentence's bracket
constexpr float kBracketDepth = 4;
constexpr float kBeforeWords = 20;  // and to what is said there
constexpr float kMarkedWords = 96;  // the longest name of a marked position
constexpr float kLegend = 84;       // the colours with their two numbers
constexpr float kLeastWithCallout = 260;

// A ring in black and white around the worked cell, over everything else and never too small to be seen.
void ring_cell(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell) {
  const float least = frame.style.px(5);  // from its middle
  const auto [low, high] = matrix.box(cell, cell);
  const ImVec2 middle((low.x + high.x) / 2, (low.y + high.y) / 2);
  const ImVec2 half(std::max((high.x - low.x) / 2, least), std::max((high.y - low.y) / 2, least));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const auto& [colour, width] :
       {std::pair{frame.style.colours.panel, 5.0f}, std::pair{frame.style.colours.ink, 2.0f}}) {
    list.AddRect({middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y}, colour,
                 frame.style.px(2), 0, frame.style.px(width));
  }
}

// Its number in a box beside the ring, over the row: the cell itself is too small to be read.
void draw_callout(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell, double value) {
  const auto& style = frame.style;
  const ui::TextStyle type = style.small_strong();
  const std::string number = ui::fixed_number(value, 2);
  const ImVec2 words = ui::text_size(number, type);
  const ImVec2 size(words.x + style.px(10), words.y + style.px(2));
  const auto [low, high] = matrix.box(cell, cell);
  const float apart = std::max((high.x - low.x) / 2, style.px(5)) + style.px(14);
  const float middle = (low.x + high.x) / 2;
  const bool fits = middle + apart + size.x < matrix.corner.x + matrix.size.x;
  const float left = std::round(fits ? middle + apart : middle - apart - size.x);
  // The first rows' is not over the columns' labels.
  const float top = std::max(std::round((low.y + high.y - size.y) / 2), matrix.corner.y);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({left, top}, {left + size.x, top + size.y}, style.colours.panel, style.px(4));
  list.AddRect({left, top}, {left + size.x, top + size.y}, style.colours.ink, style.px(4));
  ui::draw_text(list, {left + style.px(5), top + style.px(1)}, number, type);
}

// Above a column, in the colour of its wave; over narrow columns it grows to the left by this share.
void cap_column(const Frame& frame, const PlacedTable& placed, Index column, ImU32 colour, float grows_left) {
  const auto& style = frame.style;
  const Index shown = placed.shown_at(column);
  const auto [low, high] =
      placed.matrix.box({placed.matrix.stage, 0, shown}, {placed.matrix.stage, 0, shown});
  const float more = std::max(style.px(4) - (high.x - low.x), 0.0f);
  const float bottom = placed.matrix.corner.y - style.px(1);
  ImGui::GetWindowDrawList()->AddRectFilled({low.x - more * grows_left, bottom - style.px(4)},
                                            {high.x + more * (1 - grows_left), bottom}, colour);
}

// Which columns are drawn as waves: in the plot their names have the same colours.
void cap_columns(const Frame& frame, const PlacedTable& placed) {
  const ui::Colours& colours = frame.style.colours;
  const engine::PositionsLab& lab = positions_lab(frame);
  const Index pair = shown_pair(frame);
  cap_column(frame, placed, 2 * pair, colours.heads[0], 1);
  if (2 * pair + 1 < lab.d_model) cap_column(frame, placed, 2 * pair + 1, colours.heads[1], 0);
  const auto other = compared_pair(lab, pair);
  if (other) cap_column(frame, placed, 2 * *other, colours.muted, 0.5f);
}

// Whether the ring around the worked cell reaches over the left end of this row.
bool is_ringed_at_left(const Frame& frame, const PlacedTable& placed, const engine::Cell& ringed, Index row) {
  const auto [low, high] = placed.matrix.box(ringed, ringed);
  return ringed.row == row && low.x < placed.matrix.corner.x + frame.style.px(kTriangle);
}

// The pinned token's row: pointed at from both sides, and its name on the right, with the token that it is.
// Returns the lines of these.
std::optional<std::pair<float, float>> draw_marked(const Frame& frame, const PlacedTable& placed,
                                                   const engine::Cell& ringed) {
  const auto marked = marked_position(frame);
  if (!marked) return std::nullopt;
  const auto& style = frame.style;
  const ui::MatrixFrame& matrix = placed.matrix;
  ui::TextStyle type = style.small_strong();
  type.colour = style.colours.query;
  const auto [low, high] = matrix.box({matrix.stage, *marked, 0}, {matrix.stage, *marked, 0});
  const float middle = (low.y + high.y) / 2;
  const float end = matrix.corner.x + matrix.size.x;
  const float half = style.px(4);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto point_at = [&](float tip, float back) {
    list.AddTriangleFilled({tip, middle}, {back, middle - half}, {back, middle + half}, type.colour);
  };
  point_at(end + style.px(1), end + style.px(1 + kTriangle));
  if (!is_ringed_at_left(frame, placed, ringed, *marked))
    point_at(matrix.corner.x - style.px(1), matrix.corner.x - style.px(1 + kTriangle));
  const std::string name = ui::ellipsise(position_name(frame, *marked), style.px(kMarkedWords), type);
  const ImVec2 size = ui::text_size(name, type);
  const ImVec2 at(end + style.px(kBeforeWords), std::round(std::max(middle - size.y / 2, matrix.corner.y)));
  ui::draw_text(list, at, name, type);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(size);
  const std::string token = token_sentence(frame, *marked);
  if (token.empty()) return std::pair(at.y, at.y + size.y);
  ui::tip(style, token);
  // Tokens count from 1, positions from 0.
  const ImVec2 below(at.x, at.y + size.y);
  if (below.y + size.y > matrix.corner.y + matrix.size.y) return std::pair(at.y, below.y);
  ui::draw_text(list, below, frame.tr("lab.positions.token", {{"token", frame.tr.nth(*marked)}}),
                style.small());
  return std::pair(at.y, below.y + size.y);
}

// Along the rows that the sentence has tokens for; its name is at the first of them, or below `taken`.
void draw_sentence_rows(const Frame& frame, const PlacedTable& placed,
                        const std::optional<std::pair<float, float>>& taken) {
  const Index tokens = tokens_at_positions(frame);
  if (tokens < 2 || tokens > positions_lab(frame).length) return;
  const auto& style = frame.style;
  const ui::MatrixFrame& matrix = placed.matrix;
  const auto [low, high] = matrix.box({matrix.stage, 0, 0}, {matrix.stage, tokens - 1, 0});
  const float end = matrix.corner.x + matrix.size.x;
  const float side = end + style.px(kBesideTable);
  const float back = side + style.px(kBracketDepth);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const auto& [from, to] : {std::pair{ImVec2(side, low.y), ImVec2(back, low.y)},
                                 std::pair{ImVec2(back, low.y), ImVec2(back, high.y)},
                                 std::pair{ImVec2(back, high.y), ImVec2(side, high.y)}})
    list.AddLine(from, to, style.colours.muted, style.px(1));
  const ui::TextStyle type = style.small_ink();
  const ImVec2 at(end + style.px(kBeforeWords), matrix.corner.y);
  const std::string name = ui::ellipsise(frame.tr("lab.positions.sentence"), placed.right - at.x, type);
  const bool is_taken = taken && taken->first < at.y + ui::text_size(name, type).y;
  ui::draw_text(list, {at.x, is_taken ? taken->second : at.y}, name, type);
}

// What the colours mean, above the words beside the table.
void draw_legend(const Frame& frame, const look::ColourScale& scale, const PlacedTable& placed) {
  if (scale.is_open()) return;
  const auto& style = frame.style;
  const ui::MatrixFrame& matrix = placed.matrix;
  const float line = ui::text_size("0", style.small()).y;
  // On the line of the columns' labels.
  const ImVec2 at(matrix.corner.x + matrix.size.x + style.px(kBeforeWords),
                  matrix.corner.y - style.px(6) - line);
  draw_lying_bar(frame, scale, at, line, style.px(kLegend) - lying_bar_width(frame, scale, 0));
}

}  // namespace

float before_words(const Frame& frame) {
  return frame.style.px(kBeforeWords);
}

float beside_table(const Frame& frame) {
  const auto& style = frame.style;
  const auto marked = marked_position(frame);
  const float name = marked ? ui::text_size(position_name(frame, *marked), style.small_strong()).x : 0;
  const float sentence = ui::text_size(frame.tr("lab.positions.sentence"), style.small_ink()).x;
  return before_words(frame) +
         std::max({std::min(name, style.px(kMarkedWords)), sentence, style.px(kLegend)});
}

void draw_table_marks(const Frame& frame, int table, const PlacedTable& placed) {
  const auto& style = frame.style;
  const ui::MatrixFrame& matrix = placed.matrix;
  const engine::Cell worked = worked_cell(frame, table);
  const engine::Cell shown{matrix.stage, worked.row, placed.shown_at(worked.column)};
  cap_columns(frame, placed);
  draw_legend(frame, frame.facts.scale(table), placed);
  draw_sentence_rows(frame, placed, draw_marked(frame, placed, shown));
  ring_cell(frame, matrix, shown);
  // In a low table it would hide many rows: the ringed cell is written out above.
  if (!numbers_fit(placed.frame, matrix) && matrix.size.y >= style.px(kLeastWithCallout))
    draw_callout(frame, matrix, shown, frame.trace().at(table, worked.row, worked.column));
}

}  // namespace views
