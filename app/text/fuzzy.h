// fuzzy.h: finds names by a few typed letters.
#pragma once

#include <optional>
#include <string_view>

namespace app {

// How well a name fits what was typed: larger is better, nothing where it does not fit. Each typed word must
// stand in the name, in any order: whole, as the beginning of a word, inside it, or as letters with
// others between, each in the word of the one before or at the start of another ("nxt" and "nt" in "next
// token"). A number must stand there whole. Every ideograph is the start of a word. Capitals count as small
// letters; full stops and commas part words, so an address fits too.
std::optional<int> fit(std::string_view typed, std::string_view name);

}  // namespace app
