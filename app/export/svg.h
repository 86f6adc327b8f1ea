// svg.h: an SVG whose labels are text: they can be edited, searched for and read aloud.
#pragma once

#include <span>
#include <string>

#include "app/export/sheet.h"
#include "app/text/tr.h"

namespace exporter {

// Lengths are units of the sheet, from the top left.
class Svg {
 public:
  explicit Svg(const Sheet& sheet);

  void fill(const Box& box, look::Rgb colour, double corner);
  void line(double x0, double y0, double x1, double y1, look::Rgb colour, double width);
  // More than `most` a side become a picture with a pixel for each cell.
  void cells(const Box& box, engine::Index rows, engine::Index columns, std::span<const look::Rgb> colours,
             engine::Index most);
  void hatch(std::span<const Box> boxes, look::Rgb colour, double distance);
  // One <text> each.
  void text(double x, double y, const std::string& text, const Type& type, app::Language language);

  std::string finish();

 private:
  std::string body_;
  int clips_ = 0;
};

// One <text> with its baseline at (x, y). A line of another size, colour or height is a <tspan> in it; fonts
// are named, with a general one last.
std::string svg_text(double x, double y, const std::string& text, const Type& type, app::Language language);

}  // namespace exporter
