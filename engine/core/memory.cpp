// memory.cpp: makes the C library keep freed memory longer.
#include "engine/core/memory.h"

#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace engine {

void keep_freed_memory() {
#if defined(__GLIBC__)
  // Larger blocks than this still come straight from the system; 32 MiB is the most that glibc accepts.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

}  // namespace engine
