// What a model's files ask of the next token: NumPy's goldens, and each rule alone with numbers worked out by
// hand.
#include "engine/model/generation_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/model/sampling.h"
#include "tests/engine/goldens.h"

namespace engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr float kForbidden = -std::numeric_limits<float>::infinity();

using GivenIds = std::vector<Index>;

// Five tokens with the logits 2, -1, 0.5, 4 and -3.
std::vector<float> ruled_after(const GenerationRules& rules, const TokensSoFar& so_far) {
  Eigen::RowVectorXf logits(5);
  logits << 2, -1, 0.5F, 4, -3;
  const auto made = apply(rules, logits, so_far).logits;
  return {made.begin(), made.end()};
}

// A decoder alone that read these, none of them generated.
std::vector<float> ruled_after_prompt(const GenerationRules& rules, const GivenIds& ids) {
  return ruled_after(rules, TokensSoFar{.ids = ids, .prompt = static_cast<Index>(ids.size()), .source = {}});
}

GenerationRules golden_rules(const GoldenJson& json) {
  GenerationRules rules;
  const auto read = [&](const char* field, auto& member) {
    if (json.contains(field)) member = json[field].get<std::remove_reference_t<decltype(member)>>();
  };
  const auto read_one = [&](const char* field, std::optional<Index>& member) {
    if (json.contains(field)) member = json[field].get<Index>();
  };
  read("ends", rules.ends);
  read("repetition_penalty", rules.repetition_penalty);
  read("encoder_repetition_penalty", rules.encoder_repetition_penalty);
  read("no_repeat_ngram_size", rules.no_repeat_ngram_size);
  read("encoder_no_repeat_ngram_size", rules.encoder_no_repeat_ngram_size);
  read("bad_words_ids", rules.bad_words_ids);
  read("min_length", rules.min_length);
  read_one("min_new_tokens", rules.min_new_tokens);
  read_one("forced_bos_token_id", rules.forced_bos_token_id);
  read("forced_eos_token_id", rules.forced_eos_token_id);
  read("suppress_tokens", rules.suppress_tokens);
  read("begin_suppress_tokens", rules.begin_suppress_tokens);
  return rules;
}

TEST(GenerationRules, AgreeWithNumPyAloneAndTogether) {
  const GoldenJson golden = read_golden("generation");
  ASSERT_GE(golden["cases"].size(), 100U);
  for (const auto& each : golden["cases"]) {
    const auto given = each["logits"].get<std::vector<float>>();
    const Eigen::RowVectorXf logits =
        Eigen::Map<const Eigen::RowVectorXf>(given.data(), static_cast<Index>(given.size()));
    const TokensSoFar so_far{each["ids"].get<GivenIds>(), each["prompt"].get<Index>(),
                             each["source"].get<GivenIds>(), each["longest"].get<Index>()};
    const RuledLogits made = apply(golden_rules(each["rules"]), logits, so_far);
    for (Index token = 0; token < logits.size(); ++token) {
      const auto& wanted = each["ruled"][static_cast<size_t>(token)];
      if (wanted.is_string()) {
        EXPECT_EQ(made.logits(token), kForbidden) << each << token;
      } else {
        EXPECT_NEAR(made.logits(token), wanted.get<double>(), 1e-5) << each << token;
      }
      EXPECT_EQ(made.rules_of(token).empty(), made.logits(token) == logits(token)) << each << token;
    }
  }
}

TEST(GenerationRules, WithoutAnyTheLogitsAreTheModelsOwn) {
  EXPECT_THAT(ruled_after_prompt({}, GivenIds{0, 1}), ElementsAre(2, -1, 0.5F, 4, -3));
}

TEST(GenerationRules, APenaltyDividesPositiveLogitsAndMultipliesNegativeOnes) {
  EXPECT_THAT(ruled_after_prompt({.repetition_penalty = 2}, GivenIds{0, 1, 1, 0}),
              ElementsAre(1, -2, 0.5F, 4, -3));
  EXPECT_THAT(ruled_after({.encoder_repetition_penalty = 2}, {.ids = {4}, .prompt = 1, .source = {0, 1}}),
              ElementsAre(4, -0.5F, 0.5F, 4, -3));
}

TEST(GenerationRules, APenaltyOfTheEncoderIsThePromptsForADecoderAlone) {
  EXPECT_THAT(ruled_after({.encoder_repetition_penalty = 2}, {.ids = {0, 3}, .prompt = 1, .source = {}}),
              ElementsAre(4, -1, 0.5F, 4, -3));
}

TEST(GenerationRules, NoRunAppearsTwice) {
  // 1 2 3 … 1 2: not 3 again. With runs of two, what follows each 2: 3.
  const GivenIds ids = {1, 2, 3, 0, 1, 2};
  EXPECT_THAT(ruled_after_prompt({.no_repeat_ngram_size = 3}, ids), ElementsAre(2, -1, 0.5F, kForbidden, -3));
  EXPECT_THAT(ruled_after_prompt({.no_repeat_ngram_size = 2}, ids), ElementsAre(2, -1, 0.5F, kForbidden, -3));
  EXPECT_THAT(ruled_after_prompt({.no_repeat_ngram_size = 4}, ids), ElementsAre(2, -1, 0.5F, 4, -3));
  EXPECT_THAT(ruled_after_prompt({.no_repeat_ngram_size = 1}, ids),
              ElementsAre(kForbidden, kForbidden, kForbidden, kForbidden, -3));
  EXPECT_THAT(
      ruled_after({.encoder_no_repeat_ngram_size = 2}, {.ids = {2}, .prompt = 1, .source = {2, 0, 2, 4}}),
      ElementsAre(kForbidden, -1, 0.5F, 4, kForbidden));
}

TEST(GenerationRules, ABadWordIsForbiddenWhereItWouldEnd) {
  const GenerationRules rules{.ends = {1}, .bad_words_ids = {{0}, {1}, {2, 3}, {4, 4, 2}}};
  EXPECT_THAT(ruled_after_prompt(rules, GivenIds{4, 2}), ElementsAre(kForbidden, -1, 0.5F, kForbidden, -3))
      << "the end token stays";
  EXPECT_THAT(ruled_after_prompt(rules, GivenIds{3, 4}), ElementsAre(kForbidden, -1, 0.5F, 4, -3));
  EXPECT_THAT(ruled_after_prompt(rules, GivenIds{4, 4}), ElementsAre(kForbidden, -1, 0.5F, 4, -3))
      << "no text of three tokens yet";
  EXPECT_THAT(ruled_after_prompt(rules, GivenIds{0, 4, 4}), ElementsAre(kForbidden, -1, kForbidden, 4, -3));
}

TEST(GenerationRules, NoTextEndsBeforeItsLeastLength) {
  const TokensSoFar three{.ids = {0, 0, 0}, .prompt = 2, .source = {}};
  EXPECT_THAT(ruled_after({.ends = {0, 3}, .min_length = 4}, three),
              ElementsAre(kForbidden, -1, 0.5F, kForbidden, -3));
  EXPECT_THAT(ruled_after({.ends = {0, 3}, .min_length = 3}, three), ElementsAre(2, -1, 0.5F, 4, -3));
  EXPECT_THAT(ruled_after({.ends = {3}, .min_new_tokens = 2}, three),
              ElementsAre(2, -1, 0.5F, kForbidden, -3));
  EXPECT_THAT(ruled_after({.ends = {3}, .min_new_tokens = 1}, three), ElementsAre(2, -1, 0.5F, 4, -3));
  EXPECT_THAT(ruled_after({.ends = {3}, .min_length = 9, .min_new_tokens = 1}, three),
              ElementsAre(2, -1, 0.5F, 4, -3))
      << "min_new_tokens wins";
}

TEST(GenerationRules, TheFirstAndTheLastTokenCanBeForced) {
  const GenerationRules first{.forced_bos_token_id = 2};
  EXPECT_THAT(ruled_after_prompt(first, GivenIds{0}),
              ElementsAre(kForbidden, kForbidden, 0, kForbidden, kForbidden));
  EXPECT_THAT(ruled_after_prompt(first, GivenIds{0, 2}), ElementsAre(2, -1, 0.5F, 4, -3));
  const GenerationRules last{.forced_eos_token_id = {1, 4}};
  EXPECT_THAT(ruled_after(last, {.ids = {0, 0}, .prompt = 1, .source = {}, .longest = 3}),
              ElementsAre(kForbidden, 0, kForbidden, kForbidden, 0));
  EXPECT_THAT(ruled_after(last, {.ids = {0, 0}, .prompt = 1, .source = {}, .longest = 4}),
              ElementsAre(2, -1, 0.5F, 4, -3));
  EXPECT_THAT(ruled_after_prompt(last, GivenIds{0, 0}), ElementsAre(2, -1, 0.5F, 4, -3))
      << "no greatest length is asked for";
}

TEST(GenerationRules, SuppressedTokensNeverComeAndSomeNeverFirst) {
  EXPECT_THAT(ruled_after_prompt({.suppress_tokens = {3, 4}}, GivenIds{0}),
              ElementsAre(2, -1, 0.5F, kForbidden, kForbidden));
  const GenerationRules first{.begin_suppress_tokens = {3}};
  EXPECT_THAT(ruled_after(first, {.ids = {0, 0}, .prompt = 2, .source = {}}),
              ElementsAre(2, -1, 0.5F, kForbidden, -3));
  EXPECT_THAT(ruled_after(first, {.ids = {0, 0, 0}, .prompt = 2, .source = {}}),
              ElementsAre(2, -1, 0.5F, 4, -3));
}

TEST(GenerationRules, BehindAForcedTokenTheNextCountsAsTheFirst) {
  const GenerationRules rules{.forced_bos_token_id = 2, .begin_suppress_tokens = {3}};
  EXPECT_THAT(ruled_after(rules, {.ids = {0}, .prompt = 1, .source = {}}),
              ElementsAre(kForbidden, kForbidden, 0, kForbidden, kForbidden));
  EXPECT_THAT(ruled_after(rules, {.ids = {0, 2}, .prompt = 1, .source = {}}),
              ElementsAre(2, -1, 0.5F, kForbidden, -3));
}

TEST(GenerationRules, TheGreatestLengthCountsFromThePromptWhereItIsOfNewTokens) {
  EXPECT_EQ(GenerationRules{}.longest(3), std::nullopt);
  EXPECT_EQ((GenerationRules{.max_length = 20}).longest(3), 20);
  EXPECT_EQ((GenerationRules{.max_length = 20, .max_new_tokens = 5}).longest(3), 8);
}

TEST(GenerationRules, NameThoseThatChangedAToken) {
  Eigen::RowVectorXf logits(3);
  logits << 1, 2, 3;
  const GenerationRules rules{.repetition_penalty = 2, .suppress_tokens = {1, 2}};
  const RuledLogits made = apply(rules, logits, {.ids = {1}, .prompt = 1, .source = {}});
  EXPECT_THAT(made.rules_of(0), IsEmpty());
  EXPECT_THAT(made.rules_of(1), ElementsAre(Rule::kRepetition, Rule::kSuppress));
  EXPECT_THAT(made.rules(), ElementsAre(Rule::kRepetition, Rule::kSuppress));
  EXPECT_EQ(field_of(Rule::kSuppress), "suppress_tokens");
}

TEST(GenerationRules, AForbiddenTokenIsNeverDrawnAndTheOthersShareItsProbability) {
  Eigen::RowVectorXf logits(3);
  logits << 1, 5, 1;
  const RuledLogits made = apply({.suppress_tokens = {1}}, logits, {.ids = {0}, .prompt = 1, .source = {}});
  const Sampling draws{.greedy = false};
  EXPECT_THAT(sampling_distribution(made.logits, draws), ElementsAre(0.5, 0, 0.5));
  const Generated chosen = choose_token(logits, made, {}, 0);
  EXPECT_EQ(chosen.token, 0);
  EXPECT_NEAR(chosen.probability, 1 / (2 + std::exp(4.0)), 1e-6) << "that of the model, with every token";
}

TEST(GenerationRules, MayLeaveNoToken) {
  Eigen::RowVectorXf logits(2);
  logits << 1, 5;
  const RuledLogits made =
      apply({.suppress_tokens = {0, 1}}, logits, {.ids = {0}, .prompt = 1, .source = {}});
  EXPECT_TRUE(made.leaves_none());
  EXPECT_THAT(sampling_distribution(made.logits, {}), ElementsAre(0, 0));
}

}  // namespace
}  // namespace engine
