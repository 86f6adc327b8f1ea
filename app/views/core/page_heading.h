// page_heading.h: what a page shows or asks, and why it matters.
#pragma once

#include <string>

#include "app/ui/widgets.h"
#include "app/views/core/frame.h"

namespace views {

// Whether the current panel is too low to spend lines on why: then a title says it when it is pointed at.
bool is_low_page(const Frame& frame);

// A title, and below it why, or in a low page when it is pointed at.
void draw_title(const Frame& frame, const std::string& title, const std::string& why, float width);

// "Close the lab" as the last word of a flow, in a low page "×"; returns whether it was pressed.
bool draw_close_lab(const Frame& frame, ui::Flow& flow);

// The words of `key`.question and `key`.why; in a low window, or with large text, the question alone.
void draw_page_heading(const Frame& frame, const std::string& key);

}  // namespace views
