// instructions_context.cpp: every benchmark says which of the processor's instructions it ran with, and which
// others the processor has.
#include <benchmark/benchmark.h>

#include <string>

#include "engine/kernels/instructions.h"

namespace engine {
namespace {

[[maybe_unused]] const bool is_said = [] {
  benchmark::AddCustomContext("instructions", std::string(name_of(instructions())));
  benchmark::AddCustomContext("instructions_available", available_instructions());
  return true;
}();

}  // namespace
}  // namespace engine
