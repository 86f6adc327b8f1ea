// quotable.h: how errors quote a text that someone typed or pasted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// The text as one line of valid UTF-8 without characters that control a terminal or turn the direction of
// writing, at most this many letters and never cut inside one.
std::string quotable(std::string_view typed, size_t most_letters = 60);

// The same, where the middle is left out of a text of more bytes: of a path, both ends tell something.
std::string abridged(std::string_view text, size_t most_bytes);

// The text with its lines and tabs, but without what else controls a terminal.
std::string harmless(std::string_view text);

// The longest possible path: an error holds it whole.
inline constexpr size_t kLongestPath = 4096;

// The first five names, separated by commas, with an ellipsis if there are more.
std::string first_names(const std::vector<std::string>& names);

}  // namespace engine
