// word_piece.h: greedy longest match: the longest piece that a word starts with, then the longest for the
// rest, and so on. Wu et al. 2016, https://arxiv.org/abs/1609.08144; as in BERT, Devlin et al. 2019.
#pragma once

#include <string>

#include "engine/text/piece_model.h"

namespace text {

struct WordPieceSettings {
  Index unknown = kNoPiece;  // for a word that cannot be split into pieces
  std::string continuing_prefix = "##";
  int64_t longest_word = 100;  // in letters; a longer one is unknown
};

class WordPiece : public PieceModel {
 public:
  WordPiece(const Vocabulary& vocabulary, WordPieceSettings settings);

  void split(std::string_view word, std::vector<Token>& tokens) const override;
  std::vector<WordSteps> steps(std::string_view word) const override;

 private:
  // The longest piece at `begin` of the word; length 0 if there is none.
  Token longest(std::string_view word, uint32_t begin) const;
  bool too_long(std::string_view word) const;

  Vocabulary vocabulary_;
  WordPieceSettings settings_;
  PieceTrie trie_;
  uint32_t continuing_ = PieceTrie::kNowhere;  // the node after the prefix
};

// "WordPiece" of tokenizer.json.
Result<std::shared_ptr<const PieceModel>> read_word_piece(Fields& model, const Vocabulary& vocabulary);

// "WordLevel" of tokenizer.json: words are pieces or unknown.
Result<std::shared_ptr<const PieceModel>> read_word_level(Fields& model, const Vocabulary& vocabulary);

}  // namespace text
