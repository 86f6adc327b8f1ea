// generation_rules.cpp: one function for each rule, in a table.
#include "engine/model/generation_rules.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <span>

namespace engine {
namespace {

using Logits = Eigen::RowVectorXf;
using Ids = std::vector<Index>;

constexpr float kNever = -std::numeric_limits<float>::infinity();

void forbid(Logits& logits, std::span<const Index> ids) {
  for (const Index id : ids) {
    if (id >= 0 && id < logits.size()) logits(id) = kNever;
  }
}

// A positive logit is divided and a negative one multiplied, so that both fall where the penalty is above 1.
bool penalise(Logits& logits, const Ids& ids, double penalty) {
  if (penalty == 1) return false;
  const auto factor = static_cast<float>(penalty);
  for (const Index id : std::set<Index>(ids.begin(), ids.end())) {
    if (id < 0 || id >= logits.size()) continue;
    logits(id) = logits(id) < 0 ? logits(id) * factor : logits(id) / factor;
  }
  return true;
}

// What the encoder read; of a decoder alone, the prompt.
Ids encoded(const TokensSoFar& so_far) {
  if (!so_far.source.empty()) return so_far.source;
  return {so_far.ids.begin(), so_far.ids.begin() + so_far.prompt};
}

// Forbids what followed the last tokens of `ids` wherever the first ones of a run of `size` stand in
// `history`.
bool forbid_runs(Logits& logits, const Ids& history, const Ids& ids, Index size) {
  const auto before = static_cast<size_t>(size) - 1;
  if (size <= 0 || ids.size() < before) return false;
  const std::span<const Index> last(ids.data() + (ids.size() - before), before);
  for (size_t first = 0; first + before < history.size(); ++first) {
    if (std::equal(last.begin(), last.end(), history.begin() + static_cast<std::ptrdiff_t>(first)))
      forbid(logits, std::array{history[first + before]});
  }
  return true;
}

bool encoder_repetition(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  return penalise(logits, encoded(so_far), 1 / rules.encoder_repetition_penalty);
}

bool repetition(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  return penalise(logits, so_far.ids, rules.repetition_penalty);
}

bool no_repeat(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  return forbid_runs(logits, so_far.ids, so_far.ids, rules.no_repeat_ngram_size);
}

bool encoder_no_repeat(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  return forbid_runs(logits, encoded(so_far), so_far.ids, rules.encoder_no_repeat_ngram_size);
}

// A word that is an end token alone stays allowed; a longer one needs a text at least as long as itself.
bool bad_words(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  for (const Ids& word : rules.bad_words_ids) {
    if (word.empty() || (word.size() == 1 && rules.ends_text(word.front()))) continue;
    const bool is_possible = word.size() == 1 || word.size() <= so_far.ids.size();
    if (is_possible && std::equal(word.rbegin() + 1, word.rend(), so_far.ids.rbegin()))
      forbid(logits, std::array{word.back()});
  }
  return !rules.bad_words_ids.empty();
}

bool min_length(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  if (rules.min_new_tokens || static_cast<Index>(so_far.ids.size()) >= rules.min_length) return false;
  forbid(logits, rules.ends);
  return true;
}

bool min_new_tokens(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  if (static_cast<Index>(so_far.ids.size()) - so_far.prompt >= rules.min_new_tokens.value_or(0)) return false;
  forbid(logits, rules.ends);
  return true;
}

void force(Logits& logits, std::span<const Index> ids) {
  logits.setConstant(kNever);
  for (const Index id : ids) {
    if (id >= 0 && id < logits.size()) logits(id) = 0;
  }
}

bool forced_begin(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  if (!rules.forced_bos_token_id || so_far.ids.size() != 1) return false;
  force(logits, std::array{*rules.forced_bos_token_id});
  return true;
}

bool forced_end(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  const auto next = static_cast<Index>(so_far.ids.size()) + 1;
  if (rules.forced_eos_token_id.empty() || so_far.longest != next) return false;
  force(logits, rules.forced_eos_token_id);
  return true;
}

bool suppress(const GenerationRules& rules, const TokensSoFar& /*so_far*/, Logits& logits) {
  forbid(logits, rules.suppress_tokens);
  return !rules.suppress_tokens.empty();
}

// Where the first token is forced, the one after it counts as the first.
bool begin_suppress(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits) {
  const bool is_forced = so_far.prompt <= 1 && rules.forced_bos_token_id.has_value();
  if (static_cast<Index>(so_far.ids.size()) != so_far.prompt + (is_forced ? 1 : 0)) return false;
  forbid(logits, rules.begin_suppress_tokens);
  return !rules.begin_suppress_tokens.empty();
}

struct RuleRow {
  Rule rule;
  std::string_view field;
  // Changes the logits; false if the rule is not in force.
  bool (*apply)(const GenerationRules& rules, const TokensSoFar& so_far, Logits& logits);
};

constexpr std::array kRows = {
    RuleRow{Rule::kEncoderRepetition, "encoder_repetition_penalty", encoder_repetition},
    RuleRow{Rule::kRepetition, "repetition_penalty", repetition},
    RuleRow{Rule::kNoRepeat, "no_repeat_ngram_size", no_repeat},
    RuleRow{Rule::kEncoderNoRepeat, "encoder_no_repeat_ngram_size", encoder_no_repeat},
    RuleRow{Rule::kBadWords, "bad_words_ids", bad_words},
    RuleRow{Rule::kMinLength, "min_length", min_length},
    RuleRow{Rule::kMinNewTokens, "min_new_tokens", min_new_tokens},
    RuleRow{Rule::kForcedBegin, "forced_bos_token_id", forced_begin},
    RuleRow{Rule::kForcedEnd, "forced_eos_token_id", forced_end},
    RuleRow{Rule::kSuppress, "suppress_tokens", suppress},
    RuleRow{Rule::kBeginSuppress, "begin_suppress_tokens", begin_suppress},
};

uint16_t bit_of(Rule rule) {
  return static_cast<uint16_t>(1U << static_cast<unsigned>(rule));
}

std::vector<Rule> rules_in(uint16_t bits) {
  std::vector<Rule> rules;
  for (const RuleRow& row : kRows) {
    if ((bits & bit_of(row.rule)) != 0) rules.push_back(row.rule);
  }
  return rules;
}

}  // namespace

std::string_view field_of(Rule rule) {
  return kRows.at(static_cast<size_t>(rule)).field;
}

bool GenerationRules::ends_text(Index token) const {
  return std::ranges::find(ends, token) != ends.end();
}

std::optional<Index> GenerationRules::longest(Index prompt) const {
  return max_new_tokens ? prompt + *max_new_tokens : max_length;
}

bool RuledLogits::leaves_none() const {
  return logits.size() == 0 || logits.maxCoeff() == kNever;
}

std::vector<Rule> RuledLogits::rules() const {
  uint16_t all = 0;
  for (const uint16_t bits : changed_by) all |= bits;
  return rules_in(all);
}

std::vector<Rule> RuledLogits::rules_of(Index token) const {
  return rules_in(changed_by.at(static_cast<size_t>(token)));
}

RuledLogits apply(const GenerationRules& rules, const Eigen::RowVectorXf& logits, const TokensSoFar& so_far) {
  RuledLogits ruled{logits, std::vector<uint16_t>(static_cast<size_t>(logits.size()), 0)};
  Logits before = logits;
  for (const RuleRow& row : kRows) {
    if (!row.apply(rules, so_far, ruled.logits)) continue;
    for (Index token = 0; token < logits.size(); ++token) {
      if (before(token) != ruled.logits(token))
        ruled.changed_by[static_cast<size_t>(token)] |= bit_of(row.rule);
    }
    before = ruled.logits;
  }
  return ruled;
}

}  // namespace engine
