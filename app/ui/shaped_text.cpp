// shaped_text.cpp: which lines need shaping, and how pango renders them.
#include "app/ui/shaped_text.h"

#include <imgui_internal.h>
#include <pango/pangocairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "app/ui/fonts.h"
#include "engine/core/utf8.h"

namespace ui {
namespace {

struct Range {
  unsigned first, last;
};

// Blocks whose characters join, stack or reorder, and emoji.
constexpr std::array<Range, 17> kShaped = {{
    {0x0300, 0x036F},    // combining marks
    {0x0483, 0x0489},    // Cyrillic combining marks
    {0x0590, 0x109F},    // Hebrew and Arabic to Myanmar
    {0x1100, 0x11FF},    // Hangul letters that combine
    {0x1780, 0x18AF},    // Khmer, Mongolian
    {0x1A20, 0x1AFF},    // Tai Tham, more combining marks
    {0x1B00, 0x1C4F},    // Balinese to Lepcha
    {0x1DC0, 0x1DFF},    // more combining marks
    {0x200B, 0x200F},    // joiners, directions
    {0x202A, 0x202E},    // directions
    {0x2060, 0x206F},    // joiners
    {0x20D0, 0x20FF},    // marks for symbols
    {0x3099, 0x309A},    // kana voicing marks
    {0xFB1D, 0xFDFF},    // Hebrew and Arabic forms
    {0xFE00, 0xFE2F},    // variation selectors, half marks
    {0xFE70, 0xFEFF},    // Arabic forms
    {0x1F000, 0x1FBFF},  // emoji
}};
// Symbols that are emoji by default (Emoji_Presentation in emoji-data.txt).
constexpr std::array<Range, 35> kEmoji = {{
    {0x231A, 0x231B}, {0x23E9, 0x23EC}, {0x23F0, 0x23F0}, {0x23F3, 0x23F3}, {0x25FD, 0x25FE},
    {0x2614, 0x2615}, {0x2648, 0x2653}, {0x267F, 0x267F}, {0x2693, 0x2693}, {0x26A1, 0x26A1},
    {0x26AA, 0x26AB}, {0x26BD, 0x26BE}, {0x26C4, 0x26C5}, {0x26CE, 0x26CE}, {0x26D4, 0x26D4},
    {0x26EA, 0x26EA}, {0x26F2, 0x26F3}, {0x26F5, 0x26F5}, {0x26FA, 0x26FA}, {0x26FD, 0x26FD},
    {0x2705, 0x2705}, {0x270A, 0x270B}, {0x2728, 0x2728}, {0x274C, 0x274C}, {0x274E, 0x274E},
    {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797}, {0x27B0, 0x27B0}, {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C}, {0x2B50, 0x2B50}, {0x2B55, 0x2B55}, {0x3297, 0x3297}, {0x3299, 0x3299},
}};

template <size_t count>
bool contains(const std::array<Range, count>& ranges, unsigned code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](Range range) { return code >= range.first && code <= range.last; });
}

// Common ideographs and full-width forms: every CJK face has them.
bool is_common_wide(unsigned code) {
  return (code >= 0x3000 && code <= 0x3096) || (code >= 0x4E00 && code <= 0x9FA5) ||
         (code >= 0xFF01 && code <= 0xFF5E);
}

struct ObjectDeleter {
  void operator()(void* object) const { g_object_unref(object); }
};
using Layout = std::unique_ptr<PangoLayout, ObjectDeleter>;

struct SurfaceDeleter {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;

struct CairoDeleter {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};

std::string valid_utf8(std::string_view text) {
  const std::unique_ptr<char, decltype(&g_free)> valid(
      g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())), g_free);
  return valid.get();
}

Layout make_layout(std::string_view text, const TextStyle& style) {
  const std::unique_ptr<PangoContext, ObjectDeleter> context(
      pango_font_map_create_context(pango_cairo_font_map_get_default()));
  Layout layout(pango_layout_new(context.get()));
  PangoFontDescription* description = pango_font_description_from_string(pango_name(style.font).c_str());
  pango_font_description_set_absolute_size(description, static_cast<double>(style.size) * PANGO_SCALE);
  pango_layout_set_font_description(layout.get(), description);
  pango_font_description_free(description);
  pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
  const std::string valid = valid_utf8(text);
  pango_layout_set_text(layout.get(), valid.data(), static_cast<int>(valid.size()));
  return layout;
}

double channel(ImU32 colour, int shift) {
  return static_cast<double>((colour >> shift) & 0xFF) / 255;
}

// cairo's premultiplied native-endian ARGB as plain RGBA.
void copy_pixels(cairo_surface_t* surface, ShapedPicture& picture) {
  cairo_surface_flush(surface);
  const unsigned char* rows = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  picture.rgba.reserve(static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) * 4);
  for (int y = 0; y < picture.height; ++y) {
    const auto* row = reinterpret_cast<const uint32_t*>(rows + static_cast<ptrdiff_t>(y) * stride);
    for (int x = 0; x < picture.width; ++x) {
      const uint32_t alpha = row[x] >> 24;
      for (const int shift : {16, 8, 0}) {
        const uint32_t part = (row[x] >> shift) & 0xFF;
        picture.rgba.push_back(static_cast<uint8_t>(alpha == 0 ? 0 : std::min(255u, part * 255 / alpha)));
      }
      picture.rgba.push_back(static_cast<uint8_t>(alpha));
    }
  }
}

}  // namespace

bool needs_shaping(std::string_view text, ImFont* font) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    const auto byte = static_cast<unsigned char>(*at);
    // Bytes below 0xCC begin characters before U+0300, all of which Inter has.
    if (byte < 0xCC) {
      at += engine::first_letter({at, end}).size();
      continue;
    }
    unsigned code = 0;
    at += std::max(1, ImTextCharFromUtf8(&code, at, end));
    if (is_common_wide(code)) continue;
    if (contains(kShaped, code) || contains(kEmoji, code)) return true;
    if (!font->IsGlyphInFont(static_cast<ImWchar>(code))) return true;
  }
  return false;
}

int shaped_advance(std::string_view text, const TextStyle& style) {
  PangoRectangle logical;
  pango_layout_get_pixel_extents(make_layout(text, style).get(), nullptr, &logical);
  return logical.width;
}

ShapedPicture shape_picture(std::string_view text, const TextStyle& style) {
  const Layout layout = make_layout(text, style);
  PangoRectangle ink, logical;
  pango_layout_get_pixel_extents(layout.get(), &ink, &logical);
  // A margin of one pixel: smoothed edges are not cut.
  ShapedPicture picture;
  picture.width = std::max(1, ink.width) + 2;
  picture.height = std::max(1, ink.height) + 2;
  picture.left = 1 - ink.x;
  picture.baseline = static_cast<int>(std::lround(pango_layout_get_baseline(layout.get()) /
                                                  static_cast<double>(PANGO_SCALE))) -
                     ink.y + 1;
  picture.advance = logical.width;
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, picture.width, picture.height));
  const std::unique_ptr<cairo_t, CairoDeleter> cairo(cairo_create(surface.get()));
  cairo_set_source_rgba(cairo.get(), channel(style.colour, IM_COL32_R_SHIFT),
                        channel(style.colour, IM_COL32_G_SHIFT), channel(style.colour, IM_COL32_B_SHIFT),
                        channel(style.colour, IM_COL32_A_SHIFT));
  cairo_move_to(cairo.get(), picture.left, 1 - ink.y);
  pango_cairo_show_layout(cairo.get(), layout.get());
  copy_pixels(surface.get(), picture);
  return picture;
}

}  // namespace ui
