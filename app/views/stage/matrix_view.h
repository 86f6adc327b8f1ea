// matrix_view.h: draws one placed matrix with its name, labels, numbers and lit cells.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// Rows and columns of a stage that take part in the explained cell.
struct LitBlock {
  engine::Cell first;
  engine::Cell last;
  ImU32 colour = 0;
};

// The blocks that the explained cell is made from, and the cell itself.
std::vector<LitBlock> lit_blocks(const Frame& frame);

// Whether every cell is large enough for a number.
bool numbers_fit(const Frame& frame, const ui::MatrixFrame& matrix);

// The heatmap, numbers in its cells where they fit, and the lit blocks over it.
void draw_matrix(const Frame& frame, const ui::MatrixFrame& matrix, const look::ColourScale& scale,
                 const std::vector<LitBlock>& lit);

// "Q 11 × 16" at a place, in the stage's own colour.
void draw_matrix_name(const Frame& frame, int stage, bool transposed, ImVec2 at);
float matrix_name_width(const Frame& frame, int stage, bool transposed);

// Labels left of the matrix, and above it. As many as have room; lit ones are always shown.
void draw_row_labels(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& lit);
void draw_column_labels(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& lit);

// How much room they need.
float row_label_width(const Frame& frame, const engine::AxisRef& axis, engine::Index count);
// Height of labels that lie on one line.
float flat_label_height(const Frame& frame);
float column_label_height(const Frame& frame, const engine::AxisRef& axis, engine::Index count);

// How much the stage holds, over all heads: the N² of attention, growing while one types.
std::string memory_sentence(const Frame& frame, const engine::Stage& stage);

// A number beside a colour bar, and how far below the bar's top its middle stands.
struct ColourMark {
  float value = 0;
  float centre = 0;
};
// The upper end; of a signed scale the middle, and the lower end, where a line of this height has room.
std::vector<ColourMark> colour_marks(const look::ColourScale& scale, float height, float line);

// The scale's colours from top to bottom with its numbers.
void draw_colour_bar(const Frame& frame, const look::ColourScale& scale, ImVec2 at, float height);

}  // namespace views
