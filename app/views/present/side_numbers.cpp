// side_numbers.cpp: the values of a row below a matrix and those of a column on its right, in lanes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/ui/widgets.h"
#include "app/views/present/present_parts.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/visible_cells.h"

namespace views {
namespace {

constexpr int kLanesBelow = 3;
constexpr int kLanesBeside = 2;

ui::TextStyle number_type(const Frame& frame) {
  return {frame.style.fonts.regular, frame.style.px(frame.style.numbers.least), frame.style.colours.ink};
}

float number_height(const Frame& frame) {
  return std::round(number_type(frame).size * 1.2f);
}

float widest_number(const Frame& frame) {
  return ui::text_size("−0.00", number_type(frame)).x + frame.style.px(4);
}

std::string number_text(const Frame& frame, float value) {
  if (!std::isfinite(value)) return value < 0 ? "−∞" : "NaN";
  const ui::TextStyle type = number_type(frame);
  return ui::format_number(value, ui::text_size("−0.00", type).x, type, value == 0 ? 0 : 2);
}

// One row, or one column, of a matrix as drawn.
class Side {
 public:
  Side(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell, bool below)
      : frame_(frame), matrix_(matrix), cell_(cell), below_(below), type_(number_type(frame)) {
    const Span span =
        below ? visible(matrix.first_column, matrix.columns) : visible(matrix.first_row, matrix.rows);
    for (engine::Index index = span.first; index < span.end; ++index) {
      const engine::Cell at = cell_of(index);
      const auto [low, high] = matrix.box(at, at);
      const float value = frame.trace().at(at.stage, at.row, at.column);
      SideNumber number;
      number.index = index;
      number.centre = below ? (low.x + high.x) / 2 : (low.y + high.y) / 2;
      number.size = below ? ui::number_width(number_text(frame, value), type_) : number_height(frame);
      number.weight = index == here() ? INFINITY : std::isfinite(value) ? std::abs(value) : -1;
      numbers_.push_back(number);
    }
    fill_lanes(numbers_, below ? kLanesBelow : kLanesBeside, below ? frame.style.px(6) : 0);
  }

  void draw() const {
    for (const SideNumber& number : numbers_) {
      if (number.lane >= 0) draw_number(number);
    }
    say_how_many();
  }

 private:
  // Along the side: the column of the cell below, its row on the right.
  engine::Index here() const {
    const bool by_column = below_ != matrix_.transposed;
    return by_column ? cell_.column : cell_.row;
  }
  engine::Cell cell_of(engine::Index index) const {
    engine::Cell at = cell_;
    (below_ != matrix_.transposed ? at.column : at.row) = index;
    return at;
  }
  // A query's row has its colour, a key's column its own.
  ImU32 colour() const {
    const engine::Stage& stage = frame_.trace().stage(matrix_.stage);
    if (stage.column_axis != engine::Axis::kKeys) return frame_.style.colours.ink;
    return below_ ? frame_.style.colours.query : frame_.style.colours.key;
  }

  void draw_number(const SideNumber& number) const {
    const engine::Cell at = cell_of(number.index);
    const std::string text = number_text(frame_, frame_.trace().at(at.stage, at.row, at.column));
    ui::TextStyle type = type_;
    type.colour = colour();
    if (number.index == here()) type.font = frame_.style.fonts.semibold;
    const float width = ui::number_width(text, type);
    const float height = ui::text_size(text, type).y;
    const auto lane = static_cast<float>(number.lane);
    const ImVec2 edge(matrix_.corner.x + matrix_.size.x, matrix_.corner.y + matrix_.size.y);
    const float away = frame_.style.px(4);
    const ImVec2 place =
        below_ ? ImVec2(number.centre - width / 2, edge.y + away + lane * number_height(frame_))
               : ImVec2(edge.x + away + lane * widest_number(frame_), number.centre - height / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (number.lane > 0) {
      const ImVec2 from = below_ ? ImVec2(number.centre, edge.y + 2) : ImVec2(edge.x + 2, number.centre);
      const ImVec2 to = below_ ? ImVec2(number.centre, place.y) : ImVec2(place.x - 2, number.centre);
      list.AddLine(from, to, ui::with_alpha(frame_.style.colours.muted, 0.35f));
    }
    ui::draw_number(list, {std::round(place.x + width), std::round(place.y)}, text, type);
  }

  // Below the row's values: that some did not fit.
  void say_how_many() const {
    const auto shown = static_cast<size_t>(
        std::count_if(numbers_.begin(), numbers_.end(), [](const auto& each) { return each.lane >= 0; }));
    if (!below_ || shown == numbers_.size()) return;
    const std::string said = frame_.tr(
        "present.largest", {{"count", std::to_string(shown)}, {"of", std::to_string(numbers_.size())}});
    const float y = matrix_.corner.y + matrix_.size.y + side_numbers_room(frame_).y + frame_.style.px(6);
    ui::draw_text_right(*ImGui::GetWindowDrawList(), {matrix_.corner.x + matrix_.size.x, y}, said,
                        frame_.style.small());
  }

  const Frame& frame_;
  const ui::MatrixFrame& matrix_;
  engine::Cell cell_;
  bool below_;
  ui::TextStyle type_;
  std::vector<SideNumber> numbers_;
};

bool touch(const SideNumber& one, const SideNumber& other, float gap) {
  return std::abs(one.centre - other.centre) < (one.size + other.size) / 2 + gap;
}

}  // namespace

void fill_lanes(std::vector<SideNumber>& numbers, int lanes, float gap) {
  std::vector<size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return numbers[a].weight > numbers[b].weight; });
  for (const size_t at : order) {
    for (int lane = 0; lane < lanes && numbers[at].lane < 0; ++lane) {
      const bool free = std::none_of(numbers.begin(), numbers.end(), [&](const SideNumber& other) {
        return other.lane == lane && touch(numbers[at], other, gap);
      });
      if (free) numbers[at].lane = lane;
    }
  }
}

ImVec2 side_numbers_room(const Frame& frame) {
  const float margin = frame.style.px(6);
  return {kLanesBeside * widest_number(frame) + margin, kLanesBelow * number_height(frame) + margin};
}

void draw_side_numbers(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell) {
  Side(frame, matrix, cell, true).draw();
  Side(frame, matrix, cell, false).draw();
}

}  // namespace views
