// generation.h: how a trained model's files change what comes next.
#pragma once

#include <optional>
#include <string>

#include "app/document/document.h"
#include "engine/core/result.h"
#include "engine/core/trace.h"
#include "engine/loaders/checkpoint.h"
#include "engine/model/generation_rules.h"

namespace app {

// The logits (vocabulary) in row `row` of the stage of probabilities, as the rules of the model's files
// change them. The last `generated` tokens that the decoder reads there were generated. Null: no model of
// files, so no rules; nor has one that predicts something else than the next token.
engine::RuledLogits ruled_logits(const loaders::Checkpoint* checkpoint, const engine::Trace& trace,
                                 int probabilities, engine::Index row, size_t generated);

// Why nothing can come next: error.generate_none_left (path, fields); nullopt if something can.
std::optional<engine::Error> check_any_left(const loaders::Checkpoint& checkpoint,
                                            const engine::RuledLogits& ruled);

// "no_repeat_ngram_size, suppress_tokens": the rules that changed a token's logit; empty if none did.
std::string rules_behind(const engine::RuledLogits& ruled, engine::Index token);

// The settings of draws of a document that changes its model from `before` (null: none) to `now`: those of
// the files if they ask for draws; where the old ones were the other files', none.
engine::Sampling sampling_with(const loaders::Checkpoint* before, const loaders::Checkpoint& now,
                               engine::Sampling sampling);

}  // namespace app
