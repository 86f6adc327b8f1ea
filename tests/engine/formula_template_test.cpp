// One template makes the formula of a whole stage and that of each of its cells.
#include "engine/core/formula_template.h"

#include <gtest/gtest.h>

#include <vector>

namespace engine {
namespace {

const std::vector<StageLetter> kInputs = {"Q", "W_{k}"};

std::string of_whole(const char* pattern) {
  return whole_formula(pattern, "S", kInputs);
}

std::string of_cell(const char* pattern, FormulaValues values = {}) {
  return cell_formula({pattern, 3, 1, values}, "S", kInputs);
}

TEST(FormulaTemplate, ASymbolIsItsNumberInACell) {
  EXPECT_EQ(of_whole("$out = $0 + $1"), "S = Q + W_{k}");
  EXPECT_EQ(of_cell("$out = $0 + $1"), "{S}_{3,1} = {Q}_{3,1} + (W_{k})_{3,1}");
}

TEST(FormulaTemplate, IndicesAreFilledInWhereTheyAreNamed) {
  const char* const pattern = "$out_{$i,$j} = Σ_{c} $0_{$i,c} \\k{$1_{$j + \\mathrm{c}}}";
  EXPECT_EQ(of_whole(pattern), "{S}_{i,j} = Σ_{c} {Q}_{i,c} \\k{(W_{k})_{j + \\mathrm{c}}}");
  EXPECT_EQ(of_cell(pattern), "{S}_{3,1} = Σ_{c} {Q}_{3,c} \\k{(W_{k})_{1 + \\mathrm{c}}}");
}

TEST(FormulaTemplate, ValuesStandForTheirNames) {
  EXPECT_EQ(of_whole("$0_{$bucket,$j} $wave"), "{Q}_{bucket,j} wave");
  EXPECT_EQ(of_cell("$0_{$bucket,$j} $wave", {{"bucket", 12}, {"wave", "sin"}, {"j", 7}}), "{Q}_{12,7} sin");
}

TEST(FormulaTemplate, AnAtSignIsTheSymbolAlone) {
  EXPECT_EQ(of_cell("{@out}_{$i} = {@1}_{j}"), "{S}_{3} = {W_{k}}_{j}");
}

// Indices are kept from 0, and written as the reader counts; other numbers stay.
TEST(FormulaTemplate, IndicesAreCountedFromWhereTheReaderWants) {
  const CellFormula formula{"$out = $0_{$other,$j} #2 $n", 3, 1, {{"other", Ordinal{4}}, {"n", 16}}};
  EXPECT_EQ(cell_formula(formula, "S", kInputs, 0), "{S}_{3,1} = {Q}_{4,1} 2 16");
  EXPECT_EQ(cell_formula(formula, "S", kInputs, 1), "{S}_{4,2} = {Q}_{5,2} 3 16");
  EXPECT_EQ(whole_formula("$out_{#0,j} = $0", "S", kInputs, 1), "{S}_{1,j} = Q");
}

TEST(FormulaTemplate, ARowStandsAboveAVectorsLetter) {
  StageLetter query = "q";
  query.is_vector = true;
  query.above = "2";
  EXPECT_EQ(query.at("3"), "{q}^{3,2}");
  EXPECT_EQ(query.at("3,1"), "{q}_{1}^{3,2}");
  StageLetter matrix = "Q";
  matrix.above = "(2)";
  EXPECT_EQ(matrix.alone(), "{Q}^{(2)}");
  EXPECT_EQ(matrix.at("3,1"), "{Q}_{3,1}^{(2)}");
}

TEST(FormulaTemplate, WhatIsPutInIsNotReadAgain) {
  EXPECT_EQ(whole_formula("$out = $0", "$0", std::vector<StageLetter>{"@out"}), "$0 = @out");
}

TEST(FormulaTemplate, HasMoreThanTenInputs) {
  const std::vector<StageLetter> many(12, "A");
  EXPECT_EQ(whole_formula("$out = $11", "S", many), "S = A");
}

}  // namespace
}  // namespace engine
