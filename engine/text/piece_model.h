// piece_model.h: the interface of every algorithm that splits a word into pieces.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/text/json_fields.h"
#include "engine/text/model_tokenizer.h"
#include "engine/text/vocabulary.h"

namespace text {

// In place of a piece where a part of a word is unknown and the model has no piece for that.
inline constexpr Index kNoPiece = -1;

// A piece of a word: bytes [begin, end) of it.
struct Token {
  Index id = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
};

// Immutable and thread-safe. `word` is valid UTF-8 and not empty.
class PieceModel {
 public:
  PieceModel() = default;
  PieceModel(const PieceModel&) = delete;
  PieceModel& operator=(const PieceModel&) = delete;
  virtual ~PieceModel() = default;

  // Appends the word's pieces to `tokens`.
  virtual void split(std::string_view word, std::vector<Token>& tokens) const = 0;
  // How they are found: the word, or those into which the model itself cuts it, each with its bytes [begin,
  // end) of `word`. At most kLongestSteps bytes.
  virtual std::vector<WordSteps> steps(std::string_view word) const = 0;
  // What was learned before, merge by merge, if the algorithm does.
  virtual Index merges() const { return 0; }
  virtual MergedPair merge(Index /*rank*/) const { return {}; }
};

// The readers of a "model" of tokenizer.json. `vocabulary` is its own, without added tokens. Errors:
// error.tokenizer_field, error.tokenizer_merge (merge), error.tokenizer_step.
using ModelReader = Result<std::shared_ptr<const PieceModel>> (*)(Fields& model,
                                                                  const Vocabulary& vocabulary);

// The id of the unknown piece, if the model names one: kNoPiece if that is no piece.
Result<std::optional<Index>> read_unknown(Fields& model, const Vocabulary& vocabulary);

// One step per piece, for an algorithm without intermediate steps.
WordSteps steps_of(const std::vector<Token>& tokens, std::string_view word, const Vocabulary& vocabulary);

}  // namespace text
