// tokenizer_object.h: a tokenizer from a parsed tokenizer.json, into which older formats are translated.
#pragma once

#include "engine/text/added_tokens.h"
#include "engine/text/json_fields.h"
#include "engine/text/model_tokenizer.h"
#include "engine/text/vocabulary.h"

namespace text {

// Errors: those of read_tokenizer_json.
Result<ModelTokenizer> read_tokenizer_object(const json& object);

// Added tokens have ids of their own, or are already pieces of the model, with the same id. Errors:
// error.tokenizer_piece_twice (piece), and those of Vocabulary::of.
Result<Vocabulary> with_added(std::vector<std::pair<std::string, Index>> pieces,
                              const std::vector<AddedToken>& added);
// A token's purpose is known by its name, which all families share.
SpecialTokens special_tokens(const Vocabulary& vocabulary);

}  // namespace text
