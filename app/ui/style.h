// style.h: the visual language in one place: colours of roles, type sizes, spacing.
#pragma once

#include <imgui.h>

#include <array>

#include "app/look/colour_map.h"
#include "app/session/preferences.h"
#include "app/ui/fonts.h"
#include "app/ui/text.h"
#include "engine/core/trace.h"

namespace ui {

// The theme's colours as Dear ImGui packs them.
struct Colours {
  ImU32 background, panel, ink, muted, hairline, chip, selected, query, key, value, accent, mask;
  std::array<ImU32, 8> heads;
};

// Values in cells: their type sizes, and how large a cell must be to hold one, in type sizes.
struct CellNumbers {
  float least = 10;
  float most = 15;
  float widths = 2.4f;
  float heights = 1.3f;
  bool shows_nothing = true;  // what rounds to 0
};

// All sizes are in pixels times the user's text size.
struct Style {
  Colours colours{};
  Fonts fonts{};
  float scale = 1;
  int text_size = 100;  // percent
  bool dark = false;
  app::SequentialMap map = app::SequentialMap::kViridis;
  bool fixed_range = true;
  bool predicted_rows = false;
  bool merged_pieces = false;
  bool simplified = false;  // traditional characters of a model that reads simplified ones are shown as those
  engine::Lettering lettering{};
  CellNumbers numbers{};

  float px(float pixels) const;  // scaled and rounded to whole pixels

  TextStyle title() const { return {fonts.semibold, px(22), colours.ink}; }
  TextStyle text() const { return {fonts.regular, px(15), colours.ink}; }
  TextStyle strong() const { return {fonts.semibold, px(15), colours.ink}; }
  TextStyle quiet() const { return {fonts.regular, px(15), colours.muted}; }
  TextStyle small() const { return {fonts.regular, px(13), colours.muted}; }
  TextStyle small_ink() const { return {fonts.regular, px(13), colours.ink}; }
  TextStyle small_strong() const { return {fonts.semibold, px(13), colours.ink}; }

  // Query, key and value have one colour each, everywhere.
  ImU32 role(engine::Role role) const;

  // A head's colour; heads beyond the palette differ from the first ones in line pattern.
  ImU32 head(int head) const;

  // A mark's colour for words beside it, dark or light enough to read.
  ImU32 word_colour(ImU32 mark) const;

  look::ColourMap sequential() const;
};

Style make_style(const app::Preferences& preferences, const Fonts& fonts, float display_scale,
                 float window_height = 0);

// Styles Dear ImGui's own widgets to match.
void apply(const Style& style);

ImU32 pack(const look::Rgb& colour);
ImVec4 vec4(ImU32 colour);
ImU32 with_alpha(ImU32 colour, float alpha);

}  // namespace ui
