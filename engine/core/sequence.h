// sequence.h: the model's input: tokens, alone, as source and target, or as a batch of either.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// An input sequence: its tokens (labels if it consists of vectors) and which of them are padding (same
// length).
struct Sequence {
  std::vector<std::string> tokens;
  std::vector<bool> padding;
  // Token ids, if the model has its own vocabulary; empty: indices into Input::vocabulary.
  std::vector<Index> ids;
  std::vector<int> segments;  // which of two texts each token belongs to (Devlin et al. 2019); empty: all to
                              // the first
  // Input vectors (n, d) instead of tokens: patches of an image, or a layer's input. Null for tokens.
  std::shared_ptr<const Matrix> vectors;
  // What was typed for each token that the model does not know, empty for the others; empty: it knows all.
  std::vector<std::string> unknown;

  bool operator==(const Sequence&) const = default;
};

// What was typed for the token at `place` if the model does not know it; empty if it does.
std::string unknown_at(const Sequence& sequence, size_t place);

// The tokens as they are shown, an unknown one with what was typed: "zebra <unk>".
std::vector<std::string> shown_tokens(const Sequence& sequence);

// The row whose prediction follows a sequence: the last that is not padding, or the last row if all are.
Index prediction_row(const Sequence& sequence);

// The sequences of one run. Without a target, the only sequence is the source, whichever stack reads it.
struct Example {
  Sequence source;
  std::optional<Sequence> target;
  std::optional<Sequence> key, value;  // for a single attention that reads more than the source
  // (L, T), or (h L, T), each head's own below the one before: added to the scores of self-attention (the
  // decoder's, if there is one) instead of the rule's mask; null: the rule's mask.
  std::shared_ptr<const Matrix> additive;

  bool operator==(const Example&) const = default;
};

// Everything that a trace is computed from.
struct Input {
  std::vector<Example> examples;        // one, or a batch; all with the same number of tokens
  bool is_batch = false;                // addresses begin with batch.N.
  std::vector<std::string> vocabulary;  // distinct; a token's id is its index here; empty if the model has
                                        // its own

  bool operator==(const Input&) const = default;
};

// The input for one sequence, or for a source and a target: its vocabulary is its distinct tokens in order of
// appearance, source first.
Input single_input(Sequence source, std::optional<Sequence> target = std::nullopt);

// The distinct tokens of all sequences in order of appearance; in each example the source comes first.
std::vector<std::string> distinct_tokens(const std::vector<Example>& examples);

}  // namespace engine
