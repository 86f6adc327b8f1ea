// canvas.cpp: draws with cairo, sets type with pango.
#include "app/export/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "app/export/cairo_bytes.h"

namespace exporter {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
template <class T>
using Object = std::unique_ptr<T, Unref>;

namespace {

using engine::Index;

// With more cells per side than this, draws an image instead of one rectangle per cell.
constexpr Index kMostRectangles = 128;

// Emoji fonts are not named here: pango finds them itself, and would also take plain digits from them.
const char* families(app::Language language) {
  return language == app::Language::kSimplifiedChinese
             ? "Inter,Noto Sans CJK SC,WenQuanYi Micro Hei,DejaVu Sans"
             : "Inter,Noto Sans CJK TC,WenQuanYi Micro Hei,DejaVu Sans";
}

void set_font(PangoLayout* layout, const Type& type, app::Language language) {
  PangoFontDescription* font = pango_font_description_new();
  pango_font_description_set_family_static(
      font, type.mono ? "DejaVu Sans Mono,Noto Sans Mono CJK TC,Noto Sans CJK TC" : families(language));
  pango_font_description_set_absolute_size(font, type.size * PANGO_SCALE);
  pango_font_description_set_weight(font, type.bold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
}

void add_tabular_digits(PangoLayout* layout) {
  PangoAttrList* given = pango_layout_get_attributes(layout);
  PangoAttrList* list = given ? pango_attr_list_copy(given) : pango_attr_list_new();
  pango_attr_list_insert(list, pango_attr_font_features_new("tnum"));
  pango_layout_set_attributes(layout, list);
  pango_attr_list_unref(list);
}

Object<PangoContext> make_context(app::Language language) {
  Object<PangoContext> context(pango_font_map_create_context(pango_cairo_font_map_get_default()));
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(context.get(), options);
  cairo_font_options_destroy(options);
  const std::string code(app::info(language).code);
  pango_context_set_language(context.get(), pango_language_from_string(code.c_str()));
  pango_context_set_round_glyph_positions(context.get(), FALSE);
  return context;
}

Object<PangoLayout> make_layout(PangoContext* context, const std::string& text, const Type& type,
                                app::Language language) {
  Object<PangoLayout> layout(pango_layout_new(context));
  set_font(layout.get(), type, language);
  if (type.markup) {
    pango_layout_set_markup(layout.get(), text.c_str(), static_cast<int>(text.size()));
  } else {
    pango_layout_set_text(layout.get(), text.c_str(), static_cast<int>(text.size()));
  }
  pango_layout_set_single_paragraph_mode(layout.get(), type.wrap == 0);
  if (type.tabular) add_tabular_digits(layout.get());
  if (type.wrap > 0) {
    pango_layout_set_width(layout.get(), static_cast<int>(type.wrap * PANGO_SCALE));
    pango_layout_set_wrap(layout.get(), PANGO_WRAP_WORD_CHAR);
    pango_layout_set_line_spacing(layout.get(), 1.15F);
    if (type.max_lines > 0) {
      pango_layout_set_height(layout.get(), -type.max_lines);
      pango_layout_set_ellipsize(layout.get(), PANGO_ELLIPSIZE_END);
    }
  } else if (type.max_width > 0) {
    pango_layout_set_width(layout.get(), static_cast<int>(std::ceil(type.max_width * PANGO_SCALE)));
    pango_layout_set_ellipsize(layout.get(), PANGO_ELLIPSIZE_END);
  }
  return layout;
}

TextSize size_of(PangoLayout* layout) {
  PangoRectangle logical;
  pango_layout_get_extents(layout, nullptr, &logical);
  return {static_cast<double>(logical.width) / PANGO_SCALE, static_cast<double>(logical.height) / PANGO_SCALE,
          static_cast<double>(pango_layout_get_baseline(layout)) / PANGO_SCALE};
}

bool is_lower(char letter) {
  return letter >= 'a' && letter <= 'z';
}
bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

// cairo numbers the names in an SVG over the whole run of the program. Renumbering them within the file gives
// the same bytes for the same picture.
std::string renumbered(const std::string& svg) {
  std::map<std::string, std::string> names;
  std::string out;
  for (size_t i = 0; i < svg.size(); ++i) {
    out += svg[i];
    if (svg[i] != '#' && !(svg[i] == '"' && out.ends_with("id=\""))) continue;
    size_t end = i + 1;
    while (end < svg.size() && is_lower(svg[end])) ++end;
    const size_t digits = end;
    while (end < svg.size() && is_digit(svg[end])) ++end;
    const bool named = digits > i + 1 && end > digits && (svg[end] == '"' || svg[end] == ')');
    if (!named) continue;
    const std::string name = svg.substr(i + 1, end - i - 1);
    const std::string fresh = svg.substr(i + 1, digits - i - 1) + std::to_string(names.size());
    out += names.emplace(name, fresh).first->second;
    i = end - 1;
  }
  return out;
}

uint32_t pixel(look::Rgb colour) {
  const auto part = [](float value) { return static_cast<uint32_t>(std::lround(value * 255)); };
  return part(colour.r) << 16U | part(colour.g) << 8U | part(colour.b);
}

}  // namespace

struct Canvas::Surface {
  std::string bytes;
  cairo_surface_t* surface = nullptr;
  cairo_t* cairo = nullptr;
  app::Language language = app::Language::kEnglish;
  Object<PangoContext> context;

  void colour(look::Rgb c) const { cairo_set_source_rgb(cairo, c.r, c.g, c.b); }
};

Canvas::Canvas(Medium medium, double width, double height, double scale, app::Language language)
    : medium_(medium), surface_(std::make_unique<Surface>()) {
  Surface& s = *surface_;
  if (medium == Medium::kPng) {
    s.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(width * scale)),
                                           static_cast<int>(std::lround(height * scale)));
  } else if (medium == Medium::kSvg) {
    s.surface = cairo_svg_surface_create_for_stream(append_bytes, &s.bytes, width, height);
    cairo_svg_surface_set_document_unit(s.surface, CAIRO_SVG_UNIT_PX);
  } else {
    s.surface = cairo_pdf_surface_create_for_stream(append_bytes, &s.bytes, width, height);
    // The same document gives the same bytes at any time.
    cairo_pdf_surface_set_metadata(s.surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(s.surface, CAIRO_PDF_METADATA_CREATOR, "Headlight");
  }
  s.cairo = cairo_create(s.surface);
  if (medium == Medium::kPng) cairo_scale(s.cairo, scale, scale);
  s.language = language;
  s.context = make_context(language);
}

Canvas::~Canvas() {
  cairo_destroy(surface_->cairo);
  cairo_surface_destroy(surface_->surface);
}

void Canvas::fill(const Box& box, look::Rgb colour, double corner) {
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
  cairo_t* cairo = surface_->cairo;
  surface_->colour(colour);
  cairo_set_line_width(cairo, width);
  cairo_new_path(cairo);
  cairo_move_to(cairo, x0, y0);
  cairo_line_to(cairo, x1, y1);
  cairo_stroke(cairo);
}

void Canvas::cells(const Box& box, Index rows, Index columns, std::span<const look::Rgb> colours) {
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
  cairo_t* cairo = surface_->cairo;
  cairo_save(cairo);
  cairo_new_path(cairo);
  Box around = boxes.front();
  for (const Box& box : boxes) {
    cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
    const double right = std::max(around.right(), box.right());
    const double bottom = std::max(around.bottom(), box.bottom());
    around.x = std::min(around.x, box.x);
    around.y = std::min(around.y, box.y);
    around.width = right - around.x;
    around.height = bottom - around.y;
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
  cairo_t* cairo = surface_->cairo;
  cairo_save(cairo);
  cairo_move_to(cairo, x, y);
  cairo_rotate(cairo, -type.turn * std::numbers::pi / 180);
  pango_cairo_update_context(cairo, surface_->context.get());
  const auto layout = make_layout(surface_->context.get(), text, type, surface_->language);
  const TextSize size = size_of(layout.get());
  const double back = type.align == Align::kCentre  ? size.width / 2
                      : type.align == Align::kRight ? size.width
                                                    : 0;
  cairo_rel_move_to(cairo, -back, -size.ascent);
  surface_->colour(type.colour);
  pango_cairo_show_layout(cairo, layout.get());
  cairo_restore(cairo);
}

engine::Result<std::string> Canvas::finish() {
  Surface& s = *surface_;
  cairo_status_t status = cairo_status(s.cairo);
  if (status == CAIRO_STATUS_SUCCESS && medium_ == Medium::kPng) {
    status = cairo_surface_write_to_png_stream(s.surface, append_bytes, &s.bytes);
  }
  cairo_surface_finish(s.surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(s.surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return medium_ == Medium::kSvg ? renumbered(s.bytes) : std::move(s.bytes);
  return engine::Error{"error.cannot_draw", {{"detail", cairo_status_to_string(status)}}};
}

TextSize measure(const std::string& text, const Type& type, app::Language language) {
  const auto context = make_context(language);
  return size_of(make_layout(context.get(), text, type, language).get());
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
