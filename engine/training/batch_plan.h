// batch_plan.h: how a whole batch goes through a model: the trace of one example, turned into steps over
// matrices that hold the rows of all examples, one example below the other.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/training/batch_step.h"
#include "engine/training/trained_model.h"

namespace engine {

struct BatchShape {
  Index examples = 0;
  Index source = 0;  // places of each, padding included
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
  Index arena = 0;    // numbers in all slots
  Index scratch = 0;  // numbers of the largest result that is added to others
  // What comes from outside: ids or squares of each sequence, and masks.
  std::optional<BatchPlace> source, target;
  std::optional<BatchPlace> encoder_mask, decoder_mask, cross_mask;
  BatchPlace logits;
  std::optional<BatchPlace> logits_gradient;
  std::unordered_map<std::string, BatchPlace> kept;  // by address
};

// Plans the model's forward pass up to the logits and, where asked for, back to the gradient of every
// parameter. `kept`: addresses of stages that can be read afterwards. The steps compute what forward() and
// with_gradients() compute for each example, with the same operations; heads that stand side by side are
// projected by one product.
BatchPlan plan_batch(const TrainedModel& model, const BatchShape& shape, bool with_backward,
                     const std::vector<std::string>& kept = {});

}  // namespace engine
