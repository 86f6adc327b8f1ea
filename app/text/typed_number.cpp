// typed_number.cpp: writes every number of the text in C's form, and leaves arithmetic to muParser.
#include "app/text/typed_number.h"

#include <muParser.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "app/text/plain_text.h"
#include "app/text/quotable.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Result;

constexpr size_t kLongestNumber = 200;                   // bytes
constexpr double kLargestWhole = 9'007'199'254'740'992;  // 2^53: from here a double skips whole numbers
constexpr std::string_view kInfinite = "∞";

struct Sign {
  std::string_view written, meant;
};
constexpr std::array kSigns = {
    Sign{"−", "-"},      Sign{"–", "-"},      Sign{"×", "*"},      Sign{"·", "*"},      Sign{"÷", "/"},
    Sign{"、", ";"},     Sign{"\u00A0", " "}, Sign{"\u2007", " "}, Sign{"\u2009", " "}, Sign{"\u202F", " "},
    Sign{"\u3000", " "}, Sign{"\u200B", ""},  Sign{"\uFEFF", ""}};

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}
bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

// The ASCII letter of a full-width one, U+FF01 to U+FF5E; nullopt for others.
std::optional<char> half_width(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xEF' || (text[1] != '\xBC' && text[1] != '\xBD')) return std::nullopt;
  const int code = (text[1] == '\xBC' ? 0 : 0x40) + (static_cast<unsigned char>(text[2]) - 0x80);
  if (code < 1 || code > 0x5E) return std::nullopt;
  return static_cast<char>(' ' + code);
}

// A run of digits, points, commas and blanks in C's form, such as "1024.5"; nullopt where its commas or
// blanks follow neither of the two ways.
std::optional<std::string> in_c_form(std::string_view run) {
  const size_t point = std::min(run.find('.'), run.size());
  const std::string_view whole = run.substr(0, point);
  const std::string_view behind = run.substr(point);
  const size_t first = std::min(whole.find_first_of(", "), whole.size());
  if (behind.find_first_of(", ") != std::string_view::npos) return std::nullopt;
  if (first == whole.size()) return std::string(run);
  const auto is_groups = [&] {
    if (first == 0 || first > 3 || whole.front() == '0') return false;
    for (size_t at = first; at < whole.size(); at += 4) {
      const std::string_view group = whole.substr(at + 1, 3);
      if (whole[at] != whole[first] || group.size() != 3 || !std::ranges::all_of(group, is_digit))
        return false;
    }
    return true;
  };
  std::string text(run);
  if (is_groups()) {
    std::erase(text, whole[first]);
    return text;
  }
  const bool is_decimal =
      behind.empty() && whole[first] == ',' && whole.find_first_of(", ", first + 1) == std::string_view::npos;
  if (!is_decimal) return std::nullopt;
  text[first] = '.';
  return text;
}

// The digits from `at` on, with what stands between them; blanks behind belong to what follows.
std::string_view run_at(std::string_view text, size_t at) {
  size_t end = at;
  for (size_t i = at; i < text.size(); ++i) {
    if (is_digit(text[i]) || text[i] == '.' || text[i] == ',') {
      end = i + 1;
    } else if (text[i] != ' ') {
      break;
    }
  }
  return text.substr(at, end - at);
}

// "e-9" behind a number; empty where none stands.
std::string_view exponent_at(std::string_view text, size_t at) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return {};
  size_t end = at + 1;
  if (end < text.size() && (text[end] == '-' || text[end] == '+')) ++end;
  const size_t digits = end;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end == digits ? std::string_view() : text.substr(at, end - at);
}

Error comma_error(std::string_view typed) {
  return {"error.number_comma", {{"text", quotable(typed)}}};
}
Error plain_error(std::string_view typed) {
  return {"error.number_plain", {{"text", quotable(typed)}}};
}

// An expression of numbers in C's form. Only signs and the names of a few functions may stand between them.
Result<std::string> rewritten(std::string_view typed, std::string_view text) {
  constexpr std::array<std::string_view, 4> kFunctions = {"sqrt", "exp", "ln", "log10"};
  std::string written;
  for (size_t at = 0; at < text.size();) {
    const char letter = text[at];
    if (is_digit(letter) || letter == '.' || letter == ',') {
      const std::string_view run = run_at(text, at);
      const auto number = in_c_form(run);
      if (!number) return comma_error(typed);
      at += run.size();
      const std::string_view exponent = exponent_at(text, at);
      at += exponent.size();
      written.append(*number).append(exponent);
      continue;
    }
    const auto* const function = std::ranges::find_if(
        kFunctions, [&](std::string_view name) { return text.substr(at).starts_with(name); });
    if (function != kFunctions.end()) {
      written += *function;
      at += function->size();
      continue;
    }
    if (!is_blank(letter) && std::string_view("+-*/^()").find(letter) == std::string_view::npos)
      return plain_error(typed);
    if (!is_blank(letter)) written += letter;
    ++at;
  }
  return written;
}

std::optional<double> in_full(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Result<TypedNumber> computed(std::string_view typed, const std::string& expression) {
  try {
    mu::Parser parser;
    parser.SetExpr(expression);
    const double value = parser.Eval();
    if (parser.GetNumResults() == 1 && std::isfinite(value)) return TypedNumber{value};
  } catch (const mu::ParserError&) {  // what it says is English
  }
  return plain_error(typed);
}

}  // namespace

std::string with_ascii_signs(std::string_view typed) {
  std::string text;
  text.reserve(typed.size());
  while (!typed.empty()) {
    const auto* const sign =
        std::ranges::find_if(kSigns, [&](const Sign& each) { return typed.starts_with(each.written); });
    const auto half = half_width(typed);
    if (sign != kSigns.end()) {
      text += sign->meant;
      typed.remove_prefix(sign->written.size());
    } else if (half) {
      text += *half;
      typed.remove_prefix(3);
    } else {
      text += typed.front();
      typed.remove_prefix(1);
    }
  }
  return text;
}

Result<TypedNumber> read_number(std::string_view typed) {
  if (typed.size() > kLongestNumber) return plain_error(typed);
  const std::string ascii = with_ascii_signs(typed);
  const std::string_view text = trimmed(ascii);
  const bool is_signed = text.starts_with('-') || text.starts_with('+');
  const std::string_view size = trimmed(text.substr(is_signed ? 1 : 0));
  const double sign = text.starts_with('-') ? -1 : 1;
  if (size == kInfinite) return TypedNumber{sign * std::numeric_limits<double>::infinity()};
  const auto expression = rewritten(typed, size);
  if (!expression) return expression.error();
  const auto number = in_full(*expression);
  if (!number) return computed(typed, (sign < 0 ? "-" : "") + *expression);
  TypedNumber read{sign * *number};
  const size_t point = expression->find('.');
  if (point != std::string::npos)
    read.decimals =
        static_cast<int>(std::min(expression->find_first_of("eE"), expression->size()) - point - 1);
  return read;
}

Result<double> read_whole(std::string_view typed) {
  const auto number = read_number(typed);
  if (!number) return number.error();
  if (number->value != std::round(number->value) || std::abs(number->value) > kLargestWhole)
    return Error{"error.number_whole", {{"text", quotable(typed)}}};
  return number->value;
}

Result<std::vector<Index>> read_list(std::string_view typed) {
  const std::string text = with_ascii_signs(typed);
  std::vector<Index> numbers;
  for (size_t at = 0; at < text.size();) {
    if (is_blank(text[at]) || std::string_view(",;[]()").find(text[at]) != std::string_view::npos) {
      ++at;
      continue;
    }
    int number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    const auto behind = static_cast<size_t>(end - text.data());
    const bool ends = behind == text.size() || is_blank(text[behind]) ||
                      std::string_view(",;[]()").find(text[behind]) != std::string_view::npos;
    if (error != std::errc() || number < 0 || !ends)
      return Error{"error.number_list", {{"text", quotable(typed)}}};
    numbers.push_back(number);
    at = behind;
  }
  return numbers;
}

std::string pasted_text(std::string_view copied) {
  std::string text;
  text.reserve(copied.size());
  for (size_t at = 0; at < copied.size(); ++at) {
    const char letter = copied[at];
    if (letter == '\r' && at + 1 < copied.size() && copied[at + 1] == '\n') continue;
    const bool ends_line = letter == '\r' || letter == '\v' || letter == '\f';
    text += letter == '\t' ? ' ' : ends_line ? '\n' : letter;
  }
  return text;
}

}  // namespace app
