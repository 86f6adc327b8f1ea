// formula_template.h: one formula for a whole stage and for each of its cells.
//
// A template is markup of core/formula.h that may contain:
//   $out, $0, $1 ...  for a cell: its value and the inputs' values at the same place, "{Q}_{3,1}"; for the
//                     whole stage: the symbols alone, "Q"
//   $0_{$i,c}         the entry at these indices: for a cell "{Q}_{3,c}", for the whole stage "{Q}_{i,c}"
//   @out, @0 ...      the symbol alone, in both
//   $i, $j, $name     for a cell: its row, its column and a named value; for the whole stage: the name itself
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/matrix.h"

namespace engine {

// The templates of a stage and of a cell; usually the same.
struct FormulaTemplate {
  std::string whole;
  std::string cell;

  FormulaTemplate(std::string both) : whole(both), cell(std::move(both)) {}
  FormulaTemplate(const char* both) : FormulaTemplate(std::string(both)) {}
  FormulaTemplate(std::string of_whole, std::string of_cell)
      : whole(std::move(of_whole)), cell(std::move(of_cell)) {}
};

// The value of a name: a number, or markup.
struct FormulaValue {
  std::string_view name;
  std::string text;

  FormulaValue(std::string_view of, Index number) : name(of), text(std::to_string(number)) {}
  FormulaValue(std::string_view of, std::string markup) : name(of), text(std::move(markup)) {}
};
using FormulaValues = std::initializer_list<FormulaValue>;

// `result` and `inputs` are symbols such as "Q".
std::string whole_formula(std::string_view pattern, const std::string& result,
                          std::span<const std::string> inputs);
std::string cell_formula(std::string_view pattern, const std::string& result,
                         std::span<const std::string> inputs, Index row, Index column,
                         FormulaValues values = {});

}  // namespace engine
