// palette.h: the colours of surfaces, text, roles and heads, light and dark: for pictures and for the window.
// No other file names a colour (except the colour maps' control points).
#pragma once

#include <array>

#include "app/look/colour_map.h"

namespace look {

// Query, key and value have one colour each, everywhere. A role's colour never indicates a sign.
struct Palette {
  Rgb background;  // behind everything, and zero in a signed map
  Rgb panel;       // behind pictures and text
  Rgb chip;
  Rgb selected;
  Rgb hairline;
  Rgb ink;
  Rgb muted;  // shapes, axes
  Rgb query;
  Rgb key;
  Rgb value;
  Rgb accent;  // terms and warnings
  Rgb mask;    // hatching of hidden cells
  // Lines and marks of heads, distinguishable with any colour vision; the ninth head has the first one's
  // colour in another pattern.
  std::array<Rgb, 8> heads;
};

const Palette& palette(bool dark);

// Black or white, whichever has the higher contrast on this colour: at least 4.5.
Rgb text_on(Rgb background);

// A mark's colour for words: as far towards the ink as a contrast of 4.5 on every surface needs.
Rgb word_colour(const Rgb& mark, const Palette& palette);

}  // namespace look
