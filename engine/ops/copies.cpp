// copies.cpp: explains where a copied value comes from.
#include "engine/ops/copies.h"

#include <cmath>

#include "engine/core/formula.h"
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
  explanation.formula = entry(stage.symbol, index_pair(row, column)) + " = " +
                        entry(trace.stage(from.stage).symbol, index_pair(from.row, from.column));
  explanation.result = term.value;
  explanation.magnitude = std::abs(term.value);
  return explanation;
}

}  // namespace engine
