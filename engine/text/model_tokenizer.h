// model_tokenizer.h: cuts text into a checkpoint's tokens, and shows how.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace text {

using engine::Index;

// A token and its position in the text.
struct Piece {
  Index id = 0;
  std::string name;   // as in the vocabulary: "Ġcat", "##ing", "▁the", "<0xE6>"
  std::string shown;  // its text: " cat", "ing", " the", the byte E6; may be part of a UTF-8 letter
  size_t begin = 0;   // bytes [begin, end) of the original text; empty for a token added
  size_t end = 0;     // around it. Pieces of one letter that cannot be told apart all have the whole letter
  bool special = false;
  int text = 0;  // which text of a pair: 0 or 1

  friend bool operator==(const Piece&, const Piece&) = default;
};

struct Encoding {
  std::vector<Piece> pieces;
  std::vector<int>
      segments;       // for each piece: 0, or 1 in the second text of a pair if the model distinguishes them
  size_t behind = 0;  // the last pieces, which end the text
};

enum class Algorithm {
  kByteLevelBpe,  // GPT-2, RoBERTa, BART, Llama 3: merges of bytes
  kBpe,           // Llama 2: merges of letters, unknown ones as bytes
  kWordPiece,     // BERT: the longest piece first
  kUnigram,       // T5, Marian: the most probable pieces
  kWordLevel,     // whole words
};

// One step from a word to its pieces.
struct Step {
  std::string left, right;     // BPE: the two merged symbols, as in the vocabulary
  std::string tried;           // BPE: the result; WordPiece: the text looked up; Unigram: a piece that fits
  bool chosen = true;          // WordPiece: it is in the vocabulary; Unigram: it is on the best path
  Index rank = -1;             // BPE: the merge's rank, from 0: the lowest is merged first
  double log_probability = 0;  // Unigram: of the piece, natural logarithm
  double best = 0;             // Unigram: sum along the best path from the word's start to the piece's end,
                               // through this piece
  size_t begin = 0, end = 0;   // bytes of `word` that it covers
  std::vector<std::string> symbols;  // the word after the step, as in the vocabulary; Unigram: empty
};

// How one word becomes pieces. A word is what pre-tokenization produces.
struct WordSteps {
  std::string word;           // as the algorithm sees it: "Ġcat", "▁the"
  size_t begin = 0, end = 0;  // bytes of the text
  std::vector<std::string>
      symbols;              // before the first step: BPE's letters; WordPiece: none; Unigram: letters
  std::vector<Step> steps;  // Unigram: every piece that fits, by its end, then its start
  std::vector<Index> ids;   // the resulting pieces
};

// Two pieces that BPE's training made into one, as in the vocabulary.
struct MergedPair {
  std::string left, right, merged;
};

// Tokens by their purpose, if the tokenizer has them.
struct SpecialTokens {
  std::optional<Index> mask, padding, begin, end, unknown, classify, separate;
};

// The longest text that a tokenizer accepts, in bytes.
inline constexpr size_t kLongestText = size_t{2} << 20U;
// Steps are shown for at most this many bytes.
inline constexpr size_t kLongestSteps = 1000;

// A checkpoint's tokenizer. Immutable and thread-safe.
class ModelTokenizer {
 public:
  struct Parts;  // engine/text/model_parts.h: the result of the readers
  explicit ModelTokenizer(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  // Encodes `text`, or a pair, with the tokens that the model expects around it: [CLS] A [SEP] B [SEP], <s> A
  // </s>, ... Errors: error.invalid_utf8 (byte), error.tokenizer_text_long (megabytes),
  // error.tokenizer_effort (a splitting pattern gave up), error.tokenizer_no_piece (word) for what is unknown
  // to a tokenizer without a token for that.
  engine::Result<Encoding> encode(std::string_view text, std::optional<std::string_view> pair = {}) const;
  // Only the text's own tokens.
  engine::Result<std::vector<Piece>> encode_plain(std::string_view text) const;
  // The steps from every word to its pieces, without special tokens in the text. Errors as above, and
  // error.tokenizer_steps_long (bytes, largest) over kLongestSteps.
  engine::Result<std::vector<WordSteps>> steps(std::string_view text) const;

  // The text of these tokens, UTF-8: invalid bytes become U+FFFD. Skips ids outside the vocabulary, and
  // special tokens unless kept.
  std::string decode(std::span<const Index> ids, bool keep_special = false) const;

  // What of its files is not followed, or otherwise than written: note.token_renumbered (token, id, taken),
  // note.tokenizer_off (field), note.tokenizer_old_spaces.
  std::span<const engine::Error> notes() const;
  // The fields of tokenizer_config.json that its readers asked for.
  const std::set<std::string, std::less<>>& settings_read() const;
  Algorithm algorithm() const;
  const SpecialTokens& special() const;
  // Names by id, special tokens included.
  std::shared_ptr<const std::vector<std::string>> vocabulary() const;
  // The text of a token (Piece::shown), empty outside the vocabulary.
  std::string shown(Index id) const;
  bool is_special(Index id) const;
  // The simplified character that is typed for a traditional one that the tokenizer reads in its place: 来
  // for 來; empty for all other tokens.
  std::string simplified(Index id) const;
  std::optional<Index> find(std::string_view name) const;
  // The merges that BPE learned, and the one of that rank, from 0, in the order in which they were learned;
  // other algorithms have none.
  Index merges() const;
  MergedPair merge(Index rank) const;

 private:
  std::shared_ptr<const Parts> parts_;
};

}  // namespace text
