// generation_rules.h: what a model's files ask of the next token besides its logits: tokens that are
// forbidden, forced or penalised.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// In the order in which they change the logits: that of the logits processors of Hugging Face's generate().
enum class Rule {
  kEncoderRepetition,
  kRepetition,
  kNoRepeat,
  kEncoderNoRepeat,
  kBadWords,
  kMinLength,
  kMinNewTokens,
  kForcedBegin,
  kForcedEnd,
  kSuppress,
  kBeginSuppress
};

// The name of its field in generation_config.json.
std::string_view field_of(Rule rule);

struct GenerationRules {
  std::vector<Index> ends;                        // each of them ends the text
  double encoder_repetition_penalty = 1;          // rewards what the encoder read
  double repetition_penalty = 1;                  // Keskar et al. 2019: penalises what is already there
  Index no_repeat_ngram_size = 0;                 // no run of so many tokens appears twice; 0: any may
  Index encoder_no_repeat_ngram_size = 0;         // nor one that the encoder read
  std::vector<std::vector<Index>> bad_words_ids;  // sequences that never appear
  Index min_length = 0;                 // of all tokens that the decoder read: none ends the text before
  std::optional<Index> min_new_tokens;  // of those added to the prompt; if given, min_length is unused
  std::optional<Index> max_length, max_new_tokens;  // as above; max_length is unused if both are given
  std::optional<Index> forced_bos_token_id;         // follows a single token
  std::vector<Index> forced_eos_token_id;           // one of them is the last of the greatest length
  std::vector<Index> suppress_tokens;               // never
  std::vector<Index> begin_suppress_tokens;         // never first

  bool operator==(const GenerationRules&) const = default;

  bool ends_text(Index token) const;
  // The greatest length after a prompt of so many tokens; nullopt: any.
  std::optional<Index> longest(Index prompt) const;
};

// What the next token depends on besides the logits.
struct TokensSoFar {
  std::vector<Index> ids;             // all that the decoder read
  Index prompt = 0;                   // this many of them were there before anything was generated
  std::vector<Index> source;          // what the encoder read; empty: the decoder reads alone
  std::optional<Index> longest = {};  // the greatest length of ids that is asked for
};

struct RuledLogits {
  Eigen::RowVectorXf logits;         // -inf for a forbidden token
  std::vector<uint16_t> changed_by;  // by token: bit n for the n-th Rule that changed its logit

  // Whether the rules forbid every token.
  bool leaves_none() const;
  // The rules that changed any logit, in their order; and those that changed a token's.
  std::vector<Rule> rules() const;
  std::vector<Rule> rules_of(Index token) const;
};

// Logits (vocabulary) as the rules change them.
// https://github.com/huggingface/transformers, generation/logits_process.py.
RuledLogits apply(const GenerationRules& rules, const Eigen::RowVectorXf& logits, const TokensSoFar& so_far);

}  // namespace engine
