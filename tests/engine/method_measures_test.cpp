// Claims about what is measured of a way of computing attention: errors, slopes, and what it takes.
#include "engine/analysis/method_measures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/core/parallel.h"
#include "tests/engine/efficient.h"

namespace engine {
namespace {

AttentionMethod method_of(AttentionKind kind) {
  return {.kind = kind};
}

TEST(HeadErrors, AreThoseOfTheDifferenceThatIsShown) {
  Config config = seeded_config(12, 2, 5, 4);
  config.attention.kind = AttentionKind::kPerformer;
  config.causal = true;
  const auto trace = run_words(config);
  const Matrix exact = numbers_of(*trace, head_address(1, "exact"));
  const Matrix v = numbers_of(*trace, head_address(1, "v"));
  const Matrix output = numbers_of(*trace, head_address(1, "output"));
  const auto errors = head_errors(*trace, "encoder.0.self.head.1");
  ASSERT_TRUE(errors.has_value());
  EXPECT_NEAR(errors->map, numbers_of(*trace, head_address(1, "difference")).norm() / exact.norm(), 1e-6);
  EXPECT_NEAR(errors->output, (output - exact * v).norm() / (exact * v).norm(), 1e-6);
  EXPECT_GT(errors->map, 0.01);
  EXPECT_FALSE(head_errors(*trace, "encoder.0.self.head.2").has_value());
}

TEST(HeadErrors, OfTheExactWayAreNone) {
  const auto errors = head_errors(*run_words(seeded_config(12, 2, 5, 4)), "encoder.0.self.head.0");
  ASSERT_TRUE(errors.has_value());
  EXPECT_EQ(errors->map, 0);
  EXPECT_LT(errors->output, 1e-6);
  EXPECT_EQ(errors->missed_most, 0);
}

// The exact weight outside of the window, by hand.
TEST(HeadErrors, MissWhatAWindowDoesNotSee) {
  const MeasuredHead head = drawn_head(20, 4, 4, 1, 3);
  AttentionMethod method = method_of(AttentionKind::kWindow);
  method.window = 3;
  method.global = 0;
  const auto errors = head_errors(head, method);
  ASSERT_TRUE(errors.has_value());
  ASSERT_EQ(errors->missed.size(), 20U);
  Matrix exact = (head.q * head.k.transpose() / 2).array().exp();
  exact.array().colwise() /= exact.rowwise().sum().array().eval();
  double mean = 0;
  for (Index i = 0; i < 20; ++i) {
    double expected = 0;
    for (Index j = 0; j < 20; ++j) expected += std::abs(i - j) >= 3 ? exact(i, j) : 0;
    EXPECT_NEAR(errors->missed[static_cast<size_t>(i)], expected, 1e-5) << i;
    mean += expected / 20;
  }
  EXPECT_NEAR(errors->missed_mean, mean, 1e-5);
}

// What a head is measured to do from its numbers is what it does in the model.
TEST(RunHead, GivesTheErrorsOfTheTraceThatItsNumbersAreTakenFrom) {
  for (const MethodCase& method : method_cases()) {
    const auto trace = run_words(method.config);
    const auto there = head_errors(*trace, "encoder.0.self.head.1");
    const auto head = measured_head(*trace, "encoder.0.self.head.1", method.config);
    ASSERT_TRUE(head.ok() && there.has_value()) << method.name;
    const auto here = head_errors(*head, method.config.attention);
    ASSERT_TRUE(here.has_value()) << method.name;
    EXPECT_NEAR(here->map, there->map, 1e-5 * (1 + there->map)) << method.name;
    EXPECT_NEAR(here->output, there->output, 1e-5 * (1 + there->output)) << method.name;
    EXPECT_NEAR(here->missed_most, there->missed_most, 1e-5) << method.name;
  }
}

TEST(RunHead, KnowsPositionsAndMasksOfTheModel) {
  for (const MaskCase& mask : mask_cases()) {
    for (const PositionKind positions : {PositionKind::kRotary, PositionKind::kAlibi, PositionKind::kShaw}) {
      Config config = mask.config;
      config.positions = positions;
      config.attention.kind = AttentionKind::kWindow;
      const auto trace = run_words(config);
      const auto there = head_errors(*trace, "encoder.0.self.head.1");
      const auto head = measured_head(*trace, "encoder.0.self.head.1", config);
      ASSERT_TRUE(head.ok() && there.has_value()) << mask.name;
      const auto here = head_errors(*head, config.attention);
      ASSERT_TRUE(here.has_value()) << mask.name;
      EXPECT_NEAR(here->map, there->map, 1e-5) << mask.name;
      EXPECT_NEAR(here->output, there->output, 1e-5) << mask.name;
    }
  }
}

TEST(RunHead, OfNoSuchHeadSaysSo) {
  const Config config = seeded_config(12, 2, 5, 4);
  const auto head = measured_head(*run_words(config), "encoder.0.self.head.7", config);
  ASSERT_FALSE(head.ok());
  EXPECT_EQ(head.error().key, "error.measure_head");
}

// Positions in the scores and ways that read them, of any width: the numbers of exact attention.
TEST(Positions, AreExactUnderTilesAndAWindowAsWideAsTheText) {
  for (const PositionKind positions : {PositionKind::kAlibi, PositionKind::kShaw, PositionKind::kRotary}) {
    for (const bool causal : {false, true}) {
      Config config = seeded_config(12, 2, 6, 4);
      config.positions = positions;
      config.causal = causal;
      const auto exact = run_words(config);
      for (const AttentionKind kind : {AttentionKind::kTiled, AttentionKind::kWindow}) {
        config.attention = {.kind = kind, .chunk = 3, .window = 11, .global = 0};
        for (const bool recompute : {false, true}) {
          const auto made = forward(*make_model(config), single_input({kElevenWords, std::vector<bool>(11)}),
                                    config, {}, nullptr, {.recompute = recompute});
          for (const char* const step : {"weights", "output"}) {
            const std::string address = head_address(1, step);
            EXPECT_LT(largest_gap(numbers_of(*made, address), numbers_of(*exact, address)), 1e-5)
                << name_of(kind) << " " << address << " " << static_cast<int>(positions);
          }
        }
      }
    }
  }
}

TEST(FitPower, FindsTheExponentAndItsError) {
  const std::vector<double> x = {1, 2, 4, 8};
  const auto exact = fit_power(x, std::vector<double>{3, 12, 48, 192});
  ASSERT_TRUE(exact.has_value());
  EXPECT_NEAR(exact->slope, 2, 1e-12);
  EXPECT_NEAR(exact->error.value(), 0, 1e-9);
  // Logarithms to base 2: 0, 1, 2, 3 against 0, 1, 1, 2; slope 0.6, residuals 0.1, 0.3, 0.3, 0.1 squared sum
  // 0.2; sqrt(0.2 / 2 / 5).
  const auto rough = fit_power(x, std::vector<double>{1, 2, 2, 4});
  ASSERT_TRUE(rough.has_value());
  EXPECT_NEAR(rough->slope, 0.6, 1e-12);
  EXPECT_NEAR(rough->error.value(), std::sqrt(0.02), 1e-12);
  EXPECT_FALSE(fit_power(x, std::vector<double>{1, 0, 1, 1}).has_value());
  EXPECT_FALSE(fit_power(std::vector<double>{2, 2}, std::vector<double>{1, 3}).has_value());
  EXPECT_FALSE(fit_power(std::vector<double>{1, 2}, std::vector<double>{1, 3})->error.has_value());
}

Sweep sweep_of(const AttentionMethod& method, const char* number, std::vector<Index> values, Index draws) {
  return {
      .method = method, .number = method_number_named(number), .values = std::move(values), .draws = draws};
}

// Choromanski et al. 2021: the variance of a mean of m features falls with m. Entries of std .25, where the
// tail does not bend it yet.
TEST(Sweep, ThePerformersErrorFallsWithTheRootOfItsFeatures) {
  AttentionMethod method = method_of(AttentionKind::kPerformer);
  method.orthogonal = false;
  const MeasuredHead head = drawn_head(256, 16, 16, 0.25, 1);
  const auto swept = run_sweep({&head, 1}, sweep_of(method, "features", {16, 64, 256, 1024}, 8));
  ASSERT_TRUE(swept.has_value() && swept->map && swept->map->error);
  EXPECT_EQ(swept->theory, -0.5);
  EXPECT_LT(*swept->map->error, 0.03);
  EXPECT_NEAR(swept->map->slope, -0.5, 4 * *swept->map->error + 0.005);
  EXPECT_GT(swept->points[0].map.mean, 6 * swept->points[3].map.mean);
  EXPECT_GT(swept->points[0].map.deviation, 0);
}

// Random feature attention looks at directions alone: its error stays, and only what chance adds falls.
TEST(Sweep, OfRandomFeatureAttentionOnlyTheErrorByChanceFallsWithTheRoot) {
  const MeasuredHead head = drawn_head(96, 8, 8, 1, 2);
  const auto swept =
      run_sweep({&head, 1}, sweep_of(method_of(AttentionKind::kRfa), "features", {32, 128, 512, 2048}, 6));
  ASSERT_TRUE(swept.has_value() && swept->by_chance && swept->by_chance->error && swept->map);
  EXPECT_NEAR(swept->by_chance->slope, -0.5, 4 * *swept->by_chance->error + 0.02);
  EXPECT_GT(swept->map->slope, -0.25);
  EXPECT_LT(swept->points[3].by_chance->mean, swept->points[3].map.mean / 4);
}

TEST(Sweep, OfWhatIsNotDrawnIsRunOnce) {
  const MeasuredHead head = drawn_head(24, 4, 4, 1, 2);
  const auto swept =
      run_sweep({&head, 1}, sweep_of(method_of(AttentionKind::kWindow), "window", {2, 8, 24}, 9));
  ASSERT_TRUE(swept.has_value());
  EXPECT_EQ(swept->draws, 1);
  EXPECT_FALSE(swept->theory.has_value());
  EXPECT_GT(swept->points[0].missed.mean, swept->points[1].missed.mean);
  EXPECT_LT(swept->points[2].map.mean, 1e-6);
  EXPECT_FALSE(swept->map.has_value());
}

TEST(Sweep, TellsHowFarItIsAndStopsWhenAsked) {
  const MeasuredHead head = drawn_head(12, 4, 4, 1, 2);
  const Sweep sweep = sweep_of(method_of(AttentionKind::kPerformer), "features", {2, 4}, 3);
  std::vector<Index> told;
  const auto tell = [&](Index done, Index planned) {
    EXPECT_EQ(planned, 6);
    told.push_back(done);
  };
  EXPECT_TRUE(run_sweep({&head, 1}, sweep, tell).has_value());
  EXPECT_EQ(told, (std::vector<Index>{0, 1, 2, 3, 4, 5, 6}));
  std::stop_source stop;
  const Stoppable stoppable(stop.get_token());
  const auto stop_after_two = [&](Index done, Index) {
    EXPECT_LE(done, 2);
    if (done == 2) stop.request_stop();
  };
  EXPECT_FALSE(run_sweep({&head, 1}, sweep, stop_after_two).has_value());
}

TEST(Sweep, ChecksEveryValue) {
  Config config = seeded_config(12, 2, 5, 4);
  config.attention.kind = AttentionKind::kLinformer;
  const Input input = single_input({kElevenWords, std::vector<bool>(11)});
  EXPECT_FALSE(check_sweep(config, input, sweep_of(config.attention, "rank", {3, 11}, 1)).has_value());
  const auto bad = check_sweep(config, input, sweep_of(config.attention, "rank", {3, 12}, 1));
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->key, "error.attention_rank");
}

// The exponent of what is counted from 1024 to 16384 tokens.
Fit counted_exponent(const AttentionMethod& method, double MethodCost::*field) {
  std::vector<double> x;
  std::vector<double> y;
  for (Index length = 1024; length <= 16384; length *= 2) {
    x.push_back(static_cast<double>(length));
    y.push_back(method_cost(method, {length, length, 64, 64}).*field);
  }
  return *fit_power(x, y);
}

TEST(Cost, GrowsLinearlyOfTheLinearWaysAndQuadraticallyOfTheExactOne) {
  const auto expect = [](const AttentionMethod& method, double operations, double bytes) {
    EXPECT_NEAR(counted_exponent(method, &MethodCost::operations).slope, operations, 0.02)
        << name_of(method.kind);
    EXPECT_NEAR(counted_exponent(method, &MethodCost::bytes).slope, bytes, 0.02) << name_of(method.kind);
  };
  expect(method_of(AttentionKind::kExact), 2, 2);
  for (const AttentionKind kind : {AttentionKind::kPerformer, AttentionKind::kRfa, AttentionKind::kLinformer})
    expect(method_of(kind), 1, 1);
  AttentionMethod hashed = method_of(AttentionKind::kReformer);
  // As long as more tokens get more buckets: chunks stay.
  hashed.chunk = 32;
  hashed.buckets = 1024;
  // Sorting adds a logarithm.
  EXPECT_NEAR(counted_exponent(hashed, &MethodCost::operations).slope, 1, 0.04);
  EXPECT_NEAR(counted_exponent(hashed, &MethodCost::bytes).slope, 1, 0.02);
  AttentionMethod window = method_of(AttentionKind::kWindow);
  window.global = 0;
  EXPECT_NEAR(counted_exponent(window, &MethodCost::operations).slope, 1, 0.02);
  EXPECT_LE(counted_exponent(method_of(AttentionKind::kTiled), &MethodCost::bytes).slope, 1);
}

// What is counted is what a run holds: its recomputing trace, less Q, K, V, the output and what was drawn.
TEST(Cost, BytesAreThoseThatALinearRunHolds) {
  constexpr Index kLength = 2048;
  const MeasuredHead head = drawn_head(kLength, 16, 16, 0.25, 1);
  for (const AttentionKind kind : {AttentionKind::kPerformer, AttentionKind::kRfa, AttentionKind::kLinformer,
                                   AttentionKind::kReformer}) {
    const AttentionMethod method = method_of(kind);
    const double given = 4.0 * kLength * sizeof(float) * 16;
    const double held = static_cast<double>(run_head(head, method)->bytes()) - given;
    const double counted = method_cost(method, {kLength, kLength, 16, 16}).bytes;
    EXPECT_NEAR(held / counted, 1, 0.06) << name_of(kind);
  }
}

// What is told before a run is what it then holds, and no more than three times that.
TEST(Estimate, OfMemoryIsNotBelowWhatARunHolds) {
  for (const MethodRow& row : attention_methods()) {
    for (const bool causal : {false, true}) {
      if (causal && row.masks == MethodMasks::kPadding) continue;
      Config config = seeded_config(32, 2, 16, 16);
      config.causal = causal;
      config.attention.kind = row.kind;
      const Input input = single_input(unnamed(400));
      const auto model = make_model(config);
      const auto full = forward(*model, input, config, {}, nullptr, {.recompute = false});
      const auto recompute = forward(*model, input, config, {}, nullptr, {.recompute = true});
      const auto full_bytes = static_cast<double>(full->bytes());
      const auto recomputing_bytes = static_cast<double>(recompute->bytes());
      EXPECT_GE(estimate_full_bytes(config, input), full_bytes) << row.name << causal;
      EXPECT_GE(estimate_recomputing_bytes(config, input), recomputing_bytes) << row.name << causal;
      EXPECT_LE(estimate_full_bytes(config, input), 3 * full_bytes) << row.name << causal;
      EXPECT_LE(estimate_recomputing_bytes(config, input), 6 * recomputing_bytes) << row.name << causal;
    }
  }
}

TEST(Estimate, OfOperationsOfALongInputGrowsAsTheWayDoes) {
  const auto exponent = [](AttentionKind kind) {
    Config config = seeded_config(32, 2, 16, 16);
    config.attention.kind = kind;
    const std::vector<double> x = {8192, 16384};
    std::vector<double> y;
    for (const double length : x)
      y.push_back(estimate_operations(config, single_input(unnamed(static_cast<size_t>(length)))));
    return fit_power(x, y)->slope;
  };
  EXPECT_NEAR(exponent(AttentionKind::kExact), 2, 0.05);
  EXPECT_NEAR(exponent(AttentionKind::kTiled), 2, 0.05);
  for (const AttentionKind kind :
       {AttentionKind::kPerformer, AttentionKind::kRfa, AttentionKind::kLinformer, AttentionKind::kWindow})
    EXPECT_NEAR(exponent(kind), 1, 0.05) << name_of(kind);
}

TEST(Lengths, AreTimedByTheClockThatIsGivenAndFitted) {
  double now = 0;
  const Meters meters{[&] { return now += 0.125; },
                      [](const std::function<void()>& work) -> std::optional<double> {
                        work();
                        return 64;
                      }};
  const std::vector<Index> lengths = {16, 32};
  for (const MethodRow& row : attention_methods()) {
    const auto measured = measure_lengths(method_of(row.kind), {.d_k = 4, .d_v = 4}, lengths, meters);
    ASSERT_TRUE(measured.has_value()) << row.name;
    EXPECT_EQ(measured->points[1].seconds, 0.125) << row.name;
    EXPECT_EQ(measured->points[1].peak_bytes, 64) << row.name;
    EXPECT_EQ(measured->seconds->slope, 0) << row.name;
  }
}

TEST(Lengths, BeyondMemoryAreRefusedWithTheFigure) {
  const auto bad = check_length(method_of(AttentionKind::kExact), {16384, 16384, 64, 64});
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->key, "error.measure_memory");
  EXPECT_EQ(bad->arguments.at(2).second, "2165");
  EXPECT_FALSE(check_length(method_of(AttentionKind::kTiled), {16384, 16384, 64, 64}).has_value());
  EXPECT_FALSE(check_length(method_of(AttentionKind::kPerformer), {65536, 65536, 64, 64}).has_value());
  AttentionMethod mixed = method_of(AttentionKind::kLinformer);
  mixed.rank = 32;
  EXPECT_EQ(check_length(mixed, {16, 16, 4, 4})->key, "error.attention_rank");
}

}  // namespace
}  // namespace engine
