// place_name.h: the focused place in the model, in words.
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

}  // namespace views
