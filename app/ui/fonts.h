// fonts.h: the five typefaces of the interface, found by family name (assets/fonts.txt).
//
// Sizes in this room are type sizes in pixels, as in a style sheet: 15 is text, 13 small, 22 a title. Dear
// ImGui's own size is the height of a line; `line_height` converts one into the other, and `push_font` pushes
// it.
#pragma once

#include <imgui.h>

#include <string>

#include "app/text/tr.h"
#include "engine/core/result.h"

namespace ui {

struct Fonts {
  ImFont* regular = nullptr;
  ImFont* semibold = nullptr;
  ImFont* serif = nullptr;
  ImFont* serif_italic = nullptr;
  ImFont* serif_bold_italic = nullptr;
};

// Loads the faces into the atlas; 漢字 take their Traditional or Simplified form by `language` (Traditional
// in English). Calling it again, between frames, replaces the atlas's fonts: earlier pointers are then
// invalid. Text that Dear ImGui itself draws is `regular` at 15 until `push_font`. Error error.no_font
// (family), which leaves the atlas unchanged.
engine::Result<Fonts> load_fonts(ImFontAtlas& atlas, app::Language language);

// The height in whole pixels of a line of type of this size: Dear ImGui's font size in ImGui::PushFont and
// ImDrawList::AddText.
float line_height(const ImFont* font, float size);

// The size of type whose lines are this high: 15 from 18.
float type_size(const ImFont* font, float height);

// From the top of such a line down to its baseline, in pixels.
float baseline(ImFont* font, float size);

// ImGui::PushFont for a type size; ImGui::PopFont ends it.
void push_font(ImFont* font, float size);

// The same faces in pango's notation: "Inter,Noto Sans CJK TC,DejaVu Sans, Semi-Bold".
std::string pango_name(const ImFont* font);

}  // namespace ui
