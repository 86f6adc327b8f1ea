// sigbus_guard.h: keeps the program alive when another program truncates a file that it has mapped.
#pragma once

#include <cstddef>
#include <span>

namespace loaders {

// Guards the bytes of one mapping. If the file no longer reaches one of them, reading it gives zero instead
// of ending the program (SIGBUS), and is_lost() is true from then on. Guards up to 1,024 mappings at once,
// and ignores more.
class SigbusGuard {
 public:
  explicit SigbusGuard(std::span<const std::byte> mapped);
  SigbusGuard(const SigbusGuard&) = delete;
  SigbusGuard& operator=(const SigbusGuard&) = delete;
  // Must run before the bytes are unmapped.
  ~SigbusGuard();

  bool is_lost() const;

 private:
  size_t place_;
};

}  // namespace loaders
