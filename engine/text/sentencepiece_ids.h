// sentencepiece_ids.h: which ids a model has for the pieces of its SentencePiece file, and its added tokens.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/text/added_tokens.h"
#include "engine/text/json_fields.h"
#include "engine/text/sentencepiece_classes.h"
#include "engine/text/sentencepiece_file.h"

namespace text {

// Ids of the model for ids of the library, and the pieces that only the model has.
struct SentencePieceIds {
  std::vector<Index> of_library;
  std::vector<AddedToken> added;
  std::vector<std::pair<std::string, Index>> names;  // the model's vocabulary by name
  std::optional<Index> unknown;                      // of all that is none of them
  bool has_codes = false;  // a text may begin with the code of a language, ">>fra<<"
};

// `vocab_json`: of PieceIds::kVocabulary alone. Errors: error.tokenizer_field, error.tokenizer_step, those of
// parse_json.
Result<SentencePieceIds> model_ids(const SentencePieceFile& file, Fields& config,
                                   const SentencePieceClass& its, std::string_view vocab_json);

// All tokens that are found in a text before the library sees it: the model's own, those of the file that are
// no text, and those of the settings. Error: error.tokenizer_field.
Result<std::vector<AddedToken>> all_added(const SentencePieceFile& file, const SentencePieceIds& ids,
                                          Fields& config);

}  // namespace text
