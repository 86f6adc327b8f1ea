// unigram.h: finds the most probable way to split a text into pieces.
// Kudo 2018, https://arxiv.org/abs/1804.10959
#pragma once

#include "engine/text/piece_model.h"

namespace text {

// The cost of an unknown letter, below the least probable piece: as in sentencepiece.
inline constexpr double kUnknownPenalty = 10;

class Unigram : public PieceModel {
 public:
  // Log probabilities by id, one for each of the model's pieces; higher ids are added tokens and never
  // chosen, nor are those of -inf. `unknown_log_probability` is that of a letter that is no piece.
  Unigram(const Vocabulary& vocabulary, std::vector<double> log_probabilities, std::optional<Index> unknown,
          bool byte_fallback, double unknown_log_probability);

  void split(std::string_view word, std::vector<Token>& tokens) const override;
  std::vector<WordSteps> steps(std::string_view word) const override;

 private:
  // The best path to a position in the word: its last piece, and the sum of log probabilities.
  struct Node {
    double best = 0;
    uint32_t start = 0;
    int32_t piece = -1;  // -1: a letter that is not a piece
    bool reached = false;
  };
  // Calls `watch` (piece or -1, begin, end, its log probability, the sum) for every piece that fits.
  template <class Watch>
  std::vector<Node> lattice(std::string_view word, Watch watch) const;
  std::vector<Token> best_path(const std::vector<Node>& nodes) const;
  void append_unknown(std::string_view word, const Token& token, std::vector<Token>& tokens) const;

  Vocabulary vocabulary_;
  std::vector<double> log_probabilities_;
  std::optional<Index> unknown_;
  bool byte_fallback_;
  double unknown_log_probability_;
  PieceTrie trie_;
};

// "Unigram" of tokenizer.json; its "vocab" is a list of [piece, log probability].
Result<std::shared_ptr<const PieceModel>> read_unigram(Fields& model, const Vocabulary& vocabulary);

}  // namespace text
