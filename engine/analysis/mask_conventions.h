// mask_conventions.h: what difference it makes to a head how its mask hides: added or put in place, by -inf
// or by -1e9.
#pragma once

#include <array>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

// How a mask hides.
struct MaskConvention {
  bool finite = false;    // -1e9 rather than -inf
  bool in_place = false;  // in the place of the score, rather than added to it

  bool operator==(const MaskConvention&) const = default;
};

// One convention's weights against those of the convention in force.
struct ConventionDifference {
  MaskConvention convention;
  double largest = 0;  // of all differences of one weight
  Index row = 0;       // where it is
};

struct ConventionCheck {
  std::array<ConventionDifference, 3> others;
  double largest = 0;                    // of all three
  double largest_seeing = 0;             // the same, of the rows that see a key
  std::vector<Index> fully_masked_rows;  // rows in which every key is hidden
  Index hidden = 0;                      // cells that are hidden
};

// `weights`: the softmax of a head whose mask was put on by `in_force`. Computed from the head's scores and
// mask, as the run does it.
ConventionCheck compare_conventions(const Trace& trace, int weights, const MaskConvention& in_force);

}  // namespace engine
