// explained_lines_test.cpp: what `headlight explain` prints is so: each line is read as a student reads it,
// and worked out again from its printed numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "app/cli/commands.h"
#include "tests/engine/explain_cases.h"
#include "tests/shell/program.h"

namespace app {
namespace {

// Of seven digits that are printed, the last is off by a half at most: in two factors and their product.
constexpr double kPrinted = 2e-6;

std::optional<double> number_in(const std::string& word) {
  size_t read = 0;
  try {
    const double number = std::stod(word, &read);
    return read == word.size() ? std::optional(number) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> parts;
  for (const std::string& part : split(line, ' ')) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

bool is_close(double a, double b, double scale) {
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= kPrinted * scale + std::numeric_limits<float>::min();
}

// The lines of one cell, taken apart.
class Explained {
 public:
  explicit Explained(const std::string& text) : lines_(split(text, '\n')) {
    for (const std::string& line : lines_) {
      const size_t sign = line.rfind(" = ");
      if (line.starts_with(" ") || sign == std::string::npos) continue;
      if (const auto value = number_in(line.substr(sign + 3))) named_[line.substr(0, sign)] = *value;
    }
  }

  // The first line that is not so; empty where all are.
  std::string wrong() const {
    double sum = 0;
    double scale = 0;
    for (const std::string& line : lines_) {
      // A term begins with its number.
      if (!line.starts_with(" ")) continue;
      if (!is_right(words_of(line), sum, scale)) return line;
    }
    return "";
  }

  // Whether the result is what the only line comes to; where there are more, or an arrow, it takes more
  // steps.
  bool comes_to_result() const {
    std::vector<std::vector<std::string>> terms;
    for (const std::string& line : lines_) {
      if (line.starts_with(" ")) terms.push_back(words_of(line));
    }
    const bool is_one = terms.size() == 1 && std::count(terms[0].begin(), terms[0].end(), "=") == 1;
    if (!is_one) return true;
    const auto value = number_in(terms.front().back());
    return value && is_close(*value, named("result"), std::abs(*value));
  }

  double named(const std::string& name) const {
    const auto found = named_.find(name);
    return found == named_.end() ? std::nan("") : found->second;
  }

 private:
  // "4  3.11 × 3.61 = 11.2  Σ 20.3", with the sum of the lines before; "4  3.11 → 0.957" where the formula
  // alone says what becomes of the number.
  bool is_right(const std::vector<std::string>& words, double& sum, double& scale) const {
    size_t at = 1;
    const auto next = [&] { return at < words.size() ? number_in(words[at++]) : std::nullopt; };
    const auto is_next = [&](const char* word) { return at < words.size() && words[at] == word; };
    const auto left = next();
    if (!left) return false;
    double value = *left;
    double rounding = std::abs(*left);
    bool is_made = false;
    if (is_next("×") || is_next("÷")) {
      const bool multiplies = words[at++] == "×";
      const auto right = next();
      if (!right) return false;
      value = multiplies ? *left * *right : *left / *right;
      rounding = std::abs(value);
    } else if (is_next("→")) {
      ++at;
      is_made = at < words.size() && number_in(words[at]).has_value();
      if (!is_made) value = measured(words, at, *left, rounding);
    }
    if (!is_made && (!is_next("=") || ++at == words.size())) return false;
    const auto printed = next();
    // What is made is another number, or the arrow hides an equation.
    if (!printed || (is_made ? *printed == *left : !is_close(*printed, value, rounding))) return false;
    sum += *printed;
    scale += std::abs(*printed);
    if (at == words.size()) return true;
    if (words[at++] != "Σ") return false;
    const auto so_far = next();
    return so_far && at == words.size() && is_close(*so_far, sum, scale);
  }

  // What becomes of x in a line such as "x → exp(x − m)"; `at` moves behind it.
  double measured(const std::vector<std::string>& words, size_t& at, double x, double& rounding) const {
    std::string rule;
    for (; at < words.size() && words[at] != "="; ++at) rule += words[at];
    if (rule == "x²") {
      rounding = x * x;
      return x * x;
    }
    if (rule == "exp(x−m)") {
      const double peak = named("row maximum m");
      if (std::isinf(x) && x < 0) return 0;
      rounding = (1 + std::abs(x) + std::abs(peak)) * std::exp(x - peak);
      return std::exp(x - peak);
    }
    if (rule == "(x−μ)²") {
      const double mean = named("mean μ");
      rounding = (std::abs(x) + std::abs(mean)) * (std::abs(x - mean) + kPrinted);
      return (x - mean) * (x - mean);
    }
    return std::nan("");
  }

  std::vector<std::string> lines_;
  std::map<std::string, double> named_;
};

// Every cell, or where that makes more lines than this, some in every part of the stage: a step that shares
// no factor with the columns comes to each of them.
std::vector<engine::Cell> cells_to_read(const engine::Trace& trace, int index) {
  constexpr engine::Index kManyLines = 500;
  const engine::Stage& stage = trace.stage(index);
  const engine::Index count = stage.rows * stage.columns;
  const auto lines = static_cast<engine::Index>(trace.explain(index, 0, 0).terms.size());
  engine::Index step = std::max<engine::Index>(1, count * lines / kManyLines);
  while (step > 1 && std::gcd(step, stage.columns) != 1) ++step;
  std::vector<engine::Cell> cells;
  for (engine::Index at = 0; at < count; at += step)
    cells.push_back({index, at / stage.columns, at % stage.columns});
  if (step > 1) cells.push_back({index, stage.rows - 1, stage.columns - 1});
  return cells;
}

TEST(ExplainedLines, AreSoForEveryOperation) {
  const Words& english = words(Language::kEnglish, 0);
  std::map<std::string, int> wrong;  // of each operation
  for (const engine::ExplainCase& example : engine::explain_cases()) {
    const engine::Trace& trace = *example.trace;
    for (int index = 0; index < trace.size(); ++index) {
      const engine::Stage& stage = trace.stage(index);
      for (const engine::Cell& cell : cells_to_read(trace, index)) {
        const std::string text = explain_lines(trace, cell, english);
        const Explained explained(text);
        const std::string line = explained.comes_to_result() ? explained.wrong() : "result";
        if (line.empty() || ++wrong[std::string(stage.operation->name())] > 1) continue;
        ADD_FAILURE() << example.name << ", " << stage.operation->name() << ": " << line << "\nof\n" << text;
      }
    }
  }
}

}  // namespace
}  // namespace app
