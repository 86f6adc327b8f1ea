// mistakes.h: tries common mistakes in an attention implementation: which of them would reproduce somebody's
// values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

// A mistake that reproduces their values: `key` is a text key such as "mistake.no_scale". Possible arguments:
// stage (an address), head (from 0), activation (a text key).
struct Mistake {
  std::string key;
  std::vector<std::pair<std::string, std::string>> arguments;
};

// Whether `theirs` matches: same shape, hidden in the same cells, and elsewhere within `tolerance` times the
// largest finite value of `numbers`. NaN in `numbers` matches anything.
bool fits(const Matrix& theirs, const Matrix& numbers, double tolerance);

// Every mistake that, made in this stage alone and with our values before it, reproduces `theirs` within
// `tolerance`; none if theirs equal ours. The most specific first. Each is computed, none is guessed.
std::vector<Mistake> likely_mistakes(const Trace& trace, int stage, const Matrix& theirs, double tolerance);

}  // namespace engine
