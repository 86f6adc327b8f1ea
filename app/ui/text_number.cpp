// text_number.cpp: numbers whose columns align, though Inter's digits differ in width.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

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

}  // namespace

std::string format_number(double value, float width, const TextStyle& style, int decimals) {
  const auto fits = [&](const std::string& text) { return number_width(text, style) <= width; };
  if (std::isfinite(value) && std::abs(value) >= 1e6) {
    const std::string text = engine::scientific_number(value);
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
