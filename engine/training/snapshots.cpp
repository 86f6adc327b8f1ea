// snapshots.cpp: much happens early, and little late.
#include "engine/training/snapshots.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace engine {

std::vector<int> snapshot_steps(int steps) {
  std::vector<int> kept{0};
  for (double next = 1; next < steps; next *= std::numbers::sqrt2) {
    const int step = static_cast<int>(std::lround(next));
    if (step > kept.back()) kept.push_back(step);
  }
  if (steps > kept.back()) kept.push_back(steps);
  return kept;
}

}  // namespace engine
