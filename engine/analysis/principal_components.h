// principal_components.h: the directions along which vectors differ most, and the vectors as seen from there:
// a map of queries and keys. Pearson 1901; Jolliffe 2002, Principal Component Analysis, ch. 1.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

struct PrincipalComponents {
  Matrix mean;                // (1, d)
  Matrix components;          // (count, d): unit vectors, at right angles to each other
  std::vector<double> share;  // of the variance, of each component: from 0 to 1, falling
};

// The first `count` components of the rows of `vectors` (n, d). A direction and its opposite are as good: the
// one whose largest number is positive is taken. Where nothing is left to differ in, a component is 0 and so
// is its share.
PrincipalComponents principal_components(const Matrix& vectors, Index count);

// These stages of vectors, all of one width, on one map of two coordinates: a trace with, for each, its
// vectors "points.N.vectors" and "points.N.coordinates" (rows, 2) = vectors componentsᵀ + offset, in the
// order given. The components are "components" (2, d), offset = −mean componentsᵀ is "offset" (1, 2),
// and what share of the variance each coordinate has is "share" (1, 2).
std::shared_ptr<const Trace> principal_map(const Trace& trace, std::span<const int> stages);

}  // namespace engine
