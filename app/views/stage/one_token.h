// one_token.h: one token followed through the stages as a vector: the switch, names and outline.
#pragma once

#include <optional>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// The single visible row of the stage; nullopt while all tokens are shown, and if rows are not tokens.
std::optional<engine::Index> followed_row(const Frame& frame, int stage);

// The switch: "One token"; while one is followed, which one, and "All tokens". Right-aligned at `right`.
// Nothing if the stage's rows are not tokens.
float follow_switch_width(const Frame& frame, int stage);
void draw_follow_switch(const Frame& frame, int stage, ImVec2 right);

// The name of a matrix with a single visible row: "q^{3} 16".
void draw_vector_name(const Frame& frame, const ui::MatrixFrame& matrix, ImVec2 at);

// After all tokens are shown again: an outline around the row that was followed, until a cell is hovered.
void draw_followed_before(const Frame& frame, const StageLayout& layout);

}  // namespace views
