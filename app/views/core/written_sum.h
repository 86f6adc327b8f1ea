// written_sum.h: the arithmetic of a cell as a written-out sum.
#pragma once

#include <string>
#include <vector>

#include "engine/core/trace.h"

namespace views {

// A piece of a written-out sum: text, and the stage of its value (-1: none).
struct SumPart {
  std::string text;
  int stage = -1;
};

// One term of a sum: "0.31", "×", "0.02".
using SumTerm = std::vector<SumPart>;

// The arithmetic of a cell in `column` as summands; a single one if it is not a sum. Empty if nothing was
// computed. Values have two decimals, weights four.
std::vector<SumTerm> sum_terms(const engine::Explanation& explanation, engine::Index column);

}  // namespace views
