// formula_template.cpp: fills in the symbols, indices and values of a formula template.
#include "engine/core/formula_template.h"

#include <cassert>
#include <cctype>
#include <charconv>

#include "engine/core/formula.h"

namespace engine {
namespace {

class Filler {
 public:
  Filler(const std::string& result, std::span<const std::string> inputs) : result_(result), inputs_(inputs) {}
  Filler(const std::string& result, std::span<const std::string> inputs, Index row, Index column,
         FormulaValues values)
      : result_(result), inputs_(inputs), is_cell_(true), row_(row), column_(column), values_(values) {}

  std::string filled(std::string_view rest) const {
    std::string text;
    while (!rest.empty()) {
      const size_t mark = rest.find_first_of("$@");
      text += rest.substr(0, mark);
      if (mark == std::string_view::npos) break;
      const bool is_symbol = rest[mark] == '@';
      rest.remove_prefix(mark + 1);
      const std::string_view name = taken_name(rest);
      const std::string* const symbol = symbol_of(name);
      if (symbol == nullptr) {
        text += value_of(name);
      } else if (is_symbol) {
        text += *symbol;
      } else {
        text += number_of(*symbol, rest);
      }
    }
    return text;
  }

 private:
  // The run of letters, or of digits, at the start of `rest`.
  static std::string_view taken_name(std::string_view& rest) {
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    const bool is_number = !rest.empty() && is_digit(rest.front());
    size_t length = 0;
    while (length < rest.size() &&
           (is_number ? is_digit(rest[length]) : std::isalpha(static_cast<unsigned char>(rest[length])) != 0))
      ++length;
    const std::string_view name = rest.substr(0, length);
    rest.remove_prefix(length);
    return name;
  }

  // Null unless the name is that of the result or of an input.
  const std::string* symbol_of(std::string_view name) const {
    if (name == "out") return &result_;
    size_t input = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), input);
    if (error != std::errc()) return nullptr;
    assert(input < inputs_.size());
    return &inputs_[input];
  }

  std::string number_of(const std::string& symbol, std::string_view& rest) const {
    if (!rest.starts_with("_{")) return is_cell_ ? entry(symbol, index_pair(row_, column_)) : symbol;
    size_t end = 2;
    for (int depth = 1; depth > 0 && end < rest.size(); ++end) {
      if (rest[end] == '{') ++depth;
      if (rest[end] == '}') --depth;
    }
    const std::string indices = filled(rest.substr(2, end - 3));
    rest.remove_prefix(end);
    return is_cell_ ? entry(symbol, indices) : "{" + symbol + "}_{" + indices + "}";
  }

  std::string value_of(std::string_view name) const {
    if (!is_cell_) return std::string(name);
    for (const FormulaValue& value : values_) {
      if (value.name == name) return value.text;
    }
    assert(name == "i" || name == "j");
    return std::to_string(name == "i" ? row_ : column_);
  }

  const std::string& result_;
  std::span<const std::string> inputs_;
  bool is_cell_ = false;
  Index row_ = 0;
  Index column_ = 0;
  FormulaValues values_;
};

}  // namespace

std::string whole_formula(std::string_view pattern, const std::string& result,
                          std::span<const std::string> inputs) {
  return Filler(result, inputs).filled(pattern);
}

std::string cell_formula(std::string_view pattern, const std::string& result,
                         std::span<const std::string> inputs, Index row, Index column, FormulaValues values) {
  return Filler(result, inputs, row, column, values).filled(pattern);
}

}  // namespace engine
