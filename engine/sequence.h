// sequence.h: what is fed in: tokens, alone, in pairs of source and target, or as a batch of either.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/matrix.h"

namespace engine {

// A sequence as it is fed in: its tokens and which of them are padding (same length).
struct Sequence {
  std::vector<std::string> tokens;
  std::vector<bool> padding;

  bool operator==(const Sequence&) const = default;
};

// The row whose prediction follows a sequence: the last that is no padding, or the last where all are.
Index prediction_row(const Sequence& sequence);

// One run's sequences. Without a target the one sequence is the source, whatever reads it.
struct Example {
  Sequence source;
  std::optional<Sequence> target;

  bool operator==(const Example&) const = default;
};

// Everything that one trace is made from.
struct Input {
  std::vector<Example> examples;        // one, or a batch; each the same number of tokens
  bool is_batch = false;                // addresses begin with batch.N.
  std::vector<std::string> vocabulary;  // distinct; a token's number is its place here

  bool operator==(const Input&) const = default;
};

// The input of one sequence, or of a source and a target: its vocabulary is its distinct tokens in order of
// appearance, source first.
Input single_input(Sequence source, std::optional<Sequence> target = std::nullopt);

// The distinct tokens of all sequences in order of appearance; in each example the source comes first.
std::vector<std::string> distinct_tokens(const std::vector<Example>& examples);

}  // namespace engine
