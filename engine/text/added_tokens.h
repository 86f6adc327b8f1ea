// added_tokens.h: tokens that stand outside the algorithm: found in a text before anything else cuts it.
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
  bool strip_right = false;  // and behind it
  bool normalized = false;   // looked for after the letters were made alike
  bool special = false;      // means something to the model, and is no text
};

// "added_tokens" of tokenizer.json. Error: error.tokenizer_field.
Result<std::vector<AddedToken>> read_added_tokens(Fields& root);

// A stretch of a text: an added token, or what lies between them.
struct Stretch {
  AlignedText text;
  Index token = -1;
};

// Finds tokens: the leftmost first, of those that begin there the longest.
class AddedTokens {
 public:
  AddedTokens() = default;
  // Those whose `normalized` is as given. Errors of the normaliser.
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
