// number_field.h: Dear ImGui's number fields, with app::read_number in place of its reader, which takes what
// stands before a comma for the number.
#pragma once

#include <imgui.h>

#include <optional>

#include "engine/core/result.h"

namespace ui {

// As Dear ImGui's DragScalar and SliderScalar. A typed number is clamped to [least, most]; while what is
// typed is refused, the value is the one from before.
bool drag_number(const char* label, ImGuiDataType type, void* value, float speed, const void* least,
                 const void* most, const char* format, ImGuiSliderFlags flags = 0);
bool slide_number(const char* label, ImGuiDataType type, void* value, const void* least, const void* most,
                  const char* format, ImGuiSliderFlags flags = 0);

// As Dear ImGui's InputScalar: a field, with buttons that subtract and add `step` unless it is null.
bool input_number(const char* label, ImGuiDataType type, void* value, const void* step, const char* format);

// Why a field refused what is typed into it, and where the field is.
struct RefusedNumber {
  ImVec2 low, high;
  engine::Error error;
};
// Of the last item, from now on; nullopt: nothing is refused there.
void refuse_number(const std::optional<engine::Error>& error);
// What is refused, until its field's text changes, or, once it is left, until the next key or click.
std::optional<RefusedNumber> refused_number();

}  // namespace ui
