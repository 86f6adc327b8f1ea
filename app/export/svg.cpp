// svg.cpp: writes shapes and cells as SVG.
#include "app/export/svg.h"

#include <fmt/format.h>
#include <glib.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

#include "app/export/picture.h"

namespace exporter {
namespace {

using engine::Index;

std::uint8_t byte_of(float part) {
  return static_cast<std::uint8_t>(std::lround(part * 255));
}

bool is_same(look::Rgb one, look::Rgb other) {
  return hex(one) == hex(other);
}

Picture pixels_of(Index rows, Index columns, std::span<const look::Rgb> colours) {
  Picture picture{static_cast<int>(columns), static_cast<int>(rows), {}};
  picture.rgba.reserve(colours.size() * 4);
  for (const look::Rgb& colour : colours)
    picture.rgba.insert(picture.rgba.end(), {byte_of(colour.r), byte_of(colour.g), byte_of(colour.b), 255});
  return picture;
}

struct FreeText {
  void operator()(char* text) const { g_free(text); }
};

std::string base64(const std::string& bytes) {
  const auto* const data = reinterpret_cast<const guchar*>(bytes.data());
  const std::unique_ptr<char, FreeText> text(g_base64_encode(data, bytes.size()));
  return text.get();
}

std::string rectangle(const Box& box) {
  return fmt::format(R"(x="{:.6g}" y="{:.6g}" width="{:.6g}" height="{:.6g}")", box.x, box.y, box.width,
                     box.height);
}

}  // namespace

Svg::Svg(const Sheet& sheet) {
  const auto side = [](const std::string& named, double units) {
    return named.empty() ? fmt::format("{:.6g}", units) : named;
  };
  body_ = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      R"(<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{}" height="{}" viewBox="0 0 {:.6g} {:.6g}">)"
      "\n",
      side(sheet.svg_width, sheet.width), side(sheet.svg_height, sheet.height), sheet.width, sheet.height);
}

void Svg::fill(const Box& box, look::Rgb colour, double corner) {
  const std::string round = corner > 0 ? fmt::format(R"( rx="{:.6g}")", corner) : "";
  fmt::format_to(std::back_inserter(body_), "<rect {}{} fill=\"{}\"/>\n", rectangle(box), round, hex(colour));
}

void Svg::line(double x0, double y0, double x1, double y1, look::Rgb colour, double width) {
  fmt::format_to(std::back_inserter(body_),
                 "<line x1=\"{:.6g}\" y1=\"{:.6g}\" x2=\"{:.6g}\" y2=\"{:.6g}\" stroke=\"{}\" "
                 "stroke-width=\"{:.6g}\"/>\n",
                 x0, y0, x1, y1, hex(colour), width);
}

void Svg::cells(const Box& box, Index rows, Index columns, std::span<const look::Rgb> colours, Index most) {
  if (std::max(rows, columns) > most) {
    fmt::format_to(std::back_inserter(body_),
                   "<image {} preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
                   "xlink:href=\"data:image/png;base64,{}\"/>\n",
                   rectangle(box), base64(encode_png(pixels_of(rows, columns, colours))));
    return;
  }
  const double width = box.width / static_cast<double>(columns);
  const double height = box.height / static_cast<double>(rows);
  body_ += "<g shape-rendering=\"crispEdges\">\n";
  for (Index row = 0; row < rows; ++row) {
    const auto line = colours.subspan(static_cast<size_t>(row * columns), static_cast<size_t>(columns));
    for (size_t start = 0; start < line.size();) {
      size_t end = start + 1;
      while (end < line.size() && is_same(line[end], line[start])) ++end;
      fill({box.x + static_cast<double>(start) * width, box.y + static_cast<double>(row) * height,
            static_cast<double>(end - start) * width, height},
           line[start], 0);
      start = end;
    }
  }
  body_ += "</g>\n";
}

void Svg::hatch(std::span<const Box> boxes, look::Rgb colour, double distance) {
  const std::string name = "hidden" + std::to_string(clips_++);
  Box around = boxes.front();
  fmt::format_to(std::back_inserter(body_), "<clipPath id=\"{}\">", name);
  for (const Box& box : boxes) {
    fmt::format_to(std::back_inserter(body_), "<rect {}/>", rectangle(box));
    around = united(around, box);
  }
  fmt::format_to(std::back_inserter(body_),
                 "</clipPath>\n<path clip-path=\"url(#{})\" fill=\"none\" stroke=\"{}\" "
                 "stroke-width=\"{:.6g}\" d=\"",
                 name, hex(colour), distance / 9);
  const auto lines = static_cast<int>(std::ceil((around.width + around.height) / distance));
  for (int i = 0; i < lines; ++i) {
    const double offset = (i + 0.5) * distance;
    fmt::format_to(std::back_inserter(body_), "M{:.6g} {:.6g}L{:.6g} {:.6g}", around.x + offset, around.y,
                   around.x + offset - around.height, around.bottom());
  }
  body_ += "\"/>\n";
}

void Svg::text(double x, double y, const std::string& text, const Type& type, app::Language language) {
  body_ += svg_text(x, y, text, type, language);
}

std::string Svg::finish() {
  return body_ + "</svg>\n";
}

}  // namespace exporter
