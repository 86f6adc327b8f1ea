// slider.cpp: Dear ImGui's slider in our style.
#include "app/ui/slider.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "app/ui/number_field.h"
#include "app/ui/text.h"

namespace ui {
namespace {

// Where the value stands between the ends, 0 to 1.
double share_of_slider(double value, double smallest, double largest, SliderScale scale) {
  if (largest <= smallest) return 0;
  if (scale == SliderScale::kLogarithmic && smallest > 0)
    return std::log(value / smallest) / std::log(largest / smallest);
  return (value - smallest) / (largest - smallest);
}

constexpr float kThumb = 7;  // radius, pixels at 100 %
constexpr float kTrack = 4;  // height

// A thin track, filled up to a round thumb; beside it, never below it, the number.
void draw_slider(const Style& style, const char* number, double share) {
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const float half = ImGui::GetStyle().GrabMinSize / 2 + style.px(2);  // as far from the ends as the handle
  const float at = std::lerp(low.x + half, high.x - half, static_cast<float>(std::clamp(share, 0.0, 1.0)));
  const float middle = (low.y + high.y) / 2;
  const float track = style.px(kTrack) / 2;
  const bool is_held = ImGui::IsItemActive();
  const Colours& colours = style.colours;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({low.x, middle - track}, {high.x, middle + track}, colours.hairline, track);
  list.AddRectFilled({low.x, middle - track}, {at, middle + track}, colours.muted, track);
  const float radius = style.px(ImGui::IsItemHovered() || is_held ? kThumb + 1 : kThumb);
  list.AddCircleFilled({at, middle}, radius, is_held ? colours.accent : colours.ink);
  const ImVec2 size = text_size(number, style.strong());
  draw_text(list, {high.x + style.px(kThumb + 3), middle - size.y / 2}, number, style.strong());
}

std::string number_of(ImGuiDataType type, const void* value, const char* format) {
  std::array<char, 64> number{};
  ImGui::DataTypeFormatString(number.data(), static_cast<int>(number.size()), type, value, format);
  return number.data();
}

template <class Number>
bool draw_slider_of(const Style& style, const char* id, ImGuiDataType type, Number& value, Number smallest,
                    Number largest, const char* format, SliderScale scale) {
  const ImGuiSliderFlags curve = scale == SliderScale::kLogarithmic ? ImGuiSliderFlags_Logarithmic : 0;
  // The number's room is that of the widest, so that the track stays as it is.
  float room = 0;
  for (const Number& each : {smallest, value, largest})
    room = std::max(room, text_size(number_of(type, &each, format), style.strong()).x);
  if (room > 0) room = std::ceil(room) + style.px(kThumb + 3);
  const float width = std::max(ImGui::CalcItemWidth() - room, style.px(6 * kThumb));
  ImGui::BeginGroup();
  ImGui::SetNextItemWidth(width);
  // Dear ImGui's own look is seen only while a number is typed.
  const bool typed = ImGui::TempInputIsActive(ImGui::GetID(id));
  const float alpha = typed ? 1.0f : 0.0f;
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, alpha);
  for (const ImGuiCol slot : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive})
    ImGui::PushStyleColor(slot, with_alpha(style.colours.panel, alpha));
  for (const ImGuiCol slot : {ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
    ImGui::PushStyleColor(slot, with_alpha(style.colours.hairline, 0));
  ImGui::PushStyleColor(ImGuiCol_Text, with_alpha(style.colours.ink, alpha));
  // Its logarithmic scale begins at the last digit of the format, which must be below the smallest value.
  const bool is_fine = type == ImGuiDataType_Double && scale == SliderScale::kLogarithmic;
  const bool moved = slide_number(id, type, &value, &smallest, &largest, is_fine ? "%.6g" : format, curve);
  ImGui::PopStyleColor(6);
  ImGui::PopStyleVar();
  if (!typed) {
    const std::string number = number_of(type, &value, format);
    // What is set is what is written.
    if (moved && is_fine) value = static_cast<Number>(std::strtod(number.c_str(), nullptr));
    draw_slider(style, number.c_str(),
                share_of_slider(static_cast<double>(value), static_cast<double>(smallest),
                                static_cast<double>(largest), scale));
  }
  ImGui::SameLine(0, 0);
  ImGui::Dummy({room, 0});
  ImGui::EndGroup();
  return moved;
}

}  // namespace

bool slider(const Style& style, const char* id, double& value, double smallest, double largest,
            const char* format, SliderScale scale) {
  return draw_slider_of(style, id, ImGuiDataType_Double, value, smallest, largest, format, scale);
}

bool slider(const Style& style, const char* id, engine::Index& value, engine::Index smallest,
            engine::Index largest, const char* format, SliderScale scale) {
  return draw_slider_of(style, id, ImGuiDataType_S64, value, smallest, largest, format, scale);
}

}  // namespace ui
