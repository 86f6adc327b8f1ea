// page_heading.h: what a page of a lab asks, and why it matters.
#pragma once

#include <string>

#include "app/views/core/frame.h"

namespace views {

// The words of `key`.question and `key`.why; in a low window, or with large text, the question alone.
void draw_page_heading(const Frame& frame, const std::string& key);

}  // namespace views
