// What matters for a number: shares that add up to what they claim, on models small enough to check.
#include "engine/gradients/attribution.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/gradients/gradient_stages.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

Config two_layers() {
  Config config = seeded_config(16, 2, 8, 8);
  config.architecture = Architecture::kDecoder;
  config.decoder_layers = 2;
  config.d_ff = 32;
  return config;
}

const GradientRequest kLoss{.target = LossTarget{}};

struct Attributed {
  Config config = two_layers();
  Input input = single_input({{"a", "b", "c", "a"}, {false, false, false, false}});
  std::shared_ptr<const Model> model = make_model(config);
  std::shared_ptr<const Trace> run = forward(*model, input, config);

  IntegratedGradients integrated(Baseline baseline, Index steps) const {
    const Integration along{input_stages(*run), baseline, steps};
    return integrate_gradients(*run, *model, input, config, kLoss, along).value().value();
  }
};

// Sundararajan et al. 2017, sec. 3: completeness.
TEST(Attribution, IntegratedGradientsAddUpToWhatTheTargetGained) {
  const Attributed each;
  const IntegratedGradients made = each.integrated(Baseline::kMean, 64);
  const double gained = made.at_input - made.at_baseline;
  EXPECT_GT(std::abs(gained), 1e-2);
  EXPECT_NEAR(made.sum(), gained, 5e-3 * std::abs(gained));
  ASSERT_EQ(made.shares.size(), 1U);
  EXPECT_EQ(made.shares.front().shares.size(), 4U);
}

// A norm sees no difference between a row and half of it: from 0 on, all is gained in the first moment, which
// no number of steps finds. The sums tell it.
TEST(Attribution, FromZeroANormHidesWhatTheTargetGained) {
  const IntegratedGradients made = Attributed().integrated(Baseline::kZero, 64);
  EXPECT_GT(std::abs(made.sum() - (made.at_input - made.at_baseline)), 0.1);
}

TEST(Attribution, MoreStepsComeCloser) {
  const Attributed each;
  const auto missed = [&](Index steps) {
    const IntegratedGradients made = each.integrated(Baseline::kMean, steps);
    return std::abs(made.sum() - (made.at_input - made.at_baseline));
  };
  EXPECT_LT(missed(256), missed(4));
}

TEST(Attribution, AHeadsShareIsWhatItsOutputBringsToFirstOrder) {
  const Attributed each;
  const auto with = with_gradients(*each.run, each.config, kLoss).value();
  const std::vector<HeadShare> heads = head_shares(*with);
  ASSERT_EQ(heads.size(), 4U);
  const double before = target_value(*each.run, each.config, kLoss).value();
  for (const HeadShare& head : heads) {
    // Its output a hundredth smaller.
    const Matrix output = numbers_of(*each.run, head.head + ".output");
    Config config = each.config;
    StageEdits edits{head.head + ".output", {}};
    for (Index row = 0; row < output.rows(); ++row) {
      for (Index column = 0; column < output.cols(); ++column)
        edits.cells.push_back({row, column, 0.99 * static_cast<double>(output(row, column))});
    }
    config.edits = {edits};
    const auto moved = forward(*each.model, each.input, config);
    const double happened = target_value(*moved, config, kLoss).value() - before;
    EXPECT_NEAR(happened, -0.01 * head.share, 1e-5 + 0.05 * std::abs(0.01 * head.share)) << head.head;
  }
}

TEST(Attribution, GradientTimesInputIsTheGradientsSum) {
  const Attributed each;
  const auto with = with_gradients(*each.run, each.config, kLoss).value();
  const Matrix slopes = numbers_of(*with, "gradient.input");
  const Matrix numbers = numbers_of(*with, "input");
  const auto lengths = gradient_lengths(*with, input_stages(*with));
  const auto times = gradient_times_input(*with, input_stages(*with));
  ASSERT_EQ(lengths.size(), 1U);
  for (Index row = 0; row < slopes.rows(); ++row) {
    EXPECT_NEAR(lengths.front().shares[static_cast<size_t>(row)], slopes.row(row).cast<double>().norm(),
                1e-6);
    EXPECT_NEAR(times.front().shares[static_cast<size_t>(row)], slopes.row(row).dot(numbers.row(row)), 1e-4);
  }
}

}  // namespace
}  // namespace engine
