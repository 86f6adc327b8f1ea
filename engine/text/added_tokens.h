// added_tokens.h: tokens outside the algorithm: found in a text before anything else cuts it.
#pragma once

#include <string>
#include <vector>

#include "engine/text/aligned_text.h"
#include "engine/text/json_fields.h"
#include "engine/text/normalize.h"
#include "engine/text/vocabulary.h"

namespace text {

struct AddedToken {
  std::string content;
  Index id = 0;
  bool single_word = false;  // not inside a word
  bool strip_left = false;   // takes the white space before it
  bool strip_right = false;  // and after it
  bool normalized = false;   // searched for after normalisation
  bool special = false;      // has a meaning for the model, and is not text
};

// "added_tokens" of tokenizer.json. Error: error.tokenizer_field.
Result<std::vector<AddedToken>> read_added_tokens(Fields& root);

// "added_tokens_decoder" of a tokenizer_config.json, {"32000": {"content": "<pad>", ...}}, as a list of
// "added_tokens"; marks the field where a name is no id. Missing: an empty list.
json added_list(Fields& config);

// A stretch of text: an added token, or what is between two.
struct Stretch {
  AlignedText text;
  Index token = -1;
};

// Finds tokens: leftmost first, and the longest of those that start there.
class AddedTokens {
 public:
  AddedTokens() = default;
  // Those with the given value of `normalized`. Errors of the normaliser.
  static Result<AddedTokens> of(const std::vector<AddedToken>& tokens, bool normalized,
                                const Normalizer& normalizer);

  std::vector<Stretch> cut(const AlignedText& text) const;

 private:
  const AddedToken* longest(std::string_view text, size_t at, size_t& end) const;
  static bool fits(const AddedToken& token, std::string_view text, size_t begin, size_t end);

  std::vector<AddedToken> tokens_;
  PieceTrie trie_;
};

}  // namespace text
