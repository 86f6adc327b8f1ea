// products.h: what operations based on dot products share.
#pragma once

#include "engine/core/explanation.h"
#include "engine/core/formula.h"
#include "engine/core/trace.h"

namespace engine {

// The products `left[i] * right[i]` of two runs of cells, as terms with their sum.
// `left_step` and `right_step` lead from one term's cell to the next: (0, 1) along a row.
struct CellRun {
  Cell start;
  Index row_step = 0;
  Index column_step = 1;
};
Explanation explain_dot_product(const Trace& trace, CellRun left, CellRun right, Index terms);

// Adds the product of two cells, or of a cell and a number that is in no stage, to a sum of products.
void add_product(const Trace& trace, const Cell& left, const Cell& right, Explanation& explanation);
void add_product(const Trace& trace, const Cell& left, double right, Explanation& explanation);

// Adds a cell to a sum.
void add_addend(const Trace& trace, const Cell& cell, Explanation& explanation);

}  // namespace engine
