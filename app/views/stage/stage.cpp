// stage.cpp: the stage in the middle: its operands, why it exists, and the result.
#include "app/views/stage/stage.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/look/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/folding.h"
#include "app/views/core/merged_frame.h"
#include "app/views/stage/footer.h"
#include "app/views/stage/glide.h"
#include "app/views/stage/legend.h"
#include "app/views/stage/lying_bar.h"
#include "app/views/stage/mask_brush.h"
#include "app/views/stage/mask_tools.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/merged_stage.h"
#include "app/views/stage/minimap.h"
#include "app/views/stage/nudge_button.h"
#include "app/views/stage/number_below.h"
#include "app/views/stage/number_edit.h"
#include "app/views/stage/one_token.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/rotary_dials.h"
#include "app/views/stage/shown_cells.h"
#include "app/views/stage/side_sizes.h"
#include "app/views/stage/stage_parts.h"
#include "app/views/stage/token_picture.h"
#include "app/views/stage/transport.h"
#include "app/views/stage/written_sums.h"

namespace views {
namespace {

// The name is above a matrix; if it has column labels, above these; in the corner of a product and next to a
// band, to its right.
void draw_names(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes, float beside) {
  for (const PlacedMatrix& placed : layout.matrices) {
    const ui::MatrixFrame& matrix = placed.frame;
    ImVec2 at(matrix.corner.x, matrix.corner.y - sizes.caption);
    if (placed.column_labels) at.y -= sizes.column_labels - frame.style.px(6);
    // Right of a product's left operand are the labels of another.
    if (layout.matrices.size() > 1 && layout.matrices[1].name_beside && &placed == &layout.matrices.front())
      at.x += std::min(0.0f, matrix.size.x - matrix_name_width(frame, matrix.stage, matrix.transposed));
    const bool is_beside = placed.name_beside && !(placed.is_result && sizes.result_caption > 0);
    if (is_beside) {
      const float down =
          matrix.size.y > sizes.band ? -frame.style.px(3) : (sizes.band - frame.style.px(20)) / 2;
      const float right = matrix.corner.x + matrix.size.x + (placed.is_result ? beside : 0);
      at = {right + frame.style.px(10), matrix.corner.y + down};
    }
    // Where an operand's factors are named, its own name leaves them their place.
    if (sizes.factor_lines > 0 && &placed == &layout.matrices[0]) at.y -= sizes.factor_lines;
    if (sizes.factor_lines > 0 && &placed == &layout.matrices[1]) at.y = matrix.corner.y - sizes.caption;
    const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x;
    const float room = is_beside ? edge - at.x : matrix.size.x + frame.style.px(4);
    if (followed_row(frame, layout.result().frame.stage)) {
      draw_vector_name(frame, matrix, at, room);
    } else {
      draw_matrix_name(frame, matrix.stage, matrix.transposed, at, room,
                       words_of_matrix(frame, layout, placed));
    }
  }
}

// A parameter with one row: its row stands for no dimension.
bool is_band(const engine::Stage& stage) {
  return stage.row_axis == engine::Axis::kDimensions && stage.rows == 1;
}

// What the current row shows so far: after `axes`, or below if there is no space up to the panel's edge.
// Returns the width of both.
float draw_caption(const Frame& frame, ImVec2 at, const std::string& axes) {
  const auto caption = play_caption(frame);
  const float words = ui::text_size(axes, frame.style.small()).x;
  if (!caption) return words;
  ui::TextStyle type = frame.style.small_strong();
  type.colour = frame.style.colours.accent;
  const ui::MathStyle math{&frame.style.fonts, frame.style.px(15), type.colour,
                           type.colour,        type.colour,        type.colour};
  const ui::MathLayout formula = ui::layout_math(caption->formula, math);
  const float gap = caption->formula.empty() ? 0 : frame.style.px(5);
  const float before = ui::text_size(caption->words, type).x + gap;
  const float width = before + formula.width;
  const float behind = at.x + words + frame.style.px(18);
  const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x;
  const float last = edge - width;
  const float both = behind + width - at.x;
  if (behind <= last) {
    at.x = behind;
  } else {
    at = {std::min(at.x, last), at.y + frame.style.px(16)};
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, at, caption->words, type);
  ui::draw_math(list, {at.x + before, at.y + ui::baseline(type.font, type.size)}, formula);
  return both;
}

// "Query ↓ reads from key →" under the result; an operand's axes under it; with the number of columns.
void draw_axes(const Frame& frame, const StageLayout& layout, const engine::Stage& stage,
               const AroundResult& around) {
  const float below = around.kept_free.y;
  const ui::MatrixFrame& result = layout.result().frame;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = result.corner.y + result.size.y + frame.style.px(6) + below;
  std::string axes = is_band(stage) ? frame.tr("axis.dimension") + " →"
                                    : look::axis_title(frame.tr, stage, frame.style.predicted_rows);
  const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x;
  // Words that are wider than what is right of a narrow result begin left of it.
  const float last = edge - ui::text_size(axes, frame.style.small()).x;
  const float start = std::max(std::min(result.corner.x, last), around.axes_from);
  if (around.least_number > 0) {
    const std::string note =
        " · " + frame.tr("stage.least_number", {{"least", ui::fixed_number(around.least_number, 2)}});
    if (start + ui::text_size(axes + note, frame.style.small()).x <= edge) axes += note;
  }
  ui::draw_text(list, {start, y}, axes, frame.style.small());
  const float taken = draw_caption(frame, {start, y}, axes) + start - result.corner.x;
  // Beside numbers that are kept room for, the right end of the line says how many they are.
  if (below == 0 && !is_legend_under(frame, result)) draw_column_size(frame, result, y, taken, edge);
  if (stage.operation->layout() != engine::Layout::kProduct) {
    draw_number_below(frame, layout, y);
    return;
  }
  const ui::MatrixFrame& left = layout.matrices[0].frame;
  const std::string dimension = frame.tr("axis.dimension") + " →";
  const float words = ui::text_size(dimension, frame.style.small()).x;
  if (left.corner.x + words > result.corner.x) return;
  ui::draw_text(list, {left.corner.x, y}, dimension, frame.style.small());
  draw_column_size(frame, left, y, words, left.corner.x + left.size.x);
}

// Whether the step is about size: sums, the division of the scores, the factor of the embedding.
bool shares_scale(const engine::Stage& result) {
  return result.operation->keeps_scale();
}

// Whether what went in is so much larger that on its scale the result would show next to nothing.
bool dwarfs(const look::ColourScale& shared, const look::ColourScale& own) {
  constexpr float kLeastShown = 0.4f;
  return own.high - own.low < kLeastShown * (shared.high - shared.low);
}

// A sum and its summands share one scale, so that their sizes can be compared, unless the result would vanish
// on it; otherwise each has its own, with a bar beside it.
look::ColourScale scale_of(const Frame& frame, const StageLayout& layout, const PlacedMatrix& placed) {
  const engine::Stage& result = frame.trace().stage(layout.result().frame.stage);
  const look::ColourScale own = scale_alone(frame, placed.frame.stage);
  look::ColourScale scale = own;
  if (!shares_scale(result) || scale.is_open()) return scale;
  for (const PlacedMatrix& other : layout.matrices) {
    const look::ColourScale& theirs = scale_alone(frame, other.frame.stage);
    if (theirs.is_open()) return theirs;
    scale.low = std::min(scale.low, theirs.low);
    scale.high = std::max(scale.high, theirs.high);
  }
  return dwarfs(scale, scale_alone(frame, layout.result().frame.stage)) ? own : scale;
}

// Maps side by side have numbers of one size: what went in is as readable as what came out.
float common_number_size(const Frame& frame, const StageLayout& layout) {
  float size = kNoLimit;
  for (const PlacedMatrix& placed : layout.matrices) {
    if (!is_map(frame.trace().stage(placed.frame.stage))) return kNoLimit;
    size = std::min(size, number_size(frame, placed.frame));
  }
  return size;
}

// In the lower right corner, below the colour bar. Returns the bottom of the space left for that.
float draw_minimap_of(const Frame& frame, const ui::MatrixFrame& result, const look::ColourScale& scale,
                      float beside) {
  const auto& style = frame.style;
  const float end = result.corner.y + result.size.y;
  const float width = style.px(84);
  const float height = minimap_height(frame, result, width);
  if (!has_minimap(frame, result) || result.size.y < height + style.px(60)) return end;
  const ImVec2 at(result.corner.x + result.size.x + beside + style.px(12), end - height);
  draw_minimap(frame, result, scale, at, width);
  return at.y - style.px(16);
}

// Where each row of the result follows from one row, an arrow between them is at the explained cell's.
float height_of_joint(const Frame& frame, const StageLayout& layout, const Joint& joint) {
  const ui::MatrixFrame& result = layout.result().frame;
  const engine::Cell cell = frame.explained_cell();
  const bool is_between = joint.centre.x < result.corner.x && joint.centre.y > result.corner.y;
  if (cell.stage != result.stage || !is_between ||
      frame.trace().stage(cell.stage).operation->layout() != engine::Layout::kRowwise)
    return joint.centre.y;
  const auto [low, high] = result.box(cell, cell);
  const float middle = (low.y + high.y) / 2;
  const bool is_in_sight = middle > result.corner.y && middle < result.corner.y + result.size.y;
  return is_in_sight ? middle : joint.centre.y;
}

void draw_joints(const Frame& frame, const StageLayout& layout) {
  const ui::MathStyle math{&frame.style.fonts, frame.style.px(24), frame.style.colours.muted, 0, 0, 0};
  for (const Joint& joint : layout.joints) {
    const ui::MathLayout sign = ui::layout_math(joint.text, math);
    ui::draw_math(
        *ImGui::GetWindowDrawList(),
        {joint.centre.x - sign.width / 2, height_of_joint(frame, layout, joint) + frame.style.px(7)}, sign);
  }
}

// `numbered`: of the result's dimensions.
void draw_labels(const Frame& frame, const StageLayout& layout, const std::vector<engine::Index>& numbered) {
  const engine::Cell cell = frame.explained_cell();
  for (const PlacedMatrix& placed : layout.matrices) {
    engine::Cell lit = cell;
    // In a product the operands' labels stand for the result's rows and columns.
    if (cell.stage == layout.result().frame.stage && cell.stage >= 0) {
      lit = placed.frame.transposed ? engine::Cell{placed.frame.stage, cell.column, cell.row}
                                    : engine::Cell{placed.frame.stage, cell.row, cell.column};
    }
    if (placed.row_labels) draw_row_labels(frame, placed.frame, lit);
    // The result's columns have the same names, and more room for them.
    const bool repeats = !placed.is_result && layout.result().column_labels && placed.column_labels &&
                         placed.frame.columns == layout.result().frame.columns;
    const bool has_its_columns = placed.frame.columns == layout.result().frame.columns;
    if (placed.column_labels)
      draw_column_labels(frame, placed.frame, lit, repeats ? Crowded::kOnlyLit : Crowded::kEveryNth,
                         has_its_columns ? numbered : std::vector<engine::Index>());
    if (placed.row_labels && placed.frame.first_row == layout.result().frame.first_row)
      draw_moved_marks(frame, placed.frame, layout.result().frame.stage);
  }
}

// Of a stage of weights what stands out: a tenth, or half of the largest. 0 for other stages.
float large_weight(const Frame& frame, int stage) {
  constexpr float kTenth = 0.1f;
  const engine::Summary* const summary = frame.facts.summary(stage);
  if (summary == nullptr || frame.trace().stage(stage).kind != engine::StageKind::kWeights) return 0;
  return std::min(kTenth, summary->largest / 2);
}

}  // namespace

void draw_stage_layout(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes,
                       const AroundResult& around) {
  const ImVec2 kept_free = around.kept_free;
  const auto lit = lit_blocks(frame);
  std::vector<look::ColourScale> scales;
  scales.reserve(layout.matrices.size());
  const float most = common_number_size(frame, layout);
  // Where numbers are small, of the scores only the row that is read has them, and around a pinned weight
  // only its row and the large ones: the pattern is seen.
  const engine::Stage& result = frame.trace().stage(layout.result().frame.stage);
  const bool is_read_by_row = result.operation->layout() == engine::Layout::kRowwise &&
                              most < frame.style.px(frame.style.numbers.least);
  const bool is_at_one_row =
      is_read_by_row && frame.session.document().focus.pinned && !frame.session.desk().presenting.is_on;
  const float large = is_at_one_row ? large_weight(frame, layout.result().frame.stage) : 0;
  for (const PlacedMatrix& placed : layout.matrices) {
    scales.push_back(scale_of(frame, layout, placed));
    draw_matrix(frame, placed.frame, scales.back(), lit,
                {most, is_read_by_row && !placed.is_result, placed.is_result ? large : 0});
  }
  draw_followed_before(frame, layout);
  draw_labels(frame, layout, around.numbered);
  draw_names(frame, layout, sizes, kept_free.x);
  // While painting, the weights are next to the mask: the bar is theirs.
  const bool painting = paints(frame, layout.result().frame.stage);
  if (!painting) draw_own_bars(frame, layout, sizes, scales, kept_free.y);
  draw_joints(frame, layout);
  draw_row_sizes(frame, layout, sizes);
  AroundResult with_least = around;
  with_least.least_number = static_cast<double>(large);
  draw_axes(frame, layout, result, with_least);
  const PlacedMatrix& measured = painting ? layout.matrices.front() : layout.result();
  const float bottom =
      draw_minimap_of(frame, layout.result().frame, scale_of(frame, layout, layout.result()), kept_free.x);
  const float end = painting ? measured.frame.corner.y + measured.frame.size.y : bottom;
  draw_legend(frame, scale_of(frame, layout, measured), measured.frame, kept_free.x, end);
  draw_glide(frame, layout, scales);
}

namespace {

constexpr float kBesideWords = 20;  // pixels at 100 %, from the words above a stage to the button
constexpr float kBesideLine = 24;   // pixels at 100 %, from a head's line to the axes
constexpr float kRoomForBar = 340;  // in a lower stage, or where a mask is painted, its place is not kept

// The choice of picture and of one token, and the heading: in a low page all in one line.
void draw_stage_top(const Frame& frame, int index) {
  const auto& style = frame.style;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float across = ImGui::GetContentRegionAvail().x;
  const float beside = across - follow_switch_width(frame, index) - style.px(8);
  // Nothing is above it where a step is presented.
  const float raised = std::max(start.y - style.px(4), ImGui::GetWindowDrawList()->GetClipRectMin().y + 1);
  draw_follow_switch(frame, index, {start.x + across, raised});
  const float list =
      draw_picture_list_beside(frame, {start.x + beside, raised}, low_heading_width(frame, index));
  if (list <= 0) {
    const float words = draw_picture_words(frame, beside);
    const bool nudges = !followed_row(frame, index) && !frame.session.desk().presenting.is_on;
    if (nudges)
      draw_nudge_button(frame, index, {start.x + across, start.y}, across - words - style.px(kBesideWords));
  }
  draw_stage_heading(frame, index, list > 0 ? beside - list - style.px(16) : across);
}

// Whether a head's line has room beside the axes of the result: a short window leaves their line to the
// cells.
bool fits_beside_axes(const Frame& frame, int index, const Footer& below, ImVec2 corner, ImVec2 room) {
  constexpr float kBarAbove = 160;  // pixels at 100 %: a narrower operand has its colour bar below it
  const engine::Stage& stage = frame.trace().stage(index);
  const engine::Layout how = stage.operation->layout();
  const bool are_beside = how == engine::Layout::kRowwise || how == engine::Layout::kElementwise;
  if (!are_beside || !is_map(stage) || !shows_card(frame) || !below.is_line_alone()) return false;
  const StageLayout layout =
      centred_stage(frame, index, corner, room, stage_sizes(frame, index, corner, room));
  const ui::MatrixFrame& result = layout.result().frame;
  const std::string axes = look::axis_title(frame.tr, stage, frame.style.predicted_rows);
  const float end = corner.x + below.line_width() + ui::text_size(axes, frame.style.small()).x;
  return layout.matrices.front().frame.size.x >= frame.style.px(kBarAbove) &&
         end + frame.style.px(kBesideLine) < result.corner.x + result.size.x - side_size_room(frame, stage);
}

}  // namespace

void draw_stage(const Frame& frame) {
  const int index = frame.session.focused_stage();
  const auto& style = frame.style;
  const bool is_whole = !frame.session.document().focus.token && !frame.session.desk().brush.is_on;
  const auto merged = is_whole ? merged_frame(frame, app::across_heads(frame.trace(), index)) : std::nullopt;
  if (merged) {
    draw_merged_stage(frame, *merged, index);
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(4)));
  draw_stage_top(frame, index);
  ImGui::PopStyleVar();
  draw_mask_tools(frame, index);
  const auto row = followed_row(frame, index);
  const bool painting = !row && paints(frame, index);
  const Footer below(frame, index);
  const float axes = style.px(22);
  const float bar = room_beside_stage(frame, index);
  const float transport = transport_height(frame);
  // In a low window the footer yields to the painted mask and shares its place with the bar, so that cells
  // stay large enough for their values. Elsewhere the bar's place is kept: nothing moves when it comes.
  const bool is_short = ImGui::GetWindowHeight() < style.px(520);
  const bool yields = is_low_stage(frame) || (is_short && painting);
  const float foot = !row && !yields ? below.height() : 0;
  const bool keeps_place =
      ImGui::GetWindowHeight() >= style.px(kRoomForBar) && !(painting && (is_short || is_low_stage(frame)));
  const bool has_place = keeps_place || has_transport(frame);
  const float kept = !has_place ? 0 : is_short ? std::max(transport - foot, 0.0f) : transport;
  const bool has_foot = foot > 0 && !(is_short && has_transport(frame));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImVec2 whole = ImGui::GetContentRegionAvail();
  const bool pictured = row && shows_token_picture(frame, index, whole.y - kept);
  // The bar takes the picture's place when it comes, so none is kept for it below.
  if (!pictured) whole.y -= kept;
  const int summed = pictured ? summed_below_picture(frame, index) : index;
  const float sums = !row       ? 0
                     : pictured ? sums_below_picture(frame, index, *row, whole.y)
                                : sums_below_rows(frame, whole.y);
  if (sums > 0) draw_sums(frame, summed, *row, {corner.x, corner.y + whole.y - sums}, {whole.x, sums});
  whole.y -= sums;
  if (pictured) {
    draw_token_picture(frame, index, *row, corner, whole);
    return;
  }
  ImVec2 room(std::max(whole.x - bar, style.px(60)), std::max(whole.y - foot - axes, style.px(60)));
  if (const auto turned = row ? std::nullopt : turned_queries(frame, index)) {
    draw_rotary_dials(frame, *turned, corner, whole);
    if (has_place) draw_transport(frame, {corner.x, corner.y + whole.y + kept - transport}, whole.x);
    return;
  }
  const bool shares_line =
      is_short && has_foot && !row && fits_beside_axes(frame, index, below, corner, {room.x, room.y + axes});
  if (shares_line) room.y += axes;
  const LayoutMetrics sizes = stage_sizes(frame, index, corner, room);
  const StageLayout layout = painting ? mask_and_weights(frame, index, corner, room, sizes)
                                      : centred_stage(frame, index, corner, room, sizes);
  AroundResult around;
  if (shares_line) around.axes_from = corner.x + below.line_width() + style.px(kBesideLine);
  draw_stage_layout(frame, layout, sizes, around);
  handle_stage_mouse(frame, layout, corner, {whole.x, std::max(whole.y - foot, style.px(60))});
  draw_number_field(frame, layout);
  if (has_foot) below.draw({corner.x, corner.y + whole.y - foot}, shares_line ? axes : 0);
  if (has_place) draw_transport(frame, {corner.x, corner.y + whole.y + sums + kept - transport}, whole.x);
}

}  // namespace views
