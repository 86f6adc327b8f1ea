// operation_formula.cpp: the formula of one cell, from an operation's template.
#include "engine/core/operation.h"
#include "engine/core/trace.h"

namespace engine {

CellFormula Operation::formula_of_cell(const Stage& stage, Index row, Index column,
                                       FormulaValues values) const {
  return {formulas(stage.inputs.size()).cell, row, column, values};
}

}  // namespace engine
