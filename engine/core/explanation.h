// explanation.h: one cell's arithmetic, down to its terms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/formula_template.h"
#include "engine/core/matrix.h"

namespace engine {

// One cell of one stage of a trace; stage -1 is "no cell".
struct Cell {
  int stage = -1;
  Index row = 0;
  Index column = 0;
  bool operator==(const Cell&) const = default;
};

// One line of the arithmetic. In a sum of products value = left * right; in other forms only the relevant
// fields are set, and has_right says whether there are two factors.
struct Term {
  double left = 0;
  double right = 0;
  bool has_right = false;
  double value = 0;  // this term's contribution
  Cell left_cell;    // where `left` comes from, if it is a stage's value
  Cell right_cell;   // where `right` comes from
};

// The role of a quantity in the arithmetic.
enum class Measure {
  kOther,
  kMaximum,
  kSum,
  kMean,
  kVariance,
  kMeanSquare,
  kEpsilon,
  kNormalised,
  kWeight,
  kBias,
  kAngle,
  kFactor,
  kOwn,
  kTaken,
};

// An intermediate value, named by a text key such as "quantity.row_max".
struct Quantity {
  std::string key;
  double value = 0;
  Measure measure = Measure::kOther;
};

// How the terms form the result.
enum class Arithmetic {
  kSumOfProducts,  // result = sum of left * right (+ bias)
  kSum,            // result = sum of left
  kQuotient,       // result = left / quantities
  kSoftmax,        // result = exp(left - max) / sum; one term per column of the row
  kProduct,        // result = left * right
  kSinusoid,       // result = sin or cos of the quantity "angle"
  kCopy,           // result = left, moved here from left_cell
  kNormalise,  // result = (left - mean) / sqrt(variance + epsilon) * weight + bias, of the term at the cell
  kRmsNormalise,  // result = left / sqrt(mean square + epsilon) * weight, of the term at the cell
  kCentred,       // result = factor (own - taken): quantities; the terms show what is taken
  kRule,          // result decided by a rule, named by note
  kGiven,         // a parameter: not computed from other stages
};

// How the terms are laid out.
enum class TermStyle {
  kPlain,
  kGate,  // one value, and how much of it passes
  kCut,   // links between tokens, one per line
};

// A cell of a stage, explained. engine::written (core/letters.h) writes its formula.
struct Explanation {
  Arithmetic arithmetic = Arithmetic::kGiven;
  CellFormula formula;
  std::vector<Term> terms;
  TermStyle style = TermStyle::kPlain;
  std::vector<Quantity> quantities;
  std::string note;      // a text key for the reason, or empty
  double result = 0;     // computed from the terms above, in double precision
  double magnitude = 0;  // sum of the terms' absolute values: the scale for rounding errors

  // The quantity with this role; every kind of arithmetic has each of its quantities.
  const Quantity& quantity(Measure measure) const;
  // The divisor of a quotient: the product of its quantities.
  double divisor() const;
};

}  // namespace engine
