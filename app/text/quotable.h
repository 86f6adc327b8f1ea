// quotable.h: what errors quote of a text that someone typed or pasted.
#pragma once

#include <string>
#include <string_view>

namespace app {

// The text as one line of valid UTF-8, at most 60 letters long and never cut inside one.
std::string quotable(std::string_view typed);

}  // namespace app
