// stop_signals.h: ends long work cleanly when its user does.
#pragma once

#include <csignal>

namespace app {

// Ctrl+C and termination requests are remembered instead of ending the program, as long as this lives; one at
// a time.
class StopSignals {
 public:
  StopSignals() : interrupt_(std::signal(SIGINT, stop)), terminate_(std::signal(SIGTERM, stop)) {}
  ~StopSignals() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGTERM, terminate_);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Whether one came.
  static bool came() { return requested_ != 0; }

 private:
  static void stop(int /*signal*/) { requested_ = 1; }

  inline static volatile std::sig_atomic_t requested_ = 0;
  void (*interrupt_)(int);
  void (*terminate_)(int);
};

}  // namespace app
