// row_choice.h: ← the₀ →: the single visible row, with arrows to the previous and the next.
#pragma once

#include <optional>
#include <string>

#include "app/views/core/frame.h"

namespace views {

float row_choice_width(const Frame& frame);

// At the cursor, in a line. Returns the new row if an arrow was pressed; rows go up to `last`.
std::optional<engine::Index> draw_row_choice(const Frame& frame, const std::string& name, engine::Index row,
                                             engine::Index last);

}  // namespace views
