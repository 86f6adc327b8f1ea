// colour_vision.cpp: simulates missing cones in linear light, and measures differences in CIE Lab.
#include "app/look/colour_vision.h"

#include <algorithm>
#include <cmath>

namespace look {
namespace {

using Triple = std::array<double, 3>;
using Rows = std::array<Triple, 3>;

// Machado et al. 2009, table 1, severity 1.0: on linear RGB.
constexpr std::array<Rows, 4> kSeen = {
    {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

// Linear sRGB to CIE XYZ, D65. IEC 61966-2-1.
constexpr Rows kToXyz = {{{0.4124564, 0.3575761, 0.1804375},
                          {0.2126729, 0.7151522, 0.0721750},
                          {0.0193339, 0.1191920, 0.9503041}}};

Triple times(const Rows& rows, const Triple& numbers) {
  Triple result{};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 3; ++j) result.at(i) += rows.at(i).at(j) * numbers.at(j);
  }
  return result;
}

Triple linear(Rgb colour) {
  return {linear_light(colour.r), linear_light(colour.g), linear_light(colour.b)};
}

}  // namespace

Rgb simulate(Rgb colour, ColourVision vision) {
  const Triple seen = times(kSeen.at(static_cast<size_t>(vision)), linear(colour));
  return {from_linear_light(seen[0]), from_linear_light(seen[1]), from_linear_light(seen[2])};
}

CieLab cie_lab(Rgb colour) {
  const Triple white = times(kToXyz, {1, 1, 1});
  Triple xyz = times(kToXyz, linear(colour));
  for (size_t i = 0; i < 3; ++i) {
    const double part = xyz.at(i) / white.at(i);
    xyz.at(i) = part > 216.0 / 24389 ? std::cbrt(part) : (24389.0 / 27 * part + 16) / 116;
  }
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

double colour_difference(Rgb one, Rgb other) {
  const CieLab a = cie_lab(one);
  const CieLab b = cie_lab(other);
  return std::hypot(a.lightness - b.lightness, a.a - b.a, a.b - b.b);
}

}  // namespace look
