// next_tokens.h: candidates for the next token, for a position, or for a picture's class: each with its
// logit, probability and chance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/core/trace.h"
#include "engine/model/sampling.h"

namespace loaders {
struct Checkpoint;
}

namespace views {

struct NextToken {
  engine::Index token = 0;  // id in the vocabulary
  double logit = 0;
  double probability = 0;  // according to the model
  double chance = 0;  // of being chosen, after rules, temperature, top-k and top-p; 0 if those exclude it
  double ruled = 0;   // the logit as the rules of the model's files change it
  std::string rules;  // which rules change it: "no_repeat_ngram_size, suppress_tokens"; empty: none
};

// As many as a user can look through; a large vocabulary has more.
inline constexpr size_t kMostListed = 500;

struct NextTokens {
  int probabilities = -1;  // the stage of the row,
  engine::Index row = 0;   // and its row
  // Most probable first, at most kMostListed; the chosen one is among them.
  std::vector<NextToken> ordered;
  engine::Index count = 0;     // of all tokens
  engine::Index chosen = 0;    // the token that will be next, if one can be generated; -1: none can
  double probability_sum = 0;  // over all
  double chance_sum = 0;
};

// The stage of probabilities of one example (-1: the trace is not a batch); nullopt if it predicts nothing.
std::optional<int> probabilities_of(const engine::Trace& trace, int example);

// The row of that stage that predicts the next token: for the last token that is not padding.
engine::Index next_row(const engine::Trace& trace, int probabilities);

// The most probable token of a row.
struct LikeliestToken {
  engine::Index token = 0;
  float probability = 0;
};
LikeliestToken likeliest_token(const engine::Trace& trace, int probabilities, engine::Index row);
// The `most` most probable tokens of a row of shares, in this order, or all of a smaller vocabulary.
std::vector<LikeliestToken> likeliest_tokens(const engine::Matrix& shares, size_t most);
// The one of a query of a map of weights, with the prediction at its own place; nullopt where there is none.
std::optional<LikeliestToken> likeliest_token_at(const engine::Trace& trace, int weights,
                                                 engine::Index query);

// A row of a stage of probabilities. `step`: the number of tokens generated so far. `checkpoint`: the model
// whose files have rules, or null.
NextTokens next_tokens(const engine::Trace& trace, int probabilities, engine::Index row,
                       const engine::Sampling& sampling, uint64_t step,
                       const loaders::Checkpoint* checkpoint = nullptr);

}  // namespace views
