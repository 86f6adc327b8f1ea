// animate.h: the command that makes a film of a stage.
#pragma once

#include "app/cli/commands.h"

namespace app {

// A film of one stage, of its cells or through a training. With --progress it prints "step 12/200" for each
// step of training and "12/240" for each frame on standard output, and stops when nobody reads that any
// longer. Errors besides those of its options, of read_film and of read_looks: as train_for_film,
// Offscreen::create and exporter::write_film.
std::span<const Option> animate_options();
std::optional<engine::Error> check_animate(const ParsedOptions& given);
Printed run_animate(const Request& request);

}  // namespace app
