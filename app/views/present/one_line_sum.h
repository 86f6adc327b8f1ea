// one_line_sum.h: the arithmetic of one cell in a single line of numbers: 27.71 = 110.85 / 4.
#pragma once

#include <span>
#include <string>

#include "app/views/core/frame.h"
#include "engine/core/explanation.h"

namespace views {

// In the markup of engine/core/formula.h. Of a long sum the `most` largest terms, in their order, and "…" for
// the others. `column`: of the explained cell. `names`: of the terms, such as the key that a weight reads;
// none: they have none.
std::string one_line_sum(const engine::Explanation& explanation, engine::Index column, size_t most,
                         std::span<const std::string> names = {});

// In large type: whose cell it is, and its line; as wide as fits into `width`.
void draw_one_line_sum(const Frame& frame, const engine::Cell& cell, ImVec2 at, float width);
float one_line_sum_height(const Frame& frame);

}  // namespace views
