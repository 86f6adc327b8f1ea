// letters.h: the letter of every stage, in each notation. One table, letters.cpp, rules all formulas.
#pragma once

#include <string>
#include <vector>

#include "engine/core/formula_template.h"
#include "engine/core/lettering.h"
#include "engine/core/stage_kind.h"

namespace engine {

class Trace;
struct Stage;

// The letter of a stage, and how its entries are written with it. Stages of kinds that the table does not
// have keep their own symbol in every notation.
StageLetter letter_of(const Trace& trace, const Stage& stage, const Lettering& lettering);

// The letter of a kind of stage, of any head h: "Q", "O_{h}", "Q^{(h)}". Empty if the table does not have the
// kind.
std::string letter_of_kind(StageKind kind, Notation notation);

// "Q", "q", "Q^{(1)}", in the markup of core/formula.h.
std::string symbol_of(const Trace& trace, const Stage& stage, const Lettering& lettering);

// One row of a stage, and one of its entries: "Q_{3}" and "Q_{3,1}", or "q^{3}" and "q_{1}^{3}". `row` is a
// number as it is displayed, or a variable.
std::string row_symbol(const Trace& trace, const Stage& stage, const std::string& row,
                       const Lettering& lettering);
std::string entry_symbol(const Trace& trace, const Stage& stage, Index row, Index column,
                         const Lettering& lettering);

// How one row of a stage is made of rows of its inputs: "q^{3} = W_{q} a^{3}"; with `row` "i", of any row.
std::string row_formula(const Trace& trace, int stage, const std::string& row, const Lettering& lettering);

// The formula of a cell, from its explanation.
std::string written(const Trace& trace, const Stage& stage, const CellFormula& formula,
                    const Lettering& lettering);

}  // namespace engine
