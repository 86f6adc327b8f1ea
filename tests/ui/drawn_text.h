// drawn_text.h: every text of the last frame as it was drawn, read from what Dear ImGui was given to draw.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

// The ink of a letter, as a rectangle that may be rotated: corners in order around it.
using Ink = std::array<ImVec2, 4>;

// Letters that stand on one line, one after the other.
struct DrawnText {
  std::string text;
  std::vector<Ink> letters;
  ImVec2 low, high;        // around all letters, in pixels
  bool is_script = false;  // a formula's piece that begins where the text before it ends
  ImU32 colour = 0;
  bool is_cut = false;  // the window ends inside a letter, and does not scroll
  int last = 0;         // the triangle, counted in drawing order, that ends it
};

// What hides letters drawn before it.
struct OpaqueTriangle {
  std::array<ImVec2, 3> corners;
  ImVec4 clip;    // only what is in here is drawn
  int order = 0;  // counts triangles
  ImU32 colour = 0;
  bool is_picture = false;  // of a texture, so of many colours; hides nothing for certain
};

struct DrawnFrame {
  std::vector<DrawnText> texts;  // in drawing order; what the clip rectangle hides is left out
  std::vector<OpaqueTriangle> covers;
};

DrawnFrame drawn_frame();

// Whether the last frame drew the words, wherever lines and fonts part them. Blanks do not count, nor letters
// that are drawn as bars.
bool says(std::string_view words);

// In how many of its texts the words are, letter by letter.
size_t times_said(std::string_view words);

// The contrast of a text with what it lies on, by WCAG 2.1; nothing where that is a picture, or unknown.
std::optional<float> contrast_of(const DrawnFrame& frame, const DrawnText& text);

// The texts whose letters lie on letters of another text by more than `most` pixels in every direction.
std::vector<std::pair<std::string, std::string>> overlapping_texts(const DrawnFrame& frame, float most);

}  // namespace app
