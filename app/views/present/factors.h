// factors.h: where the numbers of the written arithmetic are read in the operands: the factors of a sum over
// keys are named beside them, other numbers are written at their cells.
#pragma once

#include <vector>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"
#include "engine/core/explanation.h"

namespace views {

// Whether a stage mixes values by weights: each column of the operand on its left is a row of the one above.
bool weighs_rows(const Frame& frame, int stage);

// The height of the lines above the weights that name so many of them at most.
float factor_lines_height(const Frame& frame);

// Above the weights and right of the values: the token of each of these terms, its number, and a line to its
// cell. Those that have no room are left out.
void draw_factors(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes,
                  const std::vector<engine::Term>& terms);

// Beside small cells of operands that the arithmetic of a cell of the result reads: their numbers.
void draw_read_numbers(const Frame& frame, const StageLayout& layout, const engine::Cell& cell,
                       const engine::Explanation& explanation);

}  // namespace views
