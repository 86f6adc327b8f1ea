// place_name.h: places in the model and what is on the screen, in words.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// Separates the parts of a path.
inline constexpr const char* kArrow = " › ";

// Encoder 1, Self-attention, Head 1, Scores; `brief`: E1, Self-attention, Head 1, Scores.
std::vector<std::string> path_of(const Frame& frame, const std::string& address, bool brief);
// "Encoder 1 › Self-attention › Head 1 › Scores".
std::string place_name(const Frame& frame, const std::string& address);

// What the view in the middle shows: the path of its stage; of all heads; Labs, Positions, Circles; its name.
std::vector<std::string> path_on_screen(const Frame& frame, bool brief);
// The stage that it shows or marks; empty if there is none.
std::string address_on_screen(const Frame& frame);

}  // namespace views
