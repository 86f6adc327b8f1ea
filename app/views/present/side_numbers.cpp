// side_numbers.cpp: the values of a row below a matrix and those of a column on its right, in lanes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/ui/widgets.h"
#include "app/views/present/present_parts.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/visible_cells.h"
#include "engine/core/address.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

constexpr float kLineHeight = 1.08f;  // of the type
constexpr float kGutter = 6;          // pixels at 100 %, between the matrix and its numbers
constexpr float kVanishes = 0.005f;   // below it a value is written as 0.00
constexpr float kInOneLine = 0.6f;    // of the full size, down to which a row's values stand in one line
constexpr float kOfLabels = 0.85f;    // of the labels' size, the same

ui::TextStyle number_type(const Frame& frame, float size) {
  return {frame.style.fonts.regular, size, frame.style.colours.ink};
}

// As large as in cells; and as small as labels.
float full_size(const Frame& frame) {
  return frame.style.px(frame.style.numbers.least);
}
float least_size(const Frame& frame) {
  return frame.style.small().size;
}

float widest_number(const Frame& frame, float size) {
  return ui::text_size("−0.00", number_type(frame, size)).x + frame.style.px(4);
}

// The cells of its row in sight, or of its column.
std::vector<engine::Cell> cells_beside(const ui::MatrixFrame& matrix, const engine::Cell& cell, bool below) {
  const Span span =
      below ? visible(matrix.first_column, matrix.columns) : visible(matrix.first_row, matrix.rows);
  std::vector<engine::Cell> cells;
  for (engine::Index index = span.first; index < span.end; ++index) {
    engine::Cell at = cell;
    (below != matrix.transposed ? at.column : at.row) = index;
    cells.push_back(at);
  }
  return cells;
}

// As many decimals as every number of the row and of the column has room for: the cell's own is in both.
int common_decimals(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell,
                    const SideLanes& lanes) {
  const ui::TextStyle type = number_type(frame, lanes.type);
  int decimals = 2;
  for (const bool below : {true, false}) {
    const float usual = ui::text_size("−0.00", type).x;
    const float room = below && lanes.width > 0 ? lanes.width : usual;
    for (const engine::Cell& at : cells_beside(matrix, cell, below)) {
      const float value = frame.trace().at(at.stage, at.row, at.column);
      if (!std::isfinite(value)) continue;
      while (decimals > 0 && ui::number_width(static_cast<double>(value), decimals, type) > room) --decimals;
    }
  }
  return decimals;
}

// `width`: loses decimals where it would be wider; 0: than −0.00.
std::string number_text(const Frame& frame, float value, float size, int decimals, float width) {
  if (!std::isfinite(value)) return value < 0 ? "−∞" : "NaN";
  const ui::TextStyle type = number_type(frame, size);
  const float most = width > 0 ? width : ui::text_size("−0.00", type).x;
  return ui::format_number(value, most, type, value == 0 ? 0 : decimals);
}

bool vanishes(float value) {
  return std::abs(value) < kVanishes;
}

// One row, or one column, of a matrix as drawn.
class Side {
 public:
  Side(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell, bool below,
       const SideLanes& lanes, int decimals)
      : frame_(frame),
        matrix_(matrix),
        cell_(cell),
        below_(below),
        lanes_(lanes),
        type_(number_type(frame, lanes.type)),
        width_(below ? lanes.width : 0),
        decimals_(decimals) {
    const std::vector<engine::Cell> cells = cells_beside(matrix, cell, below);
    of_ = cells.size();
    for (const engine::Cell& at : cells) {
      const engine::Index index = below != matrix.transposed ? at.column : at.row;
      const auto [low, high] = matrix.box(at, at);
      const float value = frame.trace().at(at.stage, at.row, at.column);
      SideNumber number;
      number.index = index;
      number.centre = below ? (low.x + high.x) / 2 : (low.y + high.y) / 2;
      number.size = below ? ui::number_width(text_of(value), type_) : side_number_height(type_.size);
      number.is_here = index == here();
      ui::TextStyle own = type_;
      if (index == here()) own.font = frame.style.fonts.semibold;
      widest_ = std::max(widest_, ui::number_width(text_of(value), own));
      numbers_.push_back(number);
    }
    const int count = below ? lanes.below : lanes.beside;
    const float gap = below ? frame.style.px(lanes.width > 0 ? 3 : 6) : 0;
    if (!take_turns(numbers_, count, gap)) take_every_nth(numbers_, gap);
  }

  // Those that have their place, in order.
  std::vector<engine::Index> shown() const {
    std::vector<engine::Index> shown;
    for (const SideNumber& number : numbers_) {
      if (number.lane >= 0) shown.push_back(number.index);
    }
    return shown;
  }

  void draw() const {
    for (const SideNumber& number : numbers_) {
      if (number.lane >= 0) draw_number(number);
    }
    say_how_many();
    say_whose();
  }

 private:
  std::string text_of(float value) const { return number_text(frame_, value, type_.size, decimals_, width_); }

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
  // A query's row has its colour, a key's column its own, as their labels have.
  ImU32 colour() const {
    const engine::Stage& stage = frame_.trace().stage(matrix_.stage);
    const engine::Axis named = below_ != matrix_.transposed ? stage.row_axis : stage.column_axis;
    if (named == engine::Axis::kKeys) return frame_.style.colours.key;
    return named == engine::Axis::kQueries ? frame_.style.colours.query : frame_.style.colours.ink;
  }

  void draw_number(const SideNumber& number) const {
    const engine::Cell at = cell_of(number.index);
    const float value = frame_.trace().at(at.stage, at.row, at.column);
    const std::string text = text_of(value);
    ui::TextStyle type = type_;
    // What rounds to nothing is fainter, as in cells.
    const bool is_faint = vanishes(value) && number.index != here();
    type.colour = is_faint ? frame_.style.colours.muted : colour();
    if (number.index == here()) type.font = frame_.style.fonts.semibold;
    const float width = ui::number_width(text, type);
    const float height = ui::text_size(text, type).y;
    const auto lane = static_cast<float>(number.lane);
    const ImVec2 edge(matrix_.corner.x + matrix_.size.x, matrix_.corner.y + matrix_.size.y);
    const float away = frame_.style.px(kGutter);
    const ImVec2 place =
        below_ ? ImVec2(number.centre - width / 2, first_line() + lane * side_number_height(type_.size))
               : ImVec2(edge.x + away + lane * widest_number(frame_, type_.size) + widest_ - width,
                        number.centre - height / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // A row whose values do not all have room says whose each is.
    if (number.lane > 0 || (below_ && says_how_many())) {
      const ImVec2 from = below_ ? ImVec2(number.centre, edge.y + 2) : ImVec2(edge.x + 2, number.centre);
      const ImVec2 to = below_ ? ImVec2(number.centre, place.y) : ImVec2(place.x - 2, number.centre);
      list.AddLine(from, to, ui::with_alpha(frame_.style.colours.muted, 0.35f));
    }
    ui::draw_number(list, {std::round(place.x + width), std::round(place.y)}, text, type);
  }

  // Below the values: that some did not fit.
  void say_how_many() const {
    if (!says_how_many()) return;
    const std::string said = frame_.tr(
        "present.how_many", {{"count", std::to_string(shown_count())}, {"of", std::to_string(of_)}});
    const float y =
        matrix_.corner.y + matrix_.size.y + side_numbers_room(frame_, lanes_).y + frame_.style.px(6);
    const float right = matrix_.corner.x + matrix_.size.x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::TextStyle type = frame_.style.small();
    type.colour = colour();
    if (below_) {
      ui::draw_text_right(list, {right, y}, said, type);
    } else {
      ui::draw_text(list, {right + frame_.style.px(16), y}, said, type);
    }
  }

  // Beside the first line of the values, and above those on the right: which row or column they are.
  void say_whose() const {
    if (shown_count() == 0) return;
    const engine::Stage& stage = frame_.trace().stage(matrix_.stage);
    const bool by_row = below_ != matrix_.transposed;
    const engine::AxisRef axis = by_row ? stage.rows_are() : stage.columns_are();
    const std::string name = frame_.facts.label(axis, by_row ? cell_.row : cell_.column);
    const bool is_dimension =
        axis.kind == engine::Axis::kDimensions || axis.kind == engine::Axis::kHeadDimensions;
    const char* const key = is_dimension ? "present.dimension" : by_row ? "present.row" : "present.column";
    const std::string text = frame_.tr(key, {{"name", name}});
    ui::TextStyle type = frame_.style.small();
    type.colour = colour();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float padding = ImGui::GetStyle().WindowPadding.x;
    const float left = ImGui::GetWindowPos().x + padding;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - padding;
    // The outermost values below may be wider than their columns.
    const float wider = lanes_.width > 0 ? 0 : widest_number(frame_, type_.size) - matrix_.cell_width();
    const float beside = frame_.style.px(8) + std::max(0.0f, wider / 2);
    if (below_) {
      const float end = matrix_.corner.x - beside;
      const float above = ui::baseline(type_.font, type_.size) - ui::baseline(type.font, type.size);
      ui::draw_text_right(list, {end, first_line() + above}, ui::ellipsise(text + " →", end - left, type),
                          type);
    } else {
      const float x = matrix_.corner.x + matrix_.size.x + frame_.style.px(kGutter);
      // Numbers may be higher than their rows.
      const float over = std::max(0.0f, (side_number_height(type_.size) - matrix_.cell_height()) / 2);
      const float y = matrix_.corner.y - over - ui::text_size("A", type).y - frame_.style.px(2);
      ui::draw_text(list, {x, y}, ui::ellipsise(text + " ↓", right - x, type), type);
    }
  }

  // The top of the first lane below.
  float first_line() const { return matrix_.corner.y + matrix_.size.y + frame_.style.px(kGutter); }
  size_t shown_count() const { return shown().size(); }
  bool says_how_many() const { return shown_count() != of_; }

  const Frame& frame_;
  const ui::MatrixFrame& matrix_;
  engine::Cell cell_;
  bool below_;
  const SideLanes& lanes_;
  ui::TextStyle type_;
  float width_;  // in which a number has its place; 0: in that of −0.00
  int decimals_;
  std::vector<SideNumber> numbers_;
  size_t of_ = 0;     // as many are in sight
  float widest_ = 0;  // of those beside: their points are below each other
};

bool touch(const SideNumber& one, const SideNumber& other, float gap) {
  return std::abs(one.centre - other.centre) < (one.size + other.size) / 2 + gap;
}

size_t position_of_here(const std::vector<SideNumber>& numbers) {
  const auto here = std::ranges::find(numbers, true, &SideNumber::is_here);
  return here == numbers.end() ? 0 : static_cast<size_t>(here - numbers.begin());
}

}  // namespace

float side_number_height(float type) {
  return std::floor(type * kLineHeight);
}

bool take_turns(std::vector<SideNumber>& numbers, int lanes, float gap) {
  const auto here = position_of_here(numbers);
  for (size_t at = 0; at < numbers.size(); ++at) {
    const auto turn = (static_cast<int>(at) - static_cast<int>(here)) % lanes;
    numbers[at].lane = turn < 0 ? turn + lanes : turn;
  }
  const auto step = static_cast<size_t>(lanes);
  for (size_t at = step; at < numbers.size(); ++at) {
    if (!touch(numbers[at - step], numbers[at], gap)) continue;
    for (SideNumber& number : numbers) number.lane = -1;
    return false;
  }
  return true;
}

void take_every_nth(std::vector<SideNumber>& numbers, float gap) {
  const size_t here = position_of_here(numbers);
  const auto have_room = [&](size_t step) {
    for (size_t at = here % step + step; at < numbers.size(); at += step) {
      if (touch(numbers[at - step], numbers[at], gap)) return false;
    }
    return true;
  };
  size_t step = 1;
  while (step < numbers.size() && !have_room(step)) ++step;
  for (size_t at = here % step; at < numbers.size(); at += step) numbers[at].lane = 0;
}

SideLanes side_lanes_to_try(const Frame& frame, int below) {
  return {.below = below, .beside = 1, .type = full_size(frame), .is_whole = true};
}

SideLanes side_lanes_of_many(const Frame& frame) {
  return {.type = full_size(frame)};
}

SideLanes side_lanes(const Frame& frame, const ui::MatrixFrame& matrix) {
  const float full = full_size(frame);
  const float least = least_size(frame);
  const float gap = frame.style.px(6);
  const float pitch = matrix.cell_width();
  const float down = std::floor(matrix.cell_height() / kLineHeight);
  SideLanes lanes = side_lanes_to_try(frame, 2);
  // Numbers of a lane take turns; their widths are proportional to the type.
  const auto across = [&](int below) {
    return full * (static_cast<float>(below) * pitch - gap) / widest_number(frame, full);
  };
  // One line reads as a row: with a decimal less, and somewhat smaller, before numbers take turns.
  const ui::TextStyle type = number_type(frame, full);
  // A whole number has no decimal to lose.
  const engine::Summary* const summary = frame.facts.summary(matrix.stage);
  const auto whole = [&](float end) { return ui::number_width(static_cast<double>(end), 0, type); };
  const float longest = summary == nullptr ? 0 : std::max(whole(summary->smallest), whole(summary->largest));
  const float short_number =
      std::max({ui::text_size("0.00", type).x, ui::text_size("−0.0", type).x, longest});
  const float between = frame.style.px(6);
  const float one = std::min({full, full * (pitch - between) / short_number, down});
  if (one >= std::max(kOfLabels * least, kInOneLine * full)) {
    lanes.below = 1;
    lanes.type = one;
    lanes.width = std::ceil(pitch - between) + 1;
    return lanes;
  }
  if (across(lanes.below) < least) ++lanes.below;
  lanes.type = std::min({full, across(lanes.below), down});
  if (lanes.type < least) return side_lanes_of_many(frame, matrix);
  if (across(1) >= lanes.type) lanes.below = 1;
  return lanes;
}

SideLanes side_lanes_of_many(const Frame& frame, const ui::MatrixFrame& matrix) {
  SideLanes lanes = side_lanes_of_many(frame);
  // All of a column's values, where somewhat smaller type is enough.
  const float down = std::floor(matrix.cell_height() / kLineHeight);
  if (down >= kOfLabels * least_size(frame)) lanes.type = std::min(lanes.type, down);
  return lanes;
}

ImVec2 side_numbers_room(const Frame& frame, const SideLanes& lanes) {
  const float margin = frame.style.px(kGutter + 2);
  return {static_cast<float>(lanes.beside) * widest_number(frame, lanes.type) + margin,
          static_cast<float>(lanes.below) * side_number_height(lanes.type) + margin};
}

std::vector<engine::Index> columns_with_values(const Frame& frame, const ui::MatrixFrame& matrix,
                                               const engine::Cell& cell, const SideLanes& lanes) {
  return Side(frame, matrix, cell, true, lanes, common_decimals(frame, matrix, cell, lanes)).shown();
}

void draw_side_numbers(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell,
                       const SideLanes& lanes) {
  const int decimals = common_decimals(frame, matrix, cell, lanes);
  Side(frame, matrix, cell, true, lanes, decimals).draw();
  Side(frame, matrix, cell, false, lanes, decimals).draw();
}

}  // namespace views
