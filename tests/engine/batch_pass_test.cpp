// Whole batches give what each of their examples gives alone: logits, loss and every parameter's gradient.
#include "engine/training/batch_pass.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/core/address.h"
#include "engine/core/random.h"
#include "engine/core/trace.h"
#include "engine/gradients/gradient_stages.h"
#include "engine/model/forward.h"
#include "engine/training/adamw.h"
#include "engine/training/trained_model.h"

namespace {

using namespace engine;

constexpr Index kWords = 13;

struct BatchCase {
  std::string name;
  Config config;
};

Config small_config(Architecture architecture, NormOrder norm, PositionKind positions) {
  Config config;
  config.model = ModelKind::kCheckpoint;
  config.architecture = architecture;
  config.vocabulary = kWords;
  config.d_model = 16;
  config.n_heads = 2;
  config.d_k = config.d_v = 8;
  config.d_ff = 24;
  config.encoder_layers = config.decoder_layers = 2;
  config.norm = norm;
  config.positions = positions;
  config.context = 9;
  config.activation = Activation::kGelu;
  config.tied_output = false;
  config.mask_padding = true;
  config.embedding_scale = positions == PositionKind::kSinusoidal;
  config.predicts = architecture == Architecture::kEncoder ? Prediction::kTokens : Prediction::kNextToken;
  return config;
}

std::vector<BatchCase> batch_cases() {
  std::vector<BatchCase> cases;
  const std::vector<std::pair<std::string, Architecture>> architectures{
      {"Encoder", Architecture::kEncoder},
      {"Decoder", Architecture::kDecoder},
      {"Transformer", Architecture::kTransformer}};
  const std::vector<std::pair<std::string, NormOrder>> norms{
      {"Post", NormOrder::kPost}, {"Pre", NormOrder::kPre}, {"B2T", NormOrder::kB2T}};
  for (const auto& [architecture_name, architecture] : architectures) {
    for (const auto& [norm_name, norm] : norms)
      cases.push_back(
          {architecture_name + norm_name, small_config(architecture, norm, PositionKind::kSinusoidal)});
    cases.push_back(
        {architecture_name + "Learned", small_config(architecture, NormOrder::kPre, PositionKind::kLearned)});
    cases.push_back(
        {architecture_name + "Rotary", small_config(architecture, NormOrder::kPre, PositionKind::kRotary)});
    cases.push_back(
        {architecture_name + "Alibi", small_config(architecture, NormOrder::kPost, PositionKind::kAlibi)});
    cases.push_back(
        {architecture_name + "Tied", small_config(architecture, NormOrder::kPre, PositionKind::kSinusoidal)});
    cases.back().config.tied_output = true;
  }
  cases.push_back(
      {"DecoderGroups", small_config(Architecture::kDecoder, NormOrder::kPre, PositionKind::kSinusoidal)});
  cases.back().config.n_heads = 4;
  cases.back().config.d_k = cases.back().config.d_v = 4;
  cases.back().config.n_kv_heads = 2;
  cases.push_back({"DecoderAttentionAlone",
                   small_config(Architecture::kDecoder, NormOrder::kPre, PositionKind::kLearned)});
  cases.back().config.d_ff = 0;
  return cases;
}

Index drawn(const RandomStream& stream, uint64_t number, Index most) {
  return static_cast<Index>(stream.uniform(number) * static_cast<float>(most));
}

// Three sentences of different lengths; every row but the last is asked for something.
std::vector<TaskCase> sentences(const Config& config) {
  const RandomStream stream(7, "sentences");
  std::vector<TaskCase> cases;
  uint64_t number = 0;
  for (const Index length : {5, 8, 3}) {
    TaskCase& example = cases.emplace_back();
    for (Index i = 0; i < length; ++i) example.source.push_back(1 + drawn(stream, ++number, kWords - 1));
    if (config.has_target()) {
      for (Index i = 0; i < length - 1; ++i)
        example.target.push_back(1 + drawn(stream, ++number, kWords - 1));
    }
    const auto& asked = config.has_target() ? example.target : example.source;
    for (size_t i = 1; i < asked.size(); ++i) example.labels.push_back(asked[i]);
    example.labels.push_back(kNoLabel);
  }
  return cases;
}

constexpr Index kSource = 9;
constexpr Index kTarget = 7;

Sequence padded(const std::vector<Index>& ids, Index length) {
  Sequence sequence;
  sequence.ids = ids;
  sequence.ids.resize(static_cast<size_t>(length), 0);
  sequence.tokens.assign(static_cast<size_t>(length), "x");
  sequence.padding.assign(static_cast<size_t>(length), false);
  for (size_t i = ids.size(); i < sequence.padding.size(); ++i) sequence.padding[i] = true;
  return sequence;
}

std::shared_ptr<const Trace> trace_of(const TrainedModel& model, const TaskCase& example) {
  Example one{.source = padded(example.source, kSource)};
  if (model.config().has_target()) one.target = padded(example.target, kTarget);
  return forward(*model.model(), {.examples = {std::move(one)}}, model.config());
}

class BatchPassOf : public ::testing::TestWithParam<BatchCase> {
 protected:
  BatchPassOf() : config_(GetParam().config), model_(recipe(), 0, vocabulary()), cases_(sentences(config_)) {}

  Recipe recipe() const {
    Recipe recipe;
    recipe.config = config_;
    recipe.embedding_size = 0.4;
    recipe.seed = 5;
    return recipe;
  }
  static std::shared_ptr<const std::vector<std::string>> vocabulary() {
    auto words = std::make_shared<std::vector<std::string>>();
    for (Index i = 0; i < kWords; ++i) words->push_back("w" + std::to_string(i));
    return words;
  }
  std::shared_ptr<const BatchPlan> plan(const std::vector<std::string>& kept = {}) const {
    return std::make_shared<const BatchPlan>(
        plan_batch(model_, {4, kSource, config_.has_target() ? kTarget : 0}, true, kept));
  }

  Config config_;
  TrainedModel model_;
  std::vector<TaskCase> cases_;
};

TEST_P(BatchPassOf, HasEachExamplesLogits) {
  BatchPass pass(model_, plan());
  pass.load(cases_, 0);
  pass.forward();
  for (size_t i = 0; i < cases_.size(); ++i) {
    const auto trace = trace_of(model_, cases_[i]);
    const int logits = trace->find("logits").value();
    const Matrix alone = trace->read(logits, 0, 0, trace->stage(logits).rows, kWords);
    const Matrix batched = pass.logits(static_cast<Index>(i));
    EXPECT_LT((alone - batched).cwiseAbs().maxCoeff(), 1e-5 * alone.cwiseAbs().maxCoeff()) << "example " << i;
  }
}

// The gradient of a sum of losses is the sum of each example's own: a second way back, stage by stage.
TEST_P(BatchPassOf, HasTheSumOfTheExamplesGradients) {
  Gradients expected = zero_gradients(model_.tensors());
  double loss = 0;
  for (const TaskCase& example : cases_) {
    const auto trace = trace_of(model_, example);
    TraceBuilder builder(*trace);
    const int logits = trace->find("logits").value();
    for (size_t row = 0; row < example.labels.size(); ++row) {
      if (example.labels[row] == kNoLabel) continue;
      const Matrix all = trace->read_row(logits, static_cast<Index>(row));
      const Eigen::ArrayXd numbers = all.row(0).transpose().array().cast<double>();
      const double peak = numbers.maxCoeff();
      const double sum = (numbers - peak).exp().sum();
      loss += peak + std::log(sum) - numbers[example.labels[row]];
      // dL = Σ_v (p_v − [v is the label]) d(logit v): each logit's own gradients, weighted.
      for (Index token = 0; token < kWords; ++token) {
        const double weight = std::exp(numbers[token] - peak) / sum - (token == example.labels[row] ? 1 : 0);
        const auto back = with_gradients(*trace, Cell{logits, static_cast<Index>(row), token});
        for (int stage = 0; stage < trace->size(); ++stage) {
          const Trace::Place place = trace->place(stage);
          for (size_t i = 0; i < expected.size(); ++i) {
            if (place.matrix != model_.tensors()[i].numbers.get()) continue;
            const auto gradient = back->find(gradient_address(trace->stage(stage).address));
            if (!gradient) continue;
            const Shape shape = trace->stage(stage).shape();
            expected[i].block(place.row, place.column, shape.rows, shape.columns) +=
                static_cast<float>(weight) * back->read(*gradient, 0, 0, shape.rows, shape.columns);
          }
        }
      }
    }
  }
  BatchPass pass(model_, plan());
  pass.load(cases_, 0);
  const BatchLoss batch = pass.forward();
  EXPECT_NEAR(batch.sum, loss, 1e-4 * loss);
  Gradients gradients = zero_gradients(model_.tensors());
  pass.backward(1, gradients);
  for (size_t i = 0; i < gradients.size(); ++i) {
    const float largest = expected[i].cwiseAbs().maxCoeff();
    EXPECT_LE((expected[i] - gradients[i]).cwiseAbs().maxCoeff(), 2e-4F * std::max(largest, 1e-2F))
        << model_.tensors()[i].name.name << " of largest " << largest;
  }
}

TEST_P(BatchPassOf, SaysTheSameWhateverRanBefore) {
  BatchPass pass(model_, plan());
  Gradients first = zero_gradients(model_.tensors());
  Gradients second = zero_gradients(model_.tensors());
  pass.load(cases_, 0);
  pass.forward();
  pass.backward(1, first);
  std::vector<TaskCase> others(cases_.rbegin(), cases_.rend());
  pass.load(std::span(others).first(2), 0);
  pass.forward();
  pass.backward(1, second);
  pass.load(cases_, 0);
  pass.forward();
  pass.backward(1, second);
  for (size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i], second[i]) << model_.tensors()[i].name.name;
}

TEST_P(BatchPassOf, KeepsTheMapsThatItIsAskedFor) {
  const std::string address =
      config_.has_decoder() ? "decoder.1.self.head.1.weights" : "encoder.1.self.head.1.weights";
  BatchPass pass(model_, plan({address}));
  pass.load(cases_, 0);
  pass.forward();
  const BatchPlace* const kept = pass.find(address);
  ASSERT_NE(kept, nullptr);
  for (size_t i = 0; i < cases_.size(); ++i) {
    const auto trace = trace_of(model_, cases_[i]);
    const int stage = trace->find(address).value();
    const Matrix alone = trace->read(stage, 0, 0, trace->stage(stage).rows, trace->stage(stage).columns);
    EXPECT_LT((alone - pass.of_example(*kept, static_cast<Index>(i))).cwiseAbs().maxCoeff(), 1e-5);
  }
}

class DroppingOf : public BatchPassOf {
 protected:
  static constexpr double kDropout = 0.3;

  DroppingOf() : dropping_(recipe_that_drops(), 0, vocabulary()) {
    for (size_t i = 0; i < cases_.size(); ++i) cases_[i].number = 40 + i;
  }

  Recipe recipe_that_drops() const {
    Recipe dropping = recipe();
    dropping.dropout = kDropout;
    return dropping;
  }
  std::string dropped() const {
    return config_.has_decoder() ? "decoder.0.self.output.dropped" : "encoder.0.self.output.dropped";
  }
  std::shared_ptr<const BatchPlan> plan_of(bool with_backward) const {
    const std::vector<std::string> kept =
        with_backward ? std::vector<std::string>{dropped()} : std::vector<std::string>{};
    return std::make_shared<const BatchPlan>(
        plan_batch(dropping_, {4, kSource, config_.has_target() ? kTarget : 0}, with_backward, kept));
  }
  double loss_with(BatchPass& pass, const std::vector<Matrix>& numbers, const Gradients& along, float far) {
    std::vector<Matrix> moved = numbers;
    for (size_t i = 0; i < moved.size(); ++i) moved[i] += far * along[i];
    dropping_.put(moved);
    return pass.forward().sum;
  }

  TrainedModel dropping_;
};

// Along the gradient itself, the loss grows by the gradient's square: what is dropped stays dropped.
TEST_P(DroppingOf, HasTheGradientOfWhatIsLeft) {
  BatchPass pass(dropping_, plan_of(true));
  pass.load(cases_, 0);
  pass.forward();
  Gradients gradients = zero_gradients(dropping_.tensors());
  pass.backward(1, gradients);
  const double length = gradient_length(gradients);
  const std::vector<Matrix> numbers = dropping_.numbers();
  const auto far = static_cast<float>(2e-3 / length);
  const double grown =
      (loss_with(pass, numbers, gradients, far) - loss_with(pass, numbers, gradients, -far)) / (2 * far);
  EXPECT_NEAR(grown, length * length, 0.01 * length * length);
}

TEST_P(DroppingOf, DropsItsShareAndTheSameOfAnExampleInAnyBatch) {
  BatchPass pass(dropping_, plan_of(true));
  pass.load(cases_, 0);
  pass.forward();
  const Matrix first = pass.of_example(*pass.find(dropped()), 1);
  const auto zeros = static_cast<double>((first.array() == 0).count());
  EXPECT_NEAR(zeros / static_cast<double>(first.size()), kDropout, 0.1);
  pass.load(std::span(cases_).subspan(1, 1), 0);
  pass.forward();
  EXPECT_LT((first - pass.of_example(*pass.find(dropped()), 0)).cwiseAbs().maxCoeff(), 1e-5);
}

// Nothing is dropped where it is measured, nor of an example that no run gave a number.
TEST_P(DroppingOf, MeasuresTheWholeModel) {
  BatchPass whole(model_, plan());
  whole.load(cases_, 0);
  whole.forward();
  BatchPass measured(dropping_, plan_of(false));
  measured.load(cases_, 0);
  measured.forward();
  for (TaskCase& example : cases_) example.number.reset();
  BatchPass unnumbered(dropping_, plan_of(true));
  unnumbered.load(cases_, 0);
  unnumbered.forward();
  for (Index i = 0; i < 3; ++i) {
    EXPECT_EQ(whole.logits(i), measured.logits(i));
    EXPECT_EQ(whole.logits(i), unnumbered.logits(i));
  }
}

INSTANTIATE_TEST_SUITE_P(All, DroppingOf, ::testing::ValuesIn(batch_cases()),
                         [](const auto& each) { return each.param.name; });

INSTANTIATE_TEST_SUITE_P(All, BatchPassOf, ::testing::ValuesIn(batch_cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
