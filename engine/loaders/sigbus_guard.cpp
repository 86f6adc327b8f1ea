// sigbus_guard.cpp: a SIGBUS handler that maps zeros where a file's pages are gone.
#include "engine/loaders/sigbus_guard.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

namespace loaders {
namespace {

// One mapping; begin is null if the slot is free.
struct WatchedPages {
  std::atomic<std::byte*> begin = nullptr;
  std::atomic<std::byte*> end = nullptr;
  std::atomic<bool> is_lost = false;
};
std::array<WatchedPages, 1024> places;
std::mutex places_mutex;  // for taking a slot; the handler only reads them
struct sigaction earlier {};

// A truncated file has nothing after its new end, so everything that follows is replaced at once. Uses only
// async-signal-safe calls.
void replace_lost(int signal, siginfo_t* info, void* /*context*/) {
  std::byte* const address = static_cast<std::byte*>(info->si_addr);
  for (WatchedPages& place : places) {
    std::byte* const begin = place.begin.load();
    std::byte* const end = place.end.load();
    if (begin == nullptr || address < begin || address >= end) continue;
    // A mapping starts at a page.
    std::byte* const page = address - (address - begin) % ::sysconf(_SC_PAGESIZE);
    void* const zeros = ::mmap(page, static_cast<size_t>(end - page), PROT_READ,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (zeros == MAP_FAILED) break;
    place.is_lost.store(true);
    return;
  }
  // Not ours: do what would happen without this handler.
  ::sigaction(signal, &earlier, nullptr);
  ::raise(signal);
}

bool install() {
  struct sigaction action {};
  action.sa_sigaction = replace_lost;
  action.sa_flags = SA_SIGINFO;
  return ::sigaction(SIGBUS, &action, &earlier) == 0;
}

}  // namespace

SigbusGuard::SigbusGuard(std::span<const std::byte> mapped) {
  const std::lock_guard lock(places_mutex);
  [[maybe_unused]] static const bool is_installed = install();
  const auto free = std::find_if(places.begin(), places.end(),
                                 [](const WatchedPages& place) { return place.begin.load() == nullptr; });
  place_ = static_cast<size_t>(free - places.begin());
  if (free == places.end()) return;
  // Its bytes are only read; the pages under them may be replaced.
  std::byte* const begin = const_cast<std::byte*>(mapped.data());
  free->is_lost.store(false);
  free->end.store(begin + mapped.size());
  free->begin.store(begin);
}

SigbusGuard::~SigbusGuard() {
  const std::lock_guard lock(places_mutex);
  if (place_ < places.size()) places.at(place_).begin.store(nullptr);
}

bool SigbusGuard::is_lost() const {
  return place_ < places.size() && places.at(place_).is_lost.load();
}

}  // namespace loaders
