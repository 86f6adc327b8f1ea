// continued.h: what a trained model of text adds to what it has read, token by token.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "engine/core/sequence.h"
#include "engine/loaders/checkpoint.h"
#include "engine/model/sampling.h"

namespace app {

// Chooses tokens until one ends the text, `stops` says so of the next one, there are `most`, or no more have
// room. `config`: the checkpoint's, or one with the same sizes and a document's settings. The input has one
// example, and passes engine::check.
std::vector<engine::Generated> continued(const loaders::Checkpoint& checkpoint, const engine::Input& input,
                                         const engine::Config& config, const engine::Sampling& sampling,
                                         size_t most, const std::function<bool(engine::Index)>& stops = {});

// What a model writes of itself, behind its begin token alone: `most` tokens at most. Drawn, the same each
// time.
std::string written_freely(const loaders::Checkpoint& checkpoint, size_t most);

// A word that may come next, in the pieces of the model's vocabulary.
struct LikelyWord {
  std::string text;                       // without the space before it
  std::vector<engine::Generated> pieces;  // the first as given, the others the most probable ones
  double probability = 1;                 // of all pieces: the product of theirs
};

// The words that these tokens begin, the most probable first. A token that ends within a word is gone on with
// to the word's end. Empty for a model that does not write words in pieces, that is not of our own training,
// or whose text has padding: then the tokens have to do.
std::vector<LikelyWord> likely_words(const Document& document, const loaders::Checkpoint& checkpoint,
                                     const std::vector<engine::Generated>& first);

}  // namespace app
