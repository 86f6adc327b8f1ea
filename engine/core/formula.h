// formula.h: formulas as language-neutral markup, and their plain-text form.
//
// The markup is a small part of TeX: letters are italic variables, `\mathrm{softmax}` is upright,
// `\mathbf{q}` bold italic, `_{...}` and `^{...}` sub- and superscript (of one letter also `_k`),
// `\frac{a}{b}`, `\sqrt{a}`, `\hat{a}`,
// `\cases{value}{condition}{value}{condition}` one case below the other behind a brace; `\q{...}`,
// `\k{...}`, `\v{...}` take the colour of queries, keys and values. Any other character, such as `·`, `×`,
// `−`, `Σ`, stands for itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/number_text.h"

namespace engine {

// A parsed formula. kRow holds children in order; kText a run of characters.
struct FormulaNode {
  enum class Kind {
    kRow,
    kText,
    kSub,
    kSuper,
    kFraction,
    kRoot,
    kHat,
    kCases,
    kUpright,
    kBold,
    kQuery,
    kKey,
    kValue
  };
  Kind kind = Kind::kRow;
  std::string text;  // kText only
  std::vector<FormulaNode>
      children;  // kFraction: numerator, denominator; kCases: values and conditions by turns
};

// Parses markup; accepts any text. A missing closing brace counts as closed at the end; a surplus one, or one
// nested deeper than 50, is ignored.
FormulaNode parse_formula(std::string_view markup);

// One line of plain Unicode: "S = Q Kᵀ", "(a + b) / √16".
std::string plain_formula(std::string_view markup);

// "5,2", for a subscript.
std::string index_pair(Index row, Index column);

// One entry of the matrix with this symbol: "{Q}_{5,2}". A symbol with a subscript of its own, such as W_q,
// is parenthesised, so that the indices do not run together: "(W_{q})_{5,2}".
std::string entry(const std::string& symbol, const std::string& indices);

}  // namespace engine
