// Every text can be read on every surface, and every mark can be seen (WCAG 2.1, 1.4.3 and 1.4.11).
#include <gtest/gtest.h>

#include <vector>

#include "app/look/palette.h"

namespace look {
namespace {

constexpr float kText = 4.5F;
constexpr float kMark = 3.0F;

std::vector<Rgb> surfaces(const Palette& p) {
  return {p.background, p.panel, p.chip, p.selected};
}

// The lowest contrast of any of the colours on any of the surfaces.
float lowest_contrast(const std::vector<Rgb>& colours, const std::vector<Rgb>& on) {
  float lowest = 21;
  for (const Rgb& colour : colours) {
    for (const Rgb& surface : on) lowest = std::min(lowest, contrast(colour, surface));
  }
  return lowest;
}

TEST(Contrast, IsTheOneThatWcagDefines) {
  EXPECT_NEAR(contrast(rgb(0x000000), rgb(0xFFFFFF)), 21, 1e-4);
  EXPECT_NEAR(contrast(rgb(0x767676), rgb(0xFFFFFF)), 4.54, 0.01);
  EXPECT_LT(lowest_contrast({rgb(0x777777)}, {rgb(0xFFFFFF)}), kText);  // a bad palette is found
}

TEST(Palette, EveryTextColourIsReadableOnEverySurface) {
  for (const bool dark : {false, true}) {
    const Palette& p = palette(dark);
    EXPECT_GE(lowest_contrast({p.ink, p.muted, p.query, p.key, p.value, p.accent}, surfaces(p)), kText)
        << "dark " << dark;
  }
}

TEST(Palette, WordsInAHeadsColourAreReadableAndKeepIt) {
  for (const bool dark : {false, true}) {
    const Palette& p = palette(dark);
    for (const Rgb& head : p.heads) {
      const Rgb word = word_colour(head, p);
      EXPECT_GE(lowest_contrast({word}, surfaces(p)), kText) << "dark " << dark;
      EXPECT_LT(contrast(word, head), 2) << "dark " << dark;
    }
    EXPECT_EQ(word_colour(p.ink, p), p.ink);
  }
}

TEST(Palette, TheStrongButtonsTextIsReadable) {
  for (const bool dark : {false, true}) EXPECT_GE(contrast(palette(dark).panel, palette(dark).ink), kText);
}

TEST(Palette, HeadsAndTheMaskCanBeSeenOnEverySurfaceThatTheyLieOn) {
  for (const bool dark : {false, true}) {
    const Palette& p = palette(dark);
    EXPECT_GE(lowest_contrast({p.heads.begin(), p.heads.end()}, {p.background, p.panel, p.chip}), kMark)
        << "dark " << dark;
    EXPECT_GE(lowest_contrast({p.mask}, surfaces(p)), kMark) << "dark " << dark;
  }
}

TEST(Palette, NumbersAreReadableOnEveryColourOfEveryMap) {
  for (const ColourMap map : {ColourMap::kViridis, ColourMap::kCividis, ColourMap::kGreys,
                              ColourMap::kSignedLight, ColourMap::kSignedDark}) {
    for (const Rgb& colour : lookup(map)) EXPECT_GE(contrast(colour, text_on(colour)), kText) << name_of(map);
  }
  EXPECT_EQ(text_on(rgb(0xFDE725)), rgb(0x000000));
  EXPECT_EQ(text_on(rgb(0x440154)), rgb(0xFFFFFF));
}

TEST(Palette, ZeroOfASignedMapIsItsBackgroundOrTheHairlineOfADarkOne) {
  EXPECT_EQ(lookup(ColourMap::kSignedLight)[128], palette(false).background);
  EXPECT_EQ(lookup(ColourMap::kSignedDark)[128], palette(true).hairline);
}

TEST(Palette, ATenthOfADarkSignedMapStandsOutFromThePanel) {
  constexpr size_t kTenth = 13;
  for (const size_t entry : {128 - kTenth, 127 + kTenth})
    EXPECT_GE(contrast(lookup(ColourMap::kSignedDark)[entry], palette(true).panel), 1.4F) << entry;
}

}  // namespace
}  // namespace look
