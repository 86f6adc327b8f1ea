// mistakes.h: common mistakes in an attention of one's own, tried out in numbers: which of them would give
// what somebody computed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

// A mistake whose numbers are theirs: `key` is a text key such as "mistake.no_scale". Arguments that may be
// there: stage (an address), head (from 0), activation (a text key).
struct Mistake {
  std::string key;
  std::vector<std::pair<std::string, std::string>> arguments;
};

// Whether `theirs` are these numbers: of one shape, hidden where they are hidden, and elsewhere no further
// off than `tolerance` times the largest finite number of `numbers`. NaN in `numbers` may be anything.
bool fits(const Matrix& theirs, const Matrix& numbers, double tolerance);

// Every mistake that, made in this stage alone and with our numbers before it, gives `theirs` within
// `tolerance`; none where theirs are ours. The most telling first. Each is computed, none is guessed.
std::vector<Mistake> likely_mistakes(const Trace& trace, int stage, const Matrix& theirs, double tolerance);

}  // namespace engine
