// row_sums.h: sums over a row. Several partial sums side by side, which compilers turn into vectors; always
// in the same order, so that a sum is the same on every processor.
#pragma once

#include "engine/core/matrix.h"

namespace engine {

// term(0) + ... + term(count - 1), in the precision of the terms.
template <class Term>
auto sum_of(Index count, Term term) {
  using Number = decltype(term(Index{0}));
  constexpr Index kPartial = 16;
  Number sums[kPartial] = {};
  Index i = 0;
  for (; i + kPartial <= count; i += kPartial) {
    for (Index part = 0; part < kPartial; ++part) sums[part] += term(i + part);
  }
  for (; i < count; ++i) sums[i % kPartial] += term(i);
  for (Index part = 0; part < kPartial / 2; ++part) sums[part] += sums[part + kPartial / 2];
  for (Index part = 0; part < kPartial / 4; ++part) sums[part] += sums[part + kPartial / 4];
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

}  // namespace engine
