// colour_map.h: from a value to its colour: the single source of colour mathematics, on screen and on paper.
//
// The graphics card reads the same 256 entries from a texture and computes the same index:
//   t = clamp((value - low) / (high - low), 0, 1); entry = int(t * 255 + 0.5)
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/core/trace.h"

namespace look {

enum class ColourMap { kViridis, kCividis, kGreys, kSignedLight, kSignedDark };

// sRGB, each component from 0 to 1.
struct Rgb {
  float r = 0;
  float g = 0;
  float b = 0;
  bool operator==(const Rgb&) const = default;
};

// The colour written 0xRRGGBB.
constexpr Rgb rgb(unsigned hex) {
  return {static_cast<float>(hex >> 16 & 0xFFU) / 255.0F, static_cast<float>(hex >> 8 & 0xFFU) / 255.0F,
          static_cast<float>(hex & 0xFFU) / 255.0F};
}

// A colour component as linear light, and back; both from 0 to 1. IEC 61966-2-1.
double linear_light(double part);
float from_linear_light(double part);

inline constexpr int kMapEntries = 256;

// The map's colours from its lowest to its highest value. In a signed map, entries 127 and 128 are zero.
std::span<const Rgb, kMapEntries> lookup(ColourMap map);

// The values at the ends of a map.
struct ColourScale {
  ColourMap map = ColourMap::kViridis;
  float low = 0;
  float high = 1;
  bool operator==(const ColourScale&) const = default;
  // Whether no range is set yet, because the values are still being measured.
  bool is_open() const { return low == high; }
};

// The colour of a finite value; values outside the scale are clamped. If low == high: the middle of a signed
// map, the first entry of another.
Rgb colour_of(const ColourScale& scale, float value);
int entry_of(const ColourScale& scale, float value);

// With zero in the middle: in the background's colour, on a dark one in the grey of hairlines, from which
// small numbers of either sign still differ.
bool is_signed(ColourMap map);

// Names used on the command line: viridis, cividis, greys, signed (light or dark by the theme).
std::string_view name_of(ColourMap map);
std::optional<ColourMap> colour_map_named(std::string_view name, bool dark = false);

// Whether a stage's values can be negative: all except attention weights, averages and products of them, and
// token ids.
bool is_signed(const engine::Stage& stage);

// Whether a stage's values always lie between 0 and 1: weights and averages of them, but not bucket numbers,
// counts of rounds or features.
bool is_share(const engine::Stage& stage);

// How strong the hatching of hidden cells is, from 0 to 1 of the mask's colour on the panel: it says that
// nothing is there, and is quieter than any number. Weights have even less to say there than scores and
// masks.
float hatch_strength(const engine::Stage& stage);
// One colour over another.
Rgb mixed(Rgb below, Rgb above, float share);

// The largest magnitude in these stages, which sets their scale.
float largest_in(const engine::Trace& trace, std::span<const int> stages);
// The scale that these stages share, given that magnitude: with maps as in scale_for().
ColourScale scale_to(const engine::Trace& trace, std::span<const int> stages, float largest,
                     ColourMap sequential, bool dark, bool fixed);
// One scale for all these stages, so that heads can be compared. Signed stages: the theme's signed map, from
// -m to +m with m the largest magnitude among them (1 if all are 0), or if `fixed` the next of 1, 1.2,
// 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12 ..., which stays the same while values change a little; a value that
// only rounding carried past a step has that step's colour. Others: `sequential`, from 0 to the largest
// value; if `fixed` to 1 for shares, otherwise to the next of these steps, at least 1.
ColourScale scale_for(const engine::Trace& trace, std::span<const int> stages, ColourMap sequential,
                      bool dark, bool fixed);

// Contrast ratio of two colours, 1 to 21. WCAG 2.1, success criterion 1.4.3.
float contrast(Rgb one, Rgb other);

}  // namespace look
