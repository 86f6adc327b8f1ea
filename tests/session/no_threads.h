// no_threads.h: a system that has no thread left.
#pragma once

#include <gtest/gtest.h>
#include <pthread.h>

#include <system_error>
#include <thread>

namespace app {

// While it lives, a new thread asks for a stack larger than all memory, and does not start.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t without{};
    pthread_getattr_default_np(&without);
    pthread_attr_setstacksize(&without, size_t{1} << 46U);
    pthread_setattr_default_np(&without);
    pthread_attr_destroy(&without);
    EXPECT_THROW(std::jthread([] {}), std::system_error);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_{};
};

}  // namespace app
