// unknown_words.h: which word stands behind an unknown token that a model says.
#pragma once

#include <optional>
#include <string>

#include "engine/core/trace.h"

namespace engine {

// A word that the model does not know, and how much a row looks at it.
struct UnknownWord {
  std::string typed;
  Index key = 0;     // its place among the tokens that are looked at
  float weight = 0;  // the most that any head of the last layer puts on it
};

// Of the words that a model does not know, the one that row `row` of its output looks at most in the last
// layer: by cross-attention beside an encoder, else by self-attention. Nullopt if there is none. A batch: its
// first example.
std::optional<UnknownWord> unknown_word(const Trace& trace, Index row);

}  // namespace engine
