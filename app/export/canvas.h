// canvas.h: one drawing surface for PNG, SVG and PDF: rectangles, lines and text in every script.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "app/look/colour_map.h"
#include "app/text/tr.h"
#include "engine/core/result.h"

namespace exporter {

enum class Medium { kPng, kSvg, kPdf };
enum class Align { kLeft, kCentre, kRight };

// Lengths are CSS pixels (PNG, SVG) or points (PDF), from the top left.
struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
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

class Canvas {
 public:
  // `scale` is the number of PNG pixels per unit.
  Canvas(Medium medium, double width, double height, double scale, app::Language language);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  ~Canvas();

  void fill(const Box& box, look::Rgb colour, double corner = 0);
  void line(double x0, double y0, double x1, double y1, look::Rgb colour, double width = 1);

  // Cells side by side without seams; colours row by row, rows * columns of them.
  void cells(const Box& box, engine::Index rows, engine::Index columns, std::span<const look::Rgb> colours);

  // Diagonal lines inside the union of the boxes.
  void hatch(std::span<const Box> boxes, look::Rgb colour, double distance);

  // Text whose first baseline starts, is centred or ends at (x, y).
  void text(double x, double y, const std::string& text, const Type& type);

  // The file's bytes; nothing can be drawn after this. Error error.cannot_draw (detail).
  engine::Result<std::string> finish();

 private:
  struct Surface;
  Medium medium_;
  std::unique_ptr<Surface> surface_;
};

// The space that a text takes.
TextSize measure(const std::string& text, const Type& type, app::Language language);

// The text with &, < and > escaped for markup.
std::string escaped(const std::string& text);

}  // namespace exporter
