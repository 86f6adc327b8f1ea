// matching.h: who answers for what: the cheapest way to give every object a query of its own. Kuhn 1955; with
// prices on both sides, as Munkres 1957.
#pragma once

#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// After one more object has its query.
struct MatchingStep {
  Index object = 0;             // that came in
  std::vector<Index> searched;  // the queries that were looked at, in order; the last was free
  std::vector<Index> query_of;  // of each object; -1: not yet in
  // The prices: of a pair no sum is above its cost, and of a chosen pair it is the cost.
  std::vector<double> object_prices, query_prices;
};

struct Matching {
  std::vector<Index> query_of;  // of each object
  double cost = 0;              // of these pairs together
  std::vector<MatchingStep> steps;
};

// `cost`: (queries, objects), finite, no fewer queries than objects. The cheapest assignment of all, in O(m²
// n).
Matching match(const Matrix& cost);

}  // namespace engine
