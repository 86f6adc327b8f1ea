// quotable.h: how errors quote a text that someone typed or pasted, the same as in the engine's errors.
#pragma once

#include "engine/text/quotable.h"

namespace app {

using text::kLongestPath;
using text::quotable;

}  // namespace app
