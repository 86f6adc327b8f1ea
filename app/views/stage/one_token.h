// one_token.h: one token followed through the stages as a vector: the switch, names and outline.
#pragma once

#include <optional>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// Whether the stage has a row for each token.
bool has_token_rows(const Frame& frame, int stage);
// Follows the token of the pinned cell, or the last followed one, on the stage.
void follow_one_token(const Frame& frame);
void follow_all_tokens(const Frame& frame);

// The single visible row of the stage; nullopt while all tokens are shown, and if rows are not tokens.
std::optional<engine::Index> followed_row(const Frame& frame, int stage);

// Whether the stage shows its token as a picture, in this height.
bool shows_token_picture(const Frame& frame, int stage, float height);
// The same, with the room of the last frame.
bool is_pictured(const Frame& frame, int stage);
// Whose sums stand below the picture of a stage: its own, and of weights, which the card works out, those of
// the output that they mix. And their height, 0 if they have no room.
int summed_below_picture(const Frame& frame, int stage);
float sums_below_picture(const Frame& frame, int stage, engine::Index row, float height);
// The height of the sums below its rows; 0 where the rows need all of it.
float sums_below_rows(const Frame& frame, float height);

// While one is followed: which one, and "As rows" or "Picture". In a low page, which has no row of pictures,
// also "All tokens" or "One token". Right-aligned at `right`. Nothing if the stage's rows are not tokens.
float follow_switch_width(const Frame& frame, int stage);
void draw_follow_switch(const Frame& frame, int stage, ImVec2 right);

// The name of a matrix with a single visible row: "q^{3} 16", or "Q_{3} ∈ ℝ^{d_k} 16", as much as `room`
// holds.
void draw_vector_name(const Frame& frame, const ui::MatrixFrame& matrix, ImVec2 at, float room);

// After all tokens are shown again: an outline around the row that was followed, until a cell is hovered.
void draw_followed_before(const Frame& frame, const StageLayout& layout);

}  // namespace views
