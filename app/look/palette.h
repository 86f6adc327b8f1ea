// palette.h: the colours of surfaces, text, roles and heads, light and dark: for pictures and for the window.
// No other file names a colour (the colour maps' control points apart).
#pragma once

#include <array>

#include "app/look/colour_map.h"

namespace look {

// Query, key and value have one colour each, everywhere. A role's colour never means a sign.
struct Palette {
  Rgb background;  // behind everything, and zero in a signed map
  Rgb panel;       // what pictures and text lie on
  Rgb chip;
  Rgb selected;
  Rgb hairline;
  Rgb ink;
  Rgb muted;  // shapes, axes
  Rgb query;
  Rgb key;
  Rgb value;
  Rgb accent;  // terms and warnings
  Rgb mask;    // the hatching of what is hidden
  // Lines and marks of heads, told apart whatever one's colour vision; the ninth head has the first's colour
  // in another pattern.
  std::array<Rgb, 8> heads;
};

const Palette& palette(bool dark);

// Black or white, whichever is easier to read on this colour: its contrast is at least 4.5.
Rgb text_on(Rgb background);

}  // namespace look
