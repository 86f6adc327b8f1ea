// stage_layout.cpp: products as corners, sums as rows or stacks, tables above what is picked from them.
#include "app/views/stage/stage_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace views {
namespace {

using engine::Layout;
using engine::Stage;
using ui::MatrixFrame;

class Composer {
 public:
  Composer(const engine::Trace& trace, int stage, ImVec2 corner, ImVec2 room, const LayoutMetrics& metrics,
           const app::Viewport& viewport, std::optional<engine::Index> only_row)
      : trace_(trace),
        index_(stage),
        stage_(trace.stage(stage)),
        corner_(corner),
        room_(room),
        metrics_(metrics),
        viewport_(viewport),
        only_row_(only_row) {}

  StageLayout compose() {
    switch (stage_.operation->layout()) {
      case Layout::kProduct:
        product(true);
        break;
      case Layout::kProductPlain:
        product(false);
        break;
      case Layout::kElementwise:
      case Layout::kRowwise:
        sequence();
        break;
      case Layout::kGather:
        gather();
        break;
      case Layout::kSource:
        source();
        break;
    }
    return std::move(layout_);
  }

 private:
  // The visible block of a matrix, in its drawn orientation.
  MatrixFrame whole(int stage, bool transposed) const {
    MatrixFrame frame;
    frame.stage = stage;
    frame.transposed = transposed;
    const Stage& drawn = trace_.stage(stage);
    frame.rows = static_cast<double>(transposed ? drawn.columns : drawn.rows);
    frame.columns = static_cast<double>(transposed ? drawn.rows : drawn.columns);
    return frame;
  }

  // The number of visible rows of a stage when not zoomed.
  double shown_rows() const { return only_row_ ? 1 : static_cast<double>(stage_.rows); }

  void zoom_rows(MatrixFrame& frame) const {
    if (only_row_) {
      if (!trace_.stage(frame.stage).rows_are().counts_tokens()) return;
      frame.first_row = static_cast<double>(*only_row_);
      frame.rows = 1;
      return;
    }
    frame.first_row = viewport_.top * frame.rows;
    frame.rows *= viewport_.height;
  }
  void zoom_columns(MatrixFrame& frame) const {
    frame.first_column = viewport_.left * frame.columns;
    frame.columns *= viewport_.width;
  }

  void place(MatrixFrame frame, ImVec2 at, ImVec2 size, bool row_labels, bool column_labels, bool is_result) {
    frame.corner = {std::round(at.x), std::round(at.y)};
    frame.size = {std::max(1.0f, std::round(size.x)), std::max(1.0f, std::round(size.y))};
    layout_.matrices.push_back({frame, is_result, row_labels, column_labels, false});
    layout_.size.x = std::max(layout_.size.x, frame.corner.x + frame.size.x - corner_.x);
    layout_.size.y = std::max(layout_.size.y, frame.corner.y + frame.size.y - corner_.y);
  }

  // A parameter with one row, as a band of its own height: it applies to every row alike.
  void place_band(int stage, ImVec2 at, float width, const char* sign) {
    MatrixFrame frame = whole(stage, false);
    zoom_columns(frame);
    place(frame, at, {width, metrics_.band}, false, false, false);
    layout_.matrices.back().name_beside = true;
    layout_.joints.push_back({{corner_.x + metrics_.row_labels / 2, at.y + metrics_.band / 2}, sign});
  }

  // Width and height of a cell of `rows` x `columns` in this space; about square in a map of tokens to
  // tokens.
  ImVec2 cell(ImVec2 room, double rows, double columns, bool square) const {
    // A vector is a band, not a tall block.
    if (only_row_ && rows == 1) room.y = std::min(room.y, metrics_.tallest_vector);
    if (only_row_) square = false;
    float width = std::min(room.x / static_cast<float>(columns), metrics_.largest_cell);
    float height = std::min(room.y / static_cast<float>(rows), metrics_.largest_cell);
    if (square) {
      // A narrow map is taller than wide as far as that names its rows.
      const float named = std::min(metrics_.labelled_row, width * metrics_.tallest_map_cell);
      height = std::min(std::max(width, named), height);
      width = std::min(width, height * metrics_.widest_map_cell);
    } else {
      const float flattest = only_row_ ? 0 : metrics_.band * 1.4f;
      height = std::min(height, std::max(width * 3, flattest));
      width = std::min(width, height * (only_row_ ? 8 : 3));
    }
    return {std::max(width, 0.01f), std::max(height, 0.01f)};
  }

  void source() {
    const float top = metrics_.column_labels + metrics_.caption;
    const ImVec2 room(room_.x - metrics_.row_labels, room_.y - top);
    const ImVec2 size = cell(room, shown_rows(), static_cast<double>(stage_.columns), is_map(stage_));
    MatrixFrame frame = whole(index_, false);
    ImVec2 area(size.x * static_cast<float>(frame.columns), size.y * static_cast<float>(shown_rows()));
    if (stage_.rows == 1) area.y = std::max(area.y, std::min(room.y, 2 * metrics_.band));
    zoom_rows(frame);
    zoom_columns(frame);
    const bool is_band = stage_.row_axis == engine::Axis::kDimensions && stage_.rows == 1;
    place(frame, {corner_.x + metrics_.row_labels, corner_.y + top}, area, !is_band, true, true);
  }

  // Left operand, operand above, result in the corner.
  void product(bool above_transposed) {
    MatrixFrame left = whole(stage_.inputs[0], false);
    MatrixFrame above = whole(stage_.inputs[1], above_transposed);
    MatrixFrame result = whole(index_, false);
    const auto inner = static_cast<float>(left.columns);
    // Names are next to the matrices, but above the left operand.
    const float top = metrics_.column_labels + metrics_.gap / 2;
    const bool biased = stage_.inputs.size() > 2 && !only_row_;
    const float bias = biased ? metrics_.band + metrics_.gap : 0;
    // A name between them parts them, too.
    const float between =
        metrics_.result_caption > 0 ? metrics_.result_caption + metrics_.gap / 3 : metrics_.gap;
    const ImVec2 room(room_.x - metrics_.row_labels - metrics_.gap, room_.y - top - between - bias);
    const float widest_cell = metrics_.largest_cell / 4;
    // An operand above takes less of a low window, where its inner dimension matters less than the result. A
    // single row leaves it nearly everything.
    const float share = only_row_ ? 0.6f : room.y < 3 * metrics_.smallest_operand ? 0.2f : 0.24f;
    const auto side = [&](float wanted, float available, float most, float yielded) {
      const float usual = std::max(available, 1.0f) * most;
      const float least = std::min(metrics_.smallest_operand, usual * 0.8f);
      return std::clamp(wanted, least, std::max(least, usual * yielded));
    };
    const ImVec2 shares = metrics_.operand_share;
    const float wanted = inner * widest_cell * 0.6f;
    ImVec2 inner_size(side(inner * widest_cell, room.x, 0.38f, shares.x),
                      side(wanted, room.y, share, shares.y));
    // An operand of few rows has space for its numbers.
    constexpr float kMostForNumbers = 0.4f;
    const float numbered = inner * metrics_.numbered_row;
    const bool yields = only_row_.has_value() || shares.y < 1;
    if (!yields && numbered <= room.y * kMostForNumbers) inner_size.y = std::max(inner_size.y, numbered);
    const ImVec2 size =
        cell({room.x - inner_size.x, room.y - inner_size.y}, shown_rows(), result.columns, is_map(stage_));
    const ImVec2 area(size.x * static_cast<float>(result.columns), size.y * static_cast<float>(shown_rows()));
    // Height that a flat result leaves goes to the operand, within reason.
    if (!only_row_) inner_size.y = std::max(inner_size.y, std::min({wanted, room.y - area.y, 2.5f * area.y}));
    zoom_rows(left);
    zoom_columns(above);
    zoom_rows(result);
    zoom_columns(result);
    const float x = corner_.x + metrics_.row_labels + inner_size.x + metrics_.gap;
    const float y = corner_.y + top + inner_size.y + between + bias;
    place(left, {corner_.x + metrics_.row_labels, y}, {inner_size.x, area.y}, true, false, false);
    place(above, {x, corner_.y + top}, {area.x, inner_size.y}, false, true, false);
    layout_.matrices.back().name_beside = true;
    if (biased) {
      place_band(stage_.inputs[2], {x, y - bias - metrics_.result_caption}, area.x, "+");
      layout_.joints.back().centre.x = x - metrics_.gap;
    }
    place(result, {x, y}, area, false, false, true);
    layout_.matrices.back().name_beside = true;
  }

  // Matrices of the result's shape in lines of `across`: the size of a cell, and the space above the first.
  ImVec2 cell_in_lines(size_t count, size_t across, float bands) const {
    const size_t full_lines = (count + across - 1) / across;
    const auto lines = static_cast<float>(full_lines);
    const auto columns = static_cast<float>(across);
    const float widths = across == count ? 1 + (columns - 1) * metrics_.operand_share.x : columns;
    const ImVec2 room(
        (room_.x - metrics_.row_labels - metrics_.joint * (columns - 1)) / widths,
        (room_.y - metrics_.column_labels - lines * metrics_.caption - metrics_.gap * (lines - 1) - bands) /
            lines);
    return cell(room, shown_rows(), static_cast<double>(stage_.columns), is_map(stage_));
  }

  // How many of `count` matrices are side by side: all, if they are no wider than twice their height;
  // otherwise stacked, or in two lines if that makes them larger.
  size_t best_across(size_t count) const {
    if (only_row_) return 1;
    if (stage_.columns < 2 * stage_.rows || is_map(stage_)) return count;
    if (count < 4) return 1;
    const ImVec2 stacked = cell_in_lines(count, 1, 0);
    const ImVec2 grid = cell_in_lines(count, 2, 0);
    return grid.x * grid.y > stacked.x * stacked.y ? 2 : 1;
  }

  float band_height() const { return metrics_.band + metrics_.gap / 2; }

  // A norm's γ and β at `at`; returns their height.
  float place_bands(const std::vector<int>& bands, ImVec2 at, float width) {
    for (size_t i = 0; i < bands.size(); ++i) {
      const float y = at.y + band_height() * static_cast<float>(i);
      place_band(bands[i], {at.x, y}, width, i == 0 ? "⊙" : "+");
    }
    return band_height() * static_cast<float>(bands.size());
  }

  // Operands of the result's shape: side by side, stacked if they are wide, or in two lines. Operands with
  // one row are bands above the result.
  void sequence() {
    std::vector<int> stages;
    std::vector<int> bands;
    for (const int input : stage_.inputs) {
      const bool is_band = trace_.stage(input).row_axis == engine::Axis::kDimensions;
      (is_band ? bands : stages).push_back(input);
    }
    // Next to a single row, parameters would take the space of what matters.
    if (only_row_) bands.clear();
    if (stage_.operation->is_drawn_backwards()) std::reverse(stages.begin(), stages.end());
    stages.push_back(index_);
    const size_t across = bands.empty() ? best_across(stages.size()) : 1;
    const ImVec2 size =
        cell_in_lines(stages.size(), across, band_height() * static_cast<float>(bands.size()));
    const ImVec2 area(size.x * static_cast<float>(stage_.columns), size.y * static_cast<float>(shown_rows()));
    const ImVec2 first(corner_.x + metrics_.row_labels,
                       corner_.y + metrics_.column_labels + metrics_.caption);
    ImVec2 at = first;
    for (size_t i = 0; i < stages.size(); ++i) {
      const bool last = i + 1 == stages.size();
      if (last) at.y += place_bands(bands, {at.x, at.y - metrics_.caption}, area.x);
      MatrixFrame frame = whole(stages[i], false);
      zoom_rows(frame);
      zoom_columns(frame);
      const bool in_line = across == stages.size();
      const ImVec2 own(area.x * (in_line && !last ? metrics_.operand_share.x : 1), area.y);
      place(frame, at, own, i % across == 0, in_line || i < across, last);
      if (last) break;
      const bool wraps = (i + 1) % across == 0;
      if (bands.empty()) add_joint(wraps, at, own, i, stages.size());
      at = wraps ? ImVec2(first.x, at.y + own.y + metrics_.gap + metrics_.caption)
                 : ImVec2(at.x + own.x + metrics_.joint, at.y);
    }
  }

  void add_joint(bool stacked, ImVec2 at, ImVec2 area, size_t i, size_t count) {
    const bool before_result = i + 2 == count;
    const bool sum = stage_.operation->layout() == Layout::kElementwise;
    const std::string sign(!before_result ? stage_.operation->sign() : sum ? "=" : "→");
    const float next_y = at.y + area.y + metrics_.gap + metrics_.caption;
    const ImVec2 centre = stacked ? ImVec2(corner_.x + metrics_.row_labels / 2, (at.y + area.y + next_y) / 2)
                                  : ImVec2(at.x + area.x + metrics_.joint / 2, at.y + area.y / 2);
    layout_.joints.push_back({centre, sign});
  }

  // What is gathered from above, the result below.
  void gather() {
    const bool concatenation = stage_.row_axis == engine::Axis::kQueries;
    std::vector<int> sources = stage_.inputs;
    // A lookup's first input is the list of ids; the table is what is drawn.
    if (!concatenation) sources.erase(sources.begin());
    const double rows = shown_rows();
    const double upper_rows = concatenation ? rows : static_cast<double>(trace_.stage(sources.front()).rows);
    const float top = metrics_.column_labels + metrics_.caption;
    const float middle = metrics_.gap + metrics_.caption;
    const float between = concatenation ? metrics_.gap / 2 : 0;
    const float gaps = between * static_cast<float>(sources.size() - 1);
    const ImVec2 room(room_.x - metrics_.row_labels - gaps, room_.y - top - middle);
    const ImVec2 size = cell(room, rows + upper_rows, static_cast<double>(stage_.columns), false);
    ImVec2 at(corner_.x + metrics_.row_labels, corner_.y + top);
    const float upper_height = size.y * static_cast<float>(upper_rows);
    for (size_t i = 0; i < sources.size(); ++i) {
      MatrixFrame frame = whole(sources[i], false);
      if (only_row_) zoom_rows(frame);
      const float width = size.x * static_cast<float>(frame.columns);
      place(frame, at, {width, upper_height}, i == 0, false, false);
      at.x += width + between;
    }
    at = {corner_.x + metrics_.row_labels, at.y + upper_height + middle};
    MatrixFrame result = whole(index_, false);
    zoom_rows(result);
    zoom_columns(result);
    place(result, at, {size.x * static_cast<float>(stage_.columns) + gaps, size.y * static_cast<float>(rows)},
          true, false, true);
  }

  const engine::Trace& trace_;
  int index_;
  const Stage& stage_;
  ImVec2 corner_;
  ImVec2 room_;
  const LayoutMetrics& metrics_;
  const app::Viewport& viewport_;
  std::optional<engine::Index> only_row_;
  StageLayout layout_;
};

}  // namespace

StageLayout lay_out_stage(const engine::Trace& trace, int stage, ImVec2 corner, ImVec2 room,
                          const LayoutMetrics& metrics, const app::Viewport& viewport,
                          std::optional<engine::Index> only_row) {
  return Composer(trace, stage, corner, room, metrics, viewport, only_row).compose();
}

}  // namespace views
