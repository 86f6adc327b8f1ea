// row_sums.h: sums over a row in double precision. Several partial sums side by side, which compilers turn
// into vectors; in a fixed order, so that a sum is the same on every processor.
#pragma once

#include "engine/core/matrix.h"

namespace engine {

// term(0) + ... + term(count - 1), each a number of single or double precision.
template <class Term>
double sum_of(Index count, Term term) {
  constexpr Index kPartial = 16;
  double sums[kPartial] = {};
  Index i = 0;
  for (; i + kPartial <= count; i += kPartial) {
    for (Index part = 0; part < kPartial; ++part) sums[part] += double{term(i + part)};
  }
  for (Index part = 0; i < count; ++i, ++part) sums[part] += double{term(i)};
  for (Index half = kPartial / 2; half > 0; half /= 2) {
    for (Index part = 0; part < half; ++part) sums[part] += sums[part + half];
  }
  return sums[0];
}

}  // namespace engine
