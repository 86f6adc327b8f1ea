// figure_page.cpp: lengths with their units.
#include "app/export/figure_page.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <system_error>

namespace exporter {
namespace {

struct UnitName {
  std::string_view name;
  LengthUnit unit;
  double points;
};
constexpr std::array<UnitName, 3> kUnitNames = {{{"mm", LengthUnit::kMillimetres, 72 / 25.4},
                                                 {"pt", LengthUnit::kPoints, 1},
                                                 {"px", LengthUnit::kPixels, 1 / kDotsPerPoint}}};

const UnitName& row_of(LengthUnit unit) {
  return kUnitNames.at(static_cast<size_t>(unit));
}

}  // namespace

std::optional<FigurePage> page_named(std::string_view typed) {
  double width = 0;
  const char* const end = typed.data() + typed.size();
  const auto read = std::from_chars(typed.data(), end, width);
  if (read.ec != std::errc()) return std::nullopt;
  const std::string_view rest(read.ptr, static_cast<size_t>(end - read.ptr));
  for (const UnitName& unit : kUnitNames) {
    const double points = width * unit.points;
    if (rest == unit.name && points >= kNarrowestPage && points <= kWidestPage)
      return FigurePage{.width = width, .unit = unit.unit};
  }
  return std::nullopt;
}

double layout_width(const FigurePage& page) {
  return page.width * row_of(page.unit).points / page.type;
}

Sheet sheet_of(const FigurePage& page, double width, double height, Medium medium, double scale) {
  Sheet sheet{.width = width, .height = height};
  const double points = page.width > 0 ? page.type : 1;
  sheet.scale = medium == Medium::kPdf ? points : scale * (page.width > 0 ? points * kDotsPerPoint : 1);
  if (page.width > 0) {
    sheet.dots = kDotsPerInch * scale;
    const UnitName& unit = row_of(page.unit);
    sheet.svg_width = fmt::format("{:.7g}{}", page.width, unit.name);
    sheet.svg_height = fmt::format("{:.7g}{}", height * points / unit.points, unit.name);
  }
  return sheet;
}

}  // namespace exporter
