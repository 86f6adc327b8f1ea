// slider.cpp: Dear ImGui's slider in our style.
#include "app/ui/slider.h"

namespace ui {
namespace {

template <class Number>
bool draw_slider_of(const Style& style, const char* id, ImGuiDataType type, Number& value, Number smallest,
                    Number largest, const char* format, SliderScale scale) {
  const ImGuiSliderFlags curve = scale == SliderScale::kLogarithmic ? ImGuiSliderFlags_Logarithmic : 0;
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  // The number is above the slider's grab.
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, style.colours.hairline);
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, style.colours.hairline);
  const bool moved = ImGui::SliderScalar(id, type, &value, &smallest, &largest, format,
                                         curve | ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopStyleColor(2);
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
