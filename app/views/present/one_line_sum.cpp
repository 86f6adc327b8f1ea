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
constexpr float kAboveLine = 3;       // pixels at 100 %, to the stage
constexpr float kBesideLetters = 14;  // from the line to what its letters are

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

std::string named_below(const std::string& name) {
  return name.empty() ? "" : "_{\\mathrm{" + name + "}}";
}

// Only what follows a sign is in parentheses. `plain`: the line's numbers are all whole, and written so;
// others all have decimals, but 0. `name`: the left factor's, below it.
std::string term_text(const Term& term, bool plain, bool is_first = true, const std::string& name = "") {
  const auto text = [plain](double value) {
    const bool adds_decimals = !plain && std::isfinite(value) && value != 0 && is_whole(value);
    return adds_decimals ? engine::fixed_number(value, 2) : in_line(value);
  };
  if (term.has_right)
    return factor(term.left, text(term.left)) + named_below(name) + " · " +
           factor(term.right, text(term.right));
  return is_first ? text(term.value) : factor(term.value, text(term.value));
}

// Whether a number is more than 0.00, as it is written.
bool counts(double value) {
  constexpr double kVanishes = 0.005;
  return !(std::abs(value) < kVanishes);
}

// The terms that count most: all in their order, or where some are left out the heaviest first, as long as
// each is a share of the whole that matters; none that adds nothing, unless all of them do or they are so few
// that each belongs to the formula.
std::vector<size_t> heaviest(const std::vector<Term>& terms, size_t most) {
  std::vector<size_t> order(terms.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return std::abs(terms[a].value) > std::abs(terms[b].value); });
  constexpr size_t kFew = 2;
  constexpr double kMatters = 0.02;  // of all magnitudes
  double whole = 0;
  for (const Term& term : terms) whole += std::abs(term.value);
  const bool leaves_out = terms.size() > most;
  const auto is_told = [&](size_t at) {
    return counts(terms[at].value) && (!leaves_out || !(std::abs(terms[at].value) < kMatters * whole));
  };
  const auto told =
      terms.size() <= kFew ? terms.size() : static_cast<size_t>(std::ranges::count_if(order, is_told));
  order.resize(std::min({order.size(), most, std::max(told, size_t{1})}));
  if (order.size() == terms.size()) std::sort(order.begin(), order.end());
  return order;
}

// How a sum is written: these terms, and what so many others add up to. None, where all others are 0.
struct WrittenSum {
  std::vector<size_t> terms;
  size_t others = 0;
  double rest = 0;
};

WrittenSum written_sum(const std::vector<Term>& terms, size_t most) {
  WrittenSum sum{.terms = heaviest(terms, most)};
  const auto adding =
      static_cast<size_t>(std::ranges::count_if(terms, [](const Term& term) { return term.value != 0; }));
  if (adding <= sum.terms.size()) return sum;
  sum.others = terms.size() - sum.terms.size();
  for (const Term& term : terms) sum.rest += term.value;
  for (const size_t at : sum.terms) sum.rest -= terms[at].value;
  return sum;
}

std::string sum_text(const std::vector<Term>& terms, size_t most, const TermNames& names) {
  std::string text;
  const WrittenSum sum = written_sum(terms, most);
  const bool plain = std::ranges::all_of(sum.terms, [&](size_t at) { return is_whole(terms[at]); });
  for (const size_t at : sum.terms)
    text += (text.empty() ? "" : " + ") +
            term_text(terms[at], plain, text.empty(), at < names.terms.size() ? names.terms[at] : "");
  if (sum.others == 0) return text;
  if (!std::isfinite(sum.rest)) return text + " + …";
  // Not below the number, as the keys of weights are: it is a sum of products.
  const std::string others = names.others ? "\\mathrm{ (" + names.others(sum.others) + ")}" : "";
  return text + " + " + factor(sum.rest) + others;
}

// The number that is read off the line.
double as_written(double value) {
  return is_whole(value) || !counts(value) ? value : std::round(value * 100) / 100;
}

// The power of a softmax, of its numbers as they are written.
double power_as_written(const Explanation& explanation, engine::Index column) {
  const double own = explanation.terms.at(static_cast<size_t>(column)).left;
  return std::exp(as_written(own) - as_written(explanation.quantity(Measure::kMaximum).value));
}

// The share of the row's sum; ≈ where the numbers as they are written give another.
std::string softmax_text(const Explanation& explanation, engine::Index column) {
  const Term& own = explanation.terms.at(static_cast<size_t>(column));
  const double sum = explanation.quantity(Measure::kSum).value;
  const double peak = explanation.quantity(Measure::kMaximum).value;
  if (!std::isfinite(own.left) || sum <= 0) return "e^{−∞} / Σ";
  const bool agrees = in_line(power_as_written(explanation, column), 4) == in_line(own.value, 4);
  return "e^{" + in_line(own.left) + " − " + factor(peak) + "} / Σ" + (agrees ? " = " : " ≈ ") +
         in_line(own.value, 4) + " / " + in_line(sum, 4);
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

// With decimals, of whole numbers too: of two sides one may be whole, and the other nearly so.
std::string in_decimals(double value) {
  return is_whole(value) ? engine::fixed_number(value, 2) : in_line(value);
}

// Whether what is written on the right gives another number than the result, since it is rounded.
bool is_rounded(const Explanation& explanation, engine::Index column, size_t most) {
  const std::vector<Term>& terms = explanation.terms;
  double written = 0;
  if (explanation.arithmetic == Arithmetic::kQuotient) {
    written = as_written(terms.front().left) / as_written(explanation.divisor());
  } else if (explanation.arithmetic == Arithmetic::kSumOfProducts ||
             explanation.arithmetic == Arithmetic::kSum || explanation.arithmetic == Arithmetic::kProduct) {
    const WrittenSum sum = written_sum(terms, most);
    written = as_written(sum.rest);
    for (const size_t at : sum.terms) {
      const Term& term = terms[at];
      written += term.has_right ? as_written(term.left) * as_written(term.right) : as_written(term.value);
    }
  } else if (explanation.arithmetic == Arithmetic::kSoftmax) {
    const double sum = explanation.quantity(Measure::kSum).value;
    return sum > 0 &&
           in_line(power_as_written(explanation, column) / sum, 4) != in_line(explanation.result, 4);
  } else {
    return false;
  }
  return std::isfinite(explanation.result) && in_decimals(written) != in_decimals(explanation.result);
}

// What the result is equal to; empty where nothing was computed.
std::string right_side(const Explanation& explanation, engine::Index column, size_t most,
                       const TermNames& names) {
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

// What a softmax's Σ is nearly, the largest powers of the row: "1 tired + 0.15 street + 0.16 (the other 10)".
std::string written_powers(const Frame& frame, const Explanation& explanation, engine::AxisRef keys) {
  constexpr size_t kMostPowers = 2;
  const std::vector<Term>& terms = explanation.terms;
  std::string text;
  double rest = explanation.quantity(Measure::kSum).value;
  auto others =
      static_cast<size_t>(std::ranges::count_if(terms, [](const Term& term) { return term.value > 0; }));
  for (const size_t at : heaviest(terms, kMostPowers)) {
    if (!(terms[at].value > 0)) continue;
    text += (text.empty() ? "" : " + ") + in_line(terms[at].value) + " " +
            frame.facts.label(keys, static_cast<engine::Index>(at));
    rest -= terms[at].value;
    --others;
  }
  if (others == 0 || !counts(rest)) return text;
  const char* const key = others == 1 ? "present.one_other" : "present.others";
  return text + " + " + in_line(rest) + " (" + frame.tr(key, {{"count", std::to_string(others)}}) + ")";
}

// What the numbers and letters of a softmax are, as far as there is room: "4.43: row maximum · Σ ≈ 1 tired +
// 0.31", or "Σ: sum over the row". None of other arithmetic.
std::vector<std::string> words_of_letters(const Frame& frame, const Explanation& explanation,
                                          engine::AxisRef keys) {
  if (explanation.arithmetic != Arithmetic::kSoftmax || explanation.quantity(Measure::kSum).value <= 0)
    return {};
  const std::string most = in_line(explanation.quantity(Measure::kMaximum).value);
  return {
      frame.tr("present.softmax.sum", {{"maximum", most}, {"sum", written_powers(frame, explanation, keys)}}),
      frame.tr("present.softmax", {{"maximum", most}})};
}

ui::TextStyle place_type(const Frame& frame) {
  return {frame.style.fonts.semibold, frame.style.px(20), frame.style.colours.muted};
}

}  // namespace

std::string one_line_sum(const Explanation& explanation, engine::Index column, size_t most,
                         const TermNames& names) {
  const bool is_share = explanation.arithmetic == Arithmetic::kSoftmax;
  const std::string result = in_line(explanation.result, is_share ? 4 : 2);
  const std::string right = right_side(explanation, column, most, names);
  return right.empty() || right == result
             ? result
             : result + (is_rounded(explanation, column, most) ? " ≈ " : " = ") + right;
}

std::vector<OneLineSum::Word> OneLineSum::words_of_place(const Frame& frame, const engine::Cell& cell) {
  const engine::Stage& stage = frame.trace().stage(cell.stage);
  const ui::Colours& colours = frame.style.colours;
  const auto word = [&](engine::AxisRef axis, engine::Index index) {
    const std::string label = frame.facts.label(axis, index);
    if (axis.kind == engine::Axis::kDimensions || axis.kind == engine::Axis::kHeadDimensions)
      return Word{frame.tr("present.dimension", {{"name", label}}), colours.muted};
    if (axis.kind == engine::Axis::kQueries) return Word{label, colours.query};
    return Word{label, axis.kind == engine::Axis::kKeys ? colours.key : colours.muted};
  };
  const bool reads = stage.column_axis == engine::Axis::kKeys;
  return {word(stage.rows_are(), cell.row),
          {reads ? " → " : ", ", colours.muted},
          word(stage.columns_are(), cell.column)};
}

OneLineSum::OneLineSum(const Frame& frame, const engine::Cell& cell, float width)
    : frame_(frame),
      explanation_(explained_so_far(frame, cell)),
      place_(words_of_place(frame, cell)),
      width_(width),
      start_(frame.style.px(24)) {
  const ui::TextStyle name = place_type(frame);
  for (Word& word : place_) {
    word.text = ui::ellipsise(word.text, width * 0.2f, name);
    start_ += ui::text_size(word.text, name).x;
  }
  lay_out(cell.column, width - start_);
  const ui::TextStyle quiet = frame.style.small_ink();
  const float room = width - start_ - line_.width - frame.style.px(kBesideLetters);
  for (std::string& words :
       words_of_letters(frame, explanation_, frame.trace().stage(cell.stage).columns_are())) {
    if (letters_.empty() && ui::text_size(words, quiet).x <= room) letters_ = std::move(words);
  }
}

// A little smaller before fewer than three terms.
void OneLineSum::lay_out(engine::Index column, float room) {
  constexpr float kLittleSmaller = 0.9f;
  const auto& style = frame_.style;
  ui::MathStyle math{&style.fonts,        style.px(22),      style.colours.ink,
                     style.colours.query, style.colours.key, style.colours.value};
  const float usual = math.size;
  const TermNames names{keys_of_terms(frame_, explanation_), [this](size_t count) {
                          return frame_.tr(count == 1 ? "present.one_other" : "present.others",
                                           {{"count", std::to_string(count)}});
                        }};
  for (most_ = kMostTerms; most_ > 0; --most_) {
    for (const float size : {1.0f, kLittleSmaller}) {
      if (size < 1 && most_ == kMostTerms) break;
      math.size = size * usual;
      line_ = ui::layout_math(one_line_sum(explanation_, column, most_, names), math);
      if (line_.width <= room) return;
    }
  }
  most_ = 1;
  math.size = usual * std::max(0.5f, kLittleSmaller * room / line_.width);
  line_ = ui::layout_math(one_line_sum(explanation_, column, most_), math);
}

std::vector<Term> OneLineSum::written() const {
  if (explanation_.arithmetic != Arithmetic::kSumOfProducts) return {};
  std::vector<Term> terms;
  for (const size_t at : heaviest(explanation_.terms, most_)) terms.push_back(explanation_.terms[at]);
  return terms;
}

float OneLineSum::height(const Frame& frame) {
  return frame.style.px(kAboveLine + 34);
}

void OneLineSum::draw(ImVec2 at) const {
  const auto& style = frame_.style;
  ui::TextStyle name = place_type(frame_);
  const ui::TextStyle quiet = style.small_ink();
  const float gap = style.px(kBesideLetters);
  const float said = ui::text_size(letters_, quiet).x + gap;
  const bool has_words = !letters_.empty();
  // In the middle, as the line of the whole head below it.
  at.x += std::max((width_ - start_ - line_.width - (has_words ? said : 0)) / 2, 0.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float baseline = at.y + style.px(kAboveLine + 25);
  float x = at.x;
  for (const Word& word : place_) {
    name.colour = word.colour;
    ui::draw_text(list, {x, baseline - ui::baseline(name.font, name.size)}, word.text, name);
    x += ui::text_size(word.text, name).x;
  }
  ui::draw_math(list, {at.x + start_, baseline}, line_);
  if (!has_words) return;
  ui::draw_text(list, {at.x + start_ + line_.width + gap, baseline - ui::baseline(quiet.font, quiet.size)},
                letters_, quiet);
}

}  // namespace views
