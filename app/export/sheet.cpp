// sheet.cpp: boxes, colours and text in the languages of files.
#include "app/export/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace exporter {

Box united(const Box& one, const Box& other) {
  const double x = std::min(one.x, other.x);
  const double y = std::min(one.y, other.y);
  return {x, y, std::max(one.right(), other.right()) - x, std::max(one.bottom(), other.bottom()) - y};
}

std::string hex(look::Rgb colour) {
  const auto part = [](float value) { return static_cast<unsigned>(std::lround(value * 255)); };
  return fmt::format("#{:02X}{:02X}{:02X}", part(colour.r), part(colour.g), part(colour.b));
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '&') {
      safe += "&amp;";
    } else if (letter == '<') {
      safe += "&lt;";
    } else if (letter == '>') {
      safe += "&gt;";
    } else {
      safe += letter;
    }
  }
  return safe;
}

}  // namespace exporter
