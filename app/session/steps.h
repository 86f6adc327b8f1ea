// steps.h: the walk through a trace in the paper's order: what comes first, then one head of each attention
// with what follows it, to the prediction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/address.h"
#include "engine/core/trace.h"

namespace app {

enum class StepGroup {
  kInput,        // what is fed in: of the source, the target, or the one sequence
  kHead,         // one head of an attention, and what is done first to what it reads
  kTogether,     // what the heads make together, and the sub-layer's residual and norm
  kFeedForward,  // a feed-forward, its residual and norm
  kOutput,       // the end of a stack, logits and probabilities
  kLab,          // what a lab adds behind the model
};

// Steps of one group at one place of the model stand together.
struct Step {
  int stage = -1;  // index in the trace
  StepGroup group = StepGroup::kInput;
  engine::StageAddress place;  // of the stage
  engine::StageKind kind;
};

// The name of a stage's kind in text keys, another one where what made it gives it that: "rms_norm",
// "input_normed", "input_given".
std::string kind_name(const engine::Stage& stage);

// Whether two steps stand in one group.
bool together(const Step& a, const Step& b);

int head_count(const engine::Trace& trace);
// Layers of a stack; examples of a batch (0 where there is none).
int layer_count(const engine::Trace& trace, engine::Stack stack);
int example_count(const engine::Trace& trace);

// All steps of the walk through one example (-1 where there is no batch), with the stages of `head` in their
// place; behind them, from the target back, those of the gradients. Parameters are shown as operands, but for
// W_o, which has a step of its own.
std::vector<Step> walk(const engine::Trace& trace, int head, int example = -1);

// The first step of every group, in order.
std::vector<size_t> groups_of(const std::vector<Step>& steps);

// Where `address` stands in the walk: its own step, or the step that it is an operand of.
size_t step_of(const engine::Trace& trace, const std::vector<Step>& steps, std::string_view address);

// The stage of every head that is like `stage`: one colour scale serves them all. Just `stage` where it is no
// head's.
std::vector<int> across_heads(const engine::Trace& trace, int stage);

// The same stage in every layer of its stack; just `stage` where it is in none.
std::vector<int> across_layers(const engine::Trace& trace, int stage);

// The same stage in every head of every layer of its stack: all that is compared with it by colour.
std::vector<int> across_all(const engine::Trace& trace, int stage);

// The stage of the trace that is most like `address`: in another example, head, layer or stack; else the
// first map of scores.
int nearest_stage(const engine::Trace& trace, std::string_view address);

}  // namespace app
