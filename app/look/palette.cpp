// palette.cpp: the two palettes. Every text colour has a contrast of 4.5 or more on every surface (WCAG AA).
#include "app/look/palette.h"

#include <algorithm>
#include <cmath>

namespace look {

const Palette& palette(bool dark) {
  static constexpr Palette kLight = {.background = rgb(0xF7F6F2),
                                     .panel = rgb(0xFFFFFF),
                                     .chip = rgb(0xEFEDE6),
                                     .selected = rgb(0xFFF3E2),
                                     .hairline = rgb(0xE3E1DA),
                                     .ink = rgb(0x1A1D21),
                                     .muted = rgb(0x5F646B),
                                     .query = rgb(0x0067A5),
                                     .key = rgb(0x945800),
                                     .value = rgb(0x722A7E),
                                     .accent = rgb(0xA84208),
                                     .mask = rgb(0x5F646B),
                                     .heads = {rgb(0x0F9696), rgb(0x5A2DFF), rgb(0xC3002D), rgb(0x0F0000),
                                               rgb(0x0F1E78), rgb(0xD23CE1), rgb(0x782D4B), rgb(0xD26900)}};
  static constexpr Palette kDark = {.background = rgb(0x121417),
                                    .panel = rgb(0x1A1D22),
                                    .chip = rgb(0x252930),
                                    .selected = rgb(0x33291C),
                                    .hairline = rgb(0x2C3037),
                                    .ink = rgb(0xECEAE4),
                                    .muted = rgb(0x9BA1A9),
                                    .query = rgb(0x6BB8F0),
                                    .key = rgb(0xF0B350),
                                    .value = rgb(0xB484C0),
                                    .accent = rgb(0xFF9A5A),
                                    .mask = rgb(0x9BA1A9),
                                    .heads = {rgb(0x1EC3C3), rgb(0x9669F0), rgb(0xFF782D), rgb(0xA5785A),
                                              rgb(0xE1F087), rgb(0x3C78A5), rgb(0xF0C3A5), rgb(0xA5FF0F)}};
  return dark ? kDark : kLight;
}

// With a black that is not pure, a middle colour would have a contrast below 4.5.
Rgb text_on(Rgb background) {
  constexpr Rgb kBlack = rgb(0x000000);
  constexpr Rgb kWhite = rgb(0xFFFFFF);
  return contrast(background, kBlack) >= contrast(background, kWhite) ? kBlack : kWhite;
}

Rgb word_colour(const Rgb& mark, const Palette& palette) {
  constexpr float kReadable = 4.5F;
  constexpr int kSteps = 20;
  for (int step = 0; step < kSteps; ++step) {
    const float share = static_cast<float>(step) / kSteps;
    const Rgb mixed{std::lerp(mark.r, palette.ink.r, share), std::lerp(mark.g, palette.ink.g, share),
                    std::lerp(mark.b, palette.ink.b, share)};
    const auto on = {palette.background, palette.panel, palette.chip, palette.selected};
    if (std::all_of(on.begin(), on.end(),
                    [&](const Rgb& surface) { return contrast(mixed, surface) >= kReadable; }))
      return mixed;
  }
  return palette.ink;
}

}  // namespace look
