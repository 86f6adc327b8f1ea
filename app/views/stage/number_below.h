// number_below.h: a cell's number in words; the explained one in a line below the stage's operand, where no
// card says it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// "it → tired", its tokens in the colours of their roles, and the number behind them: " = 0.7625".
using CellWords = std::vector<std::pair<std::string, ui::TextStyle>>;
CellWords cell_words(const Frame& frame, const engine::Cell& cell, const std::string& number);
float cell_words_width(const CellWords& words);
void draw_cell_words(ImVec2 at, const CellWords& words);

// "it → tired = 0.7625", from the operand's left edge, as far as the result; nothing where it has no room.
// `y`: the line's upper edge.
void draw_number_below(const Frame& frame, const StageLayout& layout, float y);

}  // namespace views
