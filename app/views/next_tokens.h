// next_tokens.h: what may come next: every token of the vocabulary with its logit, probability and chance.
#pragma once

#include <optional>
#include <vector>

#include "engine/model/sampling.h"
#include "engine/trace.h"

namespace views {

struct NextToken {
  engine::Index token = 0;  // number in the vocabulary
  double logit = 0;
  double probability = 0;  // by the model
  double chance = 0;       // of being chosen, by temperature, top-k and top-p; 0 where those leave it out
};

struct NextTokens {
  int probabilities = -1;          // the stage that they are read from,
  engine::Index row = 0;           // and its row: the last token that is not padding
  std::vector<NextToken> ordered;  // all of them, most probable first
  engine::Index chosen = 0;        // the token that will be next, where one may be generated
  double probability_sum = 0;
  double chance_sum = 0;
};

// Of one example of a trace with a decoder (-1: the trace is of no batch); nothing where it predicts nothing.
// `step`: how many tokens were generated already.
std::optional<NextTokens> next_tokens(const engine::Trace& trace, int example,
                                      const engine::Sampling& sampling, uint64_t step);

}  // namespace views
