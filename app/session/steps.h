// steps.h: the walk through a trace in the paper's order: the input, then one head of each attention with
// what follows it, up to the prediction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/address.h"
#include "engine/core/trace.h"

namespace app {

enum class StepGroup {
  kInput,        // the input: of the source, the target, or the only sequence
  kHead,         // one head of an attention, and what is first done to its input
  kTogether,     // what the heads compute together, and the sub-layer's residual and norm
  kFeedForward,  // a feed-forward, its residual and norm
  kOutput,       // the end of a stack, logits and probabilities
  kLab,          // what a lab adds after the model
};

// Steps of one group at one place of the model are shown together.
struct Step {
  int stage = -1;  // index in the trace
  StepGroup group = StepGroup::kInput;
  engine::StageAddress place;  // of the stage
  engine::StageKind kind;
};

// The name of a stage's kind in text keys, modified by its operation: "rms_norm", "input_normed",
// "input_given".
std::string kind_name(const engine::Stage& stage);

// Whether two steps are in the same group.
bool together(const Step& a, const Step& b);

int head_count(const engine::Trace& trace);
// Layers of a stack; examples of a batch (0 if it is not a batch).
int layer_count(const engine::Trace& trace, engine::Stack stack);
int example_count(const engine::Trace& trace);
// The index of an example's source among the sequences of a trace; 0 without a batch, for which `example` is
// -1.
int first_sequence(const engine::Trace& trace, int example);

// All steps of the walk through one example (-1 where there is no batch), with the stages of `head` in their
// place; behind them, from the target back, those of the gradients. Parameters are shown as operands, but for
// W_o, which has a step of its own.
std::vector<Step> walk(const engine::Trace& trace, int head, int example = -1);

// The first step of every group, in order.
std::vector<size_t> groups_of(const std::vector<Step>& steps);

// The index of `address` in the walk: its own step, or the step that it is an operand of.
size_t step_of(const engine::Trace& trace, const std::vector<Step>& steps, std::string_view address);

// The corresponding stage in every head: they share one colour scale. Only `stage` if it is in no head.
std::vector<int> across_heads(const engine::Trace& trace, int stage);

// The same stage in every layer of its stack; only `stage` if it is in none.
std::vector<int> across_layers(const engine::Trace& trace, int stage);

// The same stage in every head of every layer of its stack: what is compared where layers are seen side by
// side.
std::vector<int> across_all(const engine::Trace& trace, int stage);

// The stage of the trace most similar to `address`: in another example, head, layer or stack; otherwise the
// first map of scores.
int nearest_stage(const engine::Trace& trace, std::string_view address);

}  // namespace app
