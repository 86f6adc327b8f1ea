// The loss of a batch, and what it moves: the mean over the rows of all its sentences, each of them a run of
// its own.
#include <gtest/gtest.h>

#include "engine/gradients/attribution.h"
#include "engine/gradients/gradient_stages.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

const GradientRequest kBatchLoss{.target = LossTarget{}};

// Two sentences of one length, the second with padding: four and two rows are asked for a token.
struct Batch {
  Batch() {
    config.architecture = Architecture::kDecoder;
    config.decoder_layers = 2;
    config.d_ff = 16;
    config.mask_padding = true;
    input.is_batch = true;
    input.examples = {
        {{{"the", "cat", "saw", "the", "dog"}, std::vector<bool>(5, false)}, std::nullopt},
        {{{"a", "dog", "saw", "<pad>", "<pad>"}, {false, false, false, true, true}}, std::nullopt}};
    input.vocabulary = distinct_tokens(input.examples);
    model = make_model(config);
    trace = forward(*model, input, config);
  }

  // One of its sentences alone, with the same vocabulary.
  Input alone(size_t example) const {
    Input one = input;
    one.is_batch = false;
    one.examples = {input.examples[example]};
    return one;
  }
  std::shared_ptr<const Trace> with(const Input& run, const Target& target) const {
    const auto made = with_gradients(*forward(*model, run, config), config, {.target = target});
    EXPECT_TRUE(made.ok()) << made.error().key;
    return *made;
  }

  Config config = seeded_config(12, 2, 6, 6);
  Input input;
  std::shared_ptr<const Model> model;
  std::shared_ptr<const Trace> trace;
};

TEST(BatchGradients, OfItsLossAreThoseOfEachSentenceByItsRows) {
  const Batch batch;
  const auto all = batch.with(batch.input, LossTarget{});
  const auto first = batch.with(batch.alone(0), LossTarget{});
  const auto second = batch.with(batch.alone(1), LossTarget{});
  constexpr float kFirst = 4.0F / 6;
  constexpr float kSecond = 2.0F / 6;
  EXPECT_NEAR(numbers_of(*all, "loss")(0, 0),
              kFirst * numbers_of(*first, "loss")(0, 0) + kSecond * numbers_of(*second, "loss")(0, 0), 1e-6);
  // The table is one for both; what belongs to one sentence gets that sentence's part.
  const auto expect_near = [](const Matrix& whole, const Matrix& parts, const std::string& name) {
    const float largest = whole.cwiseAbs().maxCoeff();
    EXPECT_GT(largest, 0) << name;
    EXPECT_LT((whole - parts).cwiseAbs().maxCoeff(), 1e-5 * largest) << name;
  };
  const std::string table = "gradient.embedding.table";
  expect_near(numbers_of(*all, table),
              kFirst * numbers_of(*first, table) + kSecond * numbers_of(*second, table), table);
  for (const char* const own : {"decoder.0.self.head.1.wq", "decoder.1.ffn.w2", "input"}) {
    const std::string alone = gradient_address(own);
    expect_near(numbers_of(*all, gradient_address("batch.0." + std::string(own))),
                kFirst * numbers_of(*first, alone), own);
    expect_near(numbers_of(*all, gradient_address("batch.1." + std::string(own))),
                kSecond * numbers_of(*second, alone), own);
  }
}

TEST(BatchGradients, OfPaddingAreExactlyZero) {
  const Batch batch;
  const auto all = batch.with(batch.input, LossTarget{});
  EXPECT_EQ(numbers_of(*all, "batch.1.loss.rows").bottomRows(3).cwiseAbs().sum(), 0);
  EXPECT_EQ(numbers_of(*all, "gradient.batch.1.input").bottomRows(2).cwiseAbs().maxCoeff(), 0);
}

TEST(BatchGradients, AMissingTargetSaysWhy) {
  Batch batch;
  for (const auto& [target, error] :
       {std::pair<Target, const char*>{LogitTarget{0, Index{1}, std::nullopt}, "error.logit_batch"},
        {CellTarget{"batch.2.logits", 0, 0}, "error.unknown_stage"}}) {
    const auto made = with_gradients(*batch.trace, batch.config, {.target = target});
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().key, error);
  }
  batch.config.architecture = Architecture::kEncoder;
  batch.config.predicts = Prediction::kTokens;
  const auto run = forward(*make_model(batch.config), batch.input, batch.config);
  EXPECT_EQ(with_gradients(*run, batch.config, {kBatchLoss.target, {}, {{0, Index{1}}}}).error().key,
            "error.loss_batch");
}

TEST(BatchGradients, WhatMattersIsReadOffOneSentence) {
  const Batch batch;
  const Target target = CellTarget{"batch.1.logits", 2, 1};
  EXPECT_EQ(example_of(target), 1);
  EXPECT_EQ(example_of(kBatchLoss.target), -1);
  const auto inputs = input_stages(*batch.trace, 1);
  EXPECT_EQ(inputs, std::vector<std::string>{"batch.1.input"});
  const auto in_batch = batch.with(batch.input, target);
  const auto alone = batch.with(batch.alone(1), CellTarget{"logits", 2, 1});
  const auto here = gradient_lengths(*in_batch, inputs);
  const auto there = gradient_lengths(*alone, input_stages(*alone));
  ASSERT_EQ(here.size(), 1U);
  for (size_t row = 0; row < 5; ++row)
    EXPECT_NEAR(here.front().shares[row], there.front().shares[row], 1e-6) << row;
  EXPECT_TRUE(gradient_lengths(*in_batch, input_stages(*in_batch, 0)).empty());
  EXPECT_EQ(head_shares(*in_batch, 1).size(), 4U);
  EXPECT_EQ(head_shares(*in_batch, 1).front().head, "batch.1.decoder.0.self.head.0");
  EXPECT_TRUE(head_shares(*in_batch, 0).empty());
}

// Only the sentence that is looked at leaves the baseline: its shares add up to what the batch's loss gains.
TEST(BatchGradients, IntegratedGradientsOfOneSentenceAddUp) {
  const Batch batch;
  const Integration along{input_stages(*batch.trace, 0), Baseline::kMean, 64};
  const auto made =
      integrate_gradients(*batch.trace, *batch.model, batch.input, batch.config, kBatchLoss, along);
  ASSERT_TRUE(made.ok() && made->has_value());
  ASSERT_EQ((*made)->shares.size(), 1U);
  const double gained = (*made)->at_input - (*made)->at_baseline;
  EXPECT_GT(std::abs(gained), 1e-3);
  EXPECT_NEAR((*made)->sum(), gained, 1e-2 * std::abs(gained));
}

}  // namespace
}  // namespace engine
