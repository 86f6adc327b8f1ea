// canvas.h: one drawing surface for PNG, SVG and PDF: rectangles, lines and text in every script.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/export/sheet.h"
#include "app/look/colour_map.h"
#include "app/text/tr.h"
#include "engine/core/result.h"

namespace exporter {

class Canvas {
 public:
  Canvas(Medium medium, const Sheet& sheet, app::Language language);
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

  // Ends a PDF's page: what follows is on a new one of the same size.
  void next_page();

  // The file's bytes; nothing can be drawn after this. Errors: error.cannot_draw (detail), error.no_face
  // (letter, script, package) where a text has a letter of no installed face, but in an SVG, which its reader
  // draws.
  engine::Result<std::string> finish();

 private:
  struct Surface;
  Medium medium_;
  std::unique_ptr<Surface> surface_;
};

// The space that a text takes.
TextSize measure(const std::string& text, const Type& type, app::Language language);

}  // namespace exporter
