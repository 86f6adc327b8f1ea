// sequence.h: what is fed in: tokens, alone, in pairs of source and target, or as a batch of either.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// A sequence as it is fed in: its tokens (labels where it is made of vectors) and which of them are padding
// (same length).
struct Sequence {
  std::vector<std::string> tokens;
  std::vector<bool> padding;
  // Their numbers, where the model has a vocabulary of its own; empty: their places in Input::vocabulary.
  std::vector<Index> ids;
  std::vector<int> segments;  // which of two texts each is of (Devlin et al. 2019); empty: all of the first
  // Vectors (n, d) that are fed in instead: patches of an image, or a layer's input. Null: tokens are.
  std::shared_ptr<const Matrix> vectors;

  bool operator==(const Sequence&) const = default;
};

// The row whose prediction follows a sequence: the last that is no padding, or the last where all are.
Index prediction_row(const Sequence& sequence);

// One run's sequences. Without a target the one sequence is the source, whatever reads it.
struct Example {
  Sequence source;
  std::optional<Sequence> target;
  std::optional<Sequence> key, value;  // of one attention that reads more than the source

  bool operator==(const Example&) const = default;
};

// Everything that one trace is made from.
struct Input {
  std::vector<Example> examples;  // one, or a batch; each the same number of tokens
  bool is_batch = false;          // addresses begin with batch.N.
  // (L, T): added to the scores of self-attention (of the decoder, where there is one) in the place of the
  // rule's mask; null: the rule's.
  std::shared_ptr<const Matrix> additive;
  std::vector<std::string> vocabulary;  // distinct; a token's number is its place here; empty where the
                                        // model has its own

  bool operator==(const Input&) const = default;
};

// The input of one sequence, or of a source and a target: its vocabulary is its distinct tokens in order of
// appearance, source first.
Input single_input(Sequence source, std::optional<Sequence> target = std::nullopt);

// The distinct tokens of all sequences in order of appearance; in each example the source comes first.
std::vector<std::string> distinct_tokens(const std::vector<Example>& examples);

}  // namespace engine
