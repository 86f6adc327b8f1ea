// learning_comparisons.h: runs that are worth seeing side by side.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/training/moment.h"

namespace app {

struct LearningComparison {
  std::string_view key;                  // text key of its name; with ".tip": what one sees
  std::vector<engine::Plan> (*plans)();  // two to four
  bool shows_likeness = false;           // what tells them apart is how alike their tokens become
};

// In the order in which they are offered.
std::span<const LearningComparison> learning_comparisons();

}  // namespace app
