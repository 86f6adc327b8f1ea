// quotable.h: how errors quote a text that someone typed or pasted, the same as in the engine's errors.
#pragma once

#include "engine/core/quotable.h"

namespace app {

using engine::kLongestPath;
using engine::quotable;

}  // namespace app
