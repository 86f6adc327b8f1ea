// one_line_sum.cpp: writes an explanation as one line, as short as the room asks for.
#include "app/views/present/one_line_sum.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "app/ui/math.h"
#include "app/views/core/explained_so_far.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

using engine::Arithmetic;
using engine::Explanation;
using engine::Measure;
using engine::Term;

constexpr size_t kMostTerms = 4;
constexpr float kAboveLine = 3;  // pixels at 100 %, to the stage

std::string in_line(double value, int decimals = 2) {
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  if (value == std::round(value) && std::abs(value) < 1e6) return engine::number_markup(value, 0);
  const bool vanishes = std::abs(value) < 0.5 * std::pow(10.0, -decimals);
  return engine::fixed_number(value, vanishes ? 4 : decimals);
}

std::string factor(double value, const std::string& text) {
  return value < 0 ? "(" + text + ")" : text;
}
std::string factor(double value) {
  return factor(value, in_line(value));
}

bool is_whole(double value) {
  return value == std::round(value);
}
bool is_whole(const Term& term) {
  return term.has_right ? is_whole(term.left) && is_whole(term.right) : is_whole(term.value);
}

// Only what follows a sign is in parentheses. `plain`: the line's numbers are all whole, and written so;
// others all have decimals, but 0. `name`: the left factor's, below it.
std::string term_text(const Term& term, bool plain, bool is_first = true, const std::string& name = "") {
  const auto text = [plain](double value) {
    const bool adds_decimals = !plain && std::isfinite(value) && value != 0 && is_whole(value);
    return adds_decimals ? engine::fixed_number(value, 2) : in_line(value);
  };
  const std::string below = name.empty() ? "" : "_{\\mathrm{" + name + "}}";
  if (term.has_right)
    return factor(term.left, text(term.left)) + below + " · " + factor(term.right, text(term.right));
  return is_first ? text(term.value) : factor(term.value, text(term.value));
}

// Whether a number is more than 0.00, as it is written.
bool counts(double value) {
  constexpr double kVanishes = 0.005;
  return !(std::abs(value) < kVanishes);
}

// The terms that count most, in their order; none that adds nothing, unless all of them do or they are so few
// that each belongs to the formula.
std::vector<size_t> heaviest(const std::vector<Term>& terms, size_t most) {
  std::vector<size_t> order(terms.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return std::abs(terms[a].value) > std::abs(terms[b].value); });
  constexpr size_t kFew = 2;
  const auto counting =
      terms.size() <= kFew ? terms.size() : static_cast<size_t>(std::ranges::count_if(order, [&](size_t at) {
        return counts(terms[at].value);
      }));
  order.resize(std::min({order.size(), most, std::max(counting, size_t{1})}));
  std::sort(order.begin(), order.end());
  return order;
}

std::string sum_text(const std::vector<Term>& terms, size_t most, std::span<const std::string> names) {
  std::string text;
  const std::vector<size_t> written = heaviest(terms, most);
  const bool plain = std::ranges::all_of(written, [&](size_t at) { return is_whole(terms[at]); });
  for (const size_t at : written)
    text += (text.empty() ? "" : " + ") +
            term_text(terms[at], plain, text.empty(), at < names.size() ? names[at] : "");
  const auto adding = std::ranges::count_if(terms, [](const Term& term) { return term.value != 0; });
  if (static_cast<size_t>(adding) <= written.size()) return text;
  double rest = 0;
  for (const Term& term : terms) rest += term.value;
  for (const size_t at : written) rest -= terms[at].value;
  // "… (0.31)": what the terms that are not written add up to.
  const std::string added = std::isfinite(rest) ? " (" + in_line(rest) + ")" : "";
  return (text.empty() ? "" : text + " + ") + "…" + added;
}

std::string softmax_text(const Explanation& explanation, engine::Index column) {
  const Term& own = explanation.terms.at(static_cast<size_t>(column));
  const double sum = explanation.quantity(Measure::kSum).value;
  const double peak = explanation.quantity(Measure::kMaximum).value;
  if (!std::isfinite(own.left) || sum <= 0) return "e^{−∞} / Σ";
  return "e^{" + in_line(own.left) + " − " + factor(peak) + "} / Σ = " + in_line(own.value, 4) + " / " +
         in_line(sum, 4);
}

std::string norm_text(const Explanation& explanation, engine::Index column) {
  const double value = explanation.terms.at(static_cast<size_t>(column)).left;
  std::string text = factor(explanation.quantity(Measure::kNormalised).value);
  if (explanation.arithmetic == Arithmetic::kNormalise) {
    text = "(" + in_line(value) + " − " + factor(explanation.quantity(Measure::kMean).value) + ") / \\sqrt{" +
           in_line(explanation.quantity(Measure::kVariance).value) + " + ε}";
  } else {
    text =
        in_line(value) + " / \\sqrt{" + in_line(explanation.quantity(Measure::kMeanSquare).value) + " + ε}";
  }
  text += " · " + factor(explanation.quantity(Measure::kWeight).value);
  if (explanation.arithmetic == Arithmetic::kRmsNormalise) return text;
  return text + " + " + factor(explanation.quantity(Measure::kBias).value);
}

// The number that is read off the line.
double as_written(double value) {
  return is_whole(value) || !counts(value) ? value : std::round(value * 100) / 100;
}

// Whether what is written on the right gives another number than the result, since it is rounded.
bool is_rounded(const Explanation& explanation, size_t most) {
  const std::vector<Term>& terms = explanation.terms;
  double written = 0;
  if (explanation.arithmetic == Arithmetic::kQuotient) {
    written = as_written(terms.front().left) / as_written(explanation.divisor());
  } else if (explanation.arithmetic == Arithmetic::kSumOfProducts ||
             explanation.arithmetic == Arithmetic::kSum || explanation.arithmetic == Arithmetic::kProduct) {
    if (terms.size() > most) return false;  // "…" stands for the rest
    for (const Term& term : terms)
      written += term.has_right ? as_written(term.left) * as_written(term.right) : as_written(term.value);
  } else {
    return false;
  }
  return std::isfinite(explanation.result) && in_line(written) != in_line(explanation.result);
}

// What the result is equal to; empty where nothing was computed.
std::string right_side(const Explanation& explanation, engine::Index column, size_t most,
                       std::span<const std::string> names) {
  switch (explanation.arithmetic) {
    case Arithmetic::kSumOfProducts:
    case Arithmetic::kSum:
      return sum_text(explanation.terms, most, names);
    case Arithmetic::kQuotient:
      return in_line(explanation.terms.front().left) + " / " + in_line(explanation.divisor());
    case Arithmetic::kProduct:
      return term_text(explanation.terms.front(), is_whole(explanation.terms.front()));
    case Arithmetic::kSoftmax:
      return softmax_text(explanation, column);
    case Arithmetic::kNormalise:
    case Arithmetic::kRmsNormalise:
      return norm_text(explanation, column);
    default:
      return "";
  }
}

struct Word {
  std::string text;
  ImU32 colour;
};

// "it → animal", or "it, dimension 5": a query and a key in their colours.
std::vector<Word> words_of_place(const Frame& frame, const engine::Cell& cell) {
  const engine::Stage& stage = frame.trace().stage(cell.stage);
  const ui::Colours& colours = frame.style.colours;
  const auto word = [&](engine::AxisRef axis, engine::Index index) {
    const std::string label = frame.facts.label(axis, index);
    if (axis.kind == engine::Axis::kDimensions)
      return Word{frame.tr("present.dimension", {{"name", label}}), colours.muted};
    if (axis.kind == engine::Axis::kQueries) return Word{label, colours.query};
    return Word{label, axis.kind == engine::Axis::kKeys ? colours.key : colours.muted};
  };
  const bool reads = stage.column_axis == engine::Axis::kKeys;
  return {word(stage.rows_are(), cell.row),
          {reads ? " → " : ", ", colours.muted},
          word(stage.columns_are(), cell.column)};
}

// Of a sum over keys, the key that each weight is of: what stands beside "·" says which values are read.
std::vector<std::string> keys_of_terms(const Frame& frame, const Explanation& explanation) {
  constexpr float kLongestKey = 90;  // pixels at 100 %
  std::vector<std::string> keys;
  const ui::TextStyle type{frame.style.fonts.regular, frame.style.px(15), 0};
  for (const Term& term : explanation.terms) {
    if (term.left_cell.stage < 0) return {};
    const engine::Stage& left = frame.trace().stage(term.left_cell.stage);
    if (!term.has_right || left.column_axis != engine::Axis::kKeys) return {};
    const std::string key = frame.facts.label(left.columns_are(), term.left_cell.column);
    // What a formula would read as its own has no place in one.
    if (key.find_first_of("\\{}_^") != std::string::npos) return {};
    keys.push_back(ui::ellipsise(key, frame.style.px(kLongestKey), type));
  }
  return keys;
}

// What the numbers and letters of a softmax are: "4.43: row maximum; Σ: sum over the row".
std::string words_of_letters(const Frame& frame, const Explanation& explanation) {
  if (explanation.arithmetic != Arithmetic::kSoftmax) return "";
  return frame.tr("present.softmax", {{"maximum", in_line(explanation.quantity(Measure::kMaximum).value)}});
}

}  // namespace

std::string one_line_sum(const Explanation& explanation, engine::Index column, size_t most,
                         std::span<const std::string> names) {
  const bool is_share = explanation.arithmetic == Arithmetic::kSoftmax;
  const std::string result = in_line(explanation.result, is_share ? 4 : 2);
  const std::string right = right_side(explanation, column, most, names);
  return right.empty() || right == result ? result
                                          : result + (is_rounded(explanation, most) ? " ≈ " : " = ") + right;
}

float one_line_sum_height(const Frame& frame) {
  return frame.style.px(kAboveLine + 34);
}

void draw_one_line_sum(const Frame& frame, const engine::Cell& cell, ImVec2 at, float width) {
  const auto& style = frame.style;
  const Explanation explanation = explained_so_far(frame, cell);
  ui::TextStyle name{style.fonts.semibold, style.px(20), style.colours.muted};
  std::vector<Word> place = words_of_place(frame, cell);
  float start = style.px(24);
  for (Word& word : place) {
    word.text = ui::ellipsise(word.text, width * 0.2f, name);
    start += ui::text_size(word.text, name).x;
  }
  ui::MathStyle math{&style.fonts,        style.px(22),      style.colours.ink,
                     style.colours.query, style.colours.key, style.colours.value};
  const std::vector<std::string> keys = keys_of_terms(frame, explanation);
  ui::MathLayout line;
  for (size_t most = kMostTerms + 1; most-- > 1;) {
    line = ui::layout_math(one_line_sum(explanation, cell.column, most, keys), math);
    if (line.width <= width - start) break;
  }
  if (line.width > width - start) {
    math.size *= std::max(0.5f, (width - start) / line.width);
    line = ui::layout_math(one_line_sum(explanation, cell.column, 1), math);
  }
  const ui::TextStyle quiet = style.small();
  const std::string letters = words_of_letters(frame, explanation);
  const float gap = style.px(14);
  const float said = ui::text_size(letters, quiet).x + gap;
  const bool has_words = !letters.empty() && start + line.width + said <= width;
  // In the middle, as the line of the whole head below it.
  at.x += std::max((width - start - line.width - (has_words ? said : 0)) / 2, 0.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float baseline = at.y + style.px(kAboveLine + 25);
  float x = at.x;
  for (const Word& word : place) {
    name.colour = word.colour;
    ui::draw_text(list, {x, baseline - ui::baseline(name.font, name.size)}, word.text, name);
    x += ui::text_size(word.text, name).x;
  }
  ui::draw_math(list, {at.x + start, baseline}, line);
  if (!has_words) return;
  ui::draw_text(list, {at.x + start + line.width + gap, baseline - ui::baseline(quiet.font, quiet.size)},
                letters, quiet);
}

}  // namespace views
