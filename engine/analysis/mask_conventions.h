// mask_conventions.h: how much it matters to a head how its mask hides keys: added or filled in, with -inf or
// -1e9.
#pragma once

#include <array>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

// How a mask hides keys.
struct MaskConvention {
  bool finite = false;    // -1e9 instead of -inf
  bool in_place = false;  // replaces the score instead of being added to it

  bool operator==(const MaskConvention&) const = default;
};

// One convention's weights compared with those of the current convention.
struct ConventionDifference {
  MaskConvention convention;
  double largest = 0;  // the largest difference of a single weight
  Index row = 0;       // where it is
};

struct ConventionCheck {
  std::array<ConventionDifference, 3> others;
  double largest = 0;                    // over all three
  double largest_seeing = 0;             // the same, over rows that are not fully masked
  std::vector<Index> fully_masked_rows;  // rows in which every key is hidden
  Index hidden = 0;                      // cells that are hidden
};

// `weights`: the softmax of a head whose mask was applied by `in_force`. Computed from the head's scores and
// mask, as in the run.
ConventionCheck compare_conventions(const Trace& trace, int weights, const MaskConvention& in_force);

}  // namespace engine
