// measuring.h: this machine's clock and memory, which the engine does not know.
#pragma once

#include "engine/analysis/method_measures.h"

namespace app {

// A clock, and the most memory of the whole program while something works: where nothing else is at work, a
// little less than a megabyte fine. No peak where the system does not tell it (Linux does).
engine::Meters machine_meters();

}  // namespace app
