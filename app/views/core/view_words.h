// view_words.h: the current names of views: the prediction is named after what is predicted.
#pragma once

#include <string>
#include <string_view>

#include "app/views/core/action.h"

namespace views {

// The key of a view's name; its tooltip's is KEY.tip.
std::string view_key(const Frame& frame, std::string_view name);

// As those of actions.h, with current names of views.
std::string action_name(const Action& action, const Frame& frame);
std::string action_tip(const Action& action, const Frame& frame);

}  // namespace views
