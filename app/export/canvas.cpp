// canvas.cpp: draws with cairo, sets type with pango; an SVG is written as it is.
#include "app/export/canvas.h"

#include <cairo-pdf.h>
#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "app/export/cairo_bytes.h"
#include "app/export/png_size.h"
#include "app/export/set_type.h"
#include "app/export/svg.h"

namespace exporter {
namespace {

using engine::Index;

// With more cells per side than this, draws an image instead of one rectangle per cell.
constexpr Index kMostRectangles = 128;

uint32_t pixel(look::Rgb colour) {
  const auto part = [](float value) { return static_cast<uint32_t>(std::lround(value * 255)); };
  return part(colour.r) << 16U | part(colour.g) << 8U | part(colour.b);
}

}  // namespace

struct Canvas::Surface {
  std::string bytes;
  std::optional<Svg> svg;  // without a surface of cairo's
  cairo_surface_t* surface = nullptr;
  cairo_t* cairo = nullptr;
  double dots = 0;  // an inch of a PNG; 0: no size on paper
  app::Language language = app::Language::kEnglish;
  Object<PangoContext> context;
  std::optional<engine::Error> faceless;  // the first text that no face could draw

  void colour(look::Rgb c) const { cairo_set_source_rgb(cairo, c.r, c.g, c.b); }
};

Canvas::Canvas(Medium medium, const Sheet& sheet, app::Language language)
    : medium_(medium), surface_(std::make_unique<Surface>()) {
  Surface& s = *surface_;
  s.dots = sheet.dots;
  s.language = language;
  if (medium == Medium::kSvg) {
    s.svg.emplace(sheet);
    return;
  }
  const double width = sheet.width * sheet.scale;
  const double height = sheet.height * sheet.scale;
  if (medium == Medium::kPng) {
    s.surface = cairo_image_surface_create(sheet.is_transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
                                           static_cast<int>(std::lround(width)),
                                           static_cast<int>(std::lround(height)));
  } else {
    s.surface = cairo_pdf_surface_create_for_stream(append_bytes, &s.bytes, width, height);
    // The same document gives the same bytes at any time.
    cairo_pdf_surface_set_metadata(s.surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(s.surface, CAIRO_PDF_METADATA_CREATOR, "Headlight");
  }
  s.cairo = cairo_create(s.surface);
  cairo_scale(s.cairo, sheet.scale, sheet.scale);
  s.context = make_context(language);
}

Canvas::~Canvas() {
  cairo_destroy(surface_->cairo);
  cairo_surface_destroy(surface_->surface);
}

void Canvas::fill(const Box& box, look::Rgb colour, double corner) {
  if (surface_->svg) return surface_->svg->fill(box, colour, corner);
  cairo_t* cairo = surface_->cairo;
  surface_->colour(colour);
  cairo_new_path(cairo);
  if (corner > 0) {
    const double turn = std::numbers::pi / 2;
    cairo_arc(cairo, box.right() - corner, box.y + corner, corner, -turn, 0);
    cairo_arc(cairo, box.right() - corner, box.bottom() - corner, corner, 0, turn);
    cairo_arc(cairo, box.x + corner, box.bottom() - corner, corner, turn, 2 * turn);
    cairo_arc(cairo, box.x + corner, box.y + corner, corner, 2 * turn, 3 * turn);
    cairo_close_path(cairo);
  } else {
    cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
  }
  cairo_fill(cairo);
}

void Canvas::line(double x0, double y0, double x1, double y1, look::Rgb colour, double width) {
  if (surface_->svg) return surface_->svg->line(x0, y0, x1, y1, colour, width);
  cairo_t* cairo = surface_->cairo;
  surface_->colour(colour);
  cairo_set_line_width(cairo, width);
  cairo_new_path(cairo);
  cairo_move_to(cairo, x0, y0);
  cairo_line_to(cairo, x1, y1);
  cairo_stroke(cairo);
}

void Canvas::cells(const Box& box, Index rows, Index columns, std::span<const look::Rgb> colours) {
  if (surface_->svg) return surface_->svg->cells(box, rows, columns, colours, kMostRectangles);
  cairo_t* cairo = surface_->cairo;
  cairo_save(cairo);
  cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
  cairo_clip(cairo);
  cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
  const double width = box.width / static_cast<double>(columns);
  const double height = box.height / static_cast<double>(rows);
  if (std::max(rows, columns) > kMostRectangles) {
    cairo_surface_t* image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(columns), static_cast<int>(rows));
    cairo_surface_flush(image);
    unsigned char* data = cairo_image_surface_get_data(image);
    for (Index row = 0; data != nullptr && row < rows; ++row) {
      auto* line = reinterpret_cast<uint32_t*>(data + row * cairo_image_surface_get_stride(image));
      for (Index column = 0; column < columns; ++column) {
        line[column] = pixel(colours[static_cast<size_t>(row * columns + column)]);
      }
    }
    cairo_surface_mark_dirty(image);
    cairo_translate(cairo, box.x, box.y);
    cairo_scale(cairo, width, height);
    cairo_set_source_surface(cairo, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(cairo);
    cairo_surface_destroy(image);
  } else {
    // Each cell extends under the next ones: viewers that smooth edges would show seams.
    for (Index row = 0; row < rows; ++row) {
      for (Index column = 0; column < columns; ++column) {
        surface_->colour(colours[static_cast<size_t>(row * columns + column)]);
        const double reach = medium_ == Medium::kPng ? 0 : 0.5;
        cairo_rectangle(cairo, box.x + static_cast<double>(column) * width,
                        box.y + static_cast<double>(row) * height, width + reach, height + reach);
        cairo_fill(cairo);
      }
    }
  }
  cairo_restore(cairo);
}

void Canvas::hatch(std::span<const Box> boxes, look::Rgb colour, double distance) {
  if (boxes.empty()) return;
  if (surface_->svg) return surface_->svg->hatch(boxes, colour, distance);
  cairo_t* cairo = surface_->cairo;
  cairo_save(cairo);
  cairo_new_path(cairo);
  Box around = boxes.front();
  for (const Box& box : boxes) {
    cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
    around = united(around, box);
  }
  cairo_clip(cairo);
  surface_->colour(colour);
  cairo_set_line_width(cairo, distance / 9);
  const auto lines = static_cast<int>(std::ceil((around.width + around.height) / distance));
  for (int i = 0; i < lines; ++i) {
    const double offset = (i + 0.5) * distance;
    cairo_move_to(cairo, around.x + offset, around.y);
    cairo_line_to(cairo, around.x + offset - around.height, around.bottom());
  }
  cairo_stroke(cairo);
  cairo_restore(cairo);
}

void Canvas::text(double x, double y, const std::string& text, const Type& type) {
  if (surface_->svg) return surface_->svg->text(x, y, text, type, surface_->language);
  cairo_t* cairo = surface_->cairo;
  cairo_save(cairo);
  cairo_move_to(cairo, x, y);
  cairo_rotate(cairo, -type.turn * std::numbers::pi / 180);
  pango_cairo_update_context(cairo, surface_->context.get());
  const auto layout = make_layout(surface_->context.get(), text, type, surface_->language);
  if (!surface_->faceless) surface_->faceless = missing_face(layout.get(), type, surface_->language);
  const TextSize size = size_of(layout.get());
  const double back = type.align == Align::kCentre  ? size.width / 2
                      : type.align == Align::kRight ? size.width
                                                    : 0;
  cairo_rel_move_to(cairo, -back, -size.ascent);
  surface_->colour(type.colour);
  pango_cairo_show_layout(cairo, layout.get());
  cairo_restore(cairo);
}

void Canvas::next_page() {
  cairo_show_page(surface_->cairo);
}

engine::Result<std::string> Canvas::finish() {
  Surface& s = *surface_;
  if (s.svg) return s.svg->finish();
  if (s.faceless) return *s.faceless;
  cairo_status_t status = cairo_status(s.cairo);
  if (status == CAIRO_STATUS_SUCCESS && medium_ == Medium::kPng) {
    status = cairo_surface_write_to_png_stream(s.surface, append_bytes, &s.bytes);
    if (status == CAIRO_STATUS_SUCCESS && s.dots > 0) set_dots_per_inch(s.bytes, s.dots);
  }
  cairo_surface_finish(s.surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(s.surface);
  if (status == CAIRO_STATUS_SUCCESS) return std::move(s.bytes);
  return engine::Error{"error.cannot_draw", {{"detail", cairo_status_to_string(status)}}};
}

TextSize measure(const std::string& text, const Type& type, app::Language language) {
  const auto context = make_context(language);
  return size_of(make_layout(context.get(), text, type, language).get());
}

}  // namespace exporter
