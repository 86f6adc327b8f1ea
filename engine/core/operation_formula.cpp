// operation_formula.cpp: the formula of one cell, with the symbols of a trace's stages.
#include "engine/core/operation.h"
#include "engine/core/trace.h"

namespace engine {

std::string Operation::formula_of_cell(const Trace& trace, const Stage& stage, Index row, Index column,
                                       FormulaValues values) const {
  return cell_formula(formulas(stage.inputs.size()).cell, trace, stage, row, column, values);
}

std::string cell_formula(std::string_view pattern, const Trace& trace, const Stage& stage, Index row,
                         Index column, FormulaValues values) {
  std::vector<std::string> symbols;
  symbols.reserve(stage.inputs.size());
  for (const int input : stage.inputs) symbols.push_back(trace.stage(input).symbol);
  return cell_formula(pattern, stage.symbol, symbols, row, column, values);
}

}  // namespace engine
