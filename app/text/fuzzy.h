// fuzzy.h: finds names by a few typed letters.
#pragma once

#include <optional>
#include <string_view>

namespace app {

// How well a name matches what was typed: larger is better, nullopt if it does not match. Each typed word
// must occur in the name, in any order: whole, at the start of a word, inside it, or as letters with others
// in between, each in the same word as the previous one or at the start of another ("nxt" and "nt" in "next
// token"). A number must occur whole. Every ideograph starts a word. Ignores case; full stops and commas
// separate words, so an address also matches.
std::optional<int> fit(std::string_view typed, std::string_view name);

}  // namespace app
