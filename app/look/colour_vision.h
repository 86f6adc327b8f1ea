// colour_vision.h: simulates colour-vision deficiencies, and measures the difference of two colours.
#pragma once

#include <array>

#include "app/look/colour_map.h"

namespace look {

// Cones for long (red), middle (green) or short (blue) waves are missing. About 1, 1 and 0.01 men in a
// hundred.
enum class ColourVision { kUsual, kProtanopia, kDeuteranopia, kTritanopia };
inline constexpr std::array<ColourVision, 4> kColourVisions = {
    ColourVision::kUsual, ColourVision::kProtanopia, ColourVision::kDeuteranopia, ColourVision::kTritanopia};

// The colour as perceived. Machado, Oliveira & Fernandes 2009, "A physiologically-based model for simulation
// of color vision deficiency", severity 1.0.
Rgb simulate(Rgb colour, ColourVision vision);

// CIE 1976 L*a*b* under D65: lightness from 0 to 100, and two colour axes.
struct CieLab {
  double lightness = 0;
  double a = 0;
  double b = 0;
};
CieLab cie_lab(Rgb colour);

// CIE 1976 colour difference: about 2 is just noticeable side by side; 100 is black against white.
double colour_difference(Rgb one, Rgb other);

}  // namespace look
