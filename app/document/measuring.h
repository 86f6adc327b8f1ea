// measuring.h: this machine's clock and memory, which the engine cannot measure.
#pragma once

#include "engine/analysis/method_measures.h"

namespace app {

// A clock, and the program's peak memory during some work: accurate to a little less than a megabyte if
// nothing else runs. No peak if the system does not report it (Linux does).
engine::Meters machine_meters();

}  // namespace app
