// quotable.h: what errors quote of a text that someone typed or pasted, as the engine's own errors do.
#pragma once

#include "engine/text/quotable.h"

namespace app {

using text::kLongestPath;
using text::quotable;

}  // namespace app
