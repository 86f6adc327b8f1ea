// number_below.cpp: writes a cell and its number. In a low window the card is folded away; what it begins
// with is still said.
#include "app/views/stage/number_below.h"

#include "app/ui/widgets.h"
#include "app/views/core/folding.h"

namespace views {

CellWords cell_words(const Frame& frame, const engine::Cell& cell, const std::string& number) {
  const auto& style = frame.style;
  const engine::Stage& stage = frame.trace().stage(cell.stage);
  const bool is_pair = stage.column_axis == engine::Axis::kKeys;
  const ui::TextStyle plain = style.strong();
  ui::TextStyle query = plain;
  query.colour = style.word_colour(style.colours.query);
  ui::TextStyle key = plain;
  key.colour = style.word_colour(style.colours.key);
  return {{frame.facts.label(stage.rows_are(), cell.row), stage.rows_are().counts_tokens() ? query : plain},
          {is_pair ? " → " : ", ", plain},
          {frame.facts.label(stage.columns_are(), cell.column), is_pair ? key : plain},
          {number, plain}};
}

float cell_words_width(const CellWords& words) {
  float width = 0;
  for (const auto& [text, type] : words) width += ui::text_size(text, type).x;
  return width;
}

void draw_cell_words(ImVec2 at, const CellWords& words) {
  for (const auto& [text, type] : words) {
    ui::draw_text(*ImGui::GetWindowDrawList(), at, text, type);
    at.x += ui::text_size(text, type).x;
  }
}

void draw_number_below(const Frame& frame, const StageLayout& layout, float y) {
  const ui::MatrixFrame& result = layout.result().frame;
  const engine::Cell cell = frame.explained_cell();
  const bool is_said = shows_card(frame) || frame.session.desk().presenting.is_on;
  if (cell.stage != result.stage || frame.derived || layout.matrices.size() < 2 || is_said) return;
  const double value = frame.trace().at(cell.stage, cell.row, cell.column);
  const CellWords words = cell_words(frame, cell, " = " + ui::fixed_number(value, 4));
  const ImVec2 at(layout.matrices.front().frame.corner.x, y);
  if (at.x + cell_words_width(words) + frame.style.px(12) > result.corner.x) return;
  draw_cell_words(at, words);
}

}  // namespace views
