// tokenizer_object.h: a tokenizer from a parsed tokenizer.json, into which older formats are translated.
#pragma once

#include <functional>

#include "engine/text/added_tokens.h"
#include "engine/text/json_fields.h"
#include "engine/text/model_tokenizer.h"
#include "engine/text/vocabulary.h"

namespace text {

// `settings`: a tokenizer_config.json, for the roles of tokens; `change`, if any, is done to the parts that
// were read. Errors: those of read_tokenizer_json.
Result<ModelTokenizer> read_tokenizer_object(const json& object, Fields& settings,
                                             const std::function<void(ModelTokenizer::Parts&)>& change = {});

// The model's pieces and the added tokens, by their ids. Errors: those of Vocabulary::of.
Result<Vocabulary> with_added(std::vector<std::pair<std::string, Index>> pieces,
                              const std::vector<AddedToken>& added);

}  // namespace text
