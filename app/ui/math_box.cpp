// math_box.cpp: runs, fractions, roots and scripts as boxes. Proportions after TeX's (Knuth, The TeXbook,
// appendix G), in units of the type size.
#include "app/ui/math_box.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/ui/text.h"

namespace ui {
namespace {

constexpr float kAxis = 0.25f;  // height of the bar of − above the baseline
constexpr float kXHeight = 0.45f;

float rule_thickness(float size) {
  return std::max(1.0f, std::round(size * 0.05f));
}

// Measures the ink of each glyph of the run: the layout's extents, and how far the last glyph leans.
void measure_ink(MathGlyphs& glyphs, ImFontBaked& baked, const std::string& text) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    unsigned code = 0;
    at += std::max(1, ImTextCharFromUtf8(&code, at, end));
    const ImFontGlyph& glyph = *baked.FindGlyph(static_cast<ImWchar>(code));
    if (glyph.Visible == 0) continue;
    glyphs.box.ascent = std::max(glyphs.box.ascent, baked.Ascent - glyph.Y0);
    glyphs.box.descent = std::max(glyphs.box.descent, glyph.Y1 - baked.Ascent);
    glyphs.slant = std::max(0.0f, glyph.X1 - glyph.AdvanceX);
  }
}

}  // namespace

void place(MathBox& box, const MathBox& piece, ImVec2 at) {
  for (MathLayout::Run run : piece.runs) {
    run.baseline = {run.baseline.x + at.x, run.baseline.y + at.y};
    box.runs.push_back(std::move(run));
  }
  for (MathLayout::Rule rule : piece.rules) {
    rule.from = {rule.from.x + at.x, rule.from.y + at.y};
    rule.to = {rule.to.x + at.x, rule.to.y + at.y};
    box.rules.push_back(rule);
  }
  box.ascent = std::max(box.ascent, piece.ascent - at.y);
  box.descent = std::max(box.descent, piece.descent + at.y);
}

MathGlyphs glyph_box(std::string_view text, ImFont* font, float size, ImU32 colour) {
  MathGlyphs glyphs;
  glyphs.box.runs.push_back({std::string(text), font, size, {0, 0}, colour, 1});
  glyphs.box.width = text_size(text, {font, size, colour}).x;
  measure_ink(glyphs, *font->GetFontBaked(line_height(font, size)), glyphs.box.runs.front().text);
  return glyphs;
}

MathBox fraction_box(const MathBox& numerator, const MathBox& denominator, const MathSetting& setting) {
  const float size = setting.size;
  const float thickness = rule_thickness(size);
  const float gap = std::max(1.0f, std::round(size * 0.14f));
  const float side = size * 0.1f;
  const float bar = -std::round(size * kAxis);
  MathBox box;
  box.width = std::max(numerator.width, denominator.width) + 4 * side;
  const float above = bar - thickness / 2 - gap - std::max(numerator.descent, size * 0.06f);
  const float below = bar + thickness / 2 + gap + std::max(denominator.ascent, size * kXHeight);
  place(box, numerator, {(box.width - numerator.width) / 2, above});
  place(box, denominator, {(box.width - denominator.width) / 2, below});
  box.rules.push_back({{side, bar}, {box.width - side, bar}, thickness, setting.colour});
  return box;
}

MathBox root_box(const MathBox& radicand, const MathSetting& setting) {
  const float size = setting.size;
  const float thickness = rule_thickness(size);
  const float gap = std::max(2.0f, std::round(size * 0.12f));
  const float top = -std::round(std::max(radicand.ascent, size * kXHeight) + gap + thickness / 2);
  const float bottom = std::max(radicand.descent, 0.0f) + size * 0.06f;
  const float sign = size * 0.52f;
  // The hook starts a little above the middle of the stroke's depth.
  const float hook = bottom - std::min(0.55f * (bottom - top), size * 0.5f);
  MathBox box;
  box.width = sign + radicand.width + size * 0.12f;
  place(box, radicand, {sign + size * 0.04f, 0});
  const ImVec2 start = {size * 0.02f, hook + size * 0.07f};
  const ImVec2 shoulder = {size * 0.13f, hook};
  const ImVec2 foot = {size * 0.27f, bottom};
  const ImVec2 head = {sign, top};
  box.rules.push_back({start, shoulder, thickness, setting.colour});
  box.rules.push_back({shoulder, foot, std::max(thickness, size * 0.085f), setting.colour});
  box.rules.push_back({foot, head, thickness, setting.colour});
  box.rules.push_back({{sign - thickness / 2, top}, {box.width, top}, thickness, setting.colour});
  box.ascent = std::max(box.ascent, -top + thickness);
  box.descent = std::max(box.descent, bottom);
  return box;
}

MathBox hat_box(const MathBox& letter, const MathSetting& setting) {
  const float size = setting.size;
  const float half = size * 0.16f;
  // Letters lean: so does the middle of what stands above them.
  const float middle = letter.width / 2 + size * 0.06f;
  const float foot = -letter.ascent - size * 0.08f;
  const float top = foot - size * 0.14f;
  const float thickness = rule_thickness(size);
  MathBox box = letter;
  box.rules.push_back({{middle - half, foot}, {middle, top}, thickness, setting.colour});
  box.rules.push_back({{middle, top}, {middle + half, foot}, thickness, setting.colour});
  box.ascent = -top + thickness;
  return box;
}

MathBox cases_box(const std::vector<std::pair<MathBox, MathBox>>& cases, const MathSetting& setting) {
  const float size = setting.size;
  float values = 0;
  float height = 0;
  for (const auto& [value, condition] : cases) {
    values = std::max(values, value.width);
    height += std::max(size * 1.12f, std::max(value.ascent, condition.ascent) +
                                         std::max(value.descent, condition.descent) + size * 0.1f);
  }
  const float axis = size * kAxis;
  const MathBox brace = bracket_box("{", height / 2 + axis, height / 2 - axis, setting);
  MathBox box;
  place(box, brace, {0, 0});
  const float line = height / static_cast<float>(std::max<size_t>(cases.size(), 1));
  const float start = brace.width + size * 0.15f;
  // The middle of a line stands on the axis of what is beside it.
  float y = -axis - height / 2 + line / 2 + axis;
  for (const auto& [value, condition] : cases) {
    place(box, value, {start, y});
    place(box, condition, {start + values + size, y});
    box.width = std::max(box.width, start + values + size + condition.width);
    y += line;
  }
  return box;
}

MathBox script_box(const MathBox& base, float slant, const MathBox* sub, const MathBox* super,
                   const MathSetting& setting) {
  const float size = setting.size;
  MathBox box = base;
  float down = 0;
  float up = 0;
  if (sub != nullptr) {
    down = std::max({size * 0.19f, base.descent - size * 0.05f, sub->ascent - size * kXHeight * 0.8f});
  }
  if (super != nullptr) {
    up = std::max({size * 0.38f, base.ascent - size * 0.3f, super->descent + size * kXHeight / 4});
  }
  if (sub != nullptr && super != nullptr) {
    // The gap between the two: what is missing is added below.
    const float air = (up - super->descent) - (sub->ascent - down);
    down += std::max(0.0f, size * 0.12f - air);
  }
  float width = base.width;
  if (super != nullptr) {
    place(box, *super, {base.width + slant + size * 0.03f, -up});
    width = base.width + slant + size * 0.03f + super->width;
  }
  if (sub != nullptr) {
    place(box, *sub, {base.width, down});
    width = std::max(width, base.width + sub->width);
  }
  box.width = width + size * 0.05f;
  return box;
}

MathBox bracket_box(std::string_view bracket, float ascent, float descent, const MathSetting& setting) {
  ImFont* const font = setting.style->fonts->serif;
  MathBox plain = glyph_box(bracket, font, setting.size, setting.colour).box;
  // Symmetric about the axis, as tall as the taller side needs.
  const float axis = setting.size * kAxis;
  const float half = std::max(ascent - axis, descent + axis);
  const float own_half = (plain.ascent + plain.descent) / 2;
  if (half <= own_half * 1.15f) return plain;
  const float growth = std::min(half / own_half, 4.0f);
  MathBox grown = glyph_box(bracket, font, setting.size * growth, setting.colour).box;
  const float squeeze = std::pow(growth, -0.6f);
  grown.runs.front().squeeze = squeeze;
  MathBox box;
  box.width = grown.width * squeeze;
  place(box, grown, {0, (grown.ascent - grown.descent) / 2 - axis});
  return box;
}

}  // namespace ui
