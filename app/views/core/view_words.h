// view_words.h: what the views are called as things stand: the prediction is named after what is predicted.
#pragma once

#include <string>
#include <string_view>

#include "app/views/core/action.h"

namespace views {

// The key of a view's name; its tooltip's is KEY.tip.
std::string view_key(const Frame& frame, std::string_view name);

// As those of actions.h, with the views so named.
std::string action_name(const Action& action, const Frame& frame);
std::string action_tip(const Action& action, const Frame& frame);

}  // namespace views
