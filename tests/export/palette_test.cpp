// Every text can be read on every surface.
#include "app/export/palette.h"

#include <gtest/gtest.h>

namespace exporter {
namespace {

TEST(Palette, EveryTextColourIsReadableOnEverySurface) {
  for (const bool dark : {false, true}) {
    const Palette& p = palette(dark);
    for (const Rgb& surface : {p.background, p.panel, p.chip, p.selected}) {
      for (const Rgb& text : {p.ink, p.muted, p.query, p.key, p.value, p.accent}) {
        EXPECT_GE(contrast(text, surface), 4.5F) << "dark " << dark;
      }
    }
  }
}

TEST(Palette, ZeroOfASignedMapIsItsBackground) {
  EXPECT_EQ(lookup(ColourMap::kSignedLight)[128], palette(false).background);
  EXPECT_EQ(lookup(ColourMap::kSignedDark)[128], palette(true).background);
}

}  // namespace
}  // namespace exporter
