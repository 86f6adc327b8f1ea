// mask.h: the rules that decide which query sees which key.
#pragma once

#include <vector>

#include "engine/matrix.h"

namespace engine {

enum class MaskVerdict { kVisible, kFuture, kPadding };

// Which keys a query sees: causal hides later ones, padding hides the keys marked in `padding` (empty: none).
struct MaskRule {
  bool causal = false;
  std::vector<bool> padding;
  Index first_query = 0;  // the position of the first query: more than 0 where earlier ones went before

  bool operator==(const MaskRule&) const = default;

  bool has_padding() const {
    for (const bool padded : padding) {
      if (padded) return true;
    }
    return false;
  }

  // Neither part hides anything.
  bool none() const { return !causal && !has_padding(); }

  MaskVerdict verdict(Index query, Index key) const {
    if (static_cast<size_t>(key) < padding.size() && padding[static_cast<size_t>(key)])
      return MaskVerdict::kPadding;
    return causal && key > first_query + query ? MaskVerdict::kFuture : MaskVerdict::kVisible;
  }
};

}  // namespace engine
