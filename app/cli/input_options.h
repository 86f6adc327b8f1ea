// input_options.h: INPUT, which every command takes, and so does the window.
#pragma once

#include <span>

#include "app/cli/options.h"

namespace app {

// What is looked at, in the order of the help.
std::span<const Option> input_options();

}  // namespace app
