// bars.cpp: one row of a stage as bars from a zero axis, each with its label and its exact value.
#include "app/views/pictures/bars.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/stage/picture_words.h"
#include "engine/core/drawn.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

constexpr float kAxisHeight = 22;    // pixels at 100 %, under the bars
constexpr float kRoomForBoth = 740;  // pixels at 100 %: a row before and after softmax

// Stored per window: largest first, instead of in the stage's order.
bool* is_sorted() {
  return ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("bars are sorted"), false);
}

class Bars {
 public:
  Bars(const Frame& frame, int index)
      : frame_(frame),
        style_(frame.style),
        index_(index),
        stage_(frame.trace().stage(index)),
        row_(chosen_row(frame, index)),
        sorted_(*is_sorted()),
        numbers_(frame.trace().read_row(index, row_)) {
    order_.resize(static_cast<size_t>(stage_.columns));
    for (size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<Index>(i);
    if (!sorted_) return;
    std::stable_sort(order_.begin(), order_.end(),
                     [&](Index a, Index b) { return numbers_(0, a) > numbers_(0, b); });
  }

  // In a part of the view named `id`.
  void draw(const char* id, ImVec2 size) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const ImVec2 whole = ImGui::GetContentRegionAvail();
    const float foot = style_.px(kAxisHeight);
    const ImVec2 bars(size.x > 0 ? size.x : whole.x, (size.y > 0 ? size.y : whole.y) - foot);
    float used = bars.y;
    if (ImGui::BeginChild(id, bars, 0, ImGuiWindowFlags_NoBackground)) {
      const ImVec2 room = ImGui::GetContentRegionAvail();
      choose_sizes(room.y);
      place(room.x);
      lines();
      used = std::min(used, pitch_ * static_cast<float>(stage_.columns));
    }
    ImGui::EndChild();
    axis({start.x, start.y + used});
  }

  void controls() {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - style_.px(2));
    draw_chosen_row(frame_, index_, row_);
    ImGui::SameLine(0, style_.px(12));
    for (const bool sorted : {false, true}) {
      const std::string key = sorted ? "bars.sorted" : "bars.in_order";
      const auto face = sorted == sorted_ ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
      if (ui::button(style_, (frame_.tr(key) + "##" + key).c_str(), face)) *is_sorted() = sorted;
      ui::tip(style_, frame_.tr(key + ".tip"));
      if (!sorted) ImGui::SameLine(0, style_.px(4));
    }
  }

 private:
  // Few bars are high, with large type.
  void choose_sizes(float room) {
    const auto count = static_cast<float>(stage_.columns);
    pitch_ = std::clamp(std::floor(room / count), style_.px(19),
                        std::max(style_.px(64), std::floor(room * 0.085f)));
    const float small = style_.small().size;
    type_ = std::clamp(std::floor(pitch_ * 0.45f), small, std::max(small, style_.px(22)));
  }

  // Of labels and numbers.
  ui::TextStyle sized(ui::TextStyle type) const {
    type.size = type_;
    return type;
  }

  // One scale for all rows, that of the stage's colours, so that rows can be compared.
  void place(float width) {
    const float longest =
        stage_.columns_are().counts_tokens() || stage_.columns_are().kind == engine::Axis::kVocabulary
            ? frame_.facts.widths(stage_.columns_are(), sized(style_.small_strong())).largest
            : ui::text_size(std::to_string(stage_.columns), sized(style_.small_strong())).x;
    label_ = std::min(longest, std::max(style_.px(130), width * 0.2f)) + style_.px(12);
    const look::ColourScale& scale = frame_.facts.scale(index_);
    // Where no number is negative, zero is at the left.
    const engine::Summary* const summary = frame_.facts.summary(index_);
    low_ = summary != nullptr && summary->smallest >= 0 ? 0 : std::min(scale.low, 0.0f);
    high_ = std::max(scale.high, 0.0f);
    const float number = ui::number_width("−000.0000", sized(style_.small_ink())) + style_.px(8);
    bars_ = std::max(width - label_ - 2 * number - style_.px(14), style_.px(60));
    if (low_ == 0) bars_ = std::max(width - label_ - number - style_.px(14), style_.px(60));
    const float from = low_ < 0 ? number : 0;
    zero_ = label_ + from + bars_ * (-low_ / (high_ - low_));
  }

  void lines() {
    const Index count = stage_.columns;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count), pitch_);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) line(order_[static_cast<size_t>(i)]);
    }
    ImGui::PopStyleVar();
  }

  // The ends of the scale, and zero or the middle, under the bars.
  void axis(ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = low_ < 0 ? 0 : high_ / 2;
    const float unit = bars_ / (high_ - low_);
    list.AddLine({at.x + zero_ + unit * low_, at.y}, {at.x + zero_ + unit * high_, at.y},
                 style_.colours.hairline);
    for (const float value : {low_, middle, high_}) {
      const float x = at.x + zero_ + unit * value;
      list.AddLine({x, at.y}, {x, at.y + style_.px(3)}, style_.colours.muted);
      ui::draw_text_centred(list, {x, at.y + style_.px(3)}, engine::number_markup(static_cast<double>(value)),
                            style_.small());
    }
  }

  // A weight that is not 0 is not written as one.
  std::string number(float value) const {
    constexpr float kLeastWritten = 0.00005f;
    const bool is_signed = frame_.facts.scale(index_).low < 0;
    if (!is_signed && value > 0 && value < kLeastWritten) return "< 0.0001";
    return ui::fixed_number(static_cast<double>(value), is_signed ? 2 : 4);
  }

  // The cell that is explained, or its pair on the other side of softmax.
  bool is_explained(Index column) const {
    const engine::Cell cell = frame_.explained_cell();
    if (cell.stage == index_) return cell == engine::Cell{index_, row_, column};
    if (cell.stage < 0 || frame_.session.hovered()) return false;
    const auto weights = frame_.facts.weights_of(index_);
    const bool is_pair = weights && frame_.trace().stage(cell.stage).column_axis == engine::Axis::kKeys &&
                         frame_.facts.weights_of(cell.stage) == weights;
    return is_pair && cell.row == row_ && cell.column == column;
  }

  void line(Index column) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const engine::Cell cell{index_, row_, column};
    const bool clicked = ImGui::InvisibleButton(("bar " + std::to_string(column)).c_str(), {width, pitch_});
    explain_item(frame_, cell, clicked);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool here = is_explained(column);
    if (here) list.AddRectFilled(at, {at.x + width, at.y + pitch_}, style_.colours.selected, style_.px(4));
    const ui::TextStyle type = sized(here ? style_.small_strong() : style_.small_ink());
    ui::TextStyle name = type;
    if (here && stage_.column_axis == engine::Axis::kKeys) name.colour = style_.colours.key;
    const float text = at.y + (pitch_ - ui::text_size("A", type).y) / 2;
    const std::string label = frame_.facts.label(stage_.columns_are(), column);
    ui::draw_text_right(list, {at.x + label_ - style_.px(12), text},
                        ui::ellipsise(label, label_ - style_.px(11), name), name);
    const float zero = at.x + zero_;
    list.AddLine({zero, at.y}, {zero, at.y + pitch_}, style_.colours.muted);
    const float value = numbers_(0, column);
    const bool is_finite = std::isfinite(value);
    if (!is_finite || engine::is_drawn_hidden(frame_.trace(), index_, row_, column)) {
      const std::string number = is_finite ? "0" : "−∞";
      ui::draw_text(list, {zero + style_.px(6), text}, number + "   " + frame_.tr("bars.hidden"),
                    sized(style_.small()));
      return;
    }
    const float length = bars_ * value / (high_ - low_);
    const float thick = std::clamp(pitch_ * 0.6f, style_.px(8), std::max(style_.px(18), pitch_ * 0.45f));
    const float top = at.y + (pitch_ - thick) / 2;
    const float end = zero + length;
    // Slivers in a row would make the axis look coloured.
    if (std::abs(length) >= 0.75f)
      list.AddRectFilled({std::min(zero, end), top}, {std::max(zero, end), top + thick},
                         value < 0 ? style_.colours.muted : style_.colours.accent, style_.px(2));
    const std::string written = number(value);
    const float right = value < 0 ? end - style_.px(6) : end + style_.px(6) + ui::number_width(written, type);
    ui::draw_number(list, {right, text}, written, type);
  }

  const Frame& frame_;
  const ui::Style& style_;
  int index_;
  const engine::Stage& stage_;
  Index row_;
  bool sorted_;
  engine::Matrix numbers_;
  std::vector<Index> order_;
  float low_ = 0, high_ = 1;
  // In pixels: widths of the labels and of the bars from the smallest value to the largest, the zero axis
  // from the left, the height of a bar's line, the size of its type.
  float label_ = 0, bars_ = 0, zero_ = 0, pitch_ = 0, type_ = 0;
};

// The two sides of softmax, if the stage is one of them: what it reads, and the weights that it makes.
std::optional<std::pair<int, int>> around_softmax(const Frame& frame, int index) {
  const auto weights = frame.facts.weights_of(index);
  if (!weights) return std::nullopt;
  const engine::Stage& made = frame.trace().stage(*weights);
  if (made.kind != engine::StageKind::kWeights || made.inputs.empty()) return std::nullopt;
  const int read = made.inputs.front();
  const engine::Stage& scores = frame.trace().stage(read);
  const bool is_map = scores.rows == made.rows && scores.columns == made.columns;
  if (!is_map || (index != *weights && index != read)) return std::nullopt;
  return std::pair(read, *weights);
}

// Side by side, each under its name; where there is room for both.
void draw_both_sides(const Frame& frame, const std::pair<int, int>& sides) {
  const auto& style = frame.style;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = style.px(28);
  const float width = std::floor((room.x - gap) / 2);
  const float head = style.px(26);
  for (const bool is_after : {false, true}) {
    const int index = is_after ? sides.second : sides.first;
    const float x = start.x + (is_after ? width + gap : 0);
    const std::string name = look::stage_name(frame.tr, frame.trace().stage(index));
    ui::draw_text(*ImGui::GetWindowDrawList(), {x, start.y},
                  ui::ellipsise((is_after ? "softmax → " : "") + name, width, style.small_strong()),
                  style.small_strong());
    Bars bars(frame, index);
    ImGui::SetCursorScreenPos({x, start.y + head});
    bars.draw(is_after ? "bars after" : "bars before", {width, room.y - head});
  }
}

}  // namespace

void draw_bars(const Frame& frame) {
  const auto stage = begin_picture(frame, "bars", nearest_numbers);
  if (!stage) return;
  Bars bars(frame, *stage);
  bars.controls();
  const auto sides = around_softmax(frame, *stage);
  if (sides && ImGui::GetContentRegionAvail().x >= frame.style.px(kRoomForBoth)) {
    draw_both_sides(frame, *sides);
  } else {
    bars.draw("bars", {0, 0});
  }
}

}  // namespace views
