// widgets.cpp: buttons, panels and lists of choices on Dear ImGui.
#include "app/ui/widgets.h"

#include "app/ui/text_field.h"

namespace ui {
namespace {

struct ButtonColours {
  ImU32 rest, hovered, text, border;
};

ButtonColours colours_of(const Style& style, ButtonKind kind) {
  const Colours& c = style.colours;
  switch (kind) {
    case ButtonKind::kPrimary:
      return {c.ink, with_alpha(c.ink, 0.85f), c.panel, c.ink};
    case ButtonKind::kOutline:
      return {c.panel, c.chip, c.ink, c.hairline};
    case ButtonKind::kFlat:
      break;
  }
  return {with_alpha(c.panel, 0), c.chip, c.ink, with_alpha(c.panel, 0)};
}

TextStyle current_type() {
  ImFont* const font = ImGui::GetFont();
  return {font, type_size(font, ImGui::GetFontSize()), ImGui::GetColorU32(ImGuiCol_Text)};
}

// Dear ImGui draws the words of its own buttons, in the middle of the last item.
void note_label(std::string_view label) {
  const std::string_view words = label.substr(0, label.find("##"));
  const TextStyle type = current_type();
  if (words.empty() || !ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax())) return;
  const ImVec2 size = text_size(words, type);
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  note_text(*ImGui::GetWindowDrawList(), {(low.x + high.x - size.x) / 2, (low.y + high.y - size.y) / 2},
            words, type);
}

}  // namespace

bool button(const Style& style, const char* label, ButtonKind kind, bool enabled) {
  const ButtonColours colours = colours_of(style, kind);
  ImGui::PushStyleColor(ImGuiCol_Button, colours.rest);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, colours.hovered);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, colours.hovered);
  ImGui::PushStyleColor(ImGuiCol_Text, colours.text);
  ImGui::PushStyleColor(ImGuiCol_Border, colours.border);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, kind == ButtonKind::kOutline ? 1.0f : 0.0f);
  ImGui::BeginDisabled(!enabled);
  const bool pressed = ImGui::Button(label);
  note_label(label);
  ImGui::EndDisabled();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(5);
  return pressed;
}

float button_width(const Style& style, std::string_view text) {
  return text_size(text, style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

void Flow::next(float width) {
  if (first_) {
    first_ = false;
    return;
  }
  ImGui::SameLine(0, spacing_);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void plain(std::string_view text) {
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  note_text(*ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(), text, current_type());
}

void label(std::string_view text, const TextStyle& text_style) {
  const ImVec2 size = text_size(text, text_style);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_text(*ImGui::GetWindowDrawList(), at, text, text_style);
  ImGui::Dummy(size);
}

void paragraph(std::string_view text, float width, const TextStyle& text_style) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = draw_paragraph(*ImGui::GetWindowDrawList(), at, width, text, text_style);
  ImGui::Dummy({width, height});
}

bool begin_panel(const Style& style, const char* id, ImVec2 size, ImVec2 padding, ImGuiWindowFlags flags) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(padding.x), style.px(padding.y)));
  return ImGui::BeginChild(id, size, ImGuiChildFlags_Borders | ImGuiChildFlags_AlwaysUseWindowPadding, flags);
}

void end_panel() {
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

bool begin_choices(const Style& style, const char* id, const std::string& text, bool strong, ButtonKind kind,
                   float around) {
  push_font(strong ? style.fonts.semibold : style.fonts.regular, style.px(15));
  const std::string face = text + "##" + id;
  const bool pressed = button(style, face.c_str(), kind);
  ImGui::PopFont();
  const std::string popup = std::string("choices ") + id;
  if (pressed) ImGui::OpenPopup(popup.c_str());
  return begin_menu(style, popup.c_str(), around);
}

bool begin_menu(const Style& style, const char* popup, float around) {
  const ImVec2 corner(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + style.px(4));
  ImGui::SetNextWindowPos(corner, ImGuiCond_Appearing);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(around), style.px(around)));
  const bool open = ImGui::BeginPopup(popup);
  ImGui::PopStyleVar();
  if (open) close_on_escape();
  return open;
}

void close_on_escape() {
  const bool another_above = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape) && !another_above && !is_typed_in()) ImGui::CloseCurrentPopup();
}

}  // namespace ui
