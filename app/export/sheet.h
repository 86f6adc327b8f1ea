// sheet.h: what is drawn on, and the style of what is written there.
#pragma once

#include <string>

#include "app/look/colour_map.h"

namespace exporter {

enum class Medium { kPng, kSvg, kPdf };
enum class Align { kLeft, kCentre, kRight };

// Lengths are units of the sheet, from the top left.
struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

// The smallest box around both.
Box united(const Box& one, const Box& other);

// What is drawn on.
struct Sheet {
  double width = 0;  // units
  double height = 0;
  double scale = 1;             // a PNG's pixels, or a PDF's points, for each unit
  double dots = 0;              // a PNG's pixels an inch; 0: it has no size on paper
  bool is_transparent = false;  // a PNG keeps what is not drawn on clear
  // An SVG's size with its unit, "85mm"; empty: a unit is a pixel.
  std::string svg_width;
  std::string svg_height;
};

// The style of a piece of text.
struct Type {
  double size = 13;
  look::Rgb colour;
  bool bold = false;
  bool mono = false;     // monospaced
  bool tabular = false;  // tabular figures, so that numbers align in columns
  bool markup = false;   // the text is Pango markup
  double max_width = 0;  // truncated with an ellipsis beyond it; 0: never
  double wrap = 0;       // wrapped into lines of this width; 0: one line
  int max_lines = 0;     // of a wrapped text, then an ellipsis; 0: any number
  double turn = 0;       // degrees, anticlockwise, around the anchor
  Align align = Align::kLeft;
};

struct TextSize {
  double width = 0;
  double height = 0;
  double ascent = 0;  // from the top to the first baseline
};

// The largest side of a picture, in pixels.
inline constexpr int kLargestSide = 16384;

// A colour as "#RRGGBB".
std::string hex(look::Rgb colour);

// The text with &, < and > escaped for markup.
std::string escaped(const std::string& text);

}  // namespace exporter
