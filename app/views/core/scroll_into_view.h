// scroll_into_view.h: scrolls to what one looks at, once, and then lets one scroll away.
#pragma once

#include <string>

namespace views {

// Whether this is the first frame that `place`, among those that `what` names, is looked at in this window.
bool arrives_at(const char* what, const std::string& place);

// After the item that stands for `place`: scrolls the window to it in the first frame, where it is not all
// visible.
void keep_in_sight(const char* what, const std::string& place);

}  // namespace views
