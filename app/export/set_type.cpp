// set_type.cpp: fonts, sizes and lines of text, with pango.
#include "app/export/set_type.h"

#include <unictype.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <string_view>

#include "engine/core/memory.h"
#include "engine/core/utf8.h"
#include "engine/text/spelled_out.h"

namespace exporter {
namespace {

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

// The Debian package with a face for the script: of those in its fonts-noto packages.
std::string_view package_of(char32_t code, std::string_view script) {
  constexpr std::array<std::string_view, 5> kEastAsian = {"Han", "Hangul", "Hiragana", "Katakana",
                                                          "Bopomofo"};
  if (std::ranges::find(kEastAsian, script) != kEastAsian.end()) return "fonts-noto-cjk";
  return uc_is_property_emoji(code) ? "fonts-noto-color-emoji" : "fonts-noto-core";
}

}  // namespace

Object<PangoContext> make_context(app::Language language) {
  // Pango starts threads, and ends the program where it cannot.
  constexpr size_t kAmpleRoom = size_t{1} << 30U;
  constexpr size_t kPangosRoom = size_t{96} << 20U;
  if (!engine::has_room(kAmpleRoom)) engine::share_memory_among_threads();
  if (!engine::has_room(kPangosRoom)) throw std::bad_alloc();
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
  const std::string shown = text::spelled_out(text);
  if (type.markup) {
    pango_layout_set_markup(layout.get(), shown.c_str(), static_cast<int>(shown.size()));
  } else {
    pango_layout_set_text(layout.get(), shown.c_str(), static_cast<int>(shown.size()));
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

std::optional<engine::Error> missing_face(PangoLayout* layout, const Type& type, app::Language language) {
  if (pango_layout_get_unknown_glyphs_count(layout) == 0) return std::nullopt;
  const std::string_view text = pango_layout_get_text(layout);
  PangoContext* const context = pango_layout_get_context(layout);
  for (size_t at = 0; at < text.size();) {
    const engine::Letter letter = engine::letter_at(text, at);
    at = letter.end;
    const std::string alone(text.substr(letter.begin, letter.end - letter.begin));
    const Type plain{.size = type.size, .bold = type.bold, .mono = type.mono};
    if (pango_layout_get_unknown_glyphs_count(make_layout(context, alone, plain, language).get()) == 0)
      continue;
    const uc_script_t* const script = uc_script(letter.code);
    const std::string name = script == nullptr ? "Common" : script->name;
    return engine::Error{
        "error.no_face",
        {{"letter", alone}, {"script", name}, {"package", std::string(package_of(letter.code, name))}}};
  }
  return std::nullopt;
}

}  // namespace exporter
