// vector_notation.h: one token's row of a stage in the notation that courses teach first: a¹ -> q¹, k¹, v¹ ->
// α -> b¹. Superscripts are the token's position, counted from 1.
#pragma once

#include <string>
#include <vector>

#include "engine/core/trace.h"

namespace views {

// "q^{3}" for row 2 of a stage of queries, "α_{3,j}" for a row of scores; in the markup of core/formula.h.
std::string vector_symbol(const engine::Stage& stage, engine::Index row);

// One component of it: "q_{0}^{3}", "α_{3,1}".
std::string number_symbol(const engine::Stage& stage, engine::Index row, engine::Index column);

// The row's formula: "q^{3} = W_{q} a^{3}", "b^{3} = Σ_{j} α′_{3,j} v^{j}".
std::string vector_formula(const engine::Trace& trace, int stage, engine::Index row);

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
