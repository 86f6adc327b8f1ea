// quotable.h: what errors quote of a text that someone typed or pasted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace text {

// The text as one line of valid UTF-8, at most so many letters long and never cut inside one.
std::string quotable(std::string_view typed, size_t most_letters = 60);

// The longest path there is: one is never cut, since its end says most.
inline constexpr size_t kLongestPath = 4096;

// The first five names with commas between, and an ellipsis where there are more.
std::string first_names(const std::vector<std::string>& names);

}  // namespace text
