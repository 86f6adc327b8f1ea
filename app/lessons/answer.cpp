// answer.cpp: one way of judging for each kind of question.
#include "app/lessons/answer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/lessons/common_mistakes.h"
#include "app/lessons/expression.h"
#include "app/lessons/lesson_lines.h"
#include "app/text/plain_text.h"
#include "app/text/typed_number.h"

namespace app {
namespace {

using engine::Index;

// Whether a number is the right one as far as its digits go.
bool is_rounded(const TypedNumber& typed, double right) {
  const bool has_digits = typed.decimals > 0 && std::abs(typed.value) > 0;
  return has_digits && !is_count(right) &&
         std::abs(typed.value - right) <= 0.5 * std::pow(10.0, -typed.decimals);
}

// "6 x 10", "6 X 10", "6 × 10", "6 * 10", "6 by 10", "6 乘 10", "6, 10", "(6, 10)", "[6, 10]".
std::optional<std::pair<Index, Index>> read_shape(std::string_view typed) {
  const std::string ascii = with_ascii_signs(typed);
  std::string_view text = trimmed(ascii);
  for (const std::string_view brackets : {"()", "[]"}) {
    if (text.size() > 1 && text.front() == brackets.front() && text.back() == brackets.back())
      text = trimmed(text.substr(1, text.size() - 2));
  }
  for (const std::string_view between : {"x", "X", "*", "by", "乘以", "乘", ","}) {
    const size_t at = text.find(between);
    if (at == std::string_view::npos) continue;
    const auto rows = read_whole(text.substr(0, at));
    const auto columns = read_whole(text.substr(at + between.size()));
    if (!rows || !columns || *rows < 0 || *columns < 0) return std::nullopt;
    return std::pair(static_cast<Index>(*rows), static_cast<Index>(*columns));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Verdict> judge_number(const Question& question, std::string_view typed,
                                    const engine::Trace& trace) {
  const auto number = read_number(typed);
  const auto right = evaluate(question.answer, trace);
  if (!number || !right) return std::nullopt;
  if (is_near(number->value, *right)) return Verdict{true, question.reveal};
  for (const Mistake& mistake : question.mistakes) {
    const auto wrong = evaluate(mistake.value, trace);
    if (wrong && is_near(number->value, *wrong)) return Verdict{false, mistake.text};
  }
  if (is_rounded(*number, *right)) return Verdict{true, question.reveal};
  return Verdict{false, "", mistake_of_number(number->value, *right)};
}

std::optional<Verdict> judge_shape(const Question& question, std::string_view typed,
                                   const engine::Trace& trace) {
  const auto shape = read_shape(typed);
  const auto right = evaluate_shape(question.answer, trace);
  if (!shape || !right) return std::nullopt;
  if (*shape == *right) return Verdict{true, question.reveal};
  return Verdict{false, "", mistake_of_shape(*shape, *right)};
}

std::optional<Verdict> judge_cell(const Question& question, engine::Index row, engine::Index column,
                                  const engine::Trace& trace) {
  const auto right = evaluate_cells(question.answer, trace);
  if (!right) return std::nullopt;
  const bool is_among = std::ranges::find(*right, std::pair(row, column)) != right->end();
  if (is_among) return Verdict{true, question.reveal};
  return Verdict{false, "", mistake_of_cell({row, column}, *right)};
}

std::string right_answer(const Question& question, const engine::Trace& trace, int first) {
  std::string written;
  if (question.kind == Ask::kNumber) {
    const auto right = evaluate(question.answer, trace);
    if (right) written = lesson_number(*right);
  } else if (question.kind == Ask::kShape) {
    const auto right = evaluate_shape(question.answer, trace);
    if (right) written = std::to_string(right->first) + " × " + std::to_string(right->second);
  } else if (question.kind == Ask::kCell) {
    const auto cells = evaluate_cells(question.answer, trace);
    for (const auto& [row, column] : cells ? *cells : AnsweredCells()) {
      written.append(written.empty() ? "[" : ", [").append(std::to_string(row + first)).append(", ");
      written.append(std::to_string(column + first)).append("]");
    }
  } else if (question.kind == Ask::kOrder) {
    for (const Choice& item : question.choices)
      written.append(written.empty() ? "" : " → ").append(item.text);
  }
  return written;
}

Verdict judge_choice(const Question& question, size_t choice) {
  const Choice& chosen = question.choices.at(choice);
  if (!chosen.is_right) return {false, chosen.why};
  return {true, chosen.why.empty() ? question.reveal : chosen.why + "\n\n" + question.reveal};
}

Verdict judge_order(const Question& question, std::span<const size_t> order) {
  if (std::ranges::is_sorted(order)) return Verdict{true, question.reveal};
  return {false, "", mistake_of_order(order)};
}

std::vector<size_t> items_as_listed(const Question& question) {
  std::vector<size_t> places(question.choices.size());
  std::iota(places.begin(), places.end(), size_t{0});
  std::ranges::sort(places, {}, [&](size_t place) { return question.choices[place].text; });
  return places;
}

}  // namespace app
