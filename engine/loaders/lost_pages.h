// lost_pages.h: keeps the program alive when a file that it has mapped is cut short by another program.
#pragma once

#include <cstddef>
#include <span>

namespace loaders {

// Looks after the bytes of one mapping. Where the file no longer reaches to one of them, reading it gives
// zero instead of ending the program (SIGBUS), and is_lost() says so from then on. 1,024 mappings can be
// looked after at once; those beyond are not.
class LostPages {
 public:
  explicit LostPages(std::span<const std::byte> mapped);
  LostPages(const LostPages&) = delete;
  LostPages& operator=(const LostPages&) = delete;
  // Before the bytes are unmapped.
  ~LostPages();

  bool is_lost() const;

 private:
  size_t place_;
};

}  // namespace loaders
