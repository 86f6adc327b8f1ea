// shaped_text.h: lines that need shaping (emoji, combining marks, Arabic, Devanagari, Thai), set once by
// pango into a small texture and kept.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/ui/text.h"

namespace ui {

// True where Dear ImGui would draw boxes or pieces: marks, joiners, emoji, shaped scripts, and characters
// that the font lacks.
bool needs_shaping(std::string_view text, ImFont* font);

// Pixels of a line, four bytes each (red, green, blue, alpha; not premultiplied), rows from the top.
struct ShapedPicture {
  int width = 0;
  int height = 0;
  int left = 0;      // of the pen's start, pixels from the picture's left edge
  int baseline = 0;  // pixels below the picture's top
  int advance = 0;   // width of the line as text
  std::vector<uint8_t> rgba;
};

// Bytes that are no UTF-8 show as U+FFFD; never an empty picture.
ShapedPicture shape_picture(std::string_view text, const TextStyle& style);

// The width that the picture's line takes, in pixels, without drawing it.
int shaped_advance(std::string_view text, const TextStyle& style);

// Draws at whole pixels; `pos` is the top left corner of the line. Textures belong to the current Dear ImGui
// context, 512 of them, the longest unused going first.
void draw_shaped(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style);
float shaped_width(std::string_view text, const TextStyle& style);

}  // namespace ui
