// action_item.h: a row of the table of actions, as a line of a menu.
#pragma once

#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// Nothing if there is no such action. `width` as of ui::MenuRow.
void action_item(const Frame& frame, std::string_view id, float width = 0);
// The width that it needs.
float action_item_width(const Frame& frame, std::string_view id);

}  // namespace views
