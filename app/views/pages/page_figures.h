// page_figures.h: the figures of pages.
#pragma once

#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// Whether there is a figure of this name.
bool is_figure(std::string_view name);

// Draws it in this width from its corner; returns its height.
float draw_figure(const Frame& frame, std::string_view name, ImVec2 corner, float width);

}  // namespace views
