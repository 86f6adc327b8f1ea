// rotary_dials.cpp: angles of rotary positions as hands of dials, a row for each token. Su et al. 2021,
// eq. 15.
#include "app/views/stage/rotary_dials.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/ui/text.h"
#include "app/ui/widgets.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/stage_parts.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;
using engine::Measure;

constexpr float kLeastDial = 34;  // pixels at 100 %
constexpr float kLargestDial = 84;
constexpr float kLeastColumn = 62;  // its words have room
constexpr Index kMostPairs = 8;

// The components of a turned row that are the first of a pair.
Index pair_count(const Frame& frame, int turned) {
  const engine::Trace& trace = frame.trace();
  const Index half = trace.stage(turned).columns / 2;
  Index pairs = 0;
  while (pairs < half && trace.explain(turned, 0, pairs).arithmetic == engine::Arithmetic::kSumOfProducts)
    ++pairs;
  return pairs;
}

double angle_of(const Frame& frame, const engine::Cell& cell) {
  return frame.trace().explain(cell.stage, cell.row, cell.column).quantity(Measure::kAngle).value;
}

// What a pair turns from one token to the next, in radians.
double turn_of(const Frame& frame, int turned, Index pair) {
  if (frame.trace().stage(turned).rows < 2) return angle_of(frame, {turned, 0, pair});
  return angle_of(frame, {turned, 1, pair}) - angle_of(frame, {turned, 0, pair});
}

class RotaryDials {
 public:
  RotaryDials(const Frame& frame, int turned, ImVec2 corner, ImVec2 room)
      : frame_(frame), style_(frame.style), turned_(turned), stage_(frame.trace().stage(turned)) {
    const float labels = row_label_width(frame, stage_.rows_are(), stage_.rows) + style_.px(8);
    const float line = ui::text_size("A", style_.small()).y;
    // The caption above two lines for each pair, and the sentence below.
    head_ = style_.px(30) + 2 * line + style_.px(8);
    const float high = room.y - head_ - line - style_.px(26);
    rows_ = std::clamp<Index>(static_cast<Index>(high / style_.px(kLeastDial)), 1, stage_.rows);
    pairs_ = pair_count(frame, turned);
    const auto fitting = static_cast<Index>((room.x - labels) / style_.px(kLeastColumn));
    columns_ = std::clamp<Index>(fitting, 1, std::max<Index>(std::min(pairs_, kMostPairs), 1));
    cell_.y = std::min(high / static_cast<float>(rows_), style_.px(kLargestDial));
    cell_.x = std::clamp((room.x - labels) / static_cast<float>(columns_), style_.px(kLeastColumn),
                         style_.px(1.3f * kLargestDial));
    const float width = labels + cell_.x * static_cast<float>(columns_);
    const float spare = std::max(high - cell_.y * static_cast<float>(rows_), 0.0f);
    corner_ = {std::floor(corner.x + std::max((room.x - width) / 2, 0.0f) + labels),
               std::floor(corner.y + head_ + style_.px(8) + spare / 2)};
    width_ = room.x - labels;
  }

  void draw() const {
    ui::draw_text(list_, {corner_.x, corner_.y - head_},
                  ui::ellipsise(frame_.tr("rotary.caption"), width_, style_.strong()), style_.strong());
    for (Index column = 0; column < columns_; ++column) draw_head(column);
    for (Index row = 0; row < rows_; ++row) {
      const float middle = corner_.y + (static_cast<float>(row) + 0.5f) * cell_.y;
      ui::draw_text_right(list_, {corner_.x - style_.px(8), middle - line() / 2},
                          frame_.facts.label(stage_.rows_are(), row), style_.small_ink());
      for (Index column = 0; column < columns_; ++column) draw_dial(row, column);
    }
    const float end = corner_.y + static_cast<float>(rows_) * cell_.y + style_.px(6);
    ui::draw_text(list_, {corner_.x, end}, ui::ellipsise(frame_.tr("rotary.how"), width_, style_.small()),
                  style_.small());
  }

 private:
  float line() const { return ui::text_size("A", style_.small()).y; }
  // From the fastest to the slowest, evenly.
  Index pair_at(Index column) const { return columns_ < 2 ? 0 : column * (pairs_ - 1) / (columns_ - 1); }

  // "Pair 1", and how far it turns from token to token.
  void draw_head(Index column) const {
    const Index pair = pair_at(column);
    const float middle = corner_.x + (static_cast<float>(column) + 0.5f) * cell_.x;
    const float y = corner_.y - style_.px(8) - 2 * line();
    const double degrees = turn_of(frame_, turned_, pair) * 180 / std::numbers::pi;
    ui::draw_text_centred(list_, {middle, y}, frame_.tr("rotary.pair", {{"pair", frame_.tr.nth(pair)}}),
                          style_.small_ink());
    ui::draw_text_centred(list_, {middle, y + line()}, engine::number_markup(degrees, 2) + "°",
                          style_.small());
  }

  void draw_dial(Index row, Index column) const {
    const engine::Cell cell{turned_, row, pair_at(column)};
    const ImVec2 low(corner_.x + static_cast<float>(column) * cell_.x,
                     corner_.y + static_cast<float>(row) * cell_.y);
    const ImVec2 centre(std::floor(low.x + cell_.x / 2), std::floor(low.y + cell_.y / 2));
    const float radius = std::min(cell_.x, cell_.y) / 2 - style_.px(3);
    ImGui::SetCursorScreenPos(low);
    const std::string id = "dial " + std::to_string(row) + " " + std::to_string(column);
    if (ImGui::InvisibleButton(id.c_str(), cell_)) pin_cell(frame_, cell);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) frame_.hover(cell);
    const double angle = angle_of(frame_, cell);
    const auto on = [&](double turned, float part) {
      return ImVec2(centre.x + part * radius * static_cast<float>(std::cos(turned)),
                    centre.y - part * radius * static_cast<float>(std::sin(turned)));
    };
    list_.AddCircleFilled(centre, radius, hovered ? style_.colours.chip : style_.colours.panel);
    list_.AddCircle(centre, radius, hovered ? style_.colours.muted : style_.colours.hairline, 0,
                    style_.px(1.5f));
    list_.AddLine(centre, on(0, 1), style_.colours.hairline, style_.px(1.5f));
    // From the right, counter-clockwise; whole turns before it are not drawn.
    const double shown = std::fmod(angle, 2 * std::numbers::pi);
    list_.PathArcTo(centre, 0.45f * radius, 0, static_cast<float>(-shown));
    list_.PathStroke(style_.colours.muted, 0, style_.px(1.5f));
    list_.AddLine(centre, on(angle, 1), style_.colours.accent, style_.px(2));
    list_.AddCircleFilled(on(angle, 1), style_.px(3), style_.colours.accent);
  }

  const Frame& frame_;
  const ui::Style& style_;
  int turned_;
  const engine::Stage& stage_;
  ImDrawList& list_ = *ImGui::GetWindowDrawList();
  ImVec2 corner_, cell_;  // of the dials
  float head_ = 0;        // the height of what is above them
  float width_ = 0;
  Index rows_ = 0, columns_ = 0, pairs_ = 0;
};

}  // namespace

std::optional<int> turned_queries(const Frame& frame, int stage) {
  const engine::Trace& trace = frame.trace();
  const engine::Stage& positions = trace.stage(stage);
  const bool is_rotary = frame.session.trace_document().config.positions == engine::PositionKind::kRotary;
  if (frame.derived || !is_rotary || positions.kind != engine::StageKind::kPosition) return std::nullopt;
  for (int i = stage + 1; i < trace.size(); ++i) {
    if (trace.stage(i).operation->name() == "rotate" && trace.stage(i).row_sequence == positions.row_sequence)
      return i;
  }
  return std::nullopt;
}

void draw_rotary_dials(const Frame& frame, int turned, ImVec2 corner, ImVec2 room) {
  RotaryDials(frame, turned, corner, room).draw();
}

}  // namespace views
