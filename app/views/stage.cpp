// stage.cpp: the stage in the middle: what is made from what, why, and the result.
#include <algorithm>
#include <cmath>

#include "app/export/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/foot.h"
#include "app/views/matrix_view.h"
#include "app/views/number_edit.h"
#include "app/views/one_token.h"
#include "app/views/stage_parts.h"
#include "app/views/views.h"
#include "app/views/written_sums.h"

namespace views {
namespace {

// The name goes above a matrix; above one with column labels, over these; in the corner of a product and
// beside a band to its right.
void draw_names(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes) {
  for (const PlacedMatrix& placed : layout.matrices) {
    const ui::MatrixFrame& matrix = placed.frame;
    ImVec2 at(matrix.corner.x, matrix.corner.y - sizes.caption);
    if (placed.column_labels) at.y -= sizes.column_labels - frame.style.px(6);
    if (placed.name_beside) {
      const float down =
          matrix.size.y > sizes.band ? -frame.style.px(3) : (sizes.band - frame.style.px(20)) / 2;
      at = {matrix.corner.x + matrix.size.x + frame.style.px(10), matrix.corner.y + down};
    }
    if (followed_row(frame, layout.result().frame.stage)) {
      draw_vector_name(frame, matrix, at);
    } else {
      draw_matrix_name(frame, matrix.stage, matrix.transposed, at);
    }
  }
}

// A parameter of one row: its row stands for no dimension.
bool is_band(const engine::Stage& stage) {
  return stage.row_axis == engine::Axis::kDimensions && stage.rows == 1;
}

// "query ↓ reads from key →" under the result; what an operand's sides are under it.
void draw_axes(const Frame& frame, const StageLayout& layout, const engine::Stage& stage) {
  const ui::MatrixFrame& result = layout.result().frame;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = result.corner.y + result.size.y + frame.style.px(6);
  const std::string axes =
      is_band(stage) ? frame.tr("axis.dimension") + " →" : exporter::axis_title(frame.tr, stage);
  ui::draw_text(list, {result.corner.x, y}, axes, frame.style.small());
  const bool corner = stage.operation->layout() == engine::Layout::kProduct;
  if (corner)
    ui::draw_text(list, {layout.matrices[0].frame.corner.x, y}, frame.tr("axis.dimension") + " →",
                  frame.style.small());
}

// Where the step is about size: sums, the division of the scores, the factor of the embedding.
bool shares_scale(const engine::Stage& result) {
  const std::string_view name = result.operation->name();
  return result.operation->layout() == engine::Layout::kElementwise || name == "scale" || name == "lookup";
}

// A sum and what is added share one scale, so that their sizes can be compared; elsewhere each has its own.
exporter::ColourScale scale_of(const Frame& frame, const StageLayout& layout, const PlacedMatrix& placed) {
  const engine::Stage& result = frame.trace().stage(layout.result().frame.stage);
  exporter::ColourScale scale = frame.facts.scale(placed.frame.stage);
  if (!shares_scale(result)) return scale;
  for (const PlacedMatrix& other : layout.matrices) {
    const exporter::ColourScale& theirs = frame.facts.scale(other.frame.stage);
    scale.low = std::min(scale.low, theirs.low);
    scale.high = std::max(scale.high, theirs.high);
  }
  return scale;
}

// The colour bar right of the result, no taller than it; words where colours mean no amounts.
void draw_legend(const Frame& frame, const exporter::ColourScale& scale, const ui::MatrixFrame& result) {
  const auto& style = frame.style;
  const engine::Stage& stage = frame.trace().stage(result.stage);
  if (stage.column_axis == engine::Axis::kIds) return;
  const ImVec2 at(result.corner.x + result.size.x + style.px(12), result.corner.y + style.px(28));
  if (app::stage_kind(stage.address) == "mask") {
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, style.px(88), frame.tr("legend.mask"), style.small());
    return;
  }
  const float height = std::min(result.corner.y + result.size.y - at.y, style.px(190));
  if (height > style.px(24)) draw_colour_bar(frame, scale, at, height);
}

void draw_joints(const Frame& frame, const StageLayout& layout) {
  const ui::MathStyle math{&frame.style.fonts, frame.style.px(24), frame.style.colours.muted, 0, 0, 0};
  for (const Joint& joint : layout.joints) {
    const ui::MathLayout sign = ui::layout_math(joint.text, math);
    ui::draw_math(*ImGui::GetWindowDrawList(),
                  {joint.centre.x - sign.width / 2, joint.centre.y + frame.style.px(7)}, sign);
  }
}

void draw_labels(const Frame& frame, const StageLayout& layout) {
  const engine::Cell cell = frame.explained_cell();
  for (const PlacedMatrix& placed : layout.matrices) {
    engine::Cell lit = cell;
    // In a product the operands' labels stand for the result's rows and columns.
    if (cell.stage == layout.result().frame.stage && cell.stage >= 0) {
      lit = placed.frame.transposed ? engine::Cell{placed.frame.stage, cell.column, cell.row}
                                    : engine::Cell{placed.frame.stage, cell.row, cell.column};
    }
    if (placed.row_labels) draw_row_labels(frame, placed.frame, lit);
    if (placed.column_labels) draw_column_labels(frame, placed.frame, lit);
    if (placed.row_labels && placed.frame.first_row == layout.result().frame.first_row)
      draw_moved_marks(frame, placed.frame, layout.result().frame.stage);
  }
}

// The matrices with everything that names them.
void draw_layout(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes) {
  const auto lit = lit_blocks(frame);
  for (const PlacedMatrix& placed : layout.matrices)
    draw_matrix(frame, placed.frame, scale_of(frame, layout, placed), lit);
  draw_followed_before(frame, layout);
  draw_labels(frame, layout);
  draw_names(frame, layout, sizes);
  draw_joints(frame, layout);
  draw_axes(frame, layout, frame.trace().stage(layout.result().frame.stage));
  const ui::MatrixFrame& result = layout.result().frame;
  draw_legend(frame, scale_of(frame, layout, layout.result()), result);
}

}  // namespace

void draw_stage(const Frame& frame) {
  const int index = frame.session.focused_stage();
  if (index < 0) {
    ui::label(frame.tr("stage.empty"), frame.style.quiet());
    return;
  }
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(4)));
  draw_stage_heading(frame, index);
  ImGui::PopStyleVar();
  const auto row = followed_row(frame, index);
  const Foot below(frame, index);
  const float foot = row ? 0 : below.height();
  const float axes = style.px(22);
  const float bar = room_beside_stage(frame, index);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImVec2 whole = ImGui::GetContentRegionAvail();
  const float sums = row ? std::floor(whole.y * 0.44f) : 0;
  if (row) draw_sums(frame, index, *row, {corner.x, corner.y + whole.y - sums}, {whole.x, sums});
  whole.y -= sums;
  const ImVec2 room(std::max(whole.x - bar, style.px(60)), std::max(whole.y - foot - axes, style.px(60)));
  const LayoutMetrics sizes = stage_sizes(frame, index, corner, room);
  const StageLayout layout = centred_stage(frame, index, corner, room, sizes);
  draw_layout(frame, layout, sizes);
  handle_stage_mouse(frame, layout, corner, {whole.x, std::max(whole.y - foot, style.px(60))});
  draw_number_field(frame, layout);
  if (!row) below.draw({corner.x, corner.y + whole.y - foot});
}

}  // namespace views
