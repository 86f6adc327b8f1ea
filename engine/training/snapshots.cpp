// snapshots.cpp: much happens early, and little late.
#include "engine/training/snapshots.h"

#include <algorithm>
#include <cmath>
#include <iterator>
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

std::vector<int> curve_steps(int steps) {
  constexpr int kEven = 40;
  std::vector<int> even;
  const int gap = std::max(1, steps / kEven);
  for (int step = gap; step < steps; step += gap) even.push_back(step);
  const std::vector<int> growing = snapshot_steps(steps);
  std::vector<int> all;
  all.reserve(even.size() + growing.size());
  std::ranges::set_union(growing, even, std::back_inserter(all));
  return all;
}

}  // namespace engine
