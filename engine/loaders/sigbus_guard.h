// sigbus_guard.h: keeps the program alive when a file that it has mapped is cut short by another program.
#pragma once

#include <cstddef>
#include <span>

namespace loaders {

// Looks after the bytes of one mapping. Where the file no longer reaches to one of them, reading it gives
// zero instead of ending the program (SIGBUS), and is_lost() says so from then on. 1,024 mappings can be
// looked after at once; those beyond are not.
class SigbusGuard {
 public:
  explicit SigbusGuard(std::span<const std::byte> mapped);
  SigbusGuard(const SigbusGuard&) = delete;
  SigbusGuard& operator=(const SigbusGuard&) = delete;
  // Before the bytes are unmapped.
  ~SigbusGuard();

  bool is_lost() const;

 private:
  size_t place_;
};

}  // namespace loaders
