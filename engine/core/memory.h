// memory.h: keeps the memory of an old trace for the next one.
#pragma once

namespace engine {

// Called once at the start of a program that makes trace after trace. Fresh memory from the system costs a
// page fault every 4 KiB, a third of a whole run at 128 tokens; with this the C library keeps up to 256 MiB
// of freed memory instead of handing it back after each run. Where it is not glibc, nothing is done.
void keep_freed_memory();

}  // namespace engine
