// formula_template.cpp: fills in the symbols, indices and values of a formula template.
#include "engine/core/formula_template.h"

#include <cassert>
#include <cctype>
#include <charconv>

#include "engine/core/formula.h"

namespace engine {
namespace {

// Fills in the template of a whole stage, or that of a cell if one is given.
class Filler {
 public:
  Filler(const StageLetter& result, std::span<const StageLetter> inputs, Index first,
         const CellFormula* cell = nullptr)
      : result_(result), inputs_(inputs), first_(first), cell_(cell) {}

  std::string filled(std::string_view rest) const {
    std::string text;
    while (!rest.empty()) {
      const size_t mark = rest.find_first_of("$@#");
      text += rest.substr(0, mark);
      if (mark == std::string_view::npos) break;
      const char sign = rest[mark];
      rest.remove_prefix(mark + 1);
      const std::string_view name = taken_name(rest);
      if (sign == '#') {
        text += counted(number_in(name));
        continue;
      }
      const StageLetter* const letter = letter_of(name);
      if (letter == nullptr) {
        text += value_of(name);
      } else if (sign == '@') {
        text += letter->alone();
      } else {
        text += number_of(*letter, rest);
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

  // -1 if it is not a number.
  static Index number_in(std::string_view name) {
    Index number = -1;
    std::from_chars(name.data(), name.data() + name.size(), number);
    return number;
  }

  std::string counted(Index index) const { return std::to_string(index + first_); }

  // Null unless the name is that of the result or of an input.
  const StageLetter* letter_of(std::string_view name) const {
    if (name == "out") return &result_;
    const Index input = number_in(name);
    if (input < 0) return nullptr;
    assert(static_cast<size_t>(input) < inputs_.size());
    return &inputs_[static_cast<size_t>(input)];
  }

  std::string number_of(const StageLetter& letter, std::string_view& rest) const {
    if (!rest.starts_with("_{"))
      return cell_ != nullptr ? letter.at(counted(cell_->row) + "," + counted(cell_->column))
                              : letter.alone();
    size_t end = 2;
    for (int depth = 1; depth > 0 && end < rest.size(); ++end) {
      if (rest[end] == '{') ++depth;
      if (rest[end] == '}') --depth;
    }
    const std::string indices = filled(rest.substr(2, end - 3));
    rest.remove_prefix(end);
    return letter.at(indices);
  }

  std::string value_of(std::string_view name) const {
    if (cell_ == nullptr) return std::string(name);
    for (const FormulaValue& value : cell_->values) {
      if (value.name == name) return filled(value.text);
    }
    assert(name == "i" || name == "j");
    return counted(name == "i" ? cell_->row : cell_->column);
  }

  const StageLetter& result_;
  std::span<const StageLetter> inputs_;
  Index first_ = 0;
  const CellFormula* cell_ = nullptr;
};

// The place of the first comma outside braces.
size_t comma_in(std::string_view indices) {
  int depth = 0;
  for (size_t at = 0; at < indices.size(); ++at) {
    if (indices[at] == '{') ++depth;
    if (indices[at] == '}') --depth;
    if (indices[at] == ',' && depth == 0) return at;
  }
  return std::string_view::npos;
}

std::string raised(const std::string& superscript) {
  return superscript.empty() ? "" : "^{" + superscript + "}";
}

}  // namespace

std::string StageLetter::alone() const {
  return is_shown_alone && !above.empty() ? "{" + symbol + "}" + raised(above) : symbol;
}

std::string StageLetter::at(std::string_view indices) const {
  if (!is_vector) return entry(symbol, std::string(indices)) + raised(above);
  const size_t comma = comma_in(indices);
  std::string row(indices.substr(0, comma));
  if (!above.empty()) row += "," + above;
  // The subscript before the superscript, so that they are stacked.
  const std::string vector =
      comma == std::string_view::npos
          ? (symbol.ends_with('}') && symbol.find('_') != std::string::npos ? "(" + symbol + ")"
                                                                            : "{" + symbol + "}")
          : entry(symbol, std::string(indices.substr(comma + 1)));
  return vector + raised(row);
}

std::string whole_formula(std::string_view pattern, const StageLetter& result,
                          std::span<const StageLetter> inputs, Index first) {
  return Filler(result, inputs, first).filled(pattern);
}

std::string cell_formula(const CellFormula& formula, const StageLetter& result,
                         std::span<const StageLetter> inputs, Index first) {
  return Filler(result, inputs, first, &formula).filled(formula.pattern);
}

}  // namespace engine
