// The palettes and maps as they are seen with the common colour-vision deficiencies.
#include "app/look/colour_vision.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "app/look/palette.h"

namespace look {
namespace {

// Differences in CIE Lab that two heads' colours keep, whoever looks: 10 can be told at a glance, side by
// side or apart.
constexpr double kFirstFour = 34;
constexpr double kFirstSix = 27;
constexpr double kAll = 25;
constexpr double kRoles = 15;
constexpr double kFromRoles = 22;  // a head's colour from a role's, with the usual vision

// The smallest difference of any two colours, as seen with any vision.
double smallest_difference(std::span<const Rgb> colours) {
  double smallest = 100;
  for (const ColourVision vision : kColourVisions) {
    for (size_t i = 0; i < colours.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        const double apart = colour_difference(simulate(colours[i], vision), simulate(colours[j], vision));
        smallest = std::min(smallest, apart);
      }
    }
  }
  return smallest;
}

TEST(ColourVision, LeavesGreysAndTakesRedFromGreen) {
  for (const ColourVision vision : kColourVisions) {
    EXPECT_LT(colour_difference(simulate(rgb(0x808080), vision), rgb(0x808080)), 0.5);
  }
  // A red and a green that those without red or green cones mix up; who lacks blue cones does not.
  const Rgb red = rgb(0xB0503C);
  const Rgb green = rgb(0x7E6B33);
  const auto apart = [&](ColourVision vision) {
    return colour_difference(simulate(red, vision), simulate(green, vision));
  };
  EXPECT_GT(apart(ColourVision::kUsual), 35);
  EXPECT_LT(apart(ColourVision::kDeuteranopia), 15);
  EXPECT_GT(apart(ColourVision::kTritanopia), 30);
}

TEST(ColourVision, MeasuresInCieLab) {
  EXPECT_NEAR(colour_difference(rgb(0x000000), rgb(0xFFFFFF)), 100, 1e-6);
  const CieLab red = cie_lab(rgb(0xFF0000));
  EXPECT_NEAR(red.lightness, 53.24, 0.01);
  EXPECT_NEAR(red.a, 80.09, 0.01);
  EXPECT_NEAR(red.b, 67.20, 0.01);
}

TEST(HeadPalette, IsToldApartWhateverOnesColourVision) {
  for (const bool dark : {false, true}) {
    const std::span<const Rgb> heads = palette(dark).heads;
    EXPECT_GE(smallest_difference(heads.first(4)), kFirstFour) << "dark " << dark;
    EXPECT_GE(smallest_difference(heads.first(6)), kFirstSix) << "dark " << dark;
    EXPECT_GE(smallest_difference(heads), kAll) << "dark " << dark;
  }
}

// A head's blue would be read as the queries' blue.
TEST(HeadPalette, IsNotTakenForARolesColour) {
  for (const bool dark : {false, true}) {
    const Palette& p = palette(dark);
    for (size_t head = 0; head < p.heads.size(); ++head) {
      for (const Rgb& role : {p.query, p.key, p.value})
        EXPECT_GE(colour_difference(p.heads.at(head), role), head < 4 ? kFirstFour : kFromRoles)
            << "head " << head << ", dark " << dark;
    }
  }
}

// The palette of many plots fails: its red and green, its purple and blue run together.
TEST(HeadPalette, AUsualPaletteWouldFail) {
  constexpr std::array<Rgb, 8> kUsual = {rgb(0x1F77B4), rgb(0xFF7F0E), rgb(0x2CA02C), rgb(0xD62728),
                                         rgb(0x9467BD), rgb(0x8C564B), rgb(0xE377C2), rgb(0x7F7F7F)};
  EXPECT_LT(smallest_difference(kUsual), kAll / 2);
}

TEST(ColourMaps, GrowLighterOrDarkerAllTheWayWhateverOnesColourVision) {
  for (const ColourMap map : {ColourMap::kViridis, ColourMap::kCividis, ColourMap::kGreys}) {
    const auto colours = lookup(map);
    for (const ColourVision vision : kColourVisions) {
      const auto lightness = [&](size_t entry) {
        return cie_lab(simulate(colours[entry], vision)).lightness;
      };
      const double direction = lightness(255) > lightness(0) ? 1 : -1;
      for (size_t entry = 8; entry < 256; entry += 8) {
        EXPECT_GT(direction * (lightness(entry) - lightness(entry - 8)), 0)
            << name_of(map) << " at " << entry << ", vision " << static_cast<int>(vision);
      }
      EXPECT_GT(std::abs(lightness(255) - lightness(0)), 60) << name_of(map);
    }
  }
}

TEST(ColourMaps, SignsAreToldApartWhateverOnesColourVision) {
  for (const ColourMap map : {ColourMap::kSignedLight, ColourMap::kSignedDark}) {
    const auto colours = lookup(map);
    for (const ColourVision vision : kColourVisions) {
      // At the ends, and at a half and a quarter of the way, where the colours are paler.
      for (const auto& [way, least] : {std::pair<size_t, double>{127, 25}, {64, 15}, {32, 7}}) {
        const Rgb minus = simulate(colours[127 - way], vision);
        const Rgb plus = simulate(colours[128 + way], vision);
        EXPECT_GE(colour_difference(minus, plus), least)
            << "map " << static_cast<int>(map) << ", vision " << static_cast<int>(vision) << ", way " << way;
      }
    }
  }
}

// A role has its letter too, but its colour should say it alone.
TEST(RolePalette, QueryKeyAndValueAreToldApartWhateverOnesColourVision) {
  for (const bool dark : {false, true}) {
    const Palette& p = palette(dark);
    const std::array<Rgb, 3> roles = {p.query, p.key, p.value};
    EXPECT_GE(smallest_difference(roles), kRoles) << "dark " << dark;
  }
}

}  // namespace
}  // namespace look
