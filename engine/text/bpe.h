// bpe.h: byte-pair encoding: a word starts as letters, and pairs are merged in the order learned in training.
// Sennrich et al. 2016, https://arxiv.org/abs/1508.07909
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "engine/text/aligned_text.h"
#include "engine/text/piece_model.h"

namespace text {

struct BpeSettings {
  std::optional<Index> unknown;   // for letters outside the vocabulary; without it they are dropped
  bool fuse_unknown = false;      // several unknown letters in a row become one piece
  bool byte_fallback = false;     // unknown letters become their bytes, <0xE6>
  bool whole_words = false;       // a word in the vocabulary is not merged ("ignore_merges")
  std::string continuing_prefix;  // before each letter except the first
  std::string end_suffix;         // after the last letter
};

class Bpe : public PieceModel {
 public:
  // Merges in order of rank. Error: error.tokenizer_merge (merge) if a part or the result is not a piece.
  static Result<std::shared_ptr<const PieceModel>> of(
      const Vocabulary& vocabulary, const std::vector<std::pair<std::string, std::string>>& merges,
      BpeSettings settings);

  void split(std::string_view word, std::vector<Token>& tokens) const override;
  std::vector<WordSteps> steps(std::string_view word) const override;
  Index merges() const override { return static_cast<Index>(ranked_.size()); }
  MergedPair merge(Index rank) const override;

 private:
  struct Merge {
    int32_t rank = 0;
    int32_t merged = 0;
  };
  // A symbol of a word; one that was merged into another has no bytes left.
  struct Symbol {
    int32_t id = 0;
    uint32_t begin = 0;
    uint32_t end = 0;
    int32_t before = -1;
    int32_t after = -1;
  };
  using Symbols = std::vector<Symbol>;

  Bpe(const Vocabulary& vocabulary, BpeSettings settings)
      : vocabulary_(vocabulary), settings_(std::move(settings)) {}

  Symbols letters_of(std::string_view word) const;
  bool append_bytes(std::string_view name, const Letter& letter, Symbols& symbols) const;
  const Merge* find_merge(const Symbols& symbols, int32_t left) const;
  // Merges until nothing can be merged; calls `watch` (left symbol, right symbol, merge) before each merge.
  template <class Watch>
  void merge_all(Symbols& symbols, Watch watch) const;
  std::vector<std::string> names_of(const Symbols& symbols) const;

  Vocabulary vocabulary_;
  BpeSettings settings_;
  std::unordered_map<uint64_t, Merge> merges_;  // by the ids of left and right
  std::vector<uint64_t> ranked_;                // those ids, by rank
};

// "BPE" of tokenizer.json.
Result<std::shared_ptr<const PieceModel>> read_bpe(Fields& model, const Vocabulary& vocabulary);

}  // namespace text
