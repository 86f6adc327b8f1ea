// fuzz.h: what a fuzz target offers its driver, here or in libFuzzer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// Reads one input; must not crash, whatever the bytes are.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Inputs that the driver mutates: valid ones, and ones that were troublesome.
std::vector<std::string> seeds();

// Stops with the rule that was broken.
inline void require(bool holds, const char* rule) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", rule);
  std::abort();
}
