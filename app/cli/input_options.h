// input_options.h: INPUT, which every command and the window accept.
#pragma once

#include <span>

#include "app/cli/options.h"

namespace app {

// The input options, in the order of the help.
std::span<const Option> input_options();

}  // namespace app
