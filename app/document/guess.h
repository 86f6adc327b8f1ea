// guess.h: what an encoder puts at a place of the text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "engine/core/result.h"

namespace app {

struct Guess {
  engine::Index id = 0;
  std::string token;
  double probability = 0;
  bool is_unknown = false;  // whether the model says that it does not know the word
  std::string word = {};    // then the one that the place looks at, if there is one
};

struct GuessedPlace {
  engine::Index row = 0;
  engine::Index position = 0;  // of the text's tokens, from 0, without start tokens
  std::string token;           // what stands there
  bool is_unknown = false;
  std::vector<Guess> guesses;  // most probable first
};

// What the document's model guesses at token `at` of the text, or wherever the text asks: at every hidden
// word, and at every word that the model says another one at. At most `top` guesses each. Errors: those of
// make_trace; error.guess_model, error.guess_batch, error.guess_nothing (mask), error.guess_at (at, last).
engine::Result<std::vector<GuessedPlace>> guess(const Document& document, std::optional<engine::Index> at,
                                                engine::Index top);

}  // namespace app
