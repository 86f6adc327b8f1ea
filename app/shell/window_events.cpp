// window_events.cpp: polls X11's connection and a counter of its own; glfwWaitEvents() would wait for good on
// a connection that is broken.
#include "app/shell/window_events.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#ifdef HEADLIGHT_X11
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdint>

#include "app/shell/x11_native.h"

namespace app {
namespace {

constexpr std::array kEnding = {SIGHUP, SIGTERM, SIGINT};

// Signals and X11 call plain functions.
std::atomic<int> g_counter = -1;      // an eventfd
std::atomic<bool> g_asked = false;    // to end
std::atomic<bool> g_is_lost = false;  // the display

void ask_to_end(int /*signal*/) {
  g_asked = true;
  WindowEvents::wake();
}

// What is ignored stays so, as under nohup. The second of them ends the program at once.
void take(int signal) {
  struct sigaction before {};
  if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) return;
  struct sigaction taken {};
  taken.sa_handler = ask_to_end;
  taken.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(signal, &taken, nullptr);
}

// One request failed, such as a reply to a window that has just been closed: no reason to end.
int pass_over(Display* /*display*/, XErrorEvent* /*error*/) {
  return 0;
}

int pass_over_loss(Display* /*display*/) {
  return 0;
}

// Without it X11 calls exit(), which destroys what other threads still read.
void remember_loss(Display* /*display*/, void* /*data*/) {
  g_is_lost = true;
}

int milliseconds(std::optional<double> seconds) {
  constexpr double kLongest = 3'600'000;
  return seconds ? static_cast<int>(std::ceil(std::clamp(*seconds * 1000, 0.0, kLongest))) : -1;
}

}  // namespace

WindowEvents::WindowEvents() {
  g_counter = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  XSetErrorHandler(pass_over);
  XSetIOErrorHandler(pass_over_loss);
  XSetIOErrorExitHandler(glfwGetX11Display(), remember_loss, nullptr);
  for (const int signal : kEnding) take(signal);
}

WindowEvents::~WindowEvents() {
  for (const int signal : kEnding) std::signal(signal, SIG_DFL);
  close(g_counter.exchange(-1));
}

void WindowEvents::wake() {
  const int kept = errno;
  const uint64_t one = 1;
  // A counter that is full wakes, too.
  [[maybe_unused]] const ssize_t written = write(g_counter, &one, sizeof one);
  errno = kept;
}

void WindowEvents::wait(std::optional<double> seconds) {
  Display* const display = glfwGetX11Display();
  if (!g_is_lost && XPending(display) == 0) {
    std::array<pollfd, 2> sources = {{{ConnectionNumber(display), POLLIN, 0}, {g_counter.load(), POLLIN, 0}}};
    if (!must_end()) poll(sources.data(), sources.size(), milliseconds(seconds));
    uint64_t times = 0;
    [[maybe_unused]] const ssize_t taken = read(g_counter, &times, sizeof times);
  }
  if (!g_is_lost) glfwPollEvents();
}

bool WindowEvents::has_display() const {
  return !g_is_lost;
}

bool WindowEvents::must_end() const {
  return g_asked || g_is_lost;
}

}  // namespace app

#else

namespace app {

WindowEvents::WindowEvents() = default;
WindowEvents::~WindowEvents() = default;

void WindowEvents::wake() {
  glfwPostEmptyEvent();
}

void WindowEvents::wait(std::optional<double> seconds) {
  if (!seconds) return glfwWaitEvents();
  *seconds > 0 ? glfwWaitEventsTimeout(*seconds) : glfwPollEvents();
}

bool WindowEvents::has_display() const {
  return true;
}

bool WindowEvents::must_end() const {
  return false;
}

}  // namespace app
#endif
