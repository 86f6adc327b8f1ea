// expression.cpp: replaces what names the run by variables, and leaves the arithmetic to muParser.
#include "app/lessons/expression.h"

#include <muParser.h>

#include <array>
#include <charconv>
#include <cmath>
#include <deque>
#include <optional>

#include "app/lessons/lesson_lines.h"
#include "app/text/plain_text.h"
#include "app/text/quotable.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;

constexpr std::array<std::string_view, 3> kTerms = {"value", "rows", "columns"};

// Takes words from the front of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  std::string_view rest() const { return rest_; }
  bool is_at_end() {
    skip_blanks();
    return rest_.empty();
  }
  void skip(size_t count) { rest_.remove_prefix(count); }

  std::string_view address() {
    skip_blanks();
    // A hyphen joins letters; elsewhere it is a minus.
    return take([this](size_t at) {
      const char c = rest_[at];
      const bool joins = c == '-' && at + 1 < rest_.size() && is_letter(rest_[at + 1]);
      return joins || is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_';
    });
  }
  std::string_view word() {
    return take([this](size_t at) { return is_letter(rest_[at]) || rest_[at] == '_'; });
  }
  std::optional<Index> index() {
    skip_blanks();
    Index value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value < 0) return std::nullopt;
    skip(static_cast<size_t>(end - rest_.data()));
    return value;
  }
  bool sign(std::string_view wanted) {
    skip_blanks();
    if (!rest_.starts_with(wanted)) return false;
    skip(wanted.size());
    return true;
  }

 private:
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(" \t\r\n"))); }
  template <class Belongs>
  std::string_view take(Belongs belongs) {
    size_t count = 0;
    while (count < rest_.size() && belongs(count)) ++count;
    const std::string_view taken = rest_.substr(0, count);
    skip(count);
    return taken;
  }

  std::string_view rest_;
};

Error not_an_expression(std::string_view expression) {
  return {"error.lesson_expression", {{"expression", quotable(expression)}}};
}

Error stops_at(std::string_view expression, std::string_view token) {
  // The parser may complain about a variable that stands for a term.
  if (token.empty() || expression.find(token) == std::string_view::npos) return not_an_expression(expression);
  return {"error.lesson_expression_at",
          {{"expression", quotable(expression)}, {"token", quotable(std::string(token))}}};
}

// The parser's own messages are English.
Error not_an_expression(std::string_view expression, const mu::ParserError& error) {
  switch (error.GetCode()) {
    case mu::ecUNEXPECTED_EOF:
    case mu::ecEMPTY_EXPRESSION:
      return {"error.lesson_expression_ends", {{"expression", quotable(expression)}}};
    case mu::ecMISSING_PARENS:
      return {"error.lesson_expression_open", {{"expression", quotable(expression)}}};
    default:
      return stops_at(expression, error.GetToken());
  }
}

// An expression's arithmetic, with variables for what it reads from the run.
class Arithmetic {
 public:
  Arithmetic(std::string_view expression, const engine::Trace& trace)
      : expression_(expression), trace_(trace), scanner_(expression) {}

  engine::Result<double> run() {
    while (!scanner_.rest().empty()) {
      if (auto bad = copy()) return *bad;
    }
    // Infinities are not for the parser.
    if (read_.size() == 1 && trimmed(text_) == "v0") return read_.front();
    return compute();
  }

 private:
  // Copies a word or a sign, or puts a variable where a term stands.
  std::optional<Error> copy() {
    const std::string_view word = scanner_.word();
    if (word.empty()) {
      text_ += scanner_.rest().front();
      scanner_.skip(1);
      return std::nullopt;
    }
    if (std::find(kTerms.begin(), kTerms.end(), word) == kTerms.end()) {
      text_ += word;
      return std::nullopt;
    }
    const std::string_view address = scanner_.address();
    const auto stage = stage_named(address, trace_);
    if (!stage) return stage.error();
    const auto number = read(word, *stage);
    if (!number) return number.error();
    text_.append("v").append(std::to_string(read_.size()));
    read_.push_back(*number);
    return std::nullopt;
  }

  engine::Result<double> read(std::string_view word, int stage) {
    const engine::Stage& found = trace_.stage(stage);
    if (word == "rows") return static_cast<double>(found.rows);
    if (word == "columns") return static_cast<double>(found.columns);
    const auto row = scanner_.index();
    const bool has_comma = row && scanner_.sign(",");
    const auto column = has_comma ? scanner_.index() : std::nullopt;
    if (!column) return Error{"error.lesson_cells", {{"value", quotable(expression_)}}};
    if (auto bad = check_cell(trace_, stage, *row, *column)) return *bad;
    return static_cast<double>(trace_.at(stage, *row, *column));
  }

  engine::Result<double> compute() {
    try {
      mu::Parser parser;
      for (size_t i = 0; i < read_.size(); ++i) parser.DefineVar("v" + std::to_string(i), &read_[i]);
      parser.SetExpr(text_);
      const double value = parser.Eval();
      // A comma makes two of it, of which only the last would count.
      if (parser.GetNumResults() == 1 && !std::isnan(value)) return value;
      return parser.GetNumResults() == 1 ? not_an_expression(expression_) : stops_at(expression_, ",");
    } catch (const mu::ParserError& error) {
      return not_an_expression(expression_, error);
    }
  }

  std::string_view expression_;
  const engine::Trace& trace_;
  Scanner scanner_;
  std::string text_;
  std::deque<double> read_;
};

std::optional<std::pair<Index, Index>> read_pair(Scanner& scanner, std::string_view between) {
  const auto first = scanner.index();
  if (!first || !scanner.sign(between)) return std::nullopt;
  const auto second = scanner.index();
  if (!second) return std::nullopt;
  return std::pair(*first, *second);
}

engine::Result<AnsweredCells> largest_of(Scanner& scanner, std::string_view answer,
                                         const engine::Trace& trace) {
  const auto stage = stage_named(scanner.address(), trace);
  if (!stage) return stage.error();
  const auto row = scanner.index();
  if (!row || !scanner.is_at_end()) return Error{"error.lesson_cells", {{"value", quotable(answer)}}};
  if (auto bad = check_cell(trace, *stage, *row, 0)) return *bad;
  Index largest = 0;
  trace.read_row(*stage, *row).row(0).maxCoeff(&largest);
  return AnsweredCells{{*row, largest}};
}

}  // namespace

engine::Result<int> stage_named(std::string_view address, const engine::Trace& trace) {
  if (const auto stage = trace.find(address)) return *stage;
  return Error{"error.unknown_stage",
               {{"stage", quotable(address)}, {"nearest", engine::first_names(trace.nearest(address, 3))}}};
}

std::optional<std::pair<Index, Index>> read_cell(std::string_view text) {
  Scanner scanner(trimmed(text));
  const auto cell = read_pair(scanner, ",");
  return scanner.is_at_end() ? cell : std::nullopt;
}

std::optional<Error> check_cell(const engine::Trace& trace, int stage, Index row, Index column) {
  const engine::Stage& found = trace.stage(stage);
  if (row < found.rows && column < found.columns) return std::nullopt;
  return Error{"error.cell_range",
               {{"value", std::to_string(row) + "," + std::to_string(column)},
                {"stage", found.address},
                {"last_row", std::to_string(found.rows - 1)},
                {"last_column", std::to_string(found.columns - 1)}}};
}

engine::Result<double> evaluate(std::string_view expression, const engine::Trace& trace) {
  if (expression.size() > kLongestExpression)
    return Error{"error.lesson_expression_long", {{"most", std::to_string(kLongestExpression)}}};
  return Arithmetic(expression, trace).run();
}

engine::Result<AnsweredCells> evaluate_cells(std::string_view answer, const engine::Trace& trace) {
  Scanner scanner(trimmed(answer));
  if (scanner.rest().starts_with("largest ")) {
    scanner.word();
    return largest_of(scanner, answer, trace);
  }
  AnsweredCells cells;
  while (!scanner.is_at_end()) {
    const auto cell = read_pair(scanner, ",");
    if (!cell) break;
    cells.push_back(*cell);
  }
  if (cells.empty() || !scanner.is_at_end())
    return Error{"error.lesson_cells", {{"value", quotable(answer)}}};
  return cells;
}

engine::Result<std::pair<Index, Index>> evaluate_shape(std::string_view answer, const engine::Trace& trace) {
  Scanner scanner(trimmed(answer));
  if (scanner.rest().starts_with("shape ")) {
    scanner.word();
    const auto stage = stage_named(scanner.address(), trace);
    if (!stage) return stage.error();
    if (scanner.is_at_end()) return std::pair(trace.stage(*stage).rows, trace.stage(*stage).columns);
  }
  for (const std::string_view between : {"x", "×"}) {
    Scanner typed(trimmed(answer));
    const auto shape = read_pair(typed, between);
    if (shape && typed.is_at_end()) return *shape;
  }
  return Error{"error.lesson_shape", {{"value", quotable(answer)}}};
}

std::string lesson_number(double value) {
  constexpr double kTold = 0.00995;
  const double size = std::abs(value);
  if (!std::isfinite(value) || value == std::round(value)) return engine::number_markup(value, 0);
  if (size < kTold) return engine::number_markup(value, 4);
  return engine::fixed_number(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

bool is_count(double right) {
  constexpr double kNoise = 1e-6;  // of a whole number that was worked out in floats
  const double whole = std::round(right);
  return std::isfinite(right) && whole != 0 && std::abs(right - whole) <= kNoise * std::abs(whole);
}

bool is_near(double typed, double right) {
  constexpr double kNear = 0.05;
  if (typed == right || !std::isfinite(typed) || !std::isfinite(right)) return typed == right;
  if (is_count(right)) return typed == std::round(right);
  return std::abs(typed - right) <= kNear * std::abs(right);
}

std::string fill_values(std::string_view text, const std::function<std::string(std::string_view)>& write) {
  std::string filled;
  while (!text.empty()) {
    const size_t open = text.find('{');
    filled += text.substr(0, open);
    if (open == std::string_view::npos) break;
    text.remove_prefix(open);
    Scanner inside(text.substr(1));
    const std::string_view word = inside.word();
    const bool is_term =
        std::find(kTerms.begin(), kTerms.end(), word) != kTerms.end() && inside.rest().starts_with(' ');
    const size_t close = is_term ? text.substr(0, kLongestExpression).find('}') : std::string_view::npos;
    const bool is_value = close != std::string_view::npos;
    filled += is_value ? write(text.substr(1, close - 1)) : std::string("{");
    text.remove_prefix(is_value ? close + 1 : 1);
  }
  return filled;
}

}  // namespace app
