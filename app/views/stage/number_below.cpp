// number_below.cpp: in a low window the card is folded away; what it begins with is still said.
#include "app/views/stage/number_below.h"

#include <array>

#include "app/ui/widgets.h"
#include "app/views/core/folding.h"

namespace views {

void draw_number_below(const Frame& frame, const StageLayout& layout, float y) {
  const ui::MatrixFrame& result = layout.result().frame;
  const engine::Cell cell = frame.explained_cell();
  const bool is_said = shows_card(frame) || frame.session.desk().presenting.is_on;
  if (cell.stage != result.stage || frame.derived || layout.matrices.size() < 2 || is_said) return;
  const auto& style = frame.style;
  const engine::Stage& stage = frame.trace().stage(cell.stage);
  const bool is_pair = stage.column_axis == engine::Axis::kKeys;
  ui::TextStyle plain = style.strong();
  ui::TextStyle query = plain;
  query.colour = style.word_colour(style.colours.query);
  ui::TextStyle key = plain;
  key.colour = style.word_colour(style.colours.key);
  const double value = frame.trace().at(cell.stage, cell.row, cell.column);
  const std::array<std::pair<std::string, ui::TextStyle>, 4> parts = {{
      {frame.facts.label(stage.rows_are(), cell.row), stage.rows_are().counts_tokens() ? query : plain},
      {is_pair ? " → " : ", ", plain},
      {frame.facts.label(stage.columns_are(), cell.column), is_pair ? key : plain},
      {" = " + ui::fixed_number(value, 4), plain},
  }};
  ImVec2 at(layout.matrices.front().frame.corner.x, y);
  float width = 0;
  for (const auto& [text, type] : parts) width += ui::text_size(text, type).x;
  if (at.x + width + style.px(12) > result.corner.x) return;
  for (const auto& [text, type] : parts) {
    ui::draw_text(*ImGui::GetWindowDrawList(), at, text, type);
    at.x += ui::text_size(text, type).x;
  }
}

}  // namespace views
