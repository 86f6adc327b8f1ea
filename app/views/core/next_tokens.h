// next_tokens.h: what may come next, or stand at a place, or what a picture shows: each token or class with
// its logit, probability and chance.
#pragma once

#include <optional>
#include <vector>

#include "engine/core/trace.h"
#include "engine/model/sampling.h"

namespace views {

struct NextToken {
  engine::Index token = 0;  // number in the vocabulary
  double logit = 0;
  double probability = 0;  // by the model
  double chance = 0;       // of being chosen, by temperature, top-k and top-p; 0 where those leave it out
};

// As many as can be looked through; a large vocabulary has more.
inline constexpr size_t kMostListed = 500;

struct NextTokens {
  int probabilities = -1;          // the stage that they are read from,
  engine::Index row = 0;           // and its row
  std::vector<NextToken> ordered;  // the most probable first, at most kMostListed
  engine::Index count = 0;         // of all tokens
  engine::Index chosen = 0;        // the token that will be next, where one may be generated
  double probability_sum = 0;      // of all
  double chance_sum = 0;
};

// The stage of probabilities of one example (-1: the trace is of no batch); nothing where it predicts
// nothing.
std::optional<int> probabilities_of(const engine::Trace& trace, int example);

// The row of that stage which says what comes next: of the last token that is not padding.
engine::Index next_row(const engine::Trace& trace, int probabilities);

// A row of a stage of probabilities. `step`: how many tokens were generated already.
NextTokens next_tokens(const engine::Trace& trace, int probabilities, engine::Index row,
                       const engine::Sampling& sampling, uint64_t step);

}  // namespace views
