// handout_plan.h: which stages stand where on the page to hand out, and what is said of its tokens.
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

// Indices of stages. Of a batch one example is shown; of a model with layers the one layer that is looked at,
// between what is fed in and what comes out.
struct HandoutPlan {
  std::vector<int> tokens;                // the numbers of each sequence's tokens
  std::vector<std::vector<Strip>> above;  // rows of strips over the heads
  std::string heads_title;                // empty for attention alone
  std::vector<std::vector<int>> heads;    // of one attention, one row a head
  std::vector<std::vector<Strip>> below;
  std::vector<int> formulas;  // computed stages, each formula once
};

// What to show around the attention that the stage at `focus` belongs to, or stands nearest.
HandoutPlan plan_handout(const app::Words& words, const engine::Trace& trace, const std::string& focus);

// Tokens under their name: "Source (7)", "Sentence 2 of 3 · Tokens (4)", "Generated (2)".
struct TokenList {
  std::string name;
  std::vector<std::string> labels;
  bool continues = false;  // the list before it
};

// Those of every sequence that is shown; what the decoder added stands in a list of its own.
std::vector<TokenList> token_lists(const app::Words& words, const app::Document& document,
                                   const engine::Trace& trace, const HandoutPlan& plan);

}  // namespace exporter
