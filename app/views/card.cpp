// card.cpp: one cell explained to its last term, and what becomes of it.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/export/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/sight.h"
#include "app/views/views.h"
#include "engine/formula.h"

namespace views {
namespace {

using engine::Arithmetic;
using engine::Explanation;

constexpr float kRowHeight = 20;  // of a term, in pixels at 100 %
constexpr size_t kLongList = 24;  // terms; more of them scroll in a part of the card where it is too short

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
    switch (explanation_.arithmetic) {
      case Arithmetic::kSoftmax:
        softmax_terms();
        break;
      case Arithmetic::kNormalise:
        norm_terms();
        break;
      default:
        has_gate() ? gate() : names_its_terms() ? named_terms() : terms();
        break;
    }
    if (explanation_.arithmetic != Arithmetic::kNormalise) {
      for (const engine::Quantity& quantity : explanation_.quantities)
        line(frame_.tr(quantity.key), quantity.value, 4, false);
    }
    separator();
    line(result_name(), explanation_.result, is_small() ? 4 : 2, true);
    for (const std::string& note : notes()) ui::paragraph(note, width_, style_.small());
    journey();
  }

 private:
  // Sentences below the result.
  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    if (!explanation_.note.empty()) notes.push_back(frame_.tr(explanation_.note));
    if (is_prediction() && frame_.session.trace_document().config.model == engine::ModelKind::kSeeded)
      notes.push_back(frame_.tr("note.untrained"));
    return notes;
  }

  bool is_prediction() const { return stage_.columns_are().kind == engine::Axis::kVocabulary; }
  bool has_gate() const { return stage_.operation->name() == "activation"; }
  // Sums of a sub-layer name what they add: their symbols alone say little.
  bool names_its_terms() const {
    const std::string kind = app::stage_kind(stage_.address);
    return explanation_.arithmetic == Arithmetic::kSum && (kind == "residual" || kind == "nudged");
  }

  // "mat reads from sat" in the roles' colours, or "mat, dimension 5".
  void heading() {
    const bool pinned = frame_.session.hover().stage < 0;
    ui::label(frame_.tr(pinned ? "card.pinned" : "card.hovered"), style_.small());
    const std::string row = frame_.facts.label(stage_.rows_are(), cell_.row);
    const std::string column = frame_.facts.label(stage_.columns_are(), cell_.column);
    ui::TextStyle type{style_.fonts.semibold, style_.px(18), style_.colours.ink};
    if (stage_.column_axis != engine::Axis::kKeys) {
      ui::paragraph(cell_name(row, column), width_, type);
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
    if (app::place_of(stage_.address).sublayer == app::Sublayer::kCross)
      ui::paragraph(frame_.tr("card.cross"), width_, style_.small());
  }

  std::string cell_name(const std::string& row, const std::string& column) const {
    if (is_prediction()) return frame_.tr("card.next", {{"row", row}, {"column", column}});
    const bool parameter = stage_.row_axis == engine::Axis::kDimensions;
    if (parameter && stage_.rows == 1) {
      return frame_.tr("card.vector",
                       {{"row", exporter::stage_name(frame_.tr, stage_.address)}, {"column", column}});
    }
    return frame_.tr(parameter ? "card.weight" : "card.vector", {{"row", row}, {"column", column}});
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

  // The height of `count` rows; of many, as far as the card has room for them below the cursor: the rest
  // scrolls, so that the result stays in sight.
  float rows_height(size_t count) const {
    const bool normalises = explanation_.arithmetic == Arithmetic::kNormalise;
    float below = style_.px(44.0f + (is_map() ? 130.0f : 0) + (normalises ? 50.0f : 0)) +
                  style_.px(22) * static_cast<float>(explanation_.quantities.size());
    for (const std::string& note : notes()) below += ui::paragraph_height(note, width_, style_.small());
    const float each = row_pitch();
    const float room = std::max(ImGui::GetContentRegionAvail().y - below, 2 * each);
    const float whole = static_cast<float>(count) * each;
    return count > kLongList && whole > room ? std::floor(room / each) * each : whole;
  }
  static bool scrolls(size_t count, float height, float pitch) {
    return static_cast<float>(count) * pitch > height + 1;
  }
  float row_pitch() const { return style_.px(kRowHeight) + ImGui::GetStyle().ItemSpacing.y; }

  // Draws a heading line and `count` rows, of which only the visible ones cost time; `here` is kept in sight.
  template <class Heading, class Row>
  void rows(size_t count, size_t here, const Heading& heading, const Row& row) {
    const float pitch = row_pitch();
    const float height = rows_height(count);
    const bool in_part = scrolls(count, height, pitch);
    const float whole = width_;
    if (in_part) width_ -= ImGui::GetStyle().ScrollbarSize + style_.px(6);
    heading();
    if (in_part) {
      ImGui::BeginChild("terms", {whole, height});
      const float above = std::floor(height / pitch / 2);
      if (here < count && arrives_at("term", stage_.address + " " + std::to_string(here)))
        ImGui::SetScrollY(pitch * std::max(0.0f, static_cast<float>(here) - above));
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count), pitch);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) row(static_cast<size_t>(i));
    }
    if (in_part) ImGui::EndChild();
    width_ = whole;
  }

  bool is_map() const { return app::head_of(stage_.address) && stage_.column_axis == engine::Axis::kKeys; }

  void terms() {
    double largest = 0;
    for (const engine::Term& term : explanation_.terms) {
      if (std::isfinite(term.value)) largest = std::max(largest, std::abs(term.value));
    }
    const size_t count = explanation_.terms.size();
    rows(
        count, count, [] {}, [&](size_t i) { term_row(i, explanation_.terms[i], largest); });
  }

  // What is added in a sub-layer's sum, by name.
  void named_terms() const {
    for (const engine::Term& term : explanation_.terms) {
      const engine::Stage& from = frame_.trace().stage(term.left_cell.stage);
      line(engine::plain_formula(from.symbol) + "   " + exporter::stage_name(frame_.tr, from.address),
           term.value, 2, false);
    }
  }

  // x and how much of it passes.
  void gate() const {
    const engine::Term& term = explanation_.terms.front();
    const engine::Stage& from = frame_.trace().stage(term.left_cell.stage);
    line("x = " + engine::plain_formula(from.symbol), term.left, 4, false);
    const std::string note = explanation_.note.substr(explanation_.note.rfind('.') + 1);
    line("× " + frame_.tr("card.gate." + note), term.right, 4, false);
  }

  // The row with each number's square distance from its mean, both measures of it, and what is made of the
  // cell's own number.
  void norm_terms() {
    double largest = 0;
    for (const engine::Term& term : explanation_.terms) largest = std::max(largest, term.value);
    const auto here = static_cast<size_t>(cell_.column);
    rows(
        explanation_.terms.size(), here,
        [&] {
          column_heads({{106, "x"}, {0, "(x − μ)²"}});
        },
        [&](size_t i) { norm_row(i, i == here, largest); });
    const auto& q = explanation_.quantities;
    ImGui::Dummy({0, style_.px(4)});
    const std::string count = std::to_string(explanation_.terms.size());
    line(frame_.tr("card.mean", {{"count", count}}), q[0].value, 4, false);
    line(frame_.tr("card.variance"), q[1].value, 4, false);
    separator();
    line("x", explanation_.terms[here].left, 4, false);
    line(frame_.tr(q[3].key), q[3].value, 4, false);
    line("× " + frame_.tr(q[4].key), q[4].value, 4, false);
    line("+ " + frame_.tr(q[5].key), q[5].value, 4, false);
  }

  void norm_row(size_t i, bool here, double largest) const {
    const engine::Term& term = explanation_.terms[i];
    const float height = style_.px(kRowHeight);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width_, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ui::TextStyle type = here ? style_.small_strong() : style_.small_ink();
    ui::draw_text(list, at, std::to_string(i), here ? type : style_.small());
    ui::draw_number(list, {at.x + style_.px(106), at.y}, number(term.left), type);
    const float start = at.x + style_.px(128);
    const float room = at.x + width_ - style_.px(64) - start;
    if (room > 8 && largest > 0) {
      const float length = room * static_cast<float>(term.value / largest);
      list.AddRectFilled({start, at.y + height * 0.24f},
                         {start + std::max(1.0f, length), at.y + height * 0.64f}, style_.colours.accent, 2);
    }
    ui::draw_number(list, {at.x + width_, at.y}, number(term.value), type);
  }

  // 4   3.11 × 3.61   ▬▬   11.24
  void term_row(size_t index, const engine::Term& term, double largest) {
    const ui::TextStyle small = style_.small_ink();
    const float height = style_.px(kRowHeight);
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
    const std::string symbol = engine::plain_formula(frame_.trace().stage(stage_.inputs[0]).symbol);
    rows(
        explanation_.terms.size(), static_cast<size_t>(cell_.column),
        [&] {
          column_heads({{134, symbol}, {206, "e^(" + symbol + " − m)"}, {0, "÷ Σ"}});
        },
        [&](size_t j) { softmax_row(j, sum); });
  }

  // What columns of numbers are, above them: the right end of each in pixels at 100 %, 0 for the card's.
  void column_heads(const std::vector<std::pair<float, std::string>>& heads) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (const auto& [end, name] : heads) {
      const float right = end == 0 ? width_ : style_.px(end);
      ui::draw_text_right(*ImGui::GetWindowDrawList(), {at.x + right, at.y}, name, style_.small());
    }
    ImGui::Dummy({width_, style_.px(kRowHeight)});
  }

  void softmax_row(size_t j, double sum) {
    const engine::Term& term = explanation_.terms[j];
    const float height = style_.px(kRowHeight);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width_, height});
    if (!ImGui::IsRectVisible(at, {at.x + width_, at.y + height})) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool here = static_cast<engine::Index>(j) == cell_.column;
    const ui::TextStyle type = here ? style_.small_strong() : style_.small_ink();
    ui::TextStyle name = type;
    if (here && is_map()) name.colour = style_.colours.key;
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
        return sum_of_products();
      case Arithmetic::kSum:
        return frame_.tr("card.sum");
      case Arithmetic::kSoftmax:
        return frame_.tr(is_prediction() ? "card.probability" : "card.weight_result");
      default:
        return frame_.tr("card.result");
    }
  }

  // A bias is a term of one factor.
  std::string sum_of_products() const {
    const auto& terms = explanation_.terms;
    const auto products =
        std::count_if(terms.begin(), terms.end(), [](const engine::Term& term) { return term.has_right; });
    const bool biased = products < static_cast<std::ptrdiff_t>(terms.size());
    return frame_.tr(biased ? "card.sum_with_bias" : "card.sum_of_products",
                     {{"count", std::to_string(products)}});
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
    if (!is_map()) return;
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
    const engine::Config& config = frame_.session.trace_document().config;
    if (map == "masked") {
      const auto mask = frame_.trace().find(stage_.address.substr(0, stage_.address.rfind('.')) + ".mask");
      const double value = mask ? static_cast<double>(frame_.trace().at(*mask, cell_.row, cell_.column)) : 0;
      return frame_.tr("journey.masked", {{"mask", engine::number_markup(value)}});
    }
    if (map != "scaled") return frame_.tr("journey." + std::string(map));
    const auto queries = frame_.trace().find(stage_.address.substr(0, stage_.address.rfind('.')) + ".q");
    const engine::Index d_k = queries ? frame_.trace().stage(*queries).columns : config.d_k;
    const std::string root = engine::number_markup(std::sqrt(static_cast<double>(d_k)));
    std::string name = config.scale
                           ? frame_.tr("journey.scaled", {{"d_k", std::to_string(d_k)}, {"root", root}})
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
