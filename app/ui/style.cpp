// style.cpp: applies the palette to Dear ImGui.
#include "app/ui/style.h"

#include <algorithm>
#include <cmath>

#include "app/look/palette.h"

namespace ui {
ImU32 pack(const look::Rgb& colour) {
  return ImGui::ColorConvertFloat4ToU32({colour.r, colour.g, colour.b, 1});
}

namespace {

std::array<ImU32, 8> pack_all(const std::array<look::Rgb, 8>& colours) {
  std::array<ImU32, 8> packed{};
  std::transform(colours.begin(), colours.end(), packed.begin(),
                 [](const look::Rgb& colour) { return ui::pack(colour); });
  return packed;
}

Colours colours_of(const look::Palette& palette) {
  return {.background = pack(palette.background),
          .panel = pack(palette.panel),
          .ink = pack(palette.ink),
          .muted = pack(palette.muted),
          .hairline = pack(palette.hairline),
          .chip = pack(palette.chip),
          .selected = pack(palette.selected),
          .query = pack(palette.query),
          .key = pack(palette.key),
          .value = pack(palette.value),
          .accent = pack(palette.accent),
          .mask = pack(palette.mask),
          .heads = pack_all(palette.heads)};
}

}  // namespace

float Style::px(float pixels) const {
  return std::round(pixels * scale);
}

ImU32 Style::role(engine::Role role) const {
  switch (role) {
    case engine::Role::kQuery:
      return colours.query;
    case engine::Role::kKey:
      return colours.key;
    case engine::Role::kValue:
      return colours.value;
    case engine::Role::kPlain:
      break;
  }
  return colours.ink;
}

ImU32 Style::head(int head) const {
  return colours.heads.at(static_cast<size_t>(head) % colours.heads.size());
}

ImU32 Style::word_colour(ImU32 mark) const {
  const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(mark);
  return pack(look::word_colour({colour.x, colour.y, colour.z}, look::palette(dark)));
}

look::ColourMap Style::sequential() const {
  switch (map) {
    case app::SequentialMap::kCividis:
      return look::ColourMap::kCividis;
    case app::SequentialMap::kGreys:
      return look::ColourMap::kGreys;
    case app::SequentialMap::kViridis:
      break;
  }
  return look::ColourMap::kViridis;
}

Style make_style(const app::Preferences& preferences, const Fonts& fonts, float display_scale,
                 float window_height) {
  const int text_size = app::shown_text_size(preferences, window_height / display_scale);
  const bool dark = preferences.theme == app::Theme::kDark;
  return {.colours = colours_of(look::palette(dark)),
          .fonts = fonts,
          .scale = display_scale * static_cast<float>(text_size) / 100.0f,
          .text_size = text_size,
          .dark = dark,
          .map = preferences.map,
          .fixed_range = preferences.fixed_range,
          .predicted_rows = preferences.predicted_rows,
          .merged_pieces = preferences.merged_pieces,
          .simplified = preferences.language == app::Language::kSimplifiedChinese,
          .lettering = {preferences.notation, preferences.count_from}};
}

ImVec4 vec4(ImU32 colour) {
  return ImGui::ColorConvertU32ToFloat4(colour);
}

ImU32 with_alpha(ImU32 colour, float alpha) {
  ImVec4 mixed = vec4(colour);
  mixed.w *= alpha;
  return ImGui::ColorConvertFloat4ToU32(mixed);
}

namespace {

void apply_colours(ImGuiStyle& target, const Colours& colours) {
  const auto set = [&](ImGuiCol slot, ImU32 colour) { target.Colors[slot] = vec4(colour); };
  set(ImGuiCol_Text, colours.ink);
  set(ImGuiCol_TextDisabled, colours.muted);
  set(ImGuiCol_WindowBg, colours.background);
  set(ImGuiCol_ChildBg, colours.panel);
  set(ImGuiCol_PopupBg, colours.panel);
  set(ImGuiCol_Border, colours.hairline);
  set(ImGuiCol_FrameBg, colours.panel);
  set(ImGuiCol_FrameBgHovered, colours.chip);
  set(ImGuiCol_FrameBgActive, colours.chip);
  set(ImGuiCol_Button, colours.panel);
  set(ImGuiCol_ButtonHovered, colours.chip);
  set(ImGuiCol_ButtonActive, colours.hairline);
  set(ImGuiCol_Header, colours.selected);
  set(ImGuiCol_HeaderHovered, colours.chip);
  set(ImGuiCol_HeaderActive, colours.hairline);
  set(ImGuiCol_Separator, colours.hairline);
  set(ImGuiCol_CheckMark, colours.accent);
  set(ImGuiCol_SliderGrab, colours.muted);
  set(ImGuiCol_SliderGrabActive, colours.ink);
  set(ImGuiCol_ScrollbarBg, with_alpha(colours.panel, 0));
  set(ImGuiCol_ScrollbarGrab, colours.hairline);
  set(ImGuiCol_ScrollbarGrabHovered, colours.muted);
  set(ImGuiCol_ScrollbarGrabActive, colours.muted);
  set(ImGuiCol_TextSelectedBg, with_alpha(colours.query, 0.3f));
  set(ImGuiCol_InputTextCursor, colours.ink);
  set(ImGuiCol_NavCursor, colours.query);
  set(ImGuiCol_ModalWindowDimBg, with_alpha(colours.ink, 0.2f));
}

}  // namespace

void apply(const Style& style) {
  ImGuiStyle& target = ImGui::GetStyle();
  target = ImGuiStyle();
  apply_colours(target, style.colours);
  target.WindowPadding = {0, 0};
  target.FramePadding = {style.px(10), style.px(6)};
  target.ItemSpacing = {style.px(8), style.px(8)};
  target.ItemInnerSpacing = {style.px(8), style.px(4)};
  target.WindowRounding = 0;
  target.ChildRounding = style.px(10);
  target.PopupRounding = style.px(8);
  target.FrameRounding = style.px(7);
  target.ScrollbarSize = style.px(10);
  target.ScrollbarRounding = style.px(5);
  target.GrabRounding = style.px(4);
  target.WindowBorderSize = 0;
  target.ChildBorderSize = 1;
  target.PopupBorderSize = 1;
  target.FrameBorderSize = 0;
  target.DisabledAlpha = 0.45f;
  target.HoverDelayNormal = 0.6f;  // seconds until a tooltip
}

}  // namespace ui
