// written_sums.cpp: "q₀³ = 0.31 × 0.02 + −0.12 × 0.40 + … = 0.34", one line for each value of a row.
#include "app/views/stage/written_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/written_sum.h"
#include "app/views/stage/token_picture.h"
#include "engine/core/formula.h"
#include "engine/core/letters.h"

namespace views {
namespace {

using engine::Index;

constexpr float kAboveSums = 26;  // pixels at 100 %: the heading, and each line below it
constexpr float kLineOfSum = 21;
constexpr float kHeadsOfTerms = 20;  // the line between them, of weights and values
constexpr float kShortSum = 340;     // the width of a line of one or two terms
constexpr float kBetweenSums = 24;

// Whether each term is a weight times a value.
bool weighs_values(const Frame& frame, const engine::Explanation& explanation) {
  if (explanation.arithmetic != engine::Arithmetic::kSumOfProducts || explanation.terms.empty()) return false;
  const int left = explanation.terms.front().left_cell.stage;
  return left >= 0 && frame.trace().stage(left).kind == engine::StageKind::kWeights;
}

// What has no room matters less: the largest products come first, or the largest weights, which are the same
// in all lines of a row. What is added to the products stays behind them.
void put_largest_first(const Frame& frame, engine::Explanation& explanation) {
  if (explanation.arithmetic != engine::Arithmetic::kSumOfProducts) return;
  const bool is_by_weight = weighs_values(frame, explanation);
  std::ranges::stable_sort(explanation.terms, std::ranges::greater(), [&](const engine::Term& term) {
    if (!term.has_right) return -1.0;
    return is_by_weight ? term.left : std::abs(term.value);
  });
}

// Draws one line of the sums, or what its terms are of, above all; terms that do not fit become "…".
class SumLine {
 public:
  SumLine(const Frame& frame, const engine::Cell& cell, ImVec2 at, float width)
      : frame_(frame),
        style_(frame.style),
        list_(*ImGui::GetWindowDrawList()),
        type_(frame.style.small_ink()),
        cell_(cell),
        at_(at),
        x_(at.x),
        end_(at.x + width) {}

  void draw() {
    name();
    engine::Explanation explanation = frame_.trace().explain(cell_.stage, cell_.row, cell_.column);
    put_largest_first(frame_, explanation);
    const int decimals = explanation.arithmetic == engine::Arithmetic::kSoftmax ? 4 : 2;
    const double value = frame_.trace().at(cell_.stage, cell_.row, cell_.column);
    const bool is_rule = explanation.arithmetic == engine::Arithmetic::kRule ||
                         frame_.trace().stage(cell_.stage).column_axis == engine::Axis::kIds;
    const std::string result = is_rule ? engine::number_markup(value) : ui::fixed_number(value, decimals);
    const auto terms = sum_terms(explanation, cell_.column);
    const float place = style_.px(kPlace);
    text("= ", style_.colours.muted);
    if (!terms.empty()) {
      const float equals = ui::text_size(" = ", type_).x;
      const char* const is_result = is_rounded(explanation, terms, value) ? " ≈ " : " = ";
      draw_terms(explanation, terms, end_of_terms());
      // Results of long sums are aligned.
      if (terms.size() > 2) x_ = std::max(x_, end_ - equals - place);
      text(is_result, style_.colours.muted);
    }
    const ui::TextStyle strong = style_.small_strong();
    const float least = terms.empty() ? 0 : terms.size() > 2 ? place : ui::number_width("−0.00", strong);
    const float width = std::max(least, ui::number_width(result, strong));
    x_ += width;
    ui::draw_number(list_, {x_, at_.y}, result, strong);
    if (terms.empty() && !explanation.note.empty())
      text("   " + frame_.tr(explanation.note), style_.colours.muted);
  }

  // "tired V₁₂": whose weight and value stand below.
  void draw_heads() {
    engine::Explanation explanation = frame_.trace().explain(cell_.stage, cell_.row, cell_.column);
    put_largest_first(frame_, explanation);
    const auto terms = sum_terms(explanation, cell_.column);
    x_ += name_width() + ui::text_size("= ", type_).x;
    const std::vector<float> starts = starts_of(explanation, terms, end_of_terms());
    for (size_t i = 0; i < starts.size(); ++i)
      head(explanation.terms[i], starts[i], term_width(terms[i], i == 0));
    if (starts.size() < terms.size()) head_rest(terms.size() - starts.size(), starts, terms);
  }

 private:
  static constexpr float kPlace = 58;  // of a result, in pixels at 100 %

  float end_of_terms() const { return end_ - ui::text_size(" = ", type_).x - style_.px(kPlace); }

  void head(const engine::Term& term, float left, float width) const {
    const engine::Trace& trace = frame_.trace();
    const engine::AxisRef keys = trace.stage(term.left_cell.stage).columns_are();
    const std::string letter = engine::row_symbol(trace, trace.stage(term.right_cell.stage),
                                                  frame_.tr.nth(term.right_cell.row), style_.lettering);
    const ui::MathLayout value = ui::layout_math(letter, math());
    const float gap = style_.px(5);
    ui::TextStyle key = type_;
    key.colour = style_.colours.key;
    const std::string word =
        ui::ellipsise(frame_.facts.label(keys, term.left_cell.column), width - gap - value.width, key);
    const float all = ui::text_size(word, key).x + gap + value.width;
    const float x = left + (width - all) / 2;
    ui::draw_text(list_, {x, at_.y}, word, key);
    ui::draw_math(list_, {x + all - value.width, at_.y + ui::baseline(type_.font, type_.size)}, value);
  }

  // "the other 6", over what they add.
  void head_rest(size_t count, const std::vector<float>& starts, const std::vector<SumTerm>& terms) const {
    const std::string words = count == 1 ? frame_.tr("present.one_other")
                                         : frame_.tr("present.others", {{"count", std::to_string(count)}});
    const size_t last = starts.size() - 1;
    const float after = starts[last] + term_width(terms[last], last == 0) + ui::text_size(" + ", type_).x;
    ui::TextStyle type = type_;
    type.colour = style_.colours.muted;
    const float end = after + rest_width();
    const float left = std::max(after, end - ui::text_size(words, type).x);
    ui::draw_text(list_, {left, at_.y}, ui::ellipsise(words, end_ - left, type), type);
  }

  // What terms without room add to a sum of products.
  static double rest_of(const engine::Explanation& explanation, size_t from) {
    double rest = 0;
    for (size_t i = from; i < explanation.terms.size(); ++i) rest += explanation.terms[i].value;
    return rest;
  }
  float rest_width() const { return part_width({"0.00"}, false); }

  // Before they are drawn: whether the products, of their factors as they are written, add up to another
  // number than the result.
  bool is_rounded(const engine::Explanation& explanation, const std::vector<SumTerm>& terms,
                  double result) const {
    if (explanation.arithmetic != engine::Arithmetic::kSumOfProducts || !std::isfinite(result)) return false;
    const auto as_written = [](double number) { return std::round(100 * number) / 100; };
    const size_t shown = starts_of(explanation, terms, end_of_terms()).size();
    if (shown < terms.size() && !weighs_values(frame_, explanation)) return false;  // it ends in "…"
    double sum = as_written(rest_of(explanation, shown));
    for (size_t i = 0; i < shown; ++i)
      sum += as_written(explanation.terms[i].left) * as_written(explanation.terms[i].right);
    return as_written(sum) != as_written(result);
  }

  ui::MathStyle math() const {
    return {&style_.fonts,        style_.px(15),      style_.colours.ink,
            style_.colours.query, style_.colours.key, style_.colours.value};
  }
  ui::MathLayout symbol_of(Index column) const {
    const engine::Stage& stage = frame_.trace().stage(cell_.stage);
    return ui::layout_math(engine::entry_symbol(frame_.trace(), stage, cell_.row, column, style_.lettering),
                           math());
  }
  bool names_columns() const {
    const engine::AxisRef columns = frame_.trace().stage(cell_.stage).columns_are();
    return columns.counts_tokens() || columns.kind == engine::Axis::kVocabulary;
  }

  // Of the row's last symbol: all lines begin at the same place.
  float name_width() const {
    const float symbol = symbol_of(frame_.trace().stage(cell_.stage).columns - 1).width + style_.px(8);
    return std::max(symbol, style_.px(52)) + (names_columns() ? style_.px(64) : 0);
  }

  // The value's symbol, and its token if columns are tokens.
  void name() {
    const float left = x_;
    ui::draw_math(list_, {x_, at_.y + ui::baseline(type_.font, type_.size)}, symbol_of(cell_.column));
    x_ += name_width();
    if (!names_columns()) return;
    const engine::AxisRef columns = frame_.trace().stage(cell_.stage).columns_are();
    const std::string token =
        ui::ellipsise(frame_.facts.label(columns, cell_.column), style_.px(64), style_.small());
    ui::draw_text(list_, {left + style_.px(44), at_.y}, token, style_.small());
  }

  // Where each term that has room begins, up to `end`.
  std::vector<float> starts_of(const engine::Explanation& explanation, const std::vector<SumTerm>& terms,
                               float end) const {
    const float plus = ui::text_size(" + ", type_).x;
    const float more =
        weighs_values(frame_, explanation) ? plus + rest_width() : ui::text_size(" + …", type_).x;
    std::vector<float> starts;
    float x = x_;
    for (size_t i = 0; i < terms.size(); ++i) {
      const float width = term_width(terms[i], i == 0);
      const float after = i + 1 == terms.size() ? 0 : more;
      if (i > 0 && x + plus + width + after > end) break;
      if (i > 0) x += plus;
      starts.push_back(x);
      x += width;
    }
    return starts;
  }

  void draw_terms(const engine::Explanation& explanation, const std::vector<SumTerm>& terms, float end) {
    const size_t fit = starts_of(explanation, terms, end).size();
    for (size_t i = 0; i < fit; ++i) {
      if (i > 0) text(" + ", style_.colours.muted);
      for (size_t part = 0; part < terms[i].size(); ++part) draw_part(terms[i][part], i == 0 && part == 0);
    }
    if (fit == terms.size()) return;
    // Where terms have heads, what is left out has one, too.
    const bool is_told = weighs_values(frame_, explanation);
    text(is_told ? " + " : " + …", style_.colours.muted);
    if (is_told) draw_part({ui::fixed_number(rest_of(explanation, fit), 2)}, false);
  }

  float term_width(const SumTerm& term, bool is_first) const {
    float width = 0;
    for (size_t part = 0; part < term.size(); ++part) width += part_width(term[part], is_first && part == 0);
    return width;
  }

  static bool is_number(const std::string& text) {
    return text.find_first_not_of("0123456789.−") == std::string::npos;
  }

  // Values have a fixed width, so that the lines align in columns; behind a sign it has room for brackets.
  float part_width(const SumPart& part, bool is_first) const {
    if (part.stage < 0 && !is_number(part.text)) return ui::text_size(part.text, type_).x;
    const float brackets = is_first ? 0 : ui::text_size("()", type_).x;
    return std::max(ui::number_width(part.text, type_), ui::number_width("−0.00", type_)) + brackets;
  }

  // Behind a sign a negative number stands in brackets.
  void draw_part(const SumPart& part, bool is_first) {
    if (part.stage < 0 && !is_number(part.text)) {
      text(part.text, style_.colours.ink);
      return;
    }
    ui::TextStyle type = type_;
    if (part.stage >= 0) type.colour = style_.role(frame_.trace().stage(part.stage).role);
    x_ += part_width(part, is_first);
    const float end = is_first ? x_ : x_ - ui::text_size(")", type).x;
    const bool has_brackets = !is_first && part.text.starts_with("−");
    if (has_brackets) ui::draw_text_right(list_, {end - ui::number_width(part.text, type), at_.y}, "(", type);
    ui::draw_number(list_, {end, at_.y}, part.text, type);
    if (has_brackets) ui::draw_text(list_, {end, at_.y}, ")", type);
  }

  void text(const std::string& words, ImU32 colour) {
    ui::TextStyle type = type_;
    type.colour = colour;
    ui::draw_text(list_, {x_, at_.y}, words, type);
    x_ += ui::text_size(words, type).x;
  }

  const Frame& frame_;
  const ui::Style& style_;
  ImDrawList& list_;
  ui::TextStyle type_;
  engine::Cell cell_;
  ImVec2 at_;
  float x_;
  float end_;
};

// Short lines stand beside each other, as many as fit into this width.
Index lines_across(const Frame& frame, int stage, Index row, float width) {
  const engine::Explanation first = frame.trace().explain(stage, row, 0);
  if (sum_terms(first, 0).size() > 2) return 1;
  const float gap = frame.style.px(kBetweenSums);
  return std::max<Index>(static_cast<Index>((width + gap) / (frame.style.px(kShortSum) + gap)), 1);
}

// The values of a row with a line of their own. Of weights those that count; the others share one line.
struct SumsShown {
  std::vector<Index> columns;
  Index others = 0;
  double bound = 0;  // each of the others is below

  Index lines() const { return static_cast<Index>(columns.size()) + (others > 0 ? 1 : 0); }
};

// The weights that a row of scores or weights ends as; empty outside a head.
engine::Matrix weights_of_row(const Frame& frame, int stage, Index row) {
  if (frame.trace().stage(stage).column_axis != engine::Axis::kKeys) return {};
  const auto picture = token_picture(frame.trace(), stage, row, 1);
  return picture ? frame.trace().read_row(picture->weights, row) : engine::Matrix();
}

// Every column; of keys the one with the largest weight first, as the picture shows those.
std::vector<Index> columns_in_order(const Frame& frame, int stage, Index row) {
  std::vector<Index> columns(static_cast<size_t>(frame.trace().stage(stage).columns));
  std::iota(columns.begin(), columns.end(), Index{0});
  const engine::Matrix weights = weights_of_row(frame, stage, row);
  if (weights.size() > 0)
    std::ranges::stable_sort(columns,
                             [&](Index one, Index other) { return weights(0, one) > weights(0, other); });
  return columns;
}

SumsShown sums_shown(const Frame& frame, int stage, Index row) {
  constexpr size_t kMostWeights = 5;
  constexpr std::array<double, 3> kBounds = {0.0001, 0.001, 0.01};
  SumsShown shown;
  const std::vector<Index> columns = columns_in_order(frame, stage, row);
  const bool is_share = frame.trace().explain(stage, row, 0).arithmetic == engine::Arithmetic::kSoftmax;
  const engine::Matrix numbers = is_share ? frame.trace().read_row(stage, row) : engine::Matrix();
  for (const double bound : kBounds) {
    if (!is_share) break;
    shown = {};
    for (const Index column : columns) {
      if (static_cast<double>(numbers(0, column)) >= bound) shown.columns.push_back(column);
    }
    shown.others = static_cast<Index>(columns.size() - shown.columns.size());
    shown.bound = bound;
    if (shown.others > 1 && shown.columns.size() <= kMostWeights) return shown;
  }
  return {.columns = columns};
}

// `across`: as many beside each other, line by line.
void draw_sum_lines(const Frame& frame, int stage, Index row, Index across) {
  const auto& style = frame.style;
  const float gap = style.px(kBetweenSums);
  const auto columns = static_cast<float>(across);
  const float width = std::floor((ImGui::GetContentRegionAvail().x + gap) / columns - gap);
  const float height = style.px(kLineOfSum);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const SumsShown shown = sums_shown(frame, stage, row);
  for (Index line = 0; line < shown.lines(); ++line) {
    const Index beside = line % across;
    const Index below = line / across;
    const ImVec2 at(corner.x + static_cast<float>(beside) * (width + gap),
                    corner.y + static_cast<float>(below) * height);
    if (line == static_cast<Index>(shown.columns.size())) {
      const std::string others = frame.tr(
          "one_token.others",
          {{"count", std::to_string(shown.others)}, {"bound", engine::number_markup(shown.bound, 4)}});
      ui::draw_text(*ImGui::GetWindowDrawList(), {at.x + style.px(4), at.y + style.px(2)},
                    ui::ellipsise(others, width, style.small()), style.small());
      ImGui::SetCursorScreenPos(at);
      ImGui::Dummy({width, height});
      continue;
    }
    const Index column = shown.columns[static_cast<size_t>(line)];
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton(("sum " + std::to_string(column)).c_str(), {width, height});
    const engine::Cell cell{stage, row, column};
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) frame.hover(cell);
    if (!ImGui::IsItemVisible()) continue;
    if (frame.explained_cell() == cell) {
      ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height}, style.colours.selected,
                                                style.px(4));
    }
    SumLine(frame, cell, {at.x + style.px(4), at.y + style.px(2)}, width - style.px(16)).draw();
  }
}

// As many lines as fit whole: the others are scrolled to.
Index whole_lines(const Frame& frame, float room, Index lines) {
  const auto fit = static_cast<Index>(std::floor(room / frame.style.px(kLineOfSum)));
  return std::clamp<Index>(fit, 1, lines);
}

// Says in which order lines or their terms are, where that is not the matrix's.
const char* heading_of(const Frame& frame, int stage, Index row) {
  const engine::Explanation first = frame.trace().explain(stage, row, 0);
  if (weights_of_row(frame, stage, row).size() > 0 || weighs_values(frame, first))
    return "one_token.sums.by_weight";
  return first.arithmetic == engine::Arithmetic::kSumOfProducts ? "one_token.sums.by_product"
                                                                : "one_token.sums";
}

// How many lines are below, at the right end of the heading; returns its width.
float draw_more_sums(const Frame& frame, ImVec2 right, Index more) {
  if (more <= 0) return 0;
  const std::string text = frame.tr("one_token.more_sums", {{"count", std::to_string(more)}});
  ui::draw_text_right(*ImGui::GetWindowDrawList(), right, text, frame.style.small());
  return ui::text_size(text, frame.style.small()).x + frame.style.px(16);
}

// Below the heading, above the lines.
float heads_height(const Frame& frame, int stage, Index row) {
  return weighs_values(frame, frame.trace().explain(stage, row, 0)) ? frame.style.px(kHeadsOfTerms) : 0;
}

// Returns the height of the lines.
float lines_height(const Frame& frame, int stage, Index row, float width) {
  const Index across = lines_across(frame, stage, row, width);
  const Index lines = (sums_shown(frame, stage, row).lines() + across - 1) / across;
  return static_cast<float>(lines) * frame.style.px(kLineOfSum);
}

void draw_sums_in(const Frame& frame, int stage, Index row, ImVec2 at, ImVec2 size) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({at.x, at.y + style.px(4)}, {at.x + size.x, at.y + style.px(4)}, style.colours.hairline);
  const std::string heading =
      frame.tr(heading_of(frame, stage, row),
               {{"token", frame.facts.label(frame.trace().stage(stage).rows_are(), row)},
                {"position", frame.tr.nth(row)}});
  const float heads = heads_height(frame, stage, row);
  const float top = style.px(kAboveSums) + heads;
  const Index across = lines_across(frame, stage, row, size.x);
  const Index lines = (sums_shown(frame, stage, row).lines() + across - 1) / across;
  const Index whole = whole_lines(frame, size.y - top, lines);
  const float more = draw_more_sums(frame, {at.x + size.x, at.y + style.px(7)}, (lines - whole) * across);
  ui::draw_text(list, {at.x, at.y + style.px(7)}, ui::ellipsise(heading, size.x - more, style.small()),
                style.small());
  const float bar = whole < lines ? ImGui::GetStyle().ScrollbarSize : 0;
  if (heads > 0)
    SumLine(frame, {stage, row, 0}, {at.x + style.px(4), at.y + style.px(kAboveSums)},
            size.x - bar - style.px(16))
        .draw_heads();
  ImGui::SetCursorScreenPos({at.x, at.y + top});
  const float height = static_cast<float>(whole) * style.px(kLineOfSum);
  if (ImGui::BeginChild("sums", {size.x, height}, 0, ImGuiWindowFlags_NoBackground)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    draw_sum_lines(frame, stage, row, across);
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
}

}  // namespace

float sums_height(const Frame& frame, int stage, Index row) {
  const float width = ImGui::GetContentRegionAvail().x;
  const ui::Style style = projected_style(frame.style, width);
  const Frame larger = frame.in(style);
  return style.px(kAboveSums) + heads_height(larger, stage, row) + lines_height(larger, stage, row, width) +
         style.px(8);
}

void draw_sums(const Frame& frame, int stage, Index row, ImVec2 at, ImVec2 size) {
  const ui::Style style = projected_style(frame.style, size.x);
  draw_sums_in(frame.in(style), stage, row, at, size);
}

}  // namespace views
