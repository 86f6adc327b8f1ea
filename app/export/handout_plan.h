// handout_plan.h: the stages on the handout and their places, and the lists of its tokens.
#pragma once

#include <string>
#include <vector>

#include "app/document/document.h"
#include "app/text/tr.h"
#include "engine/core/trace.h"

namespace exporter {

// Wide maps side by side under one title.
struct Strip {
  std::string title;
  std::vector<int> stages;
};

// Indices of stages. For a batch, shows one example; for a model with layers, the focused layer between input
// and output.
struct HandoutPlan {
  std::vector<int> tokens;                // the ids of each sequence's tokens
  std::vector<std::vector<Strip>> above;  // rows of strips above the heads
  std::string heads_title;                // empty for attention alone
  std::vector<std::vector<int>> heads;    // of one attention, one row per head
  std::vector<std::vector<Strip>> below;
  std::vector<int> formulas;  // computed stages, each formula once
};

// Whether the model is more than attention alone.
bool has_layers(const engine::Trace& trace);

// What to show around the attention of the stage at `focus`, or the nearest one.
HandoutPlan plan_handout(const app::Words& words, const engine::Trace& trace, const std::string& focus);

// The letter of a stage, in the column of all heads: W_{q}, and O without its head's number.
std::string letter_of_all_heads(const engine::Trace& trace, const engine::Stage& stage,
                                const engine::Lettering& lettering);

// Tokens with their label: "Source (7)", "Sentence 2 of 3 · Tokens (4)", "Generated (2)".
struct TokenList {
  std::string name;
  std::vector<std::string> labels;
  bool continues = false;  // continues the previous list
};

// The lists of every visible sequence; what the decoder added is a separate list.
std::vector<TokenList> token_lists(const app::Words& words, const app::Document& document,
                                   const engine::Trace& trace, const HandoutPlan& plan);

}  // namespace exporter
