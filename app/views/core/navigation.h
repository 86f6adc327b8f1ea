// navigation.h: goes to places, and says where one is.
#pragma once

#include <string>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// Whether there is a trace to look at.
bool has_trace(const Frame& frame);
// The example of the batch that is looked at; -1 where there is no batch.
int focused_example(const Frame& frame);

// Whether an action asked for this to open where it stands; it asks no longer.
bool opens(const Frame& frame, std::string_view what);

// Goes to a stage; steps that follow each other closely are one step of the history.
void walk_to(const Frame& frame, std::string address);

}  // namespace views
