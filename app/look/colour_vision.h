// colour_vision.h: colours as people with a colour-vision deficiency see them, and how far apart two look.
#pragma once

#include <array>

#include "app/look/colour_map.h"

namespace look {

// The cones for long (red), middle (green) or short (blue) waves are missing. About 1, 1 and 0.01 men in a
// hundred.
enum class ColourVision { kUsual, kProtanopia, kDeuteranopia, kTritanopia };
inline constexpr std::array<ColourVision, 4> kColourVisions = {
    ColourVision::kUsual, ColourVision::kProtanopia, ColourVision::kDeuteranopia, ColourVision::kTritanopia};

// The colour as it is seen. Machado, Oliveira & Fernandes 2009, "A physiologically-based model for simulation
// of color vision deficiency", severity 1.0.
Rgb simulate(Rgb colour, ColourVision vision);

// CIE 1976 L*a*b* under D65: lightness from 0 to 100, and two colour axes.
struct CieLab {
  double lightness = 0;
  double a = 0;
  double b = 0;
};
CieLab cie_lab(Rgb colour);

// CIE 1976 colour difference: about 2 can just be seen side by side; 100 is black and white.
double colour_difference(Rgb one, Rgb other);

}  // namespace look
