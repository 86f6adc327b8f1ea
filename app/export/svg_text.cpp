// svg_text.cpp: a piece of text as an SVG element. Pango breaks it into lines and styles; the viewer sets it.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "app/export/set_type.h"
#include "app/export/svg.h"
#include "engine/core/utf8.h"

namespace exporter {
namespace {

struct FreeFont {
  void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
};
using Font = std::unique_ptr<PangoFontDescription, FreeFont>;

// Without the characters that XML forbids.
std::string for_xml(std::string_view text) {
  std::string allowed;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code >= 0x20) allowed += letter;
    if (letter == '\n' || letter == '\t') allowed += ' ';
  }
  return escaped(allowed);
}

// "Inter, 'Noto Sans CJK TC', sans-serif".
std::string css_families(std::string_view families) {
  const auto has = [&](std::string_view name) { return families.find(name) != std::string_view::npos; };
  std::string list;
  for (size_t begin = 0; begin <= families.size();) {
    const size_t end = std::min(families.find(',', begin), families.size());
    const std::string name(families.substr(begin, end - begin));
    list += name.find(' ') == std::string::npos ? name : "'" + name + "'";
    list += ", ";
    begin = end + 1;
  }
  return list + (has("Mono") && !has("Inter") ? "monospace" : has("STIX") ? "serif" : "sans-serif");
}

double size_of_font(const PangoFontDescription* font) {
  return static_cast<double>(pango_font_description_get_size(font)) / PANGO_SCALE;
}

// What one run of text looks like.
struct Look {
  std::string families;
  double size = 0;
  bool bold = false;
  bool italic = false;
  std::string colour;  // empty: that of the type
  double rise = 0;

  bool operator==(const Look&) const = default;
};

Look look_of(const PangoFontDescription* font) {
  return {css_families(pango_font_description_get_family(font)),
          size_of_font(font),
          pango_font_description_get_weight(font) >= PANGO_WEIGHT_SEMIBOLD,
          pango_font_description_get_style(font) == PANGO_STYLE_ITALIC,
          "",
          0};
}

struct Run {
  size_t begin = 0;
  size_t end = 0;
  Look look;
};

Look look_at(PangoAttrIterator* at, const PangoFontDescription* base) {
  const Font font(pango_font_description_copy(base));
  GSList* others = nullptr;
  pango_attr_iterator_get_font(at, font.get(), nullptr, &others);
  Look look = look_of(font.get());
  for (GSList* one = others; one != nullptr; one = one->next) {
    auto* attribute = static_cast<PangoAttribute*>(one->data);
    if (const PangoAttrInt* rise = pango_attribute_as_int(attribute);
        rise != nullptr && attribute->klass->type == PANGO_ATTR_RISE)
      look.rise = static_cast<double>(rise->value) / PANGO_SCALE;
    if (const PangoAttrColor* colour = pango_attribute_as_color(attribute);
        colour != nullptr && attribute->klass->type == PANGO_ATTR_FOREGROUND)
      look.colour = fmt::format("#{:02X}{:02X}{:02X}", colour->color.red >> 8U, colour->color.green >> 8U,
                                colour->color.blue >> 8U);
    pango_attribute_destroy(attribute);
  }
  g_slist_free(others);
  return look;
}

// The text in stretches of one look.
std::vector<Run> runs_of(PangoLayout* layout, size_t length) {
  const PangoFontDescription* base = pango_layout_get_font_description(layout);
  PangoAttrList* attributes = pango_layout_get_attributes(layout);
  if (attributes == nullptr) return {{0, length, look_of(base)}};
  std::vector<Run> runs;
  PangoAttrIterator* at = pango_attr_list_get_iterator(attributes);
  do {
    int begin = 0;
    int end = 0;
    pango_attr_iterator_range(at, &begin, &end);
    const size_t stop = std::min(static_cast<size_t>(end), length);
    if (static_cast<size_t>(begin) < stop)
      runs.push_back({static_cast<size_t>(begin), stop, look_at(at, base)});
  } while (pango_attr_iterator_next(at) != 0);
  pango_attr_iterator_destroy(at);
  return runs;
}

// Each line's part of the text, and how far its baseline is below the first.
struct Line {
  size_t begin = 0;
  size_t end = 0;
  double below = 0;
};
std::vector<Line> lines_of(PangoLayout* layout) {
  std::vector<Line> lines;
  PangoLayoutIter* at = pango_layout_get_iter(layout);
  const int first = pango_layout_iter_get_baseline(at);
  do {
    const PangoLayoutLine* line = pango_layout_iter_get_line_readonly(at);
    const auto begin = static_cast<size_t>(line->start_index);
    lines.push_back({begin, begin + static_cast<size_t>(line->length),
                     static_cast<double>(pango_layout_iter_get_baseline(at) - first) / PANGO_SCALE});
  } while (pango_layout_iter_next_line(at) != 0);
  pango_layout_iter_free(at);
  return lines;
}

std::string differences(const Look& look, const Look& usual) {
  std::string out;
  const auto add = [&](bool differs, const std::string& attribute) {
    if (differs) out += " " + attribute;
  };
  add(look.families != usual.families, "font-family=\"" + look.families + "\"");
  add(look.size != usual.size, fmt::format("font-size=\"{:.6g}\"", look.size));
  add(look.bold != usual.bold, look.bold ? "font-weight=\"600\"" : "font-weight=\"400\"");
  add(look.italic != usual.italic, look.italic ? "font-style=\"italic\"" : "font-style=\"normal\"");
  add(look.colour != usual.colour, "fill=\"" + look.colour + "\"");
  return out;
}

double width_of(const std::string& text, const Type& type, app::Language language) {
  const auto context = make_context(language);
  return size_of(make_layout(context.get(), text, type, language).get()).width;
}

// The text, or its beginning and an ellipsis if it is too wide.
std::string that_fits(const std::string& text, const Type& type, app::Language language) {
  Type free = type;
  free.max_width = 0;
  if (type.max_width <= 0 || width_of(text, free, language) <= type.max_width) return text;
  std::string beginning = text;
  while (!beginning.empty()) {
    beginning = std::string(engine::cut_at_letter(beginning, beginning.size() - 1));
    if (width_of(beginning + "…", free, language) <= type.max_width) break;
  }
  return beginning + "…";
}

std::string start_tag(double x, double y, const Type& type, const Look& usual) {
  const std::string anchor = type.align == Align::kCentre  ? " text-anchor=\"middle\""
                             : type.align == Align::kRight ? " text-anchor=\"end\""
                                                           : "";
  const std::string turn =
      type.turn == 0 ? "" : fmt::format(" transform=\"rotate({:.6g} {:.6g} {:.6g})\"", -type.turn, x, y);
  return fmt::format(
      "<text x=\"{:.6g}\" y=\"{:.6g}\"{}{} font-family=\"{}\" font-size=\"{:.6g}\"{}{}{} fill=\"{}\">", x, y,
      anchor, turn, usual.families, usual.size, usual.bold ? " font-weight=\"600\"" : "",
      usual.italic ? " font-style=\"italic\"" : "",
      type.tabular ? " style=\"white-space:pre;font-variant-numeric:tabular-nums\""
                   : " style=\"white-space:pre\"",
      usual.colour);
}

}  // namespace

std::string svg_text(double x, double y, const std::string& text, const Type& type, app::Language language) {
  const auto context = make_context(language);
  const std::string shown = type.markup ? text : that_fits(text, type, language);
  const auto layout = make_layout(context.get(), shown, type, language);
  const std::string_view plain = pango_layout_get_text(layout.get());
  auto runs = runs_of(layout.get(), plain.size());
  for (Run& run : runs) {
    if (run.look.colour.empty()) run.look.colour = hex(type.colour);
  }
  // What the text begins with is the element's own look.
  Look usual = look_of(pango_layout_get_font_description(layout.get()));
  usual.colour = hex(type.colour);
  if (!runs.empty()) usual = runs.front().look;
  std::string out = start_tag(x, y, type, usual);
  for (const Line& line : lines_of(layout.get())) {
    double rise = 0;
    bool is_first = true;
    for (const Run& run : runs) {
      const size_t begin = std::max(run.begin, line.begin);
      const size_t end = std::min(run.end, line.end);
      if (begin >= end) continue;
      std::string place;
      if (is_first && line.below > 0) place = fmt::format(" x=\"{:.6g}\" y=\"{:.6g}\"", x, y + line.below);
      if (run.look.rise != rise) place += fmt::format(" dy=\"{:.6g}\"", rise - run.look.rise);
      place += differences(run.look, usual);
      const std::string words = for_xml(plain.substr(begin, end - begin));
      out += place.empty() ? words : fmt::format("<tspan{}>{}</tspan>", place, words);
      rise = run.look.rise;
      is_first = false;
    }
  }
  return out + "</text>\n";
}

}  // namespace exporter
