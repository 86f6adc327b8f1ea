// matrix_labels.cpp: the labels left of a matrix and above it.
#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/visible_cells.h"

namespace views {
namespace {

constexpr float kTilt = -48;          // degrees, for labels that do not fit above their column
constexpr float kSteepTilt = -66;     // where only that names every column
constexpr float kSteepType = 11;      // pixels at 100 %: in narrower columns yet
constexpr float kLineApart = 0.9f;    // of a line, from one tilted label to the next
constexpr float kLeastApart = 0.75f;  // of those in smaller type
constexpr float kLongestLabel = 130;  // pixels at 100 %

bool is_number_axis(const engine::AxisRef& axis) {
  return axis.kind == engine::Axis::kDimensions || axis.kind == engine::Axis::kHeadDimensions ||
         axis.kind == engine::Axis::kIds || axis.kind == engine::Axis::kPositions ||
         axis.kind == engine::Axis::kEncodedPositions || axis.kind == engine::Axis::kEncodedDimensions;
}

engine::AxisRef row_axis(const Frame& frame, const ui::MatrixFrame& matrix) {
  const engine::Stage& stage = frame.trace().stage(matrix.stage);
  return matrix.transposed ? stage.columns_are() : stage.rows_are();
}
engine::AxisRef column_axis(const Frame& frame, const ui::MatrixFrame& matrix) {
  const engine::Stage& stage = frame.trace().stage(matrix.stage);
  return matrix.transposed ? stage.rows_are() : stage.columns_are();
}

// Every n-th label, so that labels `needed` pixels apart do not touch; in steps of 1, 2, 4, 8 ...
look::SparseNumbers sparse_labels(const Frame& frame, const engine::AxisRef& axis, float cell, float needed) {
  look::SparseNumbers labels = {
      .first = is_number_axis(axis) ? look::first_number(axis.kind, frame.tr.counts_from()) : 0,
      .cell = cell,
      .needed = needed};
  while (static_cast<float>(labels.step) * cell < needed) labels.step *= 2;
  return labels;
}

// Whether this one is shown: the highlighted one always, and none that would touch it; on a regular scale it
// is the other way round.
bool shows_label(const look::SparseNumbers& labels, engine::Index index, engine::Index lit, Crowded crowded) {
  if (crowded == Crowded::kRegular) {
    if (index != lit || labels.has(index)) return labels.has(index);
    for (engine::Index near = 1; static_cast<float>(near) * labels.cell < labels.needed; ++near) {
      if (labels.has(index - near) || labels.has(index + near)) return false;
    }
    return true;
  }
  if (index == lit) return true;
  const bool touches = labels.step > 1 && lit >= 0 && std::abs(index - lit) < labels.step;
  return labels.has(index) && !touches;
}

// A token's label: queries and keys in their colours if highlighted.
ui::TextStyle label_style(const Frame& frame, const engine::AxisRef& axis, bool lit) {
  ui::TextStyle type = is_number_axis(axis) ? frame.style.small() : frame.style.small_ink();
  if (!lit) return type;
  type.font = frame.style.fonts.semibold;
  type.colour = axis.kind == engine::Axis::kKeys      ? frame.style.colours.key
                : axis.kind == engine::Axis::kQueries ? frame.style.colours.query
                                                      : frame.style.colours.ink;
  return type;
}

float radians(float degrees) {
  return degrees * 3.14159265f / 180;
}

// How tilted labels are written, and how far apart they must be.
struct TiltedLabels {
  float tilt = kTilt;
  float size = 0;  // of the type
  float needed = 0;
};

TiltedLabels tilted_labels(const Frame& frame, const engine::AxisRef& axis, float cell_width) {
  const auto form = [&](float tilt, float size, float apart) {
    ui::TextStyle type = label_style(frame, axis, false);
    type.size = size;
    return TiltedLabels{tilt, size, apart * ui::text_size("A", type).y / std::sin(radians(-tilt))};
  };
  const float size = label_style(frame, axis, false).size;
  const TiltedLabels usual = form(kTilt, size, kLineApart);
  const TiltedLabels steep = form(kSteepTilt, size, kLineApart);
  const TiltedLabels small = form(kSteepTilt, frame.style.px(kSteepType), kLeastApart);
  return cell_width >= usual.needed ? usual : cell_width >= steep.needed ? steep : small;
}

// The widest of an axis's first `count` labels; for indices, the last one.
float widest_label(const Frame& frame, const engine::AxisRef& axis, engine::Index count) {
  if (is_number_axis(axis)) return ui::text_size(frame.tr.nth(count - 1), label_style(frame, axis, true)).x;
  return frame.facts.widths(axis, label_style(frame, axis, true)).largest;
}

}  // namespace

void draw_row_labels(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& lit,
                     Crowded crowded, engine::Index kept) {
  const engine::AxisRef axis = row_axis(frame, matrix);
  const Span rows = visible(matrix.first_row, matrix.rows);
  const float height = ui::text_size("A", frame.style.small()).y;
  const look::SparseNumbers labels =
      sparse_labels(frame, axis, matrix.cell_height(), row_label_pitch(frame, axis));
  const engine::Index lit_row = lit.stage == matrix.stage ? (matrix.transposed ? lit.column : lit.row) : -1;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (engine::Index row = rows.first; row < rows.end; ++row) {
    const bool gives_way = kept >= 0 && row != kept && std::abs(row - kept) < labels.step;
    if (gives_way || (row != kept && !shows_label(labels, row, lit_row, crowded))) continue;
    const engine::Cell cell = drawn_cell(matrix, row, 0);
    const auto [low, high] = matrix.box(cell, cell);
    if (high.y - low.y < matrix.cell_height() * 0.5f) continue;
    ui::TextStyle type = label_style(frame, axis, row == lit_row);
    if (row == kept) type.font = frame.style.fonts.semibold;
    const std::string label =
        ui::ellipsise(frame.facts.label(axis, row), frame.style.px(kLongestLabel), type);
    ui::draw_text_right(list, {matrix.corner.x - frame.style.px(8), (low.y + high.y - height) / 2}, label,
                        type);
  }
}

void draw_column_labels(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& lit,
                        Crowded crowded, const std::vector<engine::Index>& numbered) {
  const engine::AxisRef axis = column_axis(frame, matrix);
  if (axis.kind == engine::Axis::kIds) return;
  const Span columns = visible(matrix.first_column, matrix.columns);
  const ui::TextStyle plain = label_style(frame, axis, false);
  const float widest = widest_label(frame, axis, columns.end);
  const bool tilted = !labels_lie_flat(frame, axis, columns.end, matrix.cell_width());
  TiltedLabels form = tilted_labels(frame, axis, matrix.cell_width());
  const float height = ui::text_size("A", plain).y;
  const look::SparseNumbers labels =
      sparse_labels(frame, axis, matrix.cell_width(), tilted ? form.needed : widest + frame.style.px(6));
  const engine::Index lit_column =
      lit.stage == matrix.stage ? (matrix.transposed ? lit.row : lit.column) : -1;
  // From the last row of a class what is steep and small is not read.
  const bool presents = frame.session.desk().presenting.is_on;
  const bool has_room = labels.step == 1 && !(presents && form.tilt != kTilt);
  const bool only_lit = crowded == Crowded::kOnlyLit && tilted && !has_room;
  if (only_lit && presents) form = {kTilt, plain.size, form.needed};
  const bool are_chosen = !numbered.empty() && is_number_axis(axis);
  const auto is_named = [&](engine::Index column) {
    if (are_chosen) return std::ranges::binary_search(numbered, column);
    return only_lit ? column == lit_column : shows_label(labels, column, lit_column, crowded);
  };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (engine::Index column = columns.first; column < columns.end; ++column) {
    if (!is_named(column)) continue;
    const engine::Cell cell = drawn_cell(matrix, 0, column);
    const auto [low, high] = matrix.box(cell, cell);
    if (high.x - low.x < matrix.cell_width() * 0.5f) continue;
    ui::TextStyle type = label_style(frame, axis, column == lit_column);
    if (tilted) type.size = form.size;
    const std::string label =
        ui::ellipsise(frame.facts.label(axis, column), frame.style.px(kLongestLabel), type);
    const float middle = (low.x + high.x) / 2;
    const float bottom = matrix.corner.y - frame.style.px(6);
    if (tilted) {
      ui::draw_text_rotated(list, {middle + ui::text_size("A", type).y * 0.2f, bottom}, form.tilt, label,
                            type);
    } else {
      ui::draw_text_centred(list, {middle, bottom - height}, label, type);
    }
  }
}

float row_label_pitch(const Frame& frame, const engine::AxisRef& axis) {
  // Digits reach further up and down than most letters do.
  return ui::text_size("A", frame.style.small()).y * (is_number_axis(axis) ? 0.9f : 0.74f);
}

float row_label_width(const Frame& frame, const engine::AxisRef& axis, engine::Index count) {
  return std::min(widest_label(frame, axis, count), frame.style.px(kLongestLabel)) + frame.style.px(12);
}

bool labels_lie_flat(const Frame& frame, const engine::AxisRef& axis, engine::Index count, float cell_width) {
  return is_number_axis(axis) || widest_label(frame, axis, count) + frame.style.px(6) <= cell_width;
}

float flat_label_height(const Frame& frame) {
  return ui::text_size("A", frame.style.small()).y + frame.style.px(8);
}

float column_label_overhang(const Frame& frame, const engine::AxisRef& axis, engine::Index count,
                            float cell_width) {
  if (is_number_axis(axis)) return 0;
  const TiltedLabels form = tilted_labels(frame, axis, cell_width);
  ui::TextStyle type = label_style(frame, axis, true);
  type.size = form.size;
  const float last = ui::text_size(frame.facts.label(axis, count - 1), type).x;
  const float reach = std::min(last, frame.style.px(kLongestLabel)) * std::cos(radians(-form.tilt));
  return std::max(0.0f, reach + frame.style.px(4) - cell_width / 2);
}

float column_label_height(const Frame& frame, const engine::AxisRef& axis, engine::Index count) {
  if (is_number_axis(axis)) return flat_label_height(frame);
  const float tilt = std::sin(radians(-kTilt));
  return std::max(row_label_width(frame, axis, count) * tilt + frame.style.px(10), flat_label_height(frame));
}

}  // namespace views
