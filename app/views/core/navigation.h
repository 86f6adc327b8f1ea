// navigation.h: moves the focus, and tells where it is.
#pragma once

#include <string>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// Whether there is a trace to look at.
bool has_trace(const Frame& frame);
// The focused example of the batch; -1 if it is not a batch.
int focused_example(const Frame& frame);

// Whether an action requested this to open in place; resets the request.
bool opens(const Frame& frame, std::string_view what);

// The walk through the focused example and head, with the steps of the lab in sight.
const Facts::Walk& walk_now(const Frame& frame);
// The lab whose page is open; empty if none is. And the name of a lab's page that is shown, as a key.
std::string_view open_lab(const Frame& frame);
std::string lab_page_key(const Frame& frame, std::string_view lab);

// Goes to a stage; steps in quick succession are one step of the history.
void walk_to(const Frame& frame, std::string address);

}  // namespace views
