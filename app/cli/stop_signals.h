// stop_signals.h: ends long work cleanly when its user does.
#pragma once

#include <csignal>

namespace app {

// Ctrl+C, a closed terminal and termination requests are remembered instead of ending the program, as long as
// this lives; one at a time.
class StopSignals {
 public:
  StopSignals() : interrupt_(take(SIGINT)), hang_up_(take(SIGHUP)), terminate_(take(SIGTERM)) {}
  ~StopSignals() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGHUP, hang_up_);
    std::signal(SIGTERM, terminate_);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Whether one came.
  static bool came() { return requested_ != 0; }

 private:
  using Handler = void (*)(int);

  // What is ignored stays so, as under nohup.
  static Handler take(int signal) {
    const Handler before = std::signal(signal, stop);
    if (before == SIG_IGN) std::signal(signal, SIG_IGN);
    return before;
  }
  static void stop(int /*signal*/) { requested_ = 1; }

  inline static volatile std::sig_atomic_t requested_ = 0;
  Handler interrupt_, hang_up_, terminate_;
};

}  // namespace app
