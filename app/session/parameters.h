// parameters.h: the number of parameters of a model, and of each of its parts, and how many are typed.
#pragma once

#include "engine/core/trace.h"
#include "engine/model/config.h"

namespace app {

// What training would change. Missing parts count 0.
struct ParameterCount {
  engine::Index embedding = 0;  // one row for each token that the text uses, and the output table's
  engine::Index positions = 0;  // learned ones
  engine::Index attention = 0;
  engine::Index feed_forward = 0;
  engine::Index norms = 0;

  engine::Index total() const { return embedding + positions + attention + feed_forward + norms; }
};

// Counted from the parameters that `trace` reads; `config` is the one that it was made with.
ParameterCount count_parameters(const engine::Trace& trace, const engine::Config& config);

// How much of a model was typed by hand.
enum class TypedParameters { kNone, kSome, kAll };

// Of the parameters that `trace` reads; `config` is the one that it was made with.
TypedParameters typed_parameters(const engine::Trace& trace, const engine::Config& config);

}  // namespace app
