// operation_table.h: the table of operations, each with a sample of it at work. A new operation is one file
// and one row.
#pragma once

#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/operation.h"

namespace engine {

// What a stage's numbers are drawn from.
enum class Drawn {
  kAny,     // of either sign
  kShares,  // between 0 and 1
  kIds,     // whole, 0 to kSampleIds - 1
};
inline constexpr Index kSampleIds = 4;

struct SampleStage {
  OperationPtr operation;   // null: the numbers are drawn
  std::vector<int> inputs;  // stages of the sample before this one
  Shape shape;
  Drawn drawn = Drawn::kAny;
};

// A small computation; its last stage is made by the operation.
using Sample = std::vector<SampleStage>;

struct OperationRow {
  std::string_view name;
  Sample (*sample)();
};

// All operations, in the order of operations.h, efficient.h, relatives.h, rank.h and pictures.h.
std::span<const OperationRow> operation_table();

// What carries gradients back through these, and what else a backward pass is made of: no rows of their own,
// since backward_test.cpp walks them from the operations that they belong to.
std::set<std::string_view> gradient_operations();

}  // namespace engine
