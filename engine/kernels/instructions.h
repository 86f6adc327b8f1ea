// instructions.h: which of the processor's vector instructions the kernels use, chosen once when the program
// starts.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace engine {

// The levels of the x86-64 psABI that kernels are compiled for, narrowest first: v2 has 128-bit vectors
// (SSE4.2), v3 256-bit ones and fused multiply-add (AVX2, FMA), v4 512-bit ones (AVX-512). Plain is one
// number at a time, or what vectors another family of processors always has.
enum class Instructions { kPlain, kV2, kV3, kV4 };

inline constexpr std::array kAllInstructions = {Instructions::kPlain, Instructions::kV2, Instructions::kV3,
                                                Instructions::kV4};

// "plain", "v2", "v3" or "v4".
std::string_view name_of(Instructions instructions);

// Whether this processor has them, and the system keeps their registers.
bool is_available(Instructions instructions);

// The names of those that are available, narrowest first, separated by spaces.
std::string available_instructions();

// The widest that are available, or those that the environment variable HEADLIGHT_INSTRUCTIONS names. An
// error where it names none, or some that this processor lacks.
Result<Instructions> requested_instructions();

// Those in use: requested_instructions(), read once. A program that did not check these first ends here, with
// a message, where they are refused.
Instructions instructions();

}  // namespace engine
