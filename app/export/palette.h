// palette.h: the colours of surfaces, text and roles, light and dark: for pictures and for the window.
#pragma once

#include "app/export/colour_map.h"

namespace exporter {

// Query, key and value have one colour each, everywhere. A role's colour never means a sign.
struct Palette {
  Rgb background;  // behind everything, and zero in a signed map
  Rgb panel;       // what pictures and text lie on
  Rgb chip;
  Rgb selected;
  Rgb hairline;
  Rgb ink;
  Rgb muted;  // shapes, axes, hatching
  Rgb query;
  Rgb key;
  Rgb value;
  Rgb accent;  // terms and warnings
};

const Palette& palette(bool dark);

}  // namespace exporter
