// homework_maps.cpp: theirs, ours, and the difference, as linked heatmaps.
#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/homework/homework.h"
#include "app/views/stage/small_map.h"
#include "app/views/stage/stage_parts.h"

namespace views {
namespace {

using engine::Index;

// The three pictures of a row, and the mouse over them.
class HomeworkMaps {
 public:
  HomeworkMaps(const Frame& frame, const app::HomeworkRow& row, const Derivations::Derived& derived)
      : frame_(frame),
        style_(frame.style),
        stage_(row.stage),
        derived_(derived),
        theirs_(derived.trace->find("theirs").value()),
        difference_(derived.trace->find("difference").value_or(-1)),
        between_(frame.over(derived.trace, *derived.facts, "homework")),
        scale_(scale()) {}

  float draw(ImVec2 at, ImVec2 room) {
    const engine::Stage& ours = frame_.trace().stage(stage_);
    const bool three = difference_ >= 0;
    const float labels = row_label_width(frame_, ours.rows_are(), ours.rows);
    const float bar = style_.px(62);
    const float gap = style_.px(14);
    const float others = three ? 2 * bar + 2 * gap : bar + gap;
    const float each = std::floor((room.x - labels - others) / (three ? 3 : 2));
    const ui::MatrixFrame a =
        map(between_, theirs_, "homework.theirs", scale_, true, at, {each + labels, room.y});
    at.x = std::max(right_of(a), caption_end(a, "homework.theirs")) + gap;
    const ui::MatrixFrame b =
        map(frame_, stage_, "homework.ours", scale_, !three, at, {three ? each : each + labels, room.y});
    draw_colour_bar(frame_, scale_, {right_of(b) + style_.px(8), b.corner.y},
                    std::min(b.size.y, style_.px(190)));
    float lowest = std::max(lower(a), lower(b));
    if (!three) return lowest;
    at.x = std::max(right_of(b) + bar, caption_end(b, "homework.ours")) + gap;
    const look::ColourScale signed_scale = difference_scale(derived_.facts->scale(difference_), scale_);
    const ui::MatrixFrame d =
        map(between_, difference_, "homework.difference", signed_scale, false, at, {each, room.y});
    draw_colour_bar(frame_, signed_scale, {right_of(d) + style_.px(8), d.corner.y},
                    std::min(d.size.y, style_.px(190)));
    lowest = std::max(lowest, lower(d));
    return lowest;
  }

 private:
  static float right_of(const ui::MatrixFrame& matrix) { return matrix.corner.x + matrix.size.x; }
  static float lower(const ui::MatrixFrame& matrix) { return matrix.corner.y + matrix.size.y; }
  float caption_end(const ui::MatrixFrame& matrix, const char* key) const {
    return matrix.corner.x + ui::text_size(frame_.tr(key), style_.strong()).x;
  }

  look::ColourScale scale() const {
    return shared_scale(frame_.facts.scale(stage_), derived_.facts->scale(theirs_));
  }

  // The cell hovered in any of the three, or pinned; without a stage if a picture has no such cell.
  engine::Cell lit(const Frame& shown, int stage) const {
    const engine::Cell cell = frame_.session.explained_cell();
    const engine::Stage& drawn = shown.trace().stage(stage);
    if (cell.stage != stage_ || cell.row >= drawn.rows || cell.column >= drawn.columns) return {};
    return {stage, cell.row, cell.column};
  }

  ui::MatrixFrame map(const Frame& shown, int stage, const char* key, const look::ColourScale& scale,
                      bool row_labels, ImVec2 at, ImVec2 room) const {
    const SmallMap small{.stage = stage,
                         .caption = frame_.tr(key),
                         .scale = scale,
                         .row_labels = row_labels,
                         .lit = lit(shown, stage),
                         .explains = false};
    const ui::MatrixFrame matrix = draw_small_map(shown, small, at, room);
    ImGui::SetCursorScreenPos(matrix.corner);
    const bool clicked = ImGui::InvisibleButton(key, matrix.size);
    const auto cell = matrix.cell_at(ImGui::GetIO().MousePos);
    if (cell && (ImGui::IsItemHovered() || clicked)) point_at({stage_, cell->row, cell->column}, clicked);
    return matrix;
  }

  // The card explains how our value is computed, whichever of the three is hovered.
  void point_at(const engine::Cell& cell, bool clicked) const {
    const engine::Stage& ours = frame_.trace().stage(stage_);
    const bool has_ours = cell.row < ours.rows && cell.column < ours.columns;
    if (has_ours) frame_.hover(cell);
    if (has_ours && clicked) pin_cell(frame_, cell);
    if (!ui::begin_tooltip(style_)) return;
    const std::string place = has_ours ? frame_.facts.label(ours.rows_are(), cell.row) +
                                             (ours.column_axis == engine::Axis::kKeys ? " → " : ", ") +
                                             frame_.facts.label(ours.columns_are(), cell.column) + "   "
                                       : "";
    ui::label(place + frame_.tr.cell(cell.row, cell.column), style_.small());
    const engine::Stage& theirs = derived_.trace->stage(theirs_);
    if (cell.row < theirs.rows && cell.column < theirs.columns)
      number("homework.theirs", derived_.trace->at(theirs_, cell.row, cell.column));
    if (has_ours) number("homework.ours", frame_.trace().at(stage_, cell.row, cell.column));
    if (difference_ >= 0)
      number("homework.difference", derived_.trace->at(difference_, cell.row, cell.column));
    ui::end_tooltip();
  }

  void number(const char* key, float value) const {
    ui::label(frame_.tr(key) + "  " + ui::fixed_number(static_cast<double>(value), 6), style_.small_strong());
  }

  const Frame& frame_;
  const ui::Style& style_;
  int stage_;
  const Derivations::Derived& derived_;
  int theirs_;
  int difference_;
  Frame between_;
  look::ColourScale scale_;
};

}  // namespace

float draw_homework_maps(const Frame& frame, const app::Homework& homework, const app::HomeworkRow& row,
                         const app::HomeworkLook& look, ImVec2 at, ImVec2 room) {
  const std::string name = "homework " + row.address + " " + std::to_string(look.file.changed_at);
  const auto& derived =
      frame.derivations.get(name, {homework.trace}, frame.style, [&] { return look.sides; });
  return HomeworkMaps(frame, row, derived).draw(at, room);
}

}  // namespace views
