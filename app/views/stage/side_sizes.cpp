// side_sizes.cpp: the sizes of matrices, in letters and numbers, along their sides.
#include "app/views/stage/side_sizes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "engine/core/size_symbols.h"

namespace views {
namespace {

// "L = 10" and "d_k = 16" of a matrix as drawn; empty where a size has no letter.
std::pair<std::string, std::string> sizes_as_drawn(const Frame& frame, const ui::MatrixFrame& matrix) {
  const engine::Stage& stage = frame.trace().stage(matrix.stage);
  const engine::SizeSymbols symbols = engine::size_symbols(frame.trace(), stage);
  const auto with_number = [](const std::string& symbol, engine::Index size) {
    return symbol.empty() ? symbol : symbol + " = " + std::to_string(size);
  };
  std::pair<std::string, std::string> sizes = {with_number(symbols.rows, stage.rows),
                                               with_number(symbols.columns, stage.columns)};
  if (matrix.transposed) std::swap(sizes.first, sizes.second);
  return sizes;
}

ui::MathLayout size_layout(const Frame& frame, const std::string& markup) {
  const ImU32 quiet = frame.style.colours.muted;
  return ui::layout_math(markup, {&frame.style.fonts, frame.style.px(14), quiet, quiet, quiet, quiet});
}

// Of a stage of many rows, the only one that is shown.
bool shows_one_row(const Frame& frame, const ui::MatrixFrame& matrix) {
  return !matrix.transposed && matrix.rows == 1 && frame.trace().stage(matrix.stage).rows > 1;
}

// The operand above a product, whose rows have no labels: in the corner on its left, above the left operand's
// name, and above the bar of colours that may stand on that.
void draw_beside(const Frame& frame, const StageLayout& layout, const ui::MatrixFrame& above,
                 const LayoutMetrics& sizes, const ui::MathLayout& size) {
  const ui::MatrixFrame& left = layout.matrices.front().frame;
  const float baseline = above.corner.y + above.size.y / 2 + frame.style.px(5);
  const float x = above.corner.x - frame.style.px(10) - size.width;
  const float bar = ui::text_size("0", frame.style.small()).y + frame.style.px(2);
  const bool is_clear = baseline + size.descent + frame.style.px(4) <
                            left.corner.y - sizes.factor_lines - sizes.caption - bar &&
                        baseline - size.ascent >= above.corner.y && x >= left.corner.x;
  if (is_clear) ui::draw_math(*ImGui::GetWindowDrawList(), {x, baseline}, size);
}

}  // namespace

float side_size_room(const Frame& frame, const engine::Stage& stage) {
  return engine::size_symbols(frame.trace(), stage).rows.empty() ? 0 : frame.style.px(20);
}

void draw_row_sizes(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes) {
  const bool is_product = layout.matrices.size() > 2 && layout.matrices[1].name_beside;
  for (size_t i = 0; i < layout.matrices.size(); ++i) {
    const PlacedMatrix& placed = layout.matrices[i];
    const std::string rows = sizes_as_drawn(frame, placed.frame).first;
    if (rows.empty() || shows_one_row(frame, placed.frame)) continue;
    const ui::MathLayout size = size_layout(frame, rows);
    const ui::MatrixFrame& matrix = placed.frame;
    if (placed.row_labels && size.width <= matrix.size.y) {
      const ImVec2 at(matrix.corner.x - sizes.row_labels + frame.style.px(12),
                      matrix.corner.y + (matrix.size.y + size.width) / 2);
      ui::draw_math_upwards(*ImGui::GetWindowDrawList(), at, size);
    } else if (is_product && i == 1) {
      draw_beside(frame, layout, matrix, sizes, size);
    }
  }
}

void draw_column_size(const Frame& frame, const ui::MatrixFrame& matrix, float y, float taken, float edge) {
  const std::string columns = sizes_as_drawn(frame, matrix).second;
  if (columns.empty()) return;
  const ui::MathLayout size = size_layout(frame, columns);
  const float x = matrix.corner.x + std::max(matrix.size.x - size.width, taken + frame.style.px(14));
  if (x + size.width > edge) return;
  const ui::TextStyle beside = frame.style.small();
  ui::draw_math(*ImGui::GetWindowDrawList(), {x, y + ui::baseline(beside.font, beside.size)}, size);
}

}  // namespace views
