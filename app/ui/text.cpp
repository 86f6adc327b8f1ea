// text.cpp: single lines: measured, drawn, turned, shortened.
#include "app/ui/text.h"

#include <cmath>
#include <numbers>

#include "app/ui/fonts.h"
#include "app/ui/shaped_text.h"
#include "engine/text/tokenizer.h"

namespace ui {

void draw_text(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style) {
  if (text.empty()) return;
  if (needs_shaping(text, style.font)) return draw_shaped(list, pos, text, style);
  list.AddText(style.font, line_height(style.font, style.size), pos, style.colour, text.data(),
               text.data() + text.size());
}

void draw_text_right(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style) {
  draw_text(list, {std::round(pos.x - text_size(text, style).x), pos.y}, text, style);
}

void draw_text_centred(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style) {
  draw_text(list, {std::round(pos.x - text_size(text, style).x / 2), pos.y}, text, style);
}

ImVec2 text_size(std::string_view text, const TextStyle& style) {
  const float height = line_height(style.font, style.size);
  if (text.empty()) return {0, height};
  if (needs_shaping(text, style.font)) return {shaped_width(text, style), height};
  const float width = style.font->CalcTextSizeA(height, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
  return {width, height};
}

void draw_text_rotated(ImDrawList& list, ImVec2 anchor, float degrees, std::string_view text,
                       const TextStyle& style) {
  const float angle = degrees * std::numbers::pi_v<float> / 180;
  const float cosine = std::cos(angle);
  const float sine = std::sin(angle);
  const ImVec2 start = {std::round(anchor.x), std::round(anchor.y)};
  const ImVec2 flat = {start.x, start.y - baseline(style.font, style.size)};
  const int first = list.VtxBuffer.Size;
  if (needs_shaping(text, style.font)) {
    draw_shaped(list, flat, text, style);
  } else {
    // AddText would leave out what lies outside the clip rectangle before it is turned.
    constexpr ImVec4 kEverywhere = {-1e6f, -1e6f, 1e6f, 1e6f};
    style.font->RenderText(&list, line_height(style.font, style.size), flat, style.colour, kEverywhere,
                           text.data(), text.data() + text.size());
  }
  for (int i = first; i < list.VtxBuffer.Size; ++i) {
    ImVec2& point = list.VtxBuffer[i].pos;
    const ImVec2 from = {point.x - start.x, point.y - start.y};
    point = {anchor.x + from.x * cosine - from.y * sine, anchor.y + from.x * sine + from.y * cosine};
  }
}

std::string ellipsise(std::string_view text, float width, const TextStyle& style) {
  if (text_size(text, style).x <= width) return std::string(text);
  const auto graphemes = text::tokenize(text, text::TokenizerKind::kCharacters);
  if (!graphemes) return "…";
  // The longest beginning that fits, by halving.
  size_t fits = 0;
  size_t too_many = graphemes->size();
  const auto beginning = [&](size_t count) {
    std::string part;
    for (size_t i = 0; i < count; ++i) part += (*graphemes)[i];
    while (part.ends_with(' ')) part.pop_back();
    return part + "…";
  };
  while (too_many - fits > 1) {
    const size_t middle = (fits + too_many) / 2;
    (text_size(beginning(middle), style).x <= width ? fits : too_many) = middle;
  }
  return beginning(fits);
}

}  // namespace ui
