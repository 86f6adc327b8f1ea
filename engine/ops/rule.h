// rule.h: how an operation explains a cell that a rule decides, and no sum of terms.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/explanation.h"

namespace engine {

// `note`: the text key of the rule; `quantities`: what goes into it.
inline Explanation by_rule(CellFormula formula, std::string note, double result,
                           std::vector<Quantity> quantities = {}) {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kRule;
  explanation.formula = std::move(formula);
  explanation.note = std::move(note);
  explanation.result = result;
  explanation.magnitude = std::abs(result);
  explanation.quantities = std::move(quantities);
  return explanation;
}

}  // namespace engine
