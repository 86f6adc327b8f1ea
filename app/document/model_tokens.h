// model_tokens.h: a trained model's tokens as text.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/trace.h"
#include "engine/loaders/checkpoint.h"

namespace app {

// The text of a text model's token: " cat", "[CLS]".
std::string shown_token(const loaders::Checkpoint& checkpoint, engine::Index id);

// Whether a text has words, and the model knows none of them.
bool knows_none(const engine::Sequence& sequence, const text::ModelTokenizer& tokenizer);

// The words that the unknown ones of these tokens stand for (engine::unknown_word), empty for the others. The
// trace has to contain them; the first was predicted by row `first`.
std::vector<std::string> words_behind_unknown(const engine::Trace& trace, engine::Index first,
                                              std::span<const engine::Index> ids,
                                              const text::ModelTokenizer& tokenizer);

// What cuts and joins the decoder's text; null if the model has no tokenizer.
const std::shared_ptr<const text::ModelTokenizer>& decoder_tokenizer(const loaders::Checkpoint& checkpoint);

// The text of tokens, with those words in the places of the unknown ones.
std::string spelled(const text::ModelTokenizer& tokenizer, std::span<const engine::Index> ids,
                    std::span<const std::string> unknown);

}  // namespace app
