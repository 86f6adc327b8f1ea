// figure_page.h: how large a figure is on paper or on a slide, and which of its parts it has.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/export/sheet.h"

namespace exporter {

// Beside the map and its labels.
struct FigureParts {
  bool title = true;
  bool formula = true;
  bool numbers = true;  // in the cells, where they fit
  bool colour_bar = true;
  bool caption = true;  // the legend of hatched cells, too
};

enum class LengthUnit { kMillimetres, kPoints, kPixels };

// A page of a given width. Its type is 8 to 9 points high, times `type`.
struct FigurePage {
  double width = 0;  // 0: as wide as its content, in a PNG's pixels
  LengthUnit unit = LengthUnit::kMillimetres;
  double ratio = 0;  // of width to height; 0: as high as its content
  double type = 1;

  bool operator==(const FigurePage&) const = default;
};

inline constexpr FigurePage kOneColumn{.width = 85};
inline constexpr FigurePage kTwoColumns{.width = 178};
// 13.33 inches by 7.5, whose type can be read from afar.
inline constexpr FigurePage kSlide{.width = 338.6667, .ratio = 16.0 / 9, .type = 2};

// A pixel is one of 300 dots an inch.
inline constexpr double kDotsPerInch = 300;
inline constexpr double kDotsPerPoint = kDotsPerInch / 72;

inline constexpr double kNarrowestPage = 70;  // points
inline constexpr double kWidestPage = 4000;

// "85mm", "240pt", "1600px"; nullopt for anything else, and beyond these limits.
std::optional<FigurePage> page_named(std::string_view typed);

// The page's width in units of its layout: points over `type`.
double layout_width(const FigurePage& page);
// The sheet for a layout of this size. `scale`: of a PNG's pixels.
Sheet sheet_of(const FigurePage& page, double width, double height, Medium medium, double scale);

}  // namespace exporter
