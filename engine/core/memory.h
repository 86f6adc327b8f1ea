// memory.h: reuses the memory of old traces for new ones, and asks whether there is more.
#pragma once

#include <cstddef>

namespace engine {

// Call once at the start of a program that creates many traces. Fresh memory from the system costs a page
// fault every 4 KiB, a third of a whole run at 128 tokens; with this the C library keeps up to 256 MiB of
// freed memory instead of returning it after each run. Does nothing without glibc.
void keep_freed_memory();

// Whether the system would give this much memory more, in bytes: asked before a library is called that ends
// the program where memory runs out.
bool has_room(size_t bytes);

// How much memory the machine has, in bytes.
size_t memory_of_machine();

// From now on new threads take their memory where all others do, and reserve none of their own: for a program
// that has little room. Does nothing without glibc.
void share_memory_among_threads();

}  // namespace engine
