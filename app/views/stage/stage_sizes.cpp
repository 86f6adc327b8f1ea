// stage_sizes.cpp: the space for labels and names around the matrices of a stage, and the resulting
// positions.
#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/minimap.h"
#include "app/views/stage/one_token.h"
#include "app/views/stage/side_sizes.h"
#include "app/views/stage/stage_parts.h"
#include "engine/core/drawn.h"

namespace views {
namespace {

// `flat`: labels above columns are horizontal, without the tilt of long ones.
LayoutMetrics metrics(const Frame& frame, const engine::Stage& stage, ImVec2 room, bool flat) {
  const auto& style = frame.style;
  LayoutMetrics metrics;
  metrics.row_labels = row_label_width(frame, stage.rows_are(), stage.rows) + side_size_room(frame, stage);
  const engine::AxisRef columns = stage.operation->layout() == engine::Layout::kProductPlain
                                      ? engine::AxisRef{engine::Axis::kDimensions}
                                      : stage.columns_are();
  metrics.column_labels =
      flat ? flat_label_height(frame) : column_label_height(frame, columns, stage.columns);
  if (stage.operation->layout() == engine::Layout::kGather && stage.row_axis == engine::Axis::kTokens) {
    metrics.row_labels = std::max(
        metrics.row_labels, row_label_width(frame, {engine::Axis::kVocabulary},
                                            static_cast<engine::Index>(frame.facts.vocabulary().size())) +
                                side_size_room(frame, stage));
  }
  metrics.caption = style.px(24);
  // A map may be wider than high, so that its numbers are large; in a low window, where every pixel is its,
  // more so: all its keys are named.
  const bool low = room.y < style.px(300);
  metrics.gap = style.px(low ? 8 : 12);
  metrics.widest_map_cell = low ? 1.8f : 1.4f;
  metrics.tallest_map_cell = 1.8f;
  metrics.labelled_row = std::ceil(row_label_pitch(frame, stage.rows_are())) + 1;
  metrics.joint = style.px(low ? 36 : 44);
  // A large window has large cells: only the room limits them.
  metrics.largest_cell = std::max(style.px(110), room.y);
  metrics.tallest_vector = std::max(style.px(44), room.y * 0.07f);
  metrics.smallest_operand = style.px(low ? 90 : 110);
  metrics.numbered_row = std::ceil(style.px(style.numbers.heights * style.numbers.least)) + 1;
  metrics.band = style.px(14);
  return metrics;
}

// Whether labels of this width fit horizontally above the columns of the layout's labelled matrices.
bool labels_lie_flat(const Frame& frame, const StageLayout& layout, float widest) {
  return std::all_of(layout.matrices.begin(), layout.matrices.end(), [&](const PlacedMatrix& placed) {
    return !placed.column_labels || placed.frame.cell_width() > widest + frame.style.px(2);
  });
}

// Where the weights would have no numbers beside scores of their size, scores of half the width leave room
// for them.
LayoutMetrics with_numbers(const Frame& frame, int index, ImVec2 corner, ImVec2 room,
                           const LayoutMetrics& sizes) {
  const auto has_numbers = [&](const LayoutMetrics& tried) {
    const StageLayout layout = lay_out_stage(frame.trace(), index, corner, room, tried, {});
    return number_size(frame, layout.result().frame) != kNoLimit;
  };
  const engine::Stage& stage = frame.trace().stage(index);
  const bool has_scores = stage.operation->layout() == engine::Layout::kRowwise && stage.inputs.size() == 1;
  if (!is_map(stage) || !has_scores || followed_row(frame, index) || has_numbers(sizes)) return sizes;
  LayoutMetrics halved = sizes;
  halved.operand_share.x = 0.5f;
  halved.widest_map_cell = 2.4f;
  return has_numbers(halved) ? halved : sizes;
}

}  // namespace

LayoutMetrics stage_sizes(const Frame& frame, int index, ImVec2 corner, ImVec2 room) {
  const engine::Stage& stage = frame.trace().stage(index);
  const LayoutMetrics tilted = metrics(frame, stage, room, false);
  if (!is_map(stage) && stage.column_axis != engine::Axis::kVocabulary) return tilted;
  const LayoutMetrics flat = metrics(frame, stage, room, true);
  const StageLayout probe =
      lay_out_stage(frame.trace(), index, corner, room, flat, {}, followed_row(frame, index));
  const bool lie_flat =
      labels_lie_flat(frame, probe, row_label_width(frame, stage.columns_are(), stage.columns));
  return with_numbers(frame, index, corner, room, lie_flat ? flat : tilted);
}

namespace {

// Whether nothing but the colour bar stands beside the weights: no word on what is hidden, no small map of
// what is zoomed into.
bool has_bar_alone(const Frame& frame, int index) {
  const engine::Stage& stage = frame.trace().stage(index);
  ui::MatrixFrame whole;
  whole.stage = index;
  whole.rows = static_cast<double>(stage.rows);
  const engine::Summary* const hiding = frame.facts.summary(engine::hiding_stage(frame.trace(), index));
  return is_map(stage) && stage.operation->layout() == engine::Layout::kRowwise &&
         !has_minimap(frame, whole) && frame.facts.is_common_scale(index) &&
         (hiding == nullptr || hiding->hidden == 0);
}

}  // namespace

float room_beside_stage(const Frame& frame, int index) {
  const engine::Stage& stage = frame.trace().stage(index);
  // Large text in a narrow window leaves the maps what the legend does not need.
  constexpr float kNarrowWindow = 1000;
  const bool is_narrow =
      !frame.session.desk().presenting.is_on && ImGui::GetIO().DisplaySize.x < frame.style.px(kNarrowWindow);
  const float room = frame.style.px(is_narrow || has_bar_alone(frame, index) ? 56 : 100);
  const bool in_shapes = frame.style.lettering.notation == engine::Notation::kShapes;
  const engine::Layout layout = stage.operation->layout();
  const bool is_product = layout == engine::Layout::kProduct || layout == engine::Layout::kProductPlain;
  if (!is_product || (is_map(stage) && !in_shapes && !is_narrow)) return room;
  const float margin = frame.style.px(in_shapes ? 18 : 14);
  return std::max({room,
                   matrix_name_width(frame, stage.inputs[1], layout == engine::Layout::kProduct) + margin,
                   matrix_name_width(frame, index, false) + margin});
}

// Laid out once to learn its size, then in place.
StageLayout centred_stage(const Frame& frame, int stage, ImVec2 corner, ImVec2 room,
                          const LayoutMetrics& sizes) {
  const auto row = followed_row(frame, stage);
  const StageLayout probe = lay_out_stage(frame.trace(), stage, corner, room, sizes, {}, row);
  const ImVec2 place(corner.x + std::max(0.0f, (room.x - probe.size.x) / 2),
                     corner.y + std::max(0.0f, (room.y - probe.size.y) / 2));
  return lay_out_stage(frame.trace(), stage, place, room, sizes, frame.session.viewport(), row);
}

}  // namespace views
