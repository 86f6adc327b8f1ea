// factors.cpp: leads from the written arithmetic to the cells that it reads.
#include "app/views/present/factors.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "app/look/palette.h"
#include "app/ui/text.h"
#include "app/views/stage/matrix_view.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

constexpr size_t kMostFactors = 4;    // that are named
constexpr size_t kMostReadCells = 3;  // more are no longer told apart
constexpr float kBesideFactor = 6;    // pixels at 100 %, between its name and its line
constexpr float kLeader = 16;         // to a name on the right
constexpr float kLeastBox = 5;        // the side of the box around a cell
constexpr float kFaint = 0.6f;        // of the lines over numbers

// As the line writes it: more decimals where two would say nothing.
std::string factor_text(double value) {
  const bool vanishes = std::abs(value) < 0.005;
  return engine::fixed_number(value, value == 0 ? 0 : vanishes ? 4 : 2);
}

float factor_line(const Frame& frame) {
  return std::floor(ui::text_size("A", frame.style.small()).y);
}

// A token and its number.
struct NamedFactor {
  engine::Cell cell;
  std::string name;
  std::string number;
  ImVec2 low, high;  // of its cell
  ImVec2 middle() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
};

// A zoomed view may end within a cell.
bool is_seen(const ui::MatrixFrame& matrix, const engine::Cell& cell) {
  const auto [low, high] = matrix.box(cell, cell);
  return high.x - low.x > matrix.cell_width() * 0.5f && high.y - low.y > matrix.cell_height() * 0.5f;
}

std::optional<NamedFactor> named_factor(const ui::MatrixFrame& matrix, const engine::Cell& cell, double value,
                                        const std::string& name) {
  if (!is_seen(matrix, cell) || !std::isfinite(value)) return std::nullopt;
  const auto [low, high] = matrix.box(cell, cell);
  return NamedFactor{cell, name, factor_text(value), low, high};
}

float text_width_of(const Frame& frame, const std::string& name) {
  return ui::text_size(name, frame.style.small()).x;
}

// "tired 0.76" from `at` on; the name in its colour.
void draw_named(const Frame& frame, ImVec2 at, const std::string& name, ImU32 colour,
                const std::string& number) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::TextStyle type = frame.style.small();
  type.colour = colour;
  ui::draw_text(list, at, name, type);
  at.x += text_width_of(frame, name) + frame.style.px(kBesideFactor);
  ui::draw_text(list, at, number, frame.style.small_ink());
}

float named_width(const Frame& frame, const std::string& name, const std::string& number) {
  return text_width_of(frame, name) + frame.style.px(kBesideFactor) + text_width_of(frame, number);
}

// Inside the cell, or around one that is too small for that.
void draw_cell_box(const Frame& frame, ImVec2 low, ImVec2 high, ImU32 colour) {
  const float thick = frame.style.px(1.5f);
  const float least = frame.style.px(kLeastBox);
  const ImVec2 wider(std::max(least - (high.x - low.x), 0.0f) / 2,
                     std::max(least - (high.y - low.y), 0.0f) / 2);
  ImGui::GetWindowDrawList()->AddRect({low.x - wider.x, low.y - wider.y},
                                      {high.x + wider.x, high.y + wider.y}, colour, 0, 0, thick);
}

// One above the other, the leftmost next to the matrix: no name lies on another's line.
void draw_factors_above(const Frame& frame, const ui::MatrixFrame& matrix, std::vector<NamedFactor> factors,
                        float most) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::ranges::sort(factors, {}, [](const NamedFactor& factor) { return factor.low.x; });
  const float line = factor_line(frame);
  const float edge = ImGui::GetWindowPos().x + ImGui::GetStyle().WindowPadding.x;
  const look::ColourScale& scale = frame.facts.scale(matrix.stage);
  const ImU32 over = ui::with_alpha(ui::pack(look::text_on(look::colour_of(scale, 0))), kFaint);
  float bottom = matrix.corner.y - style.px(5);
  for (const NamedFactor& factor : factors) {
    const float value = frame.trace().at(matrix.stage, factor.cell.row, factor.cell.column);
    const ImU32 on_cell = ui::pack(look::text_on(look::colour_of(scale, value)));
    draw_cell_box(frame, factor.low, factor.high, on_cell);
    const float x = std::round(factor.middle().x);
    if (bottom - line < matrix.corner.y - most) continue;
    const float middle = std::round(bottom - line / 2);
    list.AddLine({x, matrix.corner.y}, {x, factor.low.y}, over);
    list.AddLine({x, middle}, {x, matrix.corner.y - 1}, style.colours.key);
    list.AddLine({x - style.px(4), middle}, {x, middle}, style.colours.key);
    const float right = x - style.px(kBesideFactor);
    const float room = right - edge - named_width(frame, "", factor.number);
    const std::string name = ui::ellipsise(factor.name, room, style.small());
    draw_named(frame, {right - named_width(frame, name, factor.number), bottom - line}, name,
               style.colours.key, factor.number);
    bottom -= line;
  }
}

// Each as near to its row as its neighbours let it be.
void draw_factors_beside(const Frame& frame, const ui::MatrixFrame& matrix,
                         std::vector<NamedFactor> factors) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::ranges::sort(factors, {}, [](const NamedFactor& factor) { return factor.low.y; });
  const float line = factor_line(frame);
  const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x;
  const float end = matrix.corner.x + matrix.size.x;
  const float text = end + style.px(kLeader) + style.px(kBesideFactor);
  const auto count = static_cast<float>(factors.size());
  // The last of them end above the result's own name and numbers.
  float lowest = matrix.corner.y + std::max(matrix.size.y + style.px(12), count * line) - line / 2;
  std::vector<float> places(factors.size());
  for (size_t i = factors.size(); i-- > 0; lowest = places[i] - line)
    places[i] = std::min(lowest, factors[i].middle().y);
  float highest = matrix.corner.y + line * 0.4f;
  for (size_t i = 0; i < factors.size(); highest = places[i++] + line)
    places[i] = std::max(highest, places[i]);
  const ImU32 colour = style.colours.value;
  for (size_t i = 0; i < factors.size(); ++i) {
    const NamedFactor& factor = factors[i];
    draw_cell_box(frame, factor.low, factor.high, colour);
    const float y = std::round(factor.middle().y);
    list.AddLine({factor.high.x, y}, {end, y}, ui::with_alpha(colour, kFaint));
    list.AddLine({end, y}, {end + style.px(kLeader), places[i]}, colour);
    const float room = edge - text - named_width(frame, "", factor.number);
    const std::string name = ui::ellipsise(factor.name, room, style.small());
    draw_named(frame, {text, places[i] - line / 2}, name, colour, factor.number);
  }
}

// The cells that the arithmetic of one cell reads, if they are few.
std::vector<engine::Cell> read_cells(const engine::Cell& cell, const engine::Explanation& explanation) {
  using engine::Arithmetic;
  const std::vector<engine::Term>& terms = explanation.terms;
  const auto own = static_cast<size_t>(cell.column);
  const bool is_of_row = explanation.arithmetic == Arithmetic::kSoftmax ||
                         explanation.arithmetic == Arithmetic::kNormalise ||
                         explanation.arithmetic == Arithmetic::kRmsNormalise;
  std::vector<engine::Cell> cells;
  const auto add = [&](const engine::Cell& read) {
    if (read.stage >= 0 && std::ranges::find(cells, read) == cells.end()) cells.push_back(read);
  };
  if (is_of_row) {
    if (own >= terms.size()) return {};
    add(terms[own].left_cell);
    // The row's maximum is written, too.
    if (explanation.arithmetic == Arithmetic::kSoftmax)
      add(std::ranges::max_element(terms, {}, &engine::Term::left)->left_cell);
    return cells;
  }
  if (terms.size() > kMostReadCells) return {};
  for (const engine::Term& term : terms) {
    add(term.left_cell);
    add(term.right_cell);
  }
  return cells;
}

// A number on a ground of its own, above a cell or below it.
class CellTag {
 public:
  CellTag(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell)
      : frame_(frame), type_(frame.style.small_ink()) {
    type_.font = frame.style.fonts.semibold;
    std::tie(low_, high_) = matrix.box(cell, cell);
    text_ = factor_text(static_cast<double>(frame.trace().at(cell.stage, cell.row, cell.column)));
    size_ = {ui::text_size(text_, type_).x + 2 * frame.style.px(5), factor_line(frame) + frame.style.px(1)};
    at_.x = std::round((low_.x + high_.x - size_.x) / 2);
    put(low_.y - size_.y - away() >= matrix.corner.y);
  }

  void put(bool is_above) { at_.y = std::round(is_above ? low_.y - size_.y - away() : high_.y + away()); }
  bool touches(const CellTag& other) const {
    return std::abs(at_.x - other.at_.x) < size_.x + frame_.style.px(4) &&
           std::abs(at_.y - other.at_.y) < size_.y;
  }
  bool is_above() const { return at_.y < low_.y; }

  void draw() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = frame_.style.colours.accent;
    const ImVec2 end(at_.x + size_.x, at_.y + size_.y);
    const float round = frame_.style.px(4);
    draw_cell_box(frame_, low_, high_, colour);
    list.AddRectFilled(at_, end, frame_.style.colours.panel, round);
    list.AddRect(at_, end, colour, round, 0, frame_.style.px(1.5f));
    ui::draw_text_centred(list, {(at_.x + end.x) / 2, at_.y + frame_.style.px(0.5f)}, text_, type_);
  }

 private:
  // From its cell: a row's frame is between them.
  float away() const { return frame_.style.px(4); }

  const Frame& frame_;
  ui::TextStyle type_;
  std::string text_;
  ImVec2 low_, high_;  // of the cell
  ImVec2 at_, size_;
};

}  // namespace

bool weighs_rows(const Frame& frame, int stage) {
  const engine::Stage& result = frame.trace().stage(stage);
  const bool is_product = result.operation->layout() == engine::Layout::kProductPlain;
  return is_product && is_map(frame.trace().stage(result.inputs[0])) &&
         frame.trace().stage(result.inputs[1]).rows_are().counts_tokens();
}

float factor_lines_height(const Frame& frame) {
  return static_cast<float>(kMostFactors) * factor_line(frame) + frame.style.px(5);
}

void draw_factors(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes,
                  const std::vector<engine::Term>& terms) {
  const ui::MatrixFrame& weights = layout.matrices[0].frame;
  const ui::MatrixFrame& values = layout.matrices[1].frame;
  std::vector<NamedFactor> left;
  std::vector<NamedFactor> right;
  for (const engine::Term& term : terms) {
    if (term.left_cell.stage != weights.stage || term.right_cell.stage != values.stage) return;
    const engine::AxisRef keys = frame.trace().stage(weights.stage).columns_are();
    const std::string name = frame.facts.label(keys, term.left_cell.column);
    if (auto factor = named_factor(weights, term.left_cell, term.left, name))
      left.push_back(std::move(*factor));
    if (auto factor = named_factor(values, term.right_cell, term.right, name))
      right.push_back(std::move(*factor));
  }
  draw_factors_above(frame, weights, std::move(left), sizes.factor_lines);
  draw_factors_beside(frame, values, std::move(right));
}

void draw_read_numbers(const Frame& frame, const StageLayout& layout, const engine::Cell& cell,
                       const engine::Explanation& explanation) {
  std::vector<CellTag> tags;
  for (const engine::Cell& read : read_cells(cell, explanation)) {
    for (const PlacedMatrix& placed : layout.matrices) {
      const ui::MatrixFrame& matrix = placed.frame;
      if (placed.is_result || matrix.stage != read.stage || numbers_fit(frame, matrix)) continue;
      const float value = frame.trace().at(read.stage, read.row, read.column);
      if (!is_seen(matrix, read) || !std::isfinite(value)) continue;
      CellTag tag(frame, matrix, read);
      if (std::ranges::any_of(tags, [&](const CellTag& other) { return tag.touches(other); }))
        tag.put(!tag.is_above());
      tags.push_back(std::move(tag));
    }
  }
  for (const CellTag& tag : tags) tag.draw();
}

}  // namespace views
