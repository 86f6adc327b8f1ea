// snapshots.h: the moments of a run that are kept.
#pragma once

#include <vector>

namespace engine {

// The numbers of steps after which a model is kept, ascending: none taken, then at growing intervals, each
// step about 1.4 times the one before, and all. At least 12 of a run of 100 steps or more.
std::vector<int> snapshot_steps(int steps);

}  // namespace engine
