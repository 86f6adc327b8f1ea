// target.h: the number whose gradient is asked for, and what its loss asks the model for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/result.h"
#include "engine/core/trace.h"
#include "engine/model/config.h"

namespace engine {

// A token of the vocabulary, by its number or by its text.
using TokenName = std::variant<Index, std::string>;

struct CellTarget {
  std::string address;
  Index row = 0;
  Index column = 0;

  bool operator==(const CellTarget&) const = default;
};

// A token's logit, or how far it is above another's.
struct LogitTarget {
  Index row = 0;
  TokenName token;
  std::optional<TokenName> other;

  bool operator==(const LogitTarget&) const = default;
};

// How wrong the predictions are: the mean of −ln p over the rows that are asked for something.
struct LossTarget {
  bool operator==(const LossTarget&) const = default;
};

using Target = std::variant<CellTarget, LogitTarget, LossTarget>;

// The token that a model for hidden tokens should have put at a position.
struct MaskedToken {
  Index position = 0;
  TokenName token;

  bool operator==(const MaskedToken&) const = default;
};

// What is asked of a run's gradients.
struct GradientRequest {
  Target target;
  std::optional<Index> label;       // the picture's class, of a model that predicts one
  std::vector<MaskedToken> masked;  // of a model that predicts the tokens themselves

  bool operator==(const GradientRequest&) const = default;
};

// "ADDRESS:ROW,COLUMN", "logit:ROW,TOKEN", "logit:ROW,TOKEN,TOKEN" or "loss"; a TOKEN is its number, or its
// text in double quotes; rows and columns count from 0. Error error.target_form (value).
Result<Target> parse_target(std::string_view text);
std::string to_text(const Target& target);

// "POSITION=TOKEN". Error error.masked_form (value).
Result<MaskedToken> parse_masked(std::string_view text);
std::string to_text(const MaskedToken& masked);

// The cell of the target; where it is none of the trace's, the stages that make it are added:
//   loss.rows         (L, 1) −ln p of what each row is asked for; of each sentence of a batch
//   loss              (1, 1) their mean, over all rows of a batch
//   logit.difference  (1, 1)
// A row of a decoder is asked for the token after it, so the last for none; padding asks for nothing and is
// not asked for. Errors: error.unknown_stage (stage, nearest), error.target_cell (cell, stage, last_row,
// last_column), error.target_given (stage), error.target_value (cell, stage, value), error.target_logits,
// error.logit_batch, error.target_row (row, last_row), error.target_token (token), error.loss_nothing,
// error.loss_batch, error.loss_tokens, error.loss_masked, error.loss_position (position, last),
// error.loss_label, error.loss_class (label, last).
Result<Cell> add_target(TraceBuilder& builder, const Trace& forward, const Config& config,
                        const GradientRequest& request);

}  // namespace engine
