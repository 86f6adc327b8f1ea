// batch_plan.h: how a whole batch goes through a network: the trace of one example, turned into steps over
// matrices that hold the rows of all examples, one example below the other.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/core/trace.h"
#include "engine/model/tensors.h"
#include "engine/training/batch_step.h"

namespace engine {

struct BatchShape {
  Index examples = 0;
  Index source = 0;  // places of each, padding included, where it is a sequence
  Index target = 0;  // those of the decoder beside an encoder; else 0
};

// Room for one stage, or several side by side: (rows, columns) for each example, or once.
struct BatchSlot {
  Index rows = 0;
  Index columns = 0;
  bool is_each = true;
  Index offset = 0;  // in the arena: slots that are not needed at the same time share their room
};

struct BatchPlan {
  BatchShape shape;
  std::vector<BatchStep> forward, backward;
  std::vector<BatchSlot> slots;
  std::vector<Matrix> constants;
  Index arena = 0;                                   // numbers in all slots
  Index scratch = 0;                                 // numbers of the largest result that is added to others
  std::map<std::string, BatchPlace> inputs;          // what comes from outside, by name
  BatchPlace end;                                    // what the steps forward lead to
  std::optional<BatchPlace> seed;                    // its gradient, where the steps back begin
  std::unordered_map<std::string, BatchPlace> kept;  // by address
};

// What a plan is made of: the trace of one example.
struct BatchSubject {
  std::shared_ptr<const Trace> trace;
  int end = 0;             // the stage that is wanted, and whose gradient is given
  const Tensors& tensors;  // that its stages read in place
  // The name of a stage whose numbers come from outside, for each example its own; empty for any other. What
  // has the same name has the same numbers.
  std::function<std::string(const Stage&)> input_name;
  // Whether a tensor stays as it is: its gradient is not computed. Null: none does.
  std::function<bool(const Tensor&)> stays = nullptr;
};

// Plans the pass up to the end and, where asked for, back to the gradient of every tensor. `kept`: addresses
// of stages that can be read afterwards. The steps compute what the trace and with_gradients() compute for
// each example, with the same operations; heads that stand side by side are projected by one product.
BatchPlan plan_batch(const BatchSubject& subject, const BatchShape& shape, bool with_backward,
                     const std::vector<std::string>& kept = {});

}  // namespace engine
