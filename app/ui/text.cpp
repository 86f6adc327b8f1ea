// text.cpp: single lines: measured, drawn, rotated, truncated.
#include "app/ui/text.h"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/ui/fonts.h"
#include "app/ui/shaped_text.h"
#include "engine/text/tokenizer.h"

namespace ui {

namespace {

// Subscript and superscript letters, and the letters that they are drawn from. Using the face's own letters,
// they are readable at text sizes, and all have the same weight.
constexpr std::array<std::pair<std::string_view, std::string_view>, 25> kScripts = {{
    {"₀", "0"}, {"₁", "1"}, {"₂", "2"}, {"₃", "3"}, {"₄", "4"}, {"₅", "5"}, {"₆", "6"},
    {"₇", "7"}, {"₈", "8"}, {"₉", "9"}, {"ₐ", "a"}, {"ₑ", "e"}, {"ₒ", "o"}, {"ₓ", "x"},
    {"ₕ", "h"}, {"ₖ", "k"}, {"ₗ", "l"}, {"ₘ", "m"}, {"ₙ", "n"}, {"ₚ", "p"}, {"ₛ", "s"},
    {"ₜ", "t"}, {"ᵢ", "i"}, {"ⱼ", "j"}, {"ᵀ", "T"},
}};
constexpr float kScriptSize = 0.74f;
constexpr float kTransposeSize = 0.66f;
constexpr float kDrop = 0.17f;  // of subscripts, in type sizes
constexpr float kLift = 0.3f;   // of ᵀ

// The plain letter of a script at the start of the text; empty if there is none.
std::string_view script_at(std::string_view text) {
  if (!text.starts_with('\xE1') && !text.starts_with('\xE2')) return {};
  for (const auto& [script, letter] : kScripts) {
    if (text.starts_with(script)) return letter;
  }
  return {};
}

// Calls draw(text, style, pixels below the line) for each run of plain letters and for each script.
template <class Draw>
void for_each_run(std::string_view text, const TextStyle& style, Draw draw) {
  size_t start = 0;
  for (size_t at = 0; at < text.size();) {
    const std::string_view letter = script_at(text.substr(at));
    if (letter.empty()) {
      ++at;
      continue;
    }
    if (at > start) draw(text.substr(start, at - start), style, 0.0f);
    TextStyle small = style;
    small.size *= letter == "T" ? kTransposeSize : kScriptSize;
    const float below = style.size * (letter == "T" ? -kLift : kDrop);
    draw(letter, small,
         std::round(below + baseline(style.font, style.size) - baseline(small.font, small.size)));
    at += 3;  // bytes of every script
    start = at;
  }
  if (start < text.size()) draw(text.substr(start), style, 0.0f);
}

float run_width(std::string_view text, const TextStyle& style) {
  const float height = line_height(style.font, style.size);
  return style.font->CalcTextSizeA(height, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

// Skips letters outside `clip`.
void draw_clipped(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style,
                  const ImVec4& clip) {
  if (text.empty() || (style.colour & IM_COL32_A_MASK) == 0) return;
  if (needs_shaping(text, style.font)) return draw_shaped(list, pos, text, style);
  for_each_run(text, style, [&](std::string_view run, const TextStyle& run_style, float below) {
    style.font->RenderText(&list, line_height(style.font, run_style.size), {std::round(pos.x), pos.y + below},
                           style.colour, clip, run.data(), run.data() + run.size());
    pos.x += run_width(run, run_style);
  });
}

}  // namespace

void draw_text(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style) {
  note_text(list, pos, text, style);
  draw_clipped(list, pos, text, style, list._CmdHeader.ClipRect);
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
  float width = 0;
  for_each_run(text, style, [&](std::string_view run, const TextStyle& run_style, float) {
    width += run_width(run, run_style);
  });
  return {width, height};
}

void draw_text_rotated(ImDrawList& list, ImVec2 anchor, float degrees, std::string_view text,
                       const TextStyle& style) {
  const float angle = degrees * std::numbers::pi_v<float> / 180;
  const float cosine = std::cos(angle);
  const float sine = std::sin(angle);
  const ImVec2 start = {std::round(anchor.x), std::round(anchor.y)};
  const ImVec2 flat = {start.x, start.y - baseline(style.font, style.size)};
  // What lies outside the clip rectangle before the rotation may be inside afterwards.
  constexpr ImVec4 kEverywhere = {-1e6f, -1e6f, 1e6f, 1e6f};
  const int first = list.VtxBuffer.Size;
  draw_clipped(list, flat, text, style, kEverywhere);
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
  // The longest prefix that fits, by bisection.
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
