// row_choice.h: ← the₀ →: the row that is shown alone, and the one before and after it.
#pragma once

#include <optional>
#include <string>

#include "app/views/core/frame.h"

namespace views {

float row_choice_width(const Frame& frame);

// At the cursor, in a line. The row that was chosen, where an arrow was pressed; rows are counted to `last`.
std::optional<engine::Index> draw_row_choice(const Frame& frame, const std::string& name, engine::Index row,
                                             engine::Index last);

}  // namespace views
