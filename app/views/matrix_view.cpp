// matrix_view.cpp: one matrix on the screen.
#include "app/views/matrix_view.h"

#include <algorithm>
#include <cmath>

#include "app/export/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "engine/formula.h"

namespace views {
namespace {

constexpr float kTilt = -48;          // degrees, of labels that do not fit above their column
constexpr float kLongestLabel = 130;  // pixels at 100 %

ImU32 pack(const exporter::Rgb& colour, float alpha = 1) {
  return ImGui::ColorConvertFloat4ToU32({colour.r, colour.g, colour.b, alpha});
}

// Visible rows or columns, from the first to one behind the last.
struct Span {
  engine::Index first, end;
};
Span visible(double first, double count) {
  return {static_cast<engine::Index>(std::floor(first)),
          static_cast<engine::Index>(std::ceil(first + count - 1e-6))};
}

engine::Cell drawn_cell(const ui::MatrixFrame& matrix, engine::Index row, engine::Index column) {
  return matrix.transposed ? engine::Cell{matrix.stage, column, row}
                           : engine::Cell{matrix.stage, row, column};
}

bool numbers_fit(const Frame& frame, const ui::MatrixFrame& matrix) {
  return std::round(matrix.cell_width()) >= frame.style.px(28) && matrix.cell_height() >= frame.style.px(15);
}

// Black or white, whichever is easier to read on the number's own colour.
ImU32 number_colour(const exporter::ColourScale& scale, float value) {
  return exporter::prefers_dark_text(exporter::colour_of(scale, value)) ? IM_COL32(20, 22, 26, 255)
                                                                        : IM_COL32_WHITE;
}

// Vocabulary numbers name tokens; a colour would make amounts of them.
bool is_names(const Frame& frame, const ui::MatrixFrame& matrix) {
  return frame.trace().stage(matrix.stage).column_axis == engine::Axis::kIds;
}

void draw_numbers(const Frame& frame, const ui::MatrixFrame& matrix, const exporter::ColourScale& scale) {
  const Span rows = visible(matrix.first_row, matrix.rows);
  const Span columns = visible(matrix.first_column, matrix.columns);
  const bool names = is_names(frame, matrix);
  const bool whole = names || app::stage_kind(frame.trace().stage(matrix.stage).address) == "mask";
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float size = std::clamp(std::min(matrix.cell_width() * 0.30f, matrix.cell_height() * 0.5f),
                                frame.style.px(10), frame.style.px(15));
  ui::TextStyle type{frame.style.fonts.regular, size, frame.style.colours.ink};
  const float height = ui::text_size("0", type).y;
  for (engine::Index row = rows.first; row < rows.end; ++row) {
    for (engine::Index column = columns.first; column < columns.end; ++column) {
      const engine::Cell cell = drawn_cell(matrix, row, column);
      const float value = frame.trace().at(cell.stage, cell.row, cell.column);
      const auto [low, high] = matrix.box(cell, cell);
      // A cell that is cut at the edge of a zoomed view keeps its number for when it is whole.
      if (high.x - low.x < matrix.cell_width() * 0.9f || high.y - low.y < matrix.cell_height() * 0.9f)
        continue;
      const bool hidden = !std::isfinite(value);
      type.colour = hidden  ? frame.style.colours.muted
                    : names ? frame.style.colours.ink
                            : number_colour(scale, value);
      const std::string text =
          hidden ? "−∞"
                 : ui::format_number(value, matrix.cell_width() - frame.style.px(4), type, whole ? 0 : 2);
      const float width = ui::number_width(text, type);
      if (hidden) {
        const ImVec2 centre((low.x + high.x) / 2, (low.y + high.y) / 2);
        list.AddRectFilled({centre.x - width / 2 - 3, centre.y - height / 2},
                           {centre.x + width / 2 + 3, centre.y + height / 2}, frame.style.colours.panel,
                           frame.style.px(3));
      }
      ui::draw_number(list,
                      {std::round((low.x + high.x + width) / 2), std::round((low.y + high.y - height) / 2)},
                      text, type);
    }
  }
}

ImU32 lit_colour(const Frame& frame, int stage) {
  const engine::Role role = frame.trace().stage(stage).role;
  return role == engine::Role::kPlain ? frame.style.colours.accent : frame.style.role(role);
}

// The smallest block that holds all left, or all right, cells of an explanation's terms.
void add_block(const Frame& frame, const engine::Explanation& explanation, engine::Cell engine::Term::*side,
               std::vector<LitBlock>& blocks) {
  LitBlock block{{-1, 0, 0}, {-1, 0, 0}, 0};
  for (const engine::Term& term : explanation.terms) {
    const engine::Cell& cell = term.*side;
    if (cell.stage < 0) continue;
    if (block.first.stage >= 0 && cell.stage != block.first.stage) {
      blocks.push_back(block);
      block.first.stage = -1;
    }
    if (block.first.stage < 0) {
      block = {cell, cell, lit_colour(frame, cell.stage)};
      continue;
    }
    block.first.row = std::min(block.first.row, cell.row);
    block.first.column = std::min(block.first.column, cell.column);
    block.last.row = std::max(block.last.row, cell.row);
    block.last.column = std::max(block.last.column, cell.column);
  }
  if (block.first.stage >= 0) blocks.push_back(block);
}

bool is_number_axis(const engine::AxisRef& axis) {
  return axis.kind == engine::Axis::kDimensions || axis.kind == engine::Axis::kHeadDimensions ||
         axis.kind == engine::Axis::kIds;
}

engine::AxisRef row_axis(const Frame& frame, const ui::MatrixFrame& matrix) {
  const engine::Stage& stage = frame.trace().stage(matrix.stage);
  return matrix.transposed ? stage.columns_are() : stage.rows_are();
}
engine::AxisRef column_axis(const Frame& frame, const ui::MatrixFrame& matrix) {
  const engine::Stage& stage = frame.trace().stage(matrix.stage);
  return matrix.transposed ? stage.rows_are() : stage.columns_are();
}

// Every n-th label, so that labels `needed` pixels apart do not touch; numbers in steps of 1, 2, 4, 8 ...
engine::Index label_step(float cell, float needed) {
  engine::Index step = 1;
  while (static_cast<float>(step) * cell < needed) step *= 2;
  return step;
}

// A token's label: queries and keys in their colours where they are lit.
ui::TextStyle label_style(const Frame& frame, const engine::AxisRef& axis, bool lit) {
  ui::TextStyle type = is_number_axis(axis) ? frame.style.small() : frame.style.small_ink();
  if (!lit) return type;
  type.font = frame.style.fonts.semibold;
  type.colour = axis.kind == engine::Axis::kKeys      ? frame.style.colours.key
                : axis.kind == engine::Axis::kQueries ? frame.style.colours.query
                                                      : frame.style.colours.ink;
  return type;
}

// The widest of an axis's first `count` labels; of numbers, that of the last.
float widest_label(const Frame& frame, const engine::AxisRef& axis, engine::Index count) {
  if (is_number_axis(axis)) return ui::text_size(std::to_string(count - 1), label_style(frame, axis, true)).x;
  return frame.facts.widths(axis, label_style(frame, axis, true)).largest;
}

ui::MathLayout name_layout(const Frame& frame, int stage, bool transposed) {
  const engine::Stage& named = frame.trace().stage(stage);
  const ui::MathStyle type{&frame.style.fonts, frame.style.px(16), frame.style.role(named.role), 0, 0, 0};
  return ui::layout_math(transposed ? "{" + named.symbol + "}^{T}" : named.symbol, type);
}

// "11 × 16"
std::string shape_of(const Frame& frame, int stage, bool transposed) {
  const engine::Stage& named = frame.trace().stage(stage);
  const engine::Index rows = transposed ? named.columns : named.rows;
  const engine::Index columns = transposed ? named.rows : named.columns;
  return std::to_string(rows) + " × " + std::to_string(columns);
}

}  // namespace

std::vector<LitBlock> lit_blocks(const Frame& frame) {
  const engine::Cell cell = frame.session.explained_cell();
  if (cell.stage < 0) return {};
  std::vector<LitBlock> blocks;
  const engine::Explanation explanation = frame.trace().explain(cell.stage, cell.row, cell.column);
  add_block(frame, explanation, &engine::Term::left_cell, blocks);
  add_block(frame, explanation, &engine::Term::right_cell, blocks);
  if (explanation.arithmetic == engine::Arithmetic::kNormalise) {
    const auto& inputs = frame.trace().stage(cell.stage).inputs;
    for (size_t i = 1; i < inputs.size(); ++i) {
      const engine::Cell own{inputs[i], 0, cell.column};
      blocks.push_back({own, own, frame.style.colours.accent});
    }
  }
  blocks.push_back({cell, cell, frame.style.colours.ink});
  return blocks;
}

void draw_matrix(const Frame& frame, const ui::MatrixFrame& matrix, const exporter::ColourScale& scale,
                 const std::vector<LitBlock>& lit) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(matrix.corner.x + matrix.size.x, matrix.corner.y + matrix.size.y);
  if (is_names(frame, matrix)) {
    list.AddRectFilled(matrix.corner, end, frame.style.colours.chip);
  } else {
    frame.heatmaps.draw(list, frame.session.trace(), matrix, scale, frame.style);
  }
  list.AddRect({matrix.corner.x - 1, matrix.corner.y - 1}, {end.x + 1, end.y + 1},
               frame.style.colours.hairline);
  if (numbers_fit(frame, matrix)) draw_numbers(frame, matrix, scale);
  for (const LitBlock& block : lit) {
    if (block.first.stage != matrix.stage) continue;
    const auto [low, high] = matrix.box(block.first, block.last);
    if (high.x - low.x < 0.5f || high.y - low.y < 0.5f) continue;
    list.AddRect({low.x - 2, low.y - 2}, {high.x + 2, high.y + 2}, frame.style.colours.panel,
                 frame.style.px(3), 0, frame.style.px(4));
    list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, block.colour, frame.style.px(2), 0,
                 frame.style.px(2));
  }
}

void draw_matrix_name(const Frame& frame, int stage, bool transposed, ImVec2 at) {
  const ui::MathLayout layout = name_layout(frame, stage, transposed);
  const float baseline = at.y + frame.style.px(15);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_math(list, {at.x, baseline}, layout);
  const ui::TextStyle small = frame.style.small();
  ui::draw_text(list,
                {at.x + layout.width + frame.style.px(6), baseline - ui::baseline(small.font, small.size)},
                shape_of(frame, stage, transposed), small);
}

float matrix_name_width(const Frame& frame, int stage, bool transposed) {
  return name_layout(frame, stage, transposed).width + frame.style.px(6) +
         ui::text_size(shape_of(frame, stage, transposed), frame.style.small()).x;
}

void draw_row_labels(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& lit) {
  const engine::AxisRef axis = row_axis(frame, matrix);
  const Span rows = visible(matrix.first_row, matrix.rows);
  const float height = ui::text_size("A", frame.style.small()).y;
  const engine::Index step = label_step(matrix.cell_height(), height * 0.86f);
  const engine::Index lit_row = lit.stage == matrix.stage ? (matrix.transposed ? lit.column : lit.row) : -1;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (engine::Index row = rows.first; row < rows.end; ++row) {
    if (row % step != 0 && row != lit_row) continue;
    if (step > 1 && lit_row >= 0 && row != lit_row && std::abs(row - lit_row) < step) continue;
    const engine::Cell cell = drawn_cell(matrix, row, 0);
    const auto [low, high] = matrix.box(cell, cell);
    if (high.y - low.y < matrix.cell_height() * 0.5f) continue;
    const ui::TextStyle type = label_style(frame, axis, row == lit_row);
    const std::string label =
        ui::ellipsise(frame.facts.label(axis, row), frame.style.px(kLongestLabel), type);
    ui::draw_text_right(list, {matrix.corner.x - frame.style.px(8), (low.y + high.y - height) / 2}, label,
                        type);
  }
}

void draw_column_labels(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& lit) {
  const engine::AxisRef axis = column_axis(frame, matrix);
  if (axis.kind == engine::Axis::kIds) return;
  const Span columns = visible(matrix.first_column, matrix.columns);
  const ui::TextStyle plain = label_style(frame, axis, false);
  const float height = ui::text_size("A", plain).y;
  const float widest = widest_label(frame, axis, columns.end);
  const bool tilted = !is_number_axis(axis) && widest + frame.style.px(6) > matrix.cell_width();
  const engine::Index step =
      label_step(matrix.cell_width(), tilted ? height * 1.3f : widest + frame.style.px(6));
  const engine::Index lit_column =
      lit.stage == matrix.stage ? (matrix.transposed ? lit.row : lit.column) : -1;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (engine::Index column = columns.first; column < columns.end; ++column) {
    if (column % step != 0 && column != lit_column) continue;
    if (step > 1 && lit_column >= 0 && column != lit_column && std::abs(column - lit_column) < step) continue;
    const engine::Cell cell = drawn_cell(matrix, 0, column);
    const auto [low, high] = matrix.box(cell, cell);
    if (high.x - low.x < matrix.cell_width() * 0.5f) continue;
    const ui::TextStyle type = label_style(frame, axis, column == lit_column);
    const std::string label =
        ui::ellipsise(frame.facts.label(axis, column), frame.style.px(kLongestLabel), type);
    const float middle = (low.x + high.x) / 2;
    const float bottom = matrix.corner.y - frame.style.px(6);
    if (tilted) {
      ui::draw_text_rotated(list, {middle + height * 0.2f, bottom}, kTilt, label, type);
    } else {
      ui::draw_text_centred(list, {middle, bottom - height}, label, type);
    }
  }
}

float row_label_width(const Frame& frame, const engine::AxisRef& axis, engine::Index count) {
  return std::min(widest_label(frame, axis, count), frame.style.px(kLongestLabel)) + frame.style.px(12);
}

float flat_label_height(const Frame& frame) {
  return ui::text_size("A", frame.style.small()).y + frame.style.px(8);
}

float column_label_height(const Frame& frame, const engine::AxisRef& axis, engine::Index count) {
  if (is_number_axis(axis)) return flat_label_height(frame);
  const float tilt = std::sin(-kTilt * 3.14159265f / 180);
  return std::max(row_label_width(frame, axis, count) * tilt + frame.style.px(10), flat_label_height(frame));
}

// How much the stage holds, over all heads: the N² of attention, growing while one types.
std::string memory_sentence(const Frame& frame, const engine::Stage& stage) {
  const int heads = app::head_of(stage.address) ? frame.facts.head_count() : 1;
  const engine::Index numbers = stage.rows * stage.columns * heads;
  return frame.tr(heads > 1 ? "figure.map_size" : "figure.shape",
                  {{"rows", std::to_string(stage.rows)},
                   {"columns", std::to_string(stage.columns)},
                   {"heads", std::to_string(heads)},
                   {"numbers", exporter::whole_number(numbers)},
                   {"bytes", exporter::byte_size(static_cast<double>(numbers) * sizeof(float))}});
}

void draw_colour_bar(const Frame& frame, const exporter::ColourScale& scale, ImVec2 at, float height) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto& style = frame.style;
  const float width = style.px(12);
  const auto colours = exporter::lookup(scale.map);
  at = {std::round(at.x), std::round(at.y)};
  height = std::floor(height);
  const int lines = static_cast<int>(height);
  for (int line = 0; line < lines; ++line) {
    const int entry = (2 * (lines - line) - 1) * exporter::kMapEntries / (2 * lines);
    const float y = at.y + static_cast<float>(line);
    list.AddRectFilled({at.x, y}, {at.x + width, y + 1}, pack(colours[static_cast<size_t>(entry)]));
  }
  list.AddRect({at.x - 1, at.y - 1}, {at.x + width + 1, at.y + height + 1}, style.colours.hairline);
  const ui::TextStyle type = style.small();
  const float line = ui::text_size("0", type).y;
  const auto mark = [&](float value, float y) {
    const int decimals = std::abs(scale.high) >= 100 ? 0 : std::abs(scale.high) >= 10 ? 1 : 2;
    const std::string text = value == 0 ? "0" : engine::number_markup(value, decimals);
    ui::draw_text(list, {at.x + width + style.px(6), y - line / 2}, text, type);
  };
  mark(scale.high, at.y + line / 3);
  if (exporter::is_signed(scale.map)) mark((scale.low + scale.high) / 2, at.y + height / 2);
  mark(scale.low, at.y + height - line / 3);
}

}  // namespace views
