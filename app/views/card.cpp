// card.cpp: one cell explained to its last term, and what becomes of it.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/views.h"
#include "engine/formula.h"

namespace views {
namespace {

using engine::Arithmetic;
using engine::Explanation;

class Card {
 public:
  Card(const Frame& frame, const engine::Cell& cell)
      : frame_(frame),
        style_(frame.style),
        cell_(cell),
        stage_(frame.trace().stage(cell.stage)),
        explanation_(frame.trace().explain(cell.stage, cell.row, cell.column)),
        width_(ImGui::GetContentRegionAvail().x) {}

  void draw() {
    heading();
    formula();
    if (explanation_.arithmetic == Arithmetic::kSoftmax) {
      softmax_terms();
    } else if (!explanation_.terms.empty()) {
      terms();
    }
    for (const engine::Quantity& quantity : explanation_.quantities)
      line(frame_.tr(quantity.key), quantity.value, 4, false);
    separator();
    line(result_name(), explanation_.result, is_small() ? 4 : 2, true);
    if (!explanation_.note.empty()) ui::paragraph(frame_.tr(explanation_.note), width_, style_.small());
    journey();
  }

 private:
  // "mat reads from sat" in the roles' colours, or "mat, dimension 5".
  void heading() {
    const bool pinned = frame_.session.hover().stage < 0;
    ui::label(frame_.tr(pinned ? "card.pinned" : "card.hovered"), style_.small());
    const std::string row = frame_.facts.label(stage_.rows_are(), cell_.row);
    const std::string column = frame_.facts.label(stage_.columns_are(), cell_.column);
    ui::TextStyle type{style_.fonts.semibold, style_.px(18), style_.colours.ink};
    if (stage_.column_axis != engine::Axis::kKeys) {
      const std::string_view key =
          stage_.row_axis == engine::Axis::kDimensions ? "card.weight" : "card.vector";
      ui::paragraph(frame_.tr(key, {{"row", row}, {"column", column}}), width_, type);
      return;
    }
    const std::string middle = " " + frame_.tr("card.reads_from") + " ";
    ui::TextStyle query = type;
    query.colour = style_.colours.query;
    ui::TextStyle key = type;
    key.colour = style_.colours.key;
    const float words = ui::text_size(middle, type).x;
    const float each = (width_ - words) / 2;
    part(ui::ellipsise(row, std::max(each, width_ - words - ui::text_size(column, key).x), query), query);
    part(middle, type);
    part(ui::ellipsise(column, each, key), key);
    ImGui::NewLine();
  }

  void part(const std::string& text, const ui::TextStyle& type) const {
    ui::label(text, type);
    ImGui::SameLine(0, 0);
  }

  void formula() const {
    const ui::MathStyle math{&style_.fonts,        style_.px(20),      style_.colours.ink,
                             style_.colours.query, style_.colours.key, style_.colours.value};
    ui::MathLayout layout = ui::layout_math(explanation_.formula, math, width_);
    if (layout.width > width_) {
      ui::MathStyle smaller = math;
      smaller.size *= std::max(0.6f, width_ / layout.width);
      layout = ui::layout_math(explanation_.formula, smaller, width_);
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::draw_math(*ImGui::GetWindowDrawList(), {at.x, at.y + layout.ascent + style_.px(8)}, layout);
    ImGui::Dummy({std::min(layout.width, width_), layout.ascent + layout.descent + style_.px(16)});
  }

  bool is_small() const {
    return explanation_.arithmetic == Arithmetic::kSoftmax || std::abs(explanation_.result) < 1;
  }

  ImU32 colour_of(const engine::Cell& cell) const {
    return cell.stage < 0 ? style_.colours.ink : style_.role(frame_.trace().stage(cell.stage).role);
  }

  // How many terms have room; the rest scroll inside the card, which is a window of its own.
  struct Columns {
    float index, left, right, axis, value;
    float half_bar;
  };
  Columns columns() const {
    Columns columns{};
    columns.value = width_;
    columns.index = 0;
    columns.left = style_.px(82);
    columns.right = style_.px(152);
    const float bar_start = columns.right + style_.px(14);
    const float bar_end = width_ - style_.px(74);
    columns.half_bar = std::max(0.0f, (bar_end - bar_start) / 2);
    columns.axis = bar_start + columns.half_bar;
    return columns;
  }

  void terms() {
    double largest = 0;
    for (const engine::Term& term : explanation_.terms) {
      if (std::isfinite(term.value)) largest = std::max(largest, std::abs(term.value));
    }
    for (size_t i = 0; i < explanation_.terms.size(); ++i) term_row(i, explanation_.terms[i], largest);
  }

  // 4   3.11 × 3.61   ▬▬   11.24
  void term_row(size_t index, const engine::Term& term, double largest) {
    const ui::TextStyle small = style_.small_ink();
    const float height = style_.px(20);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width_, height});
    if (!ImGui::IsRectVisible(at, {at.x + width_, at.y + height})) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Columns place = columns();
    ui::draw_text(list, at, term_name(index, term), style_.small());
    ui::TextStyle left = small;
    left.colour = colour_of(term.left_cell);
    ui::draw_number(list, {at.x + place.left, at.y}, number(term.left), left);
    if (explanation_.arithmetic == Arithmetic::kQuotient) {
      ui::draw_text(list, {at.x + place.left + style_.px(8), at.y}, "÷", style_.small());
      ui::draw_number(list, {at.x + place.right, at.y}, number(divisor()), small);
    }
    if (term.has_right) {
      ui::TextStyle right = small;
      right.colour = colour_of(term.right_cell);
      ui::draw_text(list, {at.x + place.left + style_.px(8), at.y}, "×", style_.small());
      ui::draw_number(list, {at.x + place.right, at.y}, number(term.right), right);
    }
    bar(at, height, place, term.value, largest);
    ui::draw_number(list, {at.x + place.value, at.y}, number(term.value), small);
  }

  // What a quotient divides by: the root of d_k, the temperature, or both.
  double divisor() const {
    double product = 1;
    for (const engine::Quantity& quantity : explanation_.quantities) product *= quantity.value;
    return product;
  }

  std::string term_name(size_t index, const engine::Term& term) const {
    if (explanation_.arithmetic == Arithmetic::kSum || explanation_.arithmetic == Arithmetic::kCopy ||
        explanation_.arithmetic == Arithmetic::kQuotient) {
      return term.left_cell.stage < 0
                 ? ""
                 : engine::plain_formula(frame_.trace().stage(term.left_cell.stage).symbol);
    }
    if (explanation_.arithmetic == Arithmetic::kProduct) return "";
    // A sum over keys names the token, one over dimensions its number.
    if (!term.has_right) return engine::plain_formula(frame_.trace().stage(term.left_cell.stage).symbol);
    const engine::Stage& left = frame_.trace().stage(term.left_cell.stage);
    return ui::ellipsise(frame_.facts.label(left.columns_are(), static_cast<engine::Index>(index)),
                         style_.px(46), style_.small());
  }

  void bar(ImVec2 at, float height, const Columns& place, double value, double largest) const {
    if (!std::isfinite(value) || largest == 0 || place.half_bar < 4) return;
    const float length = place.half_bar * static_cast<float>(value / largest);
    const float axis = at.x + place.axis;
    const ImVec2 low(std::min(axis, axis + length), at.y + height * 0.24f);
    const ImVec2 high(std::max(axis, axis + length), at.y + height * 0.64f);
    ImGui::GetWindowDrawList()->AddRectFilled(low, {std::max(high.x, low.x + 1), high.y},
                                              value < 0 ? style_.colours.muted : style_.colours.accent, 2);
    ImGui::GetWindowDrawList()->AddLine({axis, at.y}, {axis, at.y + height}, style_.colours.hairline);
  }

  static std::string number(double value) { return ui::fixed_number(value, std::abs(value) >= 1000 ? 0 : 2); }

  // The row's softmax: score, e to it, and the weight; the explained key is marked.
  void softmax_terms() {
    const double sum = explanation_.quantities[1].value;
    const ImVec2 head = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ui::TextStyle quiet = style_.small();
    const std::string symbol = engine::plain_formula(frame_.trace().stage(stage_.inputs[0]).symbol);
    ui::draw_text_right(list, {head.x + style_.px(134), head.y}, symbol, quiet);
    ui::draw_text_right(list, {head.x + style_.px(206), head.y}, "e^(" + symbol + " − m)", quiet);
    ui::draw_text_right(list, {head.x + width_, head.y}, "÷ Σ", quiet);
    ImGui::Dummy({width_, style_.px(20)});
    for (size_t j = 0; j < explanation_.terms.size(); ++j) softmax_row(j, sum);
  }

  void softmax_row(size_t j, double sum) {
    const engine::Term& term = explanation_.terms[j];
    const float height = style_.px(20);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width_, height});
    if (!ImGui::IsRectVisible(at, {at.x + width_, at.y + height})) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool here = static_cast<engine::Index>(j) == cell_.column;
    const ui::TextStyle type = here ? style_.small_strong() : style_.small_ink();
    ui::TextStyle name = type;
    if (here) name.colour = style_.colours.key;
    const std::string label = frame_.facts.label(stage_.columns_are(), static_cast<engine::Index>(j));
    ui::draw_text(list, at, ui::ellipsise(label, style_.px(76), name), name);
    ui::draw_number(list, {at.x + style_.px(134), at.y}, number(term.left), type);
    ui::draw_number(list, {at.x + style_.px(206), at.y}, term.value, 4, type);
    const double weight = sum > 0 ? term.value / sum : 0;
    const float start = at.x + style_.px(220);
    const float room = at.x + width_ - style_.px(58) - start;
    if (room > 8) {
      const float length = std::max(1.0f, room * static_cast<float>(weight));
      list.AddRectFilled({start, at.y + height * 0.24f}, {start + length, at.y + height * 0.64f},
                         style_.colours.accent, 2);
    }
    ui::draw_number(list, {at.x + width_, at.y}, weight, 4, type);
  }

  std::string result_name() const {
    switch (explanation_.arithmetic) {
      case Arithmetic::kSumOfProducts:
        return frame_.tr("card.sum_of_products", {{"count", std::to_string(explanation_.terms.size())}});
      case Arithmetic::kSum:
        return frame_.tr("card.sum");
      case Arithmetic::kSoftmax:
        return frame_.tr("card.weight_result");
      default:
        return frame_.tr("card.result");
    }
  }

  void separator() const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y + style_.px(3)}, {at.x + width_, at.y + style_.px(3)},
                                        style_.colours.hairline);
    ImGui::Dummy({0, style_.px(7)});
  }

  void line(const std::string& name, double value, int decimals, bool strong) const {
    const ui::TextStyle type = strong ? style_.strong() : style_.small_ink();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string text = ui::fixed_number(value, decimals);
    const float number_width = ui::number_width(text, type);
    ui::draw_text(list, at, ui::ellipsise(name, width_ - number_width - style_.px(8), type), type);
    ui::draw_number(list, {at.x + width_, at.y}, text, type);
    ImGui::Dummy({width_, ui::text_size("A", type).y + style_.px(3)});
  }

  // The same pair of tokens through the head's maps: score, scaled, masked, weight, and the row's sum.
  void journey() const {
    constexpr std::array<std::string_view, 4> kMaps = {"scores", "scaled", "masked", "weights"};
    if (!app::head_of(stage_.address) || stage_.column_axis != engine::Axis::kKeys) return;
    ImGui::Dummy({0, style_.px(8)});
    ui::label(frame_.tr("card.journey"), style_.small());
    const std::string base = stage_.address.substr(0, stage_.address.rfind('.') + 1);
    for (const std::string_view map : kMaps) {
      const auto index = frame_.trace().find(base + std::string(map));
      if (!index) continue;
      const double value = frame_.trace().at(*index, cell_.row, cell_.column);
      line(journey_name(map), value, map == "weights" ? 4 : 2, *index == cell_.stage);
      if (map == "weights")
        line(frame_.tr("journey.row_sum"), frame_.trace().read_row(*index, cell_.row).sum(), 4, false);
    }
  }

  // "÷ √16 = 4 →": what was done, and the number that it gave stands behind the arrow.
  std::string journey_name(std::string_view map) const {
    const engine::Config& config = frame_.session.document().config;
    if (map == "masked") {
      const auto mask = frame_.trace().find(stage_.address.substr(0, stage_.address.rfind('.')) + ".mask");
      const double value = mask ? static_cast<double>(frame_.trace().at(*mask, cell_.row, cell_.column)) : 0;
      return frame_.tr("journey.masked", {{"mask", engine::number_markup(value)}});
    }
    if (map != "scaled") return frame_.tr("journey." + std::string(map));
    const std::string root = engine::number_markup(std::sqrt(static_cast<double>(config.d_k)));
    std::string name =
        config.scale ? frame_.tr("journey.scaled", {{"d_k", std::to_string(config.d_k)}, {"root", root}})
                     : frame_.tr("journey.unscaled");
    if (config.temperature != 1) name += " ÷ " + engine::number_markup(config.temperature, 3);
    return name + " →";
  }

  const Frame& frame_;
  const ui::Style& style_;
  engine::Cell cell_;
  const engine::Stage& stage_;
  Explanation explanation_;
  float width_;
};

void draw_hint(const Frame& frame) {
  const float width = ImGui::GetContentRegionAvail().x;
  ui::label(frame.tr("card.none"), frame.style.small());
  const ui::TextStyle type{frame.style.fonts.semibold, frame.style.px(18), frame.style.colours.ink};
  ui::paragraph(frame.tr("card.hint_title"), width, type);
  ui::paragraph(frame.tr("card.hint"), width, frame.style.quiet());
}

}  // namespace

void draw_card(const Frame& frame) {
  if (!frame.session.trace()) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, frame.style.px(2)));
  const engine::Cell cell = frame.session.explained_cell();
  if (cell.stage < 0) {
    draw_hint(frame);
  } else {
    Card(frame, cell).draw();
  }
  ImGui::PopStyleVar();
}

}  // namespace views
