// measuring.cpp: reads the clock, and the program's current and peak memory from the system.
#include "app/document/measuring.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace app {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The number of kB after "VmRSS:" (current) or "VmHWM:" (peak since the last reset), in bytes.
std::optional<double> memory_now(const std::string& name) {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    double kilobytes = 0;
    if (word == name && status >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

// Resets the peak to the current value. Returns whether the system did.
bool forget_peak() {
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;
  return file.good();
}

std::optional<double> peak_of(const std::function<void()>& work) {
#if defined(__GLIBC__)
  // Otherwise freed memory that is still reserved would hide what the work takes.
  malloc_trim(0);
#endif
  const bool is_forgotten = forget_peak();
  const auto before = memory_now("VmRSS:");
  work();
  const auto most = memory_now("VmHWM:");
  if (!is_forgotten || !before || !most) return std::nullopt;
  return std::max(*most - *before, 0.0);
}

}  // namespace

engine::Meters machine_meters() {
  return {.seconds = seconds_now, .peak = peak_of};
}

}  // namespace app
