// batch_step.h: one call of an operation for a whole batch, and where its numbers lie.
#pragma once

#include <string>
#include <vector>

#include "engine/core/operation.h"

namespace engine {

// A rectangle of numbers. In the room of a slot it holds one rectangle per example, or a single one.
struct BatchPlace {
  enum class Room { kSlot, kParameter, kGradient, kConstant };

  Room room = Room::kSlot;
  int number = 0;    // of the slot, tensor or constant
  Index offset = 0;  // of its first number in that
  Index rows = 0;    // of one example
  Index columns = 0;
  Index stride = 0;      // from one row to the next
  bool is_each = false;  // whether every example has its own

  bool operator==(const BatchPlace&) const = default;
};

// One call of an operation, or one for each example.
struct BatchStep {
  enum class Work {
    kAtOnce,   // all rows of all examples in one call, or a result that all examples share
    kEach,     // a call for each example
    kSumEach,  // a call for each example, and the sum of their results
  };

  std::string address;  // of the stage that it makes
  OperationPtr operation;
  std::vector<BatchPlace> inputs;
  BatchPlace out;
  Work work = Work::kAtOnce;
  bool adds = false;  // to the numbers that are there: of a parameter that is read in several places
};

}  // namespace engine
