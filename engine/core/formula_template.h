// formula_template.h: one formula for a whole stage and for each of its cells.
//
// A template is markup of core/formula.h with these in it:
//   $out, $0, $1 ...  of a cell its number and the inputs' numbers at the same place, "{Q}_{3,1}"; of the
//   whole
//                     the symbols alone, "Q"
//   $0_{$i,c}         a number at these indices: of a cell "{Q}_{3,c}", of the whole "{Q}_{i,c}"
//   @out, @0 ...      the symbol alone, in both
//   $i, $j, $name     of a cell its row, its column and what is given by name; of the whole the name itself
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/matrix.h"

namespace engine {

// The templates of a stage and of a cell; most often it is one.
struct FormulaTemplate {
  std::string whole;
  std::string cell;

  FormulaTemplate(std::string both) : whole(both), cell(std::move(both)) {}
  FormulaTemplate(const char* both) : FormulaTemplate(std::string(both)) {}
  FormulaTemplate(std::string of_whole, std::string of_cell)
      : whole(std::move(of_whole)), cell(std::move(of_cell)) {}
};

// What a name stands for: a number, or markup.
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
