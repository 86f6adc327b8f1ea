// text.h: lines, labels, paragraphs and numbers on a draw list. Positions are in pixels, sizes are type
// sizes.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/number_text.h"

namespace ui {

struct TextStyle {
  ImFont* font = nullptr;
  float size = 15;  // type size in pixels
  ImU32 colour = IM_COL32_BLACK;
};

// One line of text, `pos` its top left corner. Emoji, combining marks and scripts that need shaping are
// rendered by pango (shaped_text.h), everything else by Dear ImGui.
void draw_text(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style);

// The same, right-aligned at `pos`, or centred on it.
void draw_text_right(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style);
void draw_text_centred(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style);

// Width of the line, and the height of any line in this style.
ImVec2 text_size(std::string_view text, const TextStyle& style);

// The line rotated by `degrees` about `anchor`, the left end of its baseline; negative angles rise to the
// right.
void draw_text_rotated(ImDrawList& list, ImVec2 anchor, float degrees, std::string_view text,
                       const TextStyle& style);

// The text, or the part that fits in `width` with "…" at its end, cut between graphemes.
std::string ellipsise(std::string_view text, float width, const TextStyle& style);

// Lines no wider than `width`: Latin words stay whole if they fit, ideographs break anywhere except before
// closing and after opening punctuation; "\n" ends a line.
std::vector<std::string> wrap_text(std::string_view text, float width, const TextStyle& style);

// The pieces of a text between which a line may break, in order; white space ends a piece.
std::vector<std::string> breakable_pieces(std::string_view text);

// Wrapped text from its top left corner; returns its height. `leading` is the distance of baselines in type
// sizes.
float draw_paragraph(ImDrawList& list, ImVec2 pos, float width, std::string_view text, const TextStyle& style,
                     float leading = 1.45f);
float paragraph_height(std::string_view text, float width, const TextStyle& style, float leading = 1.45f);

// The line of text under the mouse, noted while it is drawn, so that its words can be looked up.
struct PointedText {
  std::string text;
  TextStyle style;
  ImVec2 low, high;  // of the line, in pixels
  ImVec4 clip;       // what of it can be seen
  // Whether the mouse was moved onto it; it may also have come to the mouse, by a key or by scrolling.
  bool is_meant = false;
  int frame = -1;
};

// Notes a text that is drawn from `pos`, its top left corner, if the mouse is on what can be seen of it; what
// follows it in the same line belongs to it. At other heights and in other windows than the mouse's, this
// compares two addresses and a few numbers.
void note_text(const ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style);

// The line under the mouse in this frame, or, until one is drawn, in the last; null if there is none.
const PointedText* pointed_text();

using engine::difference_number;
using engine::fixed_number;

// The number with as many decimals (at most `decimals`) as fit in `width`: "111", "69.6", "−3.4", "0.97";
// from a million up "1.2e6". Empty if nothing fits.
std::string format_number(double value, float width, const TextStyle& style, int decimals = 2);

// A number with tabular figures, so that columns align at the decimal point. `right_edge` is the top right
// corner. Also accepts a text from format_number instead of the value.
void draw_number(ImDrawList& list, ImVec2 right_edge, double value, int decimals, const TextStyle& style);
void draw_number(ImDrawList& list, ImVec2 right_edge, std::string_view number, const TextStyle& style);
float number_width(double value, int decimals, const TextStyle& style);
float number_width(std::string_view number, const TextStyle& style);

}  // namespace ui
