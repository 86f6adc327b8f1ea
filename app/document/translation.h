// translation.h: what a model that reads a source and writes a target makes of its source.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "engine/core/result.h"
#include "engine/core/trace.h"
#include "engine/loaders/checkpoint.h"

namespace app {

struct Translation {
  std::vector<engine::Index> ids;    // without the start and the end token
  std::vector<std::string> unknown;  // of each: the word that an unknown token stands for; empty: none does
  std::string text;
};

// The translation of the document's source by its model as it was trained, without what the document changes
// in it: always the most probable token, up to the end token or as long as there is room. Computed once for
// each source. Errors: those of text_source and of engine::check.
engine::Result<std::shared_ptr<const Translation>> own_translation(const Document& document,
                                                                   const loaders::Checkpoint& checkpoint);

// The text of the target: the typed one, or the model's own translation, of a batch line by line; empty if
// the model is not open, or cannot read the source.
std::string target_text(const Document& document);

// The words that the unknown ones of these tokens stand for (engine::unknown_word), empty for the others. The
// trace has to contain them; the first was predicted by row `first`.
std::vector<std::string> words_behind_unknown(const engine::Trace& trace, engine::Index first,
                                              std::span<const engine::Index> ids,
                                              const text::ModelTokenizer& tokenizer);

// The text of tokens, with those words in the places of the unknown ones.
std::string spelled(const text::ModelTokenizer& tokenizer, std::span<const engine::Index> ids,
                    std::span<const std::string> unknown);

}  // namespace app
