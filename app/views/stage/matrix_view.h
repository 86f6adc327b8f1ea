// matrix_view.h: draws one placed matrix with its name, labels, values and highlighted cells.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

inline constexpr float kNoLimit = std::numeric_limits<float>::infinity();

// Rows and columns of a stage that contribute to the explained cell.
struct LitBlock {
  engine::Cell first;
  engine::Cell last;
  ImU32 colour = 0;
};

// The blocks that the explained cell is computed from, and the cell itself.
std::vector<LitBlock> lit_blocks(const Frame& frame);

// Whether every cell is large enough for its value.
bool numbers_fit(const Frame& frame, const ui::MatrixFrame& matrix);

// Which cells have their numbers, and the largest type of these in pixels.
struct ShownNumbers {
  float most = kNoLimit;
  bool only_lit = false;
  float least = 0;  // of a number outside of what is lit
};

// The heatmap, values in its cells if they fit, and the highlighted blocks over it.
void draw_matrix(const Frame& frame, const ui::MatrixFrame& matrix, const look::ColourScale& scale,
                 const std::vector<LitBlock>& lit, const ShownNumbers& numbers = {});
// The size of the type in its cells; kNoLimit where it has no numbers.
float number_size(const Frame& frame, const ui::MatrixFrame& matrix);

// What stands behind a matrix's letter.
struct BehindLetter {
  std::string words = {};
  bool has_shape = true;
};

// "Q 11 × 16" at a position, in the stage's own colour; where letters are shapes "Q ∈ ℝ^{L×d_k} 11 × 16", as
// much of it as `room` holds. With words: "S″ Masked scores 11 × 11".
void draw_matrix_name(const Frame& frame, int stage, bool transposed, ImVec2 at, float room,
                      const BehindLetter& behind = {});
// What it needs: of "Q ∈ ℝ^{L×d_k}" without the numbers.
float matrix_name_width(const Frame& frame, int stage, bool transposed, const BehindLetter& behind = {});
// What a matrix is called, where its name is above it and has room for that; instead of its shape where there
// is none for both.
BehindLetter words_of_matrix(const Frame& frame, const StageLayout& layout, const PlacedMatrix& placed);

// Which labels are left where there is no room for all: every n-th, and the highlighted one in place of those
// that it would touch; or only the highlighted one, where a matrix beside it names them all; or every n-th,
// and the highlighted one where it touches none, as on a scale.
enum class Crowded { kEveryNth, kOnlyLit, kRegular };

// Labels left of the matrix, and above it: as many as fit. That of the row `kept` is never left out, and
// stands strong.
void draw_row_labels(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& lit,
                     Crowded crowded = Crowded::kEveryNth, engine::Index kept = -1);
// `numbered`: of dimensions these alone; none: as many as fit.
void draw_column_labels(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& lit,
                        Crowded crowded = Crowded::kEveryNth,
                        const std::vector<engine::Index>& numbered = {});

// The space that they need.
// From one row to the next, where each is to be named.
float row_label_pitch(const Frame& frame, const engine::AxisRef& axis);
float row_label_width(const Frame& frame, const engine::AxisRef& axis, engine::Index count);
// Whether the first `count` labels fit above columns of this width without being tilted.
bool labels_lie_flat(const Frame& frame, const engine::AxisRef& axis, engine::Index count, float cell_width);
// Height of labels in one horizontal line.
float flat_label_height(const Frame& frame);
// How far the last of them reaches to the right of a column of this width when they are slanted.
float column_label_overhang(const Frame& frame, const engine::AxisRef& axis, engine::Index count,
                            float cell_width);
float column_label_height(const Frame& frame, const engine::AxisRef& axis, engine::Index count);

// The memory of the stage over all heads: the N² of attention, growing while one types.
std::string memory_sentence(const Frame& frame, const engine::Stage& stage);
// Only how many numbers: "144 numbers".
std::string count_sentence(const Frame& frame, const engine::Stage& stage);

// The colours of a stage that is not compared with another: what can be negative has its own range, shares
// end at 1 in every head.
const look::ColourScale& scale_alone(const Frame& frame, int stage);

// A number next to a colour bar, and the distance of its middle from the bar's top.
struct ColourMark {
  float value = 0;
  float centre = 0;
};
// The upper end; for a signed scale also the middle; and the lower end, if a line of this height fits.
std::vector<ColourMark> colour_marks(const look::ColourScale& scale, float height, float line);

// The scale's colours from top to bottom, with its numbers.
void draw_colour_bar(const Frame& frame, const look::ColourScale& scale, ImVec2 at, float height);

}  // namespace views
