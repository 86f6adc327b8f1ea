// snapshots.h: the moments of a run that are kept.
#pragma once

#include <vector>

namespace engine {

// The numbers of steps after which a model is kept, ascending: none taken, then at growing intervals, each
// step about 1.4 times the one before, and all. At least 12 of a run of 100 steps or more.
std::vector<int> snapshot_steps(int steps);

// The same, and evenly spaced ones between them: about 50 of a long run, so that a curve has no gaps.
std::vector<int> curve_steps(int steps);

}  // namespace engine
