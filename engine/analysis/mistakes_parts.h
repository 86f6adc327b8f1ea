// mistakes_parts.h: what the groups of mistakes share: the stage under test, and the values that a mistake
// would give.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/mistakes.h"

namespace engine {

// A stage of a trace and its context.
struct Subject {
  const Trace& trace;
  int index;

  const Stage& stage() const { return trace.stage(index); }
  bool made_by(std::string_view operation) const { return stage().operation->name() == operation; }
  Matrix numbers_of(int other) const;
  Matrix ours() const { return numbers_of(index); }
  Matrix input(size_t which) const { return numbers_of(stage().inputs.at(which)); }
  // "encoder.0.self.head.1.scores" for "encoder.0.self.head.1.weights".
  std::optional<int> beside(std::string_view step) const;
  // "q" for "encoder.0.self.head.1.q".
  std::string_view step() const;
  // This step in every head of its attention, in order; empty if the stage is in no head.
  std::vector<int> in_every_head() const;
};

// The result of a mistake.
struct Guess {
  std::string_view key;
  Matrix numbers;
  std::vector<std::pair<std::string, std::string>> arguments = {};
};
using Guesses = std::vector<Guess>;

Matrix softmax_of(const Matrix& scores);

// The groups; each checks by the operation whether it covers the stage.
Guesses guess_scale(const Subject& subject);     // mistakes_scores.cpp
Guesses guess_mask(const Subject& subject);      // mistakes_scores.cpp
Guesses guess_softmax(const Subject& subject);   // mistakes_scores.cpp
Guesses guess_heads(const Subject& subject);     // mistakes_heads.cpp
Guesses guess_concat(const Subject& subject);    // mistakes_heads.cpp
Guesses guess_linear(const Subject& subject);    // mistakes_layers.cpp
Guesses guess_norm(const Subject& subject);      // mistakes_layers.cpp
Guesses guess_sum(const Subject& subject);       // mistakes_layers.cpp
Guesses guess_tables(const Subject& subject);    // mistakes_layers.cpp
Guesses guess_gradient(const Subject& subject);  // mistakes_gradients.cpp
Guesses guess_any(const Subject& subject);       // mistakes.cpp

}  // namespace engine
