// scrolling_page.h: a view that scrolls in a low window, or with large text, instead of shrinking too far.
#pragma once

#include <imgui.h>

#include "app/ui/style.h"

namespace views {

// The rest of the panel. Always call end_scrolling_page.
void begin_scrolling_page(const char* id);
void end_scrolling_page();

// The room from the cursor on, at least so high.
ImVec2 room_at_least(float height);
// What is drawn in `room` takes its height, so that it can be scrolled to.
void take_room(ImVec2 corner, ImVec2 room);

// The lowest `height` pixels of the window fade into the panel, as long as there is more to scroll to.
void fade_more_below(const ui::Style& style, float height);

}  // namespace views
