// principal_components.h: the directions of largest variance among vectors, and the vectors projected on
// them: a map of queries and keys, and one of keys as a query sees them. Pearson 1901; Jolliffe 2002,
// Principal Component Analysis, ch. 1.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

struct PrincipalComponents {
  Matrix mean;                // (1, d)
  Matrix components;          // (count, d): orthonormal
  std::vector<double> share;  // of the variance, by component: from 0 to 1, descending
};

// The first `count` components of the rows of `vectors` (n, d). The sign of a direction is arbitrary: its
// largest component is made positive. If no variance is left, a component is 0 and so is its share.
PrincipalComponents principal_components(const Matrix& vectors, Index count);

// These stages of vectors, all of the same width, on one map of two coordinates: a trace with, for each, its
// vectors "points.N.vectors" and "points.N.coordinates" (rows, 2) = vectors componentsᵀ + offset, in the
// order given. The components are "components" (2, d), offset = −mean componentsᵀ is "offset" (1, 2), and
// each coordinate's share of the variance is "share" (1, 2).
std::shared_ptr<const Trace> principal_map(const Trace& trace, std::span<const int> stages);

// The keys as one query sees them: a map as above with only their points, "points.0". `scores` is a stage of
// dot products, `row` its query q. "components" (2, d) are q itself, so that the first coordinate is q · k,
// and the direction at right angles to q in which the keys differ most. There is no offset, so that the zero
// vector is at (0, 0), and no "share".
std::shared_ptr<const Trace> keys_from_query(const Trace& trace, int scores, Index row);

}  // namespace engine
