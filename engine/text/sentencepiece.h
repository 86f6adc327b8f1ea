// sentencepiece.h: the SentencePiece library (Kudo & Richardson 2018, https://arxiv.org/abs/1808.06226)
// behind one class: nothing else includes it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/text/piece_model.h"

namespace text {

// A piece in a text: its letters as the model sees them, "▁the"; of a byte its name, "<0xE6>".
struct SentencePiece {
  Token token;
  std::string letters;
};

// A loaded model. Immutable and thread-safe.
class SentencePieces {
 public:
  // `file` has passed read_sentencepiece_file. Error: error.tokenizer_sentencepiece (detail: the library's).
  static Result<std::shared_ptr<const SentencePieces>> load(std::string_view file);

  // The number of its pieces.
  size_t size() const;
  // The pieces of a valid UTF-8 text with the bytes of it that they come from. Of pieces that come from one
  // letter each has the whole letter, unless they are its bytes. A text that the library cannot cut is one
  // unknown piece.
  std::vector<SentencePiece> cut(std::string_view text) const;
  // Those of a text behind another: as many are left out as `before` alone has.
  std::vector<SentencePiece> cut_behind(std::string_view before, std::string_view text) const;
  // The text of pieces by name; those of bytes need not be UTF-8 together.
  std::string joined(const std::vector<std::string>& names) const;
  // The tokens that begin and end a text, if the model has them.
  std::optional<Index> begin_token() const;
  std::optional<Index> end_token() const;

 private:
  struct Library;
  explicit SentencePieces(std::shared_ptr<const Library> library) : library_(std::move(library)) {}

  std::shared_ptr<const Library> library_;
};

}  // namespace text
