// number_text.cpp: numbers as texts, by fmt.
#include "engine/core/number_text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace engine {
namespace {

// What is written in place of a number that is not finite.
std::optional<std::string> not_finite(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  return std::nullopt;
}

// No "−0.00": a number that rounds to zero has no sign.
std::string with_sign(const std::string& digits, double value) {
  const bool zero = digits.find_first_of("123456789") == std::string::npos;
  return value < 0 && !zero ? "−" + digits : digits;
}

// Two significant digits of a number's size, and its power of ten.
struct Scientific {
  std::string digits;
  int power = 0;
};

Scientific scientific(double value) {
  const std::string text = fmt::format("{:.1e}", std::abs(value));
  const size_t e = text.find('e');
  return {text.substr(0, e), std::stoi(text.substr(e + 1))};
}

// −7 as "⁻⁷".
std::string superscript(int number) {
  constexpr std::array<const char*, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number)))
    text += kDigits.at(static_cast<size_t>(digit - '0'));
  return text;
}

}  // namespace

std::string fixed_number(double value, int decimals) {
  if (auto text = not_finite(value)) return *std::move(text);
  return with_sign(fixed_digits(std::abs(value), decimals), value);
}

std::string number_markup(double value, int decimals) {
  if (auto text = not_finite(value)) return *std::move(text);
  std::string digits = fixed_digits(std::abs(value), decimals);
  if (digits.find('.') != std::string::npos) {
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
  }
  return with_sign(digits, value);
}

std::string short_number(double value) {
  const double size = std::abs(value);
  return number_markup(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 ? 2 : 4);
}

std::string scientific_number(double value) {
  if (auto text = not_finite(value)) return *std::move(text);
  const Scientific parts = scientific(value);
  return with_sign(parts.digits, value) + "e" + std::to_string(parts.power);
}

std::string difference_number(double value) {
  if (value == 0) return "0";
  if (!std::isfinite(value) || std::abs(value) >= 1e-3) return fixed_number(value, 3);
  const Scientific parts = scientific(value);
  return with_sign(parts.digits, value) + " × 10" + superscript(parts.power);
}

std::string significant_digits(double value, int digits) {
  return fmt::format("{:.{}g}", value, digits);
}

std::string fixed_digits(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

std::string shortest_digits(float value) {
  // Not by fmt, which writes 100000 where this writes 1e+05.
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace engine
