// size_symbols.h: the letters of a stage's two sizes: L × d_k. One table, size_symbols.cpp.
#pragma once

#include <string>

namespace engine {

class Trace;
struct Stage;

// In the markup of core/formula.h; empty for a size without a letter.
struct SizeSymbols {
  std::string rows;
  std::string columns;
};

// One letter has one value in all of a trace, or in a batch in each of its examples: a text that another
// attends to has T tokens, and any other L.
SizeSymbols size_symbols(const Trace& trace, const Stage& stage);

// " ∈ ℝ^{L×d_{k}}", to stand after the stage's symbol or formula; sizes without a letter are numbers.
std::string membership(const Trace& trace, const Stage& stage, bool transposed = false);
// " ∈ ℝ^{d_{k}}", of one row.
std::string row_membership(const Trace& trace, const Stage& stage);

}  // namespace engine
