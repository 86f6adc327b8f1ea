// formula_template.h: one formula for a whole stage and for each of its cells.
//
// A template is markup of core/formula.h that may contain:
//   $out, $0, $1 ...  for a cell: its value and the inputs' values at the same place, "{Q}_{3,1}"; for the
//                     whole stage: the symbols alone, "Q"
//   $0_{$i,c}         the entry at these indices: for a cell "{Q}_{3,c}", for the whole stage "{Q}_{i,c}"
//   @out, @0 ...      the symbol alone, in both
//   $i, $j, $name     for a cell: its row, its column and a named value; for the whole stage: the name itself
//   #3                an index, from 0 here, and counted as all others where it is written
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// An index of a row, a column, a head or the like: from 0, and counted as the reader wants.
struct Ordinal {
  Index index = 0;
};

// The value of a name: an index, a number, or markup.
struct FormulaValue {
  std::string_view name;  // a literal
  std::string text;       // a template of its own

  FormulaValue(std::string_view of, Ordinal ordinal) : name(of), text("#" + std::to_string(ordinal.index)) {}
  FormulaValue(std::string_view of, Index number) : name(of), text(std::to_string(number)) {}
  FormulaValue(std::string_view of, std::string markup) : name(of), text(std::move(markup)) {}
};
using FormulaValues = std::initializer_list<FormulaValue>;

// How a stage is written: its symbol, and where the indices of its entries stand.
struct StageLetter {
  std::string symbol;          // "Q", in the markup of core/formula.h
  std::string above = {};      // a superscript of the symbol, below which indices stand: "(1)"
  bool is_vector = false;      // the row is a superscript, in front of `above`: q^{3,1}
  bool is_shown_alone = true;  // whether the symbol alone has its superscript

  StageLetter(const char* of) : symbol(of) {}
  StageLetter(std::string of) : symbol(std::move(of)) {}

  // The whole stage's: "Q^{(1)}".
  std::string alone() const;
  // One entry's, or one row's: "{Q}_{3,1}", "{q}_{1}^{3}". A symbol with a subscript of its own, such as W_q,
  // is parenthesised, so that the indices do not run together.
  std::string at(std::string_view indices) const;
};

// The formula of one cell before its letters are chosen: a template and what it is filled in with.
struct CellFormula {
  std::string pattern;
  Index row = 0;
  Index column = 0;
  std::vector<FormulaValue> values = {};

  bool empty() const { return pattern.empty(); }
};

// `first`: what indices count from.
std::string whole_formula(std::string_view pattern, const StageLetter& result,
                          std::span<const StageLetter> inputs, Index first = 0);
std::string cell_formula(const CellFormula& formula, const StageLetter& result,
                         std::span<const StageLetter> inputs, Index first = 0);

}  // namespace engine
