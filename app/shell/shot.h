// shot.h: the one command that draws the interface.
#pragma once

#include "app/cli/commands.h"

namespace app {

// A picture of the interface. Errors besides those of its options: as take_shot.
std::span<const Option> shot_options();
Printed run_shot(const Request& request);

}  // namespace app
