// table_marks.cpp: what is drawn over and around the table of positions.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/ui/dashes.h"
#include "app/ui/widgets.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/labs/positions/table_parts.h"
#include "app/views/stage/matrix_view.h"

namespace views {
namespace {

using engine::Index;

constexpr float kBarWidth = 44;      // of the colour bar with its numbers, pixels at 100 %
constexpr float kBeforeBar = 16;     // between it and what is before it
constexpr float kMarkedWords = 96;   // the longest name of a marked position
constexpr float kBesideMarked = 12;  // before it: the sentence's bracket
constexpr float kAboveTable = 4;     // below the bracket's name
constexpr float kBracketDepth = 4;
constexpr float kLeastWithCallout = 220;

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

// The grey dashed wave's cells, dashed too: over all colours by a light line below.
void outline_compared(const Frame& frame, const PlacedTable& placed, Index pair) {
  const auto& style = frame.style;
  const engine::PositionsLab& lab = positions_lab(frame);
  const auto other = compared_pair(lab, pair);
  if (!other) return;
  const Index column = placed.shown_at(2 * *other);
  const auto [low, high] = placed.matrix.box(
      {placed.matrix.stage, 0, column}, {placed.matrix.stage, positions_of_waves(lab, pair) - 1, column});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(low, high, style.colours.panel, 0, 0, style.px(3));
  ui::dashed_rectangle(list, low, high, style.colours.ink, 0, style.px(4), style.px(2));
}

// Around the pinned token's row, and its name on the right.
void draw_marked(const Frame& frame, const PlacedTable& placed) {
  const auto marked = marked_position(frame);
  if (!marked) return;
  const auto& style = frame.style;
  const ui::MatrixFrame& matrix = placed.matrix;
  ui::TextStyle type = style.small_strong();
  type.colour = style.colours.query;
  const auto columns = static_cast<Index>(matrix.columns);
  const auto [low, high] = matrix.box({matrix.stage, *marked, 0}, {matrix.stage, *marked, columns - 1});
  const float edge = style.px(1);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect({low.x - edge, low.y - edge}, {high.x + edge, high.y + edge}, type.colour, 0, 0, style.px(1));
  const std::string name = ui::ellipsise(position_name(frame, *marked), style.px(kMarkedWords), type);
  const ImVec2 size = ui::text_size(name, type);
  // The first row's is not up at the sentence's.
  const float top = std::max((low.y + high.y - size.y) / 2, matrix.corner.y - style.px(kAboveTable) + 1);
  const ImVec2 at(matrix.corner.x + matrix.size.x + style.px(kBesideMarked), top);
  ui::draw_text(list, at, name, type);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(size);
  const std::string token = token_sentence(frame, *marked);
  if (!token.empty()) ui::tip(style, token);
}

// Along the rows that the sentence has tokens for; its name is above.
void draw_sentence_rows(const Frame& frame, const PlacedTable& placed) {
  const Index tokens = tokens_at_positions(frame);
  if (tokens < 2 || tokens > positions_lab(frame).length) return;
  const auto& style = frame.style;
  const ui::MatrixFrame& matrix = placed.matrix;
  const auto [low, high] = matrix.box({matrix.stage, 0, 0}, {matrix.stage, tokens - 1, 0});
  const float side = matrix.corner.x + matrix.size.x + style.px(3);
  const float back = side + style.px(kBracketDepth);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const auto& [from, to] : {std::pair{ImVec2(side, low.y), ImVec2(back, low.y)},
                                 std::pair{ImVec2(back, low.y), ImVec2(back, high.y)},
                                 std::pair{ImVec2(back, high.y), ImVec2(side, high.y)}})
    list.AddLine(from, to, style.colours.ink, style.px(1));
  const ui::TextStyle type = style.small_ink();
  const std::string name = ui::ellipsise(frame.tr("lab.positions.sentence"), placed.right - side, type);
  const float top = matrix.corner.y - style.px(kAboveTable) - ui::text_size(name, type).y;
  ui::draw_text(list, {side, top}, name, type);
}

}  // namespace

float beside_table(const Frame& frame) {
  const auto& style = frame.style;
  const auto width = [&](const std::string& words, const ui::TextStyle& type) {
    return ui::text_size(words, type).x;
  };
  const auto marked = marked_position(frame);
  const float name = marked ? width(position_name(frame, *marked), style.small_strong()) : 0;
  const float bar = style.px(kBesideMarked + kBeforeBar + kBarWidth) + std::min(name, style.px(kMarkedWords));
  return std::max(bar, style.px(3) + width(frame.tr("lab.positions.sentence"), style.small_ink()));
}

void outline_pair(const Frame& frame, const PlacedTable& placed, Index pair, Index first, Index last) {
  const float edge = frame.style.px(1);
  const ui::MatrixFrame& matrix = placed.matrix;
  const auto outline = [&](Index from, Index to) {
    const auto [low, high] = matrix.box({matrix.stage, first, from}, {matrix.stage, last, to});
    ImGui::GetWindowDrawList()->AddRect({low.x - edge, low.y}, {high.x + edge, high.y},
                                        frame.style.colours.ink, 0, 0, frame.style.px(2));
  };
  const Index sine = placed.shown_at(2 * pair);
  const bool has_cosine = 2 * pair + 1 < positions_lab(frame).d_model;
  const Index cosine = has_cosine ? placed.shown_at(2 * pair + 1) : sine;
  if (cosine - sine <= 1) return outline(sine, cosine);
  outline(sine, sine);
  outline(cosine, cosine);
}

void draw_table_marks(const Frame& frame, int table, const PlacedTable& placed) {
  const auto& style = frame.style;
  const ui::MatrixFrame& matrix = placed.matrix;
  const Index pair = shown_pair(frame);
  outline_compared(frame, placed, pair);
  outline_pair(frame, placed, pair, 0, positions_of_waves(positions_lab(frame), pair) - 1);
  draw_colour_bar(frame, frame.facts.scale(table), {placed.right - style.px(kBarWidth), matrix.corner.y},
                  matrix.size.y);
  draw_sentence_rows(frame, placed);
  draw_marked(frame, placed);
  const engine::Cell worked = worked_cell(frame, table);
  const engine::Cell shown{matrix.stage, worked.row, placed.shown_at(worked.column)};
  ring_cell(frame, matrix, shown);
  // In a low table it would hide many rows: the ringed cell is written out below.
  if (!numbers_fit(placed.frame, matrix) && matrix.size.y >= style.px(kLeastWithCallout))
    draw_callout(frame, matrix, shown, frame.trace().at(table, worked.row, worked.column));
}

}  // namespace views
