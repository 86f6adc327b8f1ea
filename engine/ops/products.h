// products.h: what the operations made of dot products share.
#pragma once

#include <string>

#include "engine/explanation.h"
#include "engine/trace.h"

namespace engine {

// The numbers `left[i] * right[i]` of two runs of cells, as terms with their sum.
// `left_step` and `right_step` say how a cell moves from one term to the next: (0, 1) along a row.
struct CellRun {
  Cell start;
  Index row_step = 0;
  Index column_step = 1;
};
Explanation explain_dot_product(const Trace& trace, CellRun left, CellRun right, Index terms);

// "5,2" for a subscript.
std::string index_pair(Index row, Index column);

// One number of the matrix with this symbol: "{Q}_{5,2}". A symbol that ends in a subscript of its own, as
// W_q, stands in parentheses, so that the indices do not run into it: "(W_{q})_{5,2}".
std::string entry(const std::string& symbol, const std::string& indices);

}  // namespace engine
