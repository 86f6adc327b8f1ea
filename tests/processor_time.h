// processor_time.h: what a test's process has worked, on all threads: unlike the clock on the wall it does
// not count what a busy machine does beside it.
#pragma once

#include <ctime>

namespace headlight_test {

inline double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace headlight_test
