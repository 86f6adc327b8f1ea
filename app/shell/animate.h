// animate.h: the command that makes a film of a stage.
#pragma once

#include "app/cli/commands.h"

namespace app {

// A film of one stage. With --progress it prints "12/240" for each frame on standard output, and stops when
// nobody reads that any longer. Errors besides those of its options and of read_state: as Offscreen::create
// and exporter::write_film.
std::span<const Option> animate_options();
Printed run_animate(const Request& request);

}  // namespace app
