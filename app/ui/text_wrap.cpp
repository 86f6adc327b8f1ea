// text_wrap.cpp: breaks paragraphs into lines, for Latin words and for ideographs.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/fonts.h"
#include "app/ui/one_of.h"
#include "app/ui/text.h"
#include "engine/text/tokenizer.h"

namespace ui {
namespace {

// Never first on a line, never last on a line (kinsoku).
constexpr std::string_view kClosing = "，。、；：？！）」』】》〉”’…—％,.;:?!)]}%";
constexpr std::string_view kOpening = "（「『【《〈“‘([{";

// Ideographs, kana and their full-width punctuation: lines may break on either side.
bool is_wide(std::string_view grapheme) {
  unsigned code = 0;
  if (grapheme.size() < 3) return false;
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(grapheme[i]); };
  code = (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
  if (grapheme.size() == 4 && byte(0) >= 0xF0) return true;
  return (code >= 0x2E80 && code <= 0xA4CF) || (code >= 0xF900 && code <= 0xFAFF) || code >= 0xFF00;
}

bool may_part(std::string_view before, std::string_view after) {
  if (is_one_of(after, kClosing) || is_one_of(before, kOpening)) return false;
  if (before == " ") return after != " ";
  return is_wide(before) || is_wide(after);
}

// "6 × 64" stays on one line.
bool joins_product(std::string_view piece, std::string_view after) {
  return after == "×" || piece.ends_with("× ");
}

std::vector<std::string> graphemes_of(std::string_view text) {
  auto cut = text::tokenize(text, text::TokenizerKind::kCharacters);
  return cut ? std::move(cut).value() : std::vector<std::string>{std::string(text)};
}

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// A piece that is wider than a line is cut between graphemes.
void append_long(const std::string& piece, float width, const TextStyle& style,
                 std::vector<std::string>& lines) {
  for (const std::string& grapheme : graphemes_of(piece)) {
    const std::string longer = without_trailing_space(lines.back() + grapheme);
    if (!lines.back().empty() && text_size(longer, style).x > width) lines.emplace_back();
    lines.back() += grapheme;
  }
}

void append_line(std::string_view text, float width, const TextStyle& style,
                 std::vector<std::string>& lines) {
  lines.emplace_back();
  float used = 0;  // by the last line, white space included: widths add up, there is no kerning
  for (const std::string& piece : breakable_pieces(text)) {
    const float bare = text_size(without_trailing_space(piece), style).x;
    if (used + bare > width && !lines.back().empty()) {
      lines.emplace_back();
      used = 0;
    }
    if (bare > width) {
      append_long(piece, width, style, lines);
      used = text_size(lines.back(), style).x;
    } else {
      lines.back() += piece;
      used += text_size(piece, style).x;
    }
  }
}

float line_step(const TextStyle& style, float leading) {
  return std::round(style.size * leading);
}

}  // namespace

std::vector<std::string> breakable_pieces(std::string_view text) {
  std::vector<std::string> pieces;
  std::string before;
  for (const std::string& grapheme : graphemes_of(text)) {
    const bool parts =
        pieces.empty() || (may_part(before, grapheme) && !joins_product(pieces.back(), grapheme));
    if (parts) pieces.emplace_back();
    pieces.back() += grapheme;
    before = grapheme;
  }
  return pieces;
}

std::vector<std::string> wrap_text(std::string_view text, float width, const TextStyle& style) {
  std::vector<std::string> lines;
  while (true) {
    const size_t end = std::min(text.find('\n'), text.size());
    append_line(text.substr(0, end), width, style, lines);
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  std::transform(lines.begin(), lines.end(), lines.begin(), without_trailing_space);
  return lines;
}

float draw_paragraph(ImDrawList& list, ImVec2 pos, float width, std::string_view text, const TextStyle& style,
                     float leading) {
  const std::vector<std::string> lines = wrap_text(text, width, style);
  const float step = line_step(style, leading);
  // Half of the leading is above the first line.
  float y = pos.y + std::floor((step - line_height(style.font, style.size)) / 2);
  for (const std::string& line : lines) {
    draw_text(list, {pos.x, y}, line, style);
    y += step;
  }
  return step * static_cast<float>(lines.size());
}

float paragraph_height(std::string_view text, float width, const TextStyle& style, float leading) {
  return line_step(style, leading) * static_cast<float>(wrap_text(text, width, style).size());
}

}  // namespace ui
