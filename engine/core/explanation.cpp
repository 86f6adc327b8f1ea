// explanation.cpp: finds an explanation's quantities by their roles.
#include "engine/core/explanation.h"

#include <algorithm>
#include <cassert>

namespace engine {

const Quantity& Explanation::quantity(Measure measure) const {
  const auto found = std::find_if(quantities.begin(), quantities.end(),
                                  [measure](const Quantity& each) { return each.measure == measure; });
  assert(found != quantities.end());
  return *found;
}

double Explanation::divisor() const {
  double product = 1;
  for (const Quantity& by : quantities) product *= by.value;
  return product;
}

}  // namespace engine
