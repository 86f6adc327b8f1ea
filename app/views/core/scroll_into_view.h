// scroll_into_view.h: scrolls the focus into view once, and then leaves scrolling to the user.
#pragma once

#include <string>

namespace views {

// Whether this is the first frame with the focus at `place`, among those that `what` names, in this window.
bool arrives_at(const char* what, const std::string& place);

// Call after the item for `place`: scrolls the window to it in the first frame, unless it is fully visible.
void keep_in_sight(const char* what, const std::string& place);

}  // namespace views
