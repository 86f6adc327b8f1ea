// steps.h: the walk through a trace in the paper's order: what comes first, then one head, then what follows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace.h"

namespace app {

enum class StepGroup { kInput, kHead, kTogether };

struct Step {
  int stage = -1;  // index in the trace
  StepGroup group = StepGroup::kInput;
};

// Which head an address belongs to; nothing where it belongs to none.
std::optional<int> head_of(std::string_view address);

// The same stage in another head: "….head.0.scores", 2 -> "….head.2.scores".
std::string in_head(std::string_view address, int head);

// The last part of an address, unique among kinds of stages: "scores", "head_output", "embedding_table".
std::string stage_kind(std::string_view address);

int head_count(const engine::Trace& trace);

// All steps of the walk, with the stages of `head` in their place. Parameters are shown as operands, but for
// W_o, which has a step of its own.
std::vector<Step> walk(const engine::Trace& trace, int head);

// Where `address` stands in the walk: its own step, or the step that it is an operand of.
size_t step_of(const engine::Trace& trace, const std::vector<Step>& steps, std::string_view address);

// The stage of every head that is like `stage`: one colour scale serves them all. Just `stage` where it is no
// head's.
std::vector<int> across_heads(const engine::Trace& trace, int stage);

}  // namespace app
