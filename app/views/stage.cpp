// stage.cpp: the stage in the middle: what is made from what, why, and the result.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/export/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/foot.h"
#include "app/views/matrix_view.h"
#include "app/views/one_token.h"
#include "app/views/vector_notation.h"
#include "app/views/views.h"
#include "app/views/written_sums.h"

namespace views {
namespace {

bool is_map(const engine::Stage& stage) {
  return stage.column_axis == engine::Axis::kKeys;
}

// The key of the sentence on why: cross-attention, a decoder's mask and arrows that are switched off have
// their own.
std::string why_key(const engine::Stage& stage) {
  const app::Place place = app::place_of(stage.address);
  const std::string kind = app::stage_kind(stage.address);
  const std::string key = "why." + kind;
  if (kind == "norm" && stage.operation->name() == "identity") return "note.norm_off";
  if (kind == "mask" && place.sublayer == app::Sublayer::kSelf && place.stack == app::Stack::kDecoder)
    return "why.mask.decoder";
  if (kind == "residual" && stage.inputs.size() != 2) {
    return stage.inputs.empty() ? "note.nothing_added" : key + (stage.inputs.size() == 1 ? ".one" : ".three");
  }
  constexpr std::array<std::string_view, 7> kCross = {"q",    "k",       "v",          "scores",
                                                      "mask", "weights", "head_output"};
  const bool of_two = std::find(kCross.begin(), kCross.end(), kind) != kCross.end();
  return place.sublayer == app::Sublayer::kCross && of_two ? key + ".cross" : key;
}

// Title, one plain sentence on why, the formula to the right of them or below.
void draw_heading(const Frame& frame, int index) {
  const auto& style = frame.style;
  const engine::Stage& stage = frame.trace().stage(index);
  const std::string kind = app::stage_kind(stage.address);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ui::MathStyle math{&style.fonts,        style.px(20),      style.colours.ink,
                           style.colours.query, style.colours.key, style.colours.value};
  const auto row = followed_row(frame, index);
  const std::string markup = row ? vector_formula(frame.trace(), index, *row) : frame.trace().formula(index);
  const ui::MathLayout formula = ui::layout_math(markup, math, width * 0.95f);
  const float title_room = width - follow_switch_width(frame, index);
  draw_follow_switch(frame, index, {start.x + width, start.y});
  const std::string title = frame.tr("title." + kind);
  const std::string why = frame.tr(why_key(stage));
  const float formula_room = width - formula.width - style.px(32);
  const bool beside_title = ui::text_size(title, style.title()).x + formula.width + style.px(40) < title_room;
  // Beside the second line a tall formula would reach into the switch above it.
  const bool low = title_room == width || formula.ascent < style.px(24);
  const bool beside_why = !beside_title && low && ui::text_size(why, style.quiet()).x < formula_room;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const std::string& line : ui::wrap_text(title, title_room - style.px(8), style.title()))
    ui::label(line, style.title());
  if (beside_title)
    ui::draw_math(list, {start.x + title_room - style.px(20) - formula.width, start.y + style.px(20)},
                  formula);
  const ImVec2 second = ImGui::GetCursorScreenPos();
  if (beside_why) ui::draw_math(list, {second.x + width - formula.width, second.y + style.px(16)}, formula);
  // A fraction beside the title reaches down to the second line.
  const bool reaches_down = beside_title && formula.descent > style.px(16);
  ui::paragraph(why, reaches_down ? title_room - formula.width - style.px(32) : width, style.quiet());
  if (beside_title || beside_why) return;
  ImGui::Dummy({0, style.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_math(list, {at.x, at.y + formula.ascent}, formula);
  ImGui::Dummy({formula.width, formula.ascent + formula.descent + style.px(2)});
}

// `flat`: labels above columns lie on a line, without the tilt that long ones need.
LayoutMetrics metrics(const Frame& frame, const engine::Stage& stage, bool flat) {
  const auto& style = frame.style;
  LayoutMetrics metrics;
  metrics.row_labels = row_label_width(frame, stage.rows_are(), stage.rows);
  const engine::AxisRef columns = stage.operation->layout() == engine::Layout::kProductPlain
                                      ? engine::AxisRef{engine::Axis::kDimensions}
                                      : stage.columns_are();
  metrics.column_labels =
      flat ? flat_label_height(frame) : column_label_height(frame, columns, stage.columns);
  if (stage.operation->layout() == engine::Layout::kGather && stage.row_axis == engine::Axis::kTokens) {
    metrics.row_labels = std::max(
        metrics.row_labels, row_label_width(frame, {engine::Axis::kVocabulary},
                                            static_cast<engine::Index>(frame.facts.vocabulary().size())));
  }
  metrics.caption = style.px(24);
  metrics.gap = style.px(12);
  metrics.joint = style.px(44);
  metrics.largest_cell = style.px(110);
  metrics.smallest_operand = style.px(110);
  metrics.band = style.px(14);
  return metrics;
}

// Which matrix of the layout is under the mouse, and its cell.
std::optional<engine::Cell> cell_under_mouse(const StageLayout& layout) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const PlacedMatrix& matrix : layout.matrices) {
    if (auto cell = matrix.frame.cell_at(mouse)) return cell;
  }
  return std::nullopt;
}

// A click pins the cell; on an operand it goes to that operand's own stage.
void pin(const Frame& frame, const engine::Cell& cell) {
  const std::string address = frame.trace().stage(cell.stage).address;
  frame.requests.edit("", [address, cell](app::State& state) {
    app::Focus& focus = state.document.focus;
    const bool unpin = focus.stage == address && focus.pinned == std::pair(cell.row, cell.column);
    if (focus.stage != address) app::focus_on(state, address);
    focus.pinned.reset();
    if (!unpin) focus.pinned = {cell.row, cell.column};
  });
}

// Keeps the visible block inside the stage.
app::Viewport inside(app::Viewport viewport) {
  viewport.left = std::clamp(viewport.left, 0.0, 1.0 - viewport.width);
  viewport.top = std::clamp(viewport.top, 0.0, 1.0 - viewport.height);
  return viewport;
}

// Zooms by `factor` about a point of the visible block, given in fractions of it; both directions alike, and
// not closer than about two cells of the shorter side.
app::Viewport zoomed(const app::Viewport& from, double factor, double x, double y,
                     const engine::Stage& stage) {
  const double closest = std::min(1.0, 2.0 / static_cast<double>(std::min(stage.rows, stage.columns)));
  const double size = std::clamp(from.width * factor, closest, 1.0);
  app::Viewport to;
  to.left = from.left + x * (from.width - size);
  to.top = from.top + y * (from.height - size);
  to.width = to.height = size;
  return inside(to);
}

void zoom_and_pan(const Frame& frame, const StageLayout& layout, const engine::Stage& stage) {
  const ui::MatrixFrame& result = layout.result().frame;
  const ImGuiIO& io = ImGui::GetIO();
  app::Viewport viewport = frame.session.viewport();
  if (io.MouseWheel != 0 && result.contains(io.MousePos)) {
    const double factor = std::pow(0.85, static_cast<double>(io.MouseWheel));
    const auto x = static_cast<double>((io.MousePos.x - result.corner.x) / result.size.x);
    const auto y = static_cast<double>((io.MousePos.y - result.corner.y) / result.size.y);
    frame.requests.zoom(zoomed(viewport, factor, x, y, stage));
  } else if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0) && !viewport.whole()) {
    viewport.left -= viewport.width * static_cast<double>(io.MouseDelta.x / result.size.x);
    viewport.top -= viewport.height * static_cast<double>(io.MouseDelta.y / result.size.y);
    frame.requests.zoom(inside(viewport));
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) frame.requests.zoom({});
}

void interact(const Frame& frame, const StageLayout& layout, ImVec2 corner, ImVec2 room) {
  const engine::Stage& stage = frame.trace().stage(layout.result().frame.stage);
  ImGui::SetCursorScreenPos(corner);
  const bool released = ImGui::InvisibleButton("stage canvas", room);
  // Elsewhere the wheel scrolls the page.
  if (layout.result().frame.contains(ImGui::GetIO().MousePos)) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  zoom_and_pan(frame, layout, stage);
  const auto cell = cell_under_mouse(layout);
  if (!cell || !ImGui::IsItemHovered()) return;
  frame.requests.hover(*cell);
  const ImVec2 dragged = ImGui::GetMouseDragDelta(0);
  const bool second_of_two = ImGui::GetIO().MouseClickedLastCount[0] > 1;
  if (released && !second_of_two && dragged.x == 0 && dragged.y == 0) pin(frame, *cell);
  if (!ui::begin_tooltip(frame.style)) return;
  const engine::Stage& shown = frame.trace().stage(cell->stage);
  const std::string row = frame.facts.label(shown.rows_are(), cell->row);
  const std::string column = frame.facts.label(shown.columns_are(), cell->column);
  ui::label(
      exporter::stage_name(frame.tr, shown.address) + "  " + row + (is_map(shown) ? " → " : ", ") + column,
      frame.style.small());
  ui::label("[" + std::to_string(cell->row) + ", " + std::to_string(cell->column) +
                "] = " + ui::fixed_number(frame.trace().at(cell->stage, cell->row, cell->column), 4),
            frame.style.small_strong());
  ui::end_tooltip();
}

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

// Whether labels of this width need no tilt above the columns of the layout's labelled matrices.
bool labels_lie_flat(const Frame& frame, const StageLayout& layout, float widest) {
  return std::all_of(layout.matrices.begin(), layout.matrices.end(), [&](const PlacedMatrix& placed) {
    return !placed.column_labels || placed.frame.cell_width() > widest + frame.style.px(2);
  });
}

// Flat labels where they fit, since they leave more room for the matrices.
LayoutMetrics fitting_metrics(const Frame& frame, int index, ImVec2 corner, ImVec2 room) {
  const engine::Stage& stage = frame.trace().stage(index);
  const LayoutMetrics tilted = metrics(frame, stage, false);
  if (!is_map(stage) && stage.column_axis != engine::Axis::kVocabulary) return tilted;
  const LayoutMetrics flat = metrics(frame, stage, true);
  const StageLayout probe =
      lay_out_stage(frame.trace(), index, corner, room, flat, {}, followed_row(frame, index));
  return labels_lie_flat(frame, probe, row_label_width(frame, stage.columns_are(), stage.columns)) ? flat
                                                                                                   : tilted;
}

// Room to the right of the layout: for the colour bar, and for names that stand beside a product's matrices.
float room_beside(const Frame& frame, int index) {
  const engine::Stage& stage = frame.trace().stage(index);
  float room = frame.style.px(100);
  if (stage.operation->layout() != engine::Layout::kProduct || is_map(stage)) return room;
  const float margin = frame.style.px(14);
  return std::max(room, matrix_name_width(frame, stage.inputs[1], true) + margin);
}

// Centres the layout in the room: laid out once to learn its size, then in its place.
StageLayout centred_layout(const Frame& frame, int stage, ImVec2 corner, ImVec2 room,
                           const LayoutMetrics& sizes) {
  const auto row = followed_row(frame, stage);
  const StageLayout probe = lay_out_stage(frame.trace(), stage, corner, room, sizes, {}, row);
  const ImVec2 place(corner.x + std::max(0.0f, (room.x - probe.size.x) / 2),
                     corner.y + std::max(0.0f, (room.y - probe.size.y) / 2));
  return lay_out_stage(frame.trace(), stage, place, room, sizes, frame.session.viewport(), row);
}

void draw_labels(const Frame& frame, const StageLayout& layout) {
  const engine::Cell cell = frame.session.explained_cell();
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
  draw_heading(frame, index);
  ImGui::PopStyleVar();
  const auto row = followed_row(frame, index);
  const Foot below(frame, index);
  const float foot = row ? 0 : below.height();
  const float axes = style.px(22);
  const float bar = room_beside(frame, index);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImVec2 whole = ImGui::GetContentRegionAvail();
  const float sums = row ? std::floor(whole.y * 0.44f) : 0;
  if (row) draw_sums(frame, index, *row, {corner.x, corner.y + whole.y - sums}, {whole.x, sums});
  whole.y -= sums;
  const ImVec2 room(std::max(whole.x - bar, style.px(60)), std::max(whole.y - foot - axes, style.px(60)));
  const LayoutMetrics sizes = fitting_metrics(frame, index, corner, room);
  const StageLayout layout = centred_layout(frame, index, corner, room, sizes);
  draw_layout(frame, layout, sizes);
  interact(frame, layout, corner, {whole.x, std::max(whole.y - foot, style.px(60))});
  if (!row) below.draw({corner.x, corner.y + whole.y - foot});
}

}  // namespace views
