// shaped_text.h: lines that need shaping (emoji, combining marks, Arabic, Devanagari, Thai), rendered once by
// pango into a small texture and cached.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/ui/text.h"

namespace ui {

// True if Dear ImGui would draw boxes or fragments: marks, joiners, emoji, shaped scripts, and characters
// that the font lacks.
bool needs_shaping(std::string_view text, ImFont* font);

// Pixels of a line, four bytes each (red, green, blue, alpha; not premultiplied), rows from the top.
struct ShapedPicture {
  int width = 0;
  int height = 0;
  int left = 0;      // of the pen's start, pixels from the picture's left edge
  int baseline = 0;  // pixels below the picture's top
  int advance = 0;   // advance width of the line
  std::vector<uint8_t> rgba;
};

// Invalid UTF-8 shows as U+FFFD; never an empty picture.
ShapedPicture shape_picture(std::string_view text, const TextStyle& style);

// The advance width of the line, in pixels, without drawing it.
int shaped_advance(std::string_view text, const TextStyle& style);

// Draws at whole pixels; `pos` is the top left corner of the line. Textures belong to the current Dear ImGui
// context, up to 512, evicting the least recently used.
void draw_shaped(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style);
float shaped_width(std::string_view text, const TextStyle& style);

}  // namespace ui
