// palette.cpp: the two palettes. Every text colour has a contrast of 4.5 or more on every surface (WCAG AA).
#include "app/export/palette.h"

namespace exporter {

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
                                     .value = rgb(0x7A3E9D),
                                     .accent = rgb(0xA84208)};
  static constexpr Palette kDark = {.background = rgb(0x121417),
                                    .panel = rgb(0x1A1D22),
                                    .chip = rgb(0x252930),
                                    .selected = rgb(0x33291C),
                                    .hairline = rgb(0x2C3037),
                                    .ink = rgb(0xECEAE4),
                                    .muted = rgb(0x9BA1A9),
                                    .query = rgb(0x6BB8F0),
                                    .key = rgb(0xF0B350),
                                    .value = rgb(0xC79BE8),
                                    .accent = rgb(0xFF9A5A)};
  return dark ? kDark : kLight;
}

}  // namespace exporter
