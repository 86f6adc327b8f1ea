// instructions.cpp: asks the processor, and the environment.
#include "engine/kernels/instructions.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace engine {

std::string_view name_of(Instructions instructions) {
  switch (instructions) {
    case Instructions::kV2:
      return "v2";
    case Instructions::kV3:
      return "v3";
    case Instructions::kV4:
      return "v4";
    case Instructions::kPlain:
      break;
  }
  return "plain";
}

bool is_available(Instructions instructions) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  // Of each level what tells its processors from those below; all that have these have the rest.
  const bool has_v2 = __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("popcnt") != 0;
  const bool has_v3 = has_v2 && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                      __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
  switch (instructions) {
    case Instructions::kV2:
      return has_v2;
    case Instructions::kV3:
      return has_v3;
    case Instructions::kV4:
      return has_v3 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
             __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
             __builtin_cpu_supports("avx512vl") != 0;
    case Instructions::kPlain:
      break;
  }
#endif
  return instructions == Instructions::kPlain;
}

std::string available_instructions() {
  std::string names;
  for (const Instructions each : kAllInstructions) {
    if (!is_available(each)) continue;
    if (!names.empty()) names += ' ';
    names += name_of(each);
  }
  return names;
}

Result<Instructions> requested_instructions() {
  const char* const name = std::getenv("HEADLIGHT_INSTRUCTIONS");
  if (name == nullptr || *name == '\0')
    return *std::find_if(kAllInstructions.rbegin(), kAllInstructions.rend(), is_available);
  const auto named = std::ranges::find(kAllInstructions, std::string_view(name), name_of);
  if (named == kAllInstructions.end())
    return Error{"error.instructions_unknown", {{"name", name}, {"available", available_instructions()}}};
  if (!is_available(*named))
    return Error{"error.instructions_missing", {{"name", name}, {"available", available_instructions()}}};
  return *named;
}

Instructions instructions() {
  static const Instructions kInUse = [] {
    const auto requested = requested_instructions();
    if (requested.ok()) return requested.value();
    std::fprintf(stderr, "HEADLIGHT_INSTRUCTIONS asks for what this processor lacks. It has: %s\n",
                 available_instructions().c_str());
    std::exit(2);
  }();
  return kInUse;
}

}  // namespace engine
