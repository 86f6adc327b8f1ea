// lsh.h: which keys a query reaches once all tokens are sorted by bucket.
#pragma once

#include <vector>

#include "engine/core/matrix.h"
#include "engine/masks/mask.h"

namespace engine {

// Tokens sorted by (bucket, position) and cut into chunks, in each round: a query reaches the keys of its
// bucket in its own chunk and the one before. Kitaev et al. 2020 (2001.04451), sec. 2. The arguments must
// outlive it.
class HashedKeys {
 public:
  // buckets, ranks (T, rounds).
  HashedKeys(const MaskRule& rule, Index chunk, const ConstView& buckets, const ConstView& places);

  Index rounds() const { return places_.cols(); }
  Index keys() const { return places_.rows(); }

  // The keys that a query reaches, ascending, by round: itself only if it reaches nothing else.
  std::vector<std::vector<Index>> keys_of(Index query) const;

 private:
  const MaskRule& rule_;
  Index chunk_;
  ConstView buckets_;
  ConstView places_;
  std::vector<std::vector<Index>> order_;  // the tokens of each round, sorted
};

}  // namespace engine
