// thread.h: threads, and what happens where the system has none left.
#pragma once

#include <system_error>
#include <thread>
#include <utility>

namespace engine {

// A thread that runs work(stop token); one that is not joinable where the system has none left.
template <class Work>
std::jthread thread_or_none(Work work) {
  try {
    return std::jthread(std::move(work));
  } catch (const std::system_error&) {
    return {};
  }
}

// Runs work(stop token) on a thread of its own; where the system has none left, on this one before it
// returns.
template <class Work>
std::jthread run_beside(const Work& work) {
  std::jthread thread = thread_or_none(work);
  if (!thread.joinable()) work(std::stop_token());
  return thread;
}

}  // namespace engine
