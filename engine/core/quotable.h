// quotable.h: how errors quote a text that someone typed or pasted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// The text as one line of valid UTF-8, at most this many letters and never cut inside one.
std::string quotable(std::string_view typed, size_t most_letters = 60);

// The longest possible path: paths are never cut, since the end is the most telling part.
inline constexpr size_t kLongestPath = 4096;

// The first five names, separated by commas, with an ellipsis if there are more.
std::string first_names(const std::vector<std::string>& names);

}  // namespace engine
