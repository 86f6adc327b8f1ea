// sight.h: scrolls to what one looks at, once, and then lets one scroll away.
#pragma once

#include <string>

namespace views {

// After the item that stands for `place` among those that `what` names: scrolls the window to it in the first
// frame that it is this one, where it is not all visible.
void keep_in_sight(const char* what, const std::string& place);

}  // namespace views
