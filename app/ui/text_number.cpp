// text_number.cpp: numbers whose columns align, though Inter's digits differ in width.
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/fonts.h"
#include "app/ui/text.h"

namespace ui {
namespace {

// Calls place(character, its advance, width of its box) from left to right. Every digit's box is as wide as
// 0's, like tabular figures.
template <class Place>
void for_each_box(std::string_view number, const TextStyle& style, Place place) {
  ImFontBaked& glyphs = *style.font->GetFontBaked(line_height(style.font, style.size));
  const float digit_box = std::round(glyphs.GetCharAdvance('0'));
  const char* const end = number.data() + number.size();
  for (const char* at = number.data(); at < end;) {
    unsigned code = 0;
    at += std::max(1, ImTextCharFromUtf8(&code, at, end));
    const float advance = glyphs.GetCharAdvance(static_cast<ImWchar>(code));
    place(static_cast<ImWchar>(code), advance, code >= '0' && code <= '9' ? digit_box : std::round(advance));
  }
}

std::string printed(const char* format, int decimals, double value) {
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, decimals, std::abs(value));
  return buffer.data();
}

// No "−0.00": a number that rounds to zero has no sign.
std::string with_sign(const std::string& digits, double value) {
  const bool zero = digits.find_first_of("123456789") == std::string::npos;
  return value < 0 && !zero ? "−" + digits : digits;
}

// "1.2e6" from C's "1.2e+06".
std::string scientific(double value) {
  const std::string text = printed("%.*e", 1, value);
  const size_t exponent = text.find("e+") + 2;
  return with_sign(text.substr(0, exponent - 1) + std::to_string(std::stoi(text.substr(exponent))), value);
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
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  return with_sign(printed("%.*f", decimals, value), value);
}

std::string difference_number(double value) {
  if (value == 0) return "0";
  if (!std::isfinite(value) || std::abs(value) >= 1e-3) return fixed_number(value, 3);
  const std::string text = printed("%.*e", 1, value);
  const size_t e = text.find('e');
  return with_sign(text.substr(0, e), value) + " × 10" + superscript(std::stoi(text.substr(e + 1)));
}

std::string format_number(double value, float width, const TextStyle& style, int decimals) {
  const auto fits = [&](const std::string& text) { return number_width(text, style) <= width; };
  if (std::isfinite(value) && std::abs(value) >= 1e6) {
    const std::string text = scientific(value);
    return fits(text) ? text : "";
  }
  for (int places = decimals; places >= 0; --places) {
    std::string text = fixed_number(value, places);
    if (fits(text)) return text;
  }
  return "";
}

float number_width(std::string_view number, const TextStyle& style) {
  float width = 0;
  for_each_box(number, style, [&](ImWchar, float, float box) { width += box; });
  return width;
}

float number_width(double value, int decimals, const TextStyle& style) {
  return number_width(fixed_number(value, decimals), style);
}

void draw_number(ImDrawList& list, ImVec2 right_edge, std::string_view number, const TextStyle& style) {
  const float height = line_height(style.font, style.size);
  float x = std::round(right_edge.x - number_width(number, style));
  for_each_box(number, style, [&](ImWchar code, float advance, float box) {
    const ImVec2 pos = {std::round(x + (box - advance) / 2), right_edge.y};
    style.font->RenderChar(&list, height, pos, style.colour, code);
    x += box;
  });
}

void draw_number(ImDrawList& list, ImVec2 right_edge, double value, int decimals, const TextStyle& style) {
  draw_number(list, right_edge, fixed_number(value, decimals), style);
}

}  // namespace ui
