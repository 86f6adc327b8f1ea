// slider.h: sliders that with their number beside the track are as wide as the next item.
#pragma once

#include "app/ui/style.h"
#include "engine/core/matrix.h"

namespace ui {

enum class SliderScale { kLinear, kLogarithmic };

// Both return whether the value was moved; it stays within [smallest, largest]. `format` is C's.
bool slider(const Style& style, const char* id, double& value, double smallest, double largest,
            const char* format, SliderScale scale = SliderScale::kLinear);
bool slider(const Style& style, const char* id, engine::Index& value, engine::Index smallest,
            engine::Index largest, const char* format = "%lld", SliderScale scale = SliderScale::kLinear);

}  // namespace ui
