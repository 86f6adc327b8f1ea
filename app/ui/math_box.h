// math_box.h: the boxes that formulas consist of, for math.cpp only.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/math.h"

namespace ui {

enum class MathFace { kItalic, kUpright, kBold };

// What changes from one part of a formula to the next.
struct MathSetting {
  const MathStyle* style = nullptr;
  float size = 0;  // type size here
  ImU32 colour = 0;
  MathFace face = MathFace::kItalic;
  int script = 0;    // how many scripts deep
  int fraction = 0;  // how many fractions deep
};

// A box is a layout whose baseline starts at its left end.
using MathBox = MathLayout;

// Puts `piece` into `box` with its baseline starting at `at`; the box grows in height, not in width.
void place(MathBox& box, const MathBox& piece, ImVec2 at);

// A run in one font, with the extents of its ink. `slant`: how far its last glyph leans to the right.
struct MathGlyphs {
  MathBox box;
  float slant = 0;
};
MathGlyphs glyph_box(std::string_view text, ImFont* font, float size, ImU32 colour);

// Numerator over denominator, with the bar on the math axis.
MathBox fraction_box(const MathBox& numerator, const MathBox& denominator, const MathSetting& setting);

// The radicand under its radical sign.
MathBox root_box(const MathBox& radicand, const MathSetting& setting);

// A letter with a hat.
MathBox hat_box(const MathBox& letter, const MathSetting& setting);

// Values with their conditions, one below the other behind a brace.
MathBox cases_box(const std::vector<std::pair<MathBox, MathBox>>& cases, const MathSetting& setting);

// Sub- and superscript (null if there is none) placed at the base; `slant` of the base's last glyph.
MathBox script_box(const MathBox& base, float slant, const MathBox* sub, const MathBox* super,
                   const MathSetting& setting);

// A bracket that spans `ascent` and `descent`.
MathBox bracket_box(std::string_view bracket, float ascent, float descent, const MathSetting& setting);

}  // namespace ui
