// slider.cpp: Dear ImGui's slider in our style.
#include "app/ui/slider.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

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

// The number, on the handle as far as it fits into the frame.
void draw_slider_number(const Style& style, const char* number, double share) {
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const ImVec2 size = text_size(number, style.text());
  const float half = ImGui::GetStyle().GrabMinSize / 2 + style.px(2);  // of the handle, and the frame's edge
  const float at = std::lerp(low.x + half, high.x - half, static_cast<float>(std::clamp(share, 0.0, 1.0)));
  const float edge = style.px(6);
  const float left =
      std::clamp(at - size.x / 2, low.x + edge, std::max(low.x + edge, high.x - edge - size.x));
  draw_text(*ImGui::GetWindowDrawList(), {left, (low.y + high.y - size.y) / 2}, number, style.text());
}

template <class Number>
bool draw_slider_of(const Style& style, const char* id, ImGuiDataType type, Number& value, Number smallest,
                    Number largest, const char* format, SliderScale scale) {
  const ImGuiSliderFlags curve = scale == SliderScale::kLogarithmic ? ImGuiSliderFlags_Logarithmic : 0;
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  // The number is above the slider's handle.
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, style.colours.hairline);
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, style.colours.hairline);
  // Dear ImGui writes the number in the middle, and in a field while it is typed: only that stays.
  const bool typed = ImGui::TempInputIsActive(ImGui::GetID(id));
  ImGui::PushStyleColor(ImGuiCol_Text, typed ? style.colours.ink : with_alpha(style.colours.ink, 0));
  // Its logarithmic scale begins at the last digit of the format, which must be below the smallest value.
  const bool is_fine = type == ImGuiDataType_Double && scale == SliderScale::kLogarithmic;
  const bool moved = ImGui::SliderScalar(id, type, &value, &smallest, &largest, is_fine ? "%.6g" : format,
                                         curve | ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopStyleColor(3);
  if (!typed) {
    std::array<char, 64> number{};
    ImGui::DataTypeFormatString(number.data(), static_cast<int>(number.size()), type, &value, format);
    // What is set is what is written.
    if (moved && is_fine) value = static_cast<Number>(std::strtod(number.data(), nullptr));
    draw_slider_number(style, number.data(),
                       share_of_slider(static_cast<double>(value), static_cast<double>(smallest),
                                       static_cast<double>(largest), scale));
  }
  ImGui::PopStyleVar();
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
