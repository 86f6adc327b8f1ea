// One number's way through a step, told to the last term, ends where training leaves it.
#include "engine/training/weight_update.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/formula.h"
#include "tests/engine/training_steps.h"

namespace engine {
namespace {

size_t tensor_named(const TrainedModel& model, const std::string& name) {
  size_t i = 0;
  while (model.tensors().at(i).name.name != name) ++i;
  return i;
}

// Of the embedding, and of every kind of parameter of the last attention: in the middle and at the edge.
std::vector<WeightPlace> places(const TrainedModel& model) {
  std::vector<WeightPlace> places;
  const Config& config = model.config();
  const std::string layer = config.has_decoder() ? "decoder." + std::to_string(config.decoder_layers - 1)
                                                 : "encoder." + std::to_string(config.encoder_layers - 1);
  for (const std::string& name : {std::string("embedding.weight"), layer + ".self.v.weight",
                                  layer + ".self.o.bias", layer + ".self.norm.weight"}) {
    const size_t tensor = tensor_named(model, name);
    const Matrix& numbers = *model.tensors()[tensor].numbers;
    places.push_back({tensor, numbers.rows() / 2, 5});
    if (places.size() % 3 == 1) places.push_back({tensor, numbers.rows() - 1, numbers.cols() - 1});
  }
  return places;
}

WeightUpdate update_of(const TakenStep& taken, const WeightPlace& place) {
  return weight_update(taken.run.task(), taken.run.recipe().optimiser, taken.before, taken.state_before,
                       taken.detail, place)
      .value();
}

const Explanation& line_of(const WeightUpdate& update, UpdateLine line) {
  for (const ExplainedLine& each : update.lines) {
    if (each.line == line) return each.explanation;
  }
  ADD_FAILURE() << "no such line";
  return update.lines.front().explanation;
}

class WeightUpdateOf : public ::testing::TestWithParam<StepCase> {};

TEST_P(WeightUpdateOf, EndsAtTheNumberThatTrainingLeaves) {
  const TakenStep& taken = taken_step(GetParam());
  for (const WeightPlace& place : places(taken.before)) {
    const WeightUpdate update = update_of(taken, place);
    const auto left = [&](const Gradients& numbers) {
      return numbers[place.tensor](place.row, place.column);
    };
    EXPECT_EQ(update.step.number, left(taken.run.model().numbers())) << update.tensor;
    EXPECT_EQ(update.step.mean, left(taken.run.optimiser().mean)) << update.tensor;
    EXPECT_EQ(update.step.square, left(taken.run.optimiser().square)) << update.tensor;
    EXPECT_EQ(line_of(update, UpdateLine::kNumber).result, double{update.step.number});
    EXPECT_EQ(line_of(update, UpdateLine::kMean).result, double{update.step.mean});
    EXPECT_EQ(line_of(update, UpdateLine::kSquare).result, double{update.step.square});
    EXPECT_EQ(update.factors.shrink < 1, GetParam().is_clipped);
  }
}

TEST_P(WeightUpdateOf, TheExamplesSharesAddUpToTheGradient) {
  const TakenStep& taken = taken_step(GetParam());
  for (const WeightPlace& place : places(taken.before)) {
    const WeightUpdate update = update_of(taken, place);
    ASSERT_EQ(update.shares.size(), taken.detail.batch.size());
    double sum = 0;
    double magnitude = 0;
    for (const double share : update.shares) {
      sum += share;
      magnitude += std::abs(share);
    }
    EXPECT_EQ(update.gradient, taken.run.gradients()[place.tensor](place.row, place.column));
    EXPECT_NEAR(sum, update.gradient, 1e-5 * magnitude + 1e-9) << update.tensor;
  }
}

// A line's result from what it shows alone.
double recomputed(const Explanation& line) {
  double sum = 0;
  for (const Term& term : line.terms) sum += term.has_right ? term.left * term.right : term.left;
  return line.arithmetic == Arithmetic::kQuotient ? sum / line.divisor() : sum;
}

TEST_P(WeightUpdateOf, EveryLineFollowsFromTheTermsShown) {
  const TakenStep& taken = taken_step(GetParam());
  for (const WeightPlace& place : places(taken.before)) {
    const WeightUpdate update = update_of(taken, place);
    for (const auto& [line, explanation] : update.lines) {
      const bool is_sum_of_shares = line == UpdateLine::kGradient;
      EXPECT_NEAR(recomputed(explanation), explanation.result,
                  (is_sum_of_shares ? 1e-5 : 1e-7) * explanation.magnitude + 1e-9)
          << update.tensor << ": " << plain_formula(explanation.formula.pattern);
    }
  }
}

// The algorithm's own words, once more and at once: Loshchilov & Hutter 2019, algorithm 2.
TEST_P(WeightUpdateOf, IsTheStepOfTheAlgorithm) {
  const TakenStep& taken = taken_step(GetParam());
  const OptimiserSettings& said = taken.run.recipe().optimiser;
  const double t = GetParam().step + 1;
  for (const WeightPlace& place : places(taken.before)) {
    const WeightUpdate update = update_of(taken, place);
    const double g = double{update.gradient} * std::min(1.0, said.clip / taken.report.gradient_length);
    const double m = said.beta1 * double{update.mean_before} + (1 - said.beta1) * g;
    const double v = said.beta2 * double{update.square_before} + (1 - said.beta2) * g * g;
    const double direction =
        m / (1 - std::pow(said.beta1, t)) / (std::sqrt(v / (1 - std::pow(said.beta2, t))) + said.epsilon);
    const double w = double{update.number_before};
    const ParameterRole role = taken.before.tensors()[place.tensor].name.role;
    const double decay = role == ParameterRole::kMatrix ? said.decay : 0;
    const double expected = w - taken.report.rate * (direction + decay * w);
    EXPECT_NEAR(update.step.number, expected, 1e-7 * std::abs(w) + 1e-4 * taken.report.rate) << update.tensor;
  }
}

INSTANTIATE_TEST_SUITE_P(All, WeightUpdateOf, ::testing::ValuesIn(step_cases()),
                         [](const auto& tested) { return tested.param.name(); });

TEST(WeightUpdate, SaysThatEmbeddingsKeepTheirSize) {
  const TakenStep& taken = taken_step({"repeat", 0, false});
  const auto lines = [&](const std::string& tensor) {
    const WeightUpdate update = update_of(taken, {tensor_named(taken.before, tensor), 0, 0});
    std::vector<UpdateLine> found;
    for (const ExplainedLine& each : update.lines) found.push_back(each.line);
    return found;
  };
  using enum UpdateLine;
  EXPECT_EQ(lines("embedding.weight"), (std::vector{kGradient, kClipped, kMean, kSquare, kWholeMean,
                                                    kWholeSquare, kDirection, kNumber}));
  const std::string stack = taken.before.config().has_encoder() ? "encoder" : "decoder";
  EXPECT_EQ(lines(stack + ".0.self.q.weight"), (std::vector{kGradient, kClipped, kMean, kSquare, kWholeMean,
                                                            kWholeSquare, kDirection, kPull, kNumber}));
}

// Both means begin at 0: the first step is as long as the rate, whatever the gradient's size.
TEST(WeightUpdate, TheFirstStepIsTheRateLong) {
  const TakenStep& taken = taken_step({"phrase", 0, false});
  const size_t tensor = tensor_named(taken.before, "encoder.0.ffn.up.weight");
  const WeightUpdate update = update_of(taken, {tensor, 3, 5});
  ASSERT_GT(std::abs(update.gradient), 1e-5F);
  EXPECT_NEAR(std::abs(update.step.direction), 1, 1e-2);
}

TEST(WeightUpdate, StopsWhereItIsAskedTo) {
  const TakenStep& taken = taken_step({"repeat", 0, false});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(weight_update(taken.run.task(), taken.run.recipe().optimiser, taken.before, taken.state_before,
                             taken.detail, {}, stop.get_token()));
}

}  // namespace
}  // namespace engine
