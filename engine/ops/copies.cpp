// copies.cpp: explains where a copied value comes from.
#include "engine/ops/copies.h"

#include <algorithm>
#include <cmath>

#include "engine/ops/products.h"

namespace engine {

Explanation explain_copy(const Trace& trace, const Stage& stage, Index row, Index column, const Cell& from) {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kCopy;
  Term term;
  term.left = trace.at(from.stage, from.row, from.column);
  term.left_cell = from;
  term.value = term.left;
  explanation.terms.push_back(term);
  const auto input = std::find(stage.inputs.begin(), stage.inputs.end(), from.stage) - stage.inputs.begin();
  const std::string pattern = "$out = $" + std::to_string(input) + "_{$row,$column}";
  explanation.formula = {
      pattern, row, column, {{"row", Ordinal{from.row}}, {"column", Ordinal{from.column}}}};
  explanation.result = term.value;
  explanation.magnitude = std::abs(term.value);
  return explanation;
}

}  // namespace engine
