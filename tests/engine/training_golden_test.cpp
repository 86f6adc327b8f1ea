// Training in float32 against PyTorch in float64: every parameter after 1, 10 and 100 steps of AdamW, from
// the same first values and batches. Refresh the numbers: /usr/bin/python3 tests/tools/training_goldens.py
// tests/golden/engine
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/random.h"
#include "engine/training/run.h"
#include "engine/training/task.h"
#include "tests/engine/goldens.h"

namespace engine {
namespace {

constexpr uint64_t kGoldenSeed = 3;
constexpr Index kGoldenBatch = 6;

Config golden_config(const GoldenJson& said) {
  Config config;
  config.model = ModelKind::kCheckpoint;
  const std::string architecture = said["architecture"];
  config.architecture = architecture == "encoder"   ? Architecture::kEncoder
                        : architecture == "decoder" ? Architecture::kDecoder
                                                    : Architecture::kTransformer;
  config.vocabulary = said["vocabulary"];
  config.d_model = said["d_model"];
  config.n_heads = said["heads"];
  config.d_k = said["d_k"];
  config.d_v = said["d_v"];
  config.d_ff = said["d_ff"];
  config.encoder_layers = said["encoder_layers"];
  config.decoder_layers = said["decoder_layers"];
  config.positions = said["positions"] == "learned" ? PositionKind::kLearned : PositionKind::kSinusoidal;
  config.context = said["context"];
  const std::string activation = said["activation"];
  config.activation = activation == "gelu"   ? Activation::kGelu
                      : activation == "silu" ? Activation::kSilu
                                             : Activation::kGeluTanh;
  const std::string norm = said["norm"];
  config.norm = norm == "pre" ? NormOrder::kPre : norm == "post" ? NormOrder::kPost : NormOrder::kB2T;
  config.tied_output = said["tied_output"];
  config.embedding_scale = said["embedding_scale"];
  config.predicts = said["predicts"] == "tokens" ? Prediction::kTokens : Prediction::kNextToken;
  config.mask_padding = true;
  return config;
}

// The examples that the golden's script draws.
class GoldenTask final : public Task {
 public:
  explicit GoldenTask(const Config& config) : config_(config) {
    for (Index word = 0; word < config.vocabulary; ++word)
      vocabulary_.tokens.push_back("w" + std::to_string(word));
    held_out_.push_back(example(0, 0));
  }

  std::string_view name() const override { return "golden"; }
  const TaskVocabulary& vocabulary() const override { return vocabulary_; }
  Recipe recipe() const override { return {}; }
  Index source_length() const override { return 6; }
  Index target_length() const override { return config_.has_target() ? 5 : 0; }
  const std::vector<TaskCase>& held_out() const override { return held_out_; }
  std::span<const TaskGroup> groups() const override { return {}; }
  std::vector<std::string> shown() const override { return {}; }

  TaskCase example(uint64_t /*seed*/, uint64_t number) const override {
    TaskCase example;
    example.source = ids(number, 0, 3 + number % 4);
    if (config_.has_target()) example.target = ids(number, 20, 2 + number % 3);
    example.labels = ids(number, 40, (config_.has_target() ? example.target : example.source).size());
    if (config_.architecture != Architecture::kEncoder) return example;
    for (size_t row = 1; row < example.labels.size(); row += 2) example.labels[row] = kNoLabel;
    return example;
  }

 private:
  std::vector<Index> ids(uint64_t number, uint64_t first, size_t count) const {
    const RandomStream stream(kGoldenSeed, "examples");
    std::vector<Index> words;
    for (uint64_t i = 0; i < count; ++i)
      words.push_back(1 + static_cast<Index>(double{stream.uniform(100 * number + first + i)} *
                                             static_cast<double>(config_.vocabulary - 1)));
    return words;
  }

  Config config_;
  TaskVocabulary vocabulary_;
  std::vector<TaskCase> held_out_;
};

Recipe golden_recipe(const GoldenJson& golden) {
  const GoldenJson& said = golden["optimiser"];
  Recipe recipe;
  recipe.config = golden_config(golden["config"]);
  recipe.embedding_size = 0.35;
  recipe.position_size = 0.5;
  recipe.seed = kGoldenSeed;
  recipe.batch = kGoldenBatch;
  recipe.steps = 100;
  recipe.optimiser = {.rate = said["rate"],
                      .warmup = said["warmup"],
                      .final_share = said["final_share"],
                      .beta1 = said["beta1"],
                      .beta2 = said["beta2"],
                      .epsilon = said["epsilon"],
                      .decay = said["decay"],
                      .clip = said["clip"]};
  return recipe;
}

// The bound: `share` of a parameter's largest magnitude. Keys' biases get no gradient but rounding's, which
// AdamW's division by its size would show as steps of any direction.
void expect_parameters(const TrainedModel& model, const GoldenJson& golden, double share,
                       const std::string& where) {
  EXPECT_EQ(golden.size(), model.tensors().size()) << where;
  for (const auto& tensor : model.tensors()) {
    if (tensor.name.name.ends_with(".k.bias")) continue;
    ASSERT_TRUE(golden.contains(tensor.name.name)) << tensor.name.name;
    EXPECT_EQ(difference(*tensor.numbers, read_matrix(golden[tensor.name.name]), share), "")
        << where << ": " << tensor.name.name;
  }
}

TEST(TrainingGolden, ParametersAgreeWithPyTorchAfter1And10And100Steps) {
  const auto names = goldens_of_kind("training");
  EXPECT_EQ(names.size(), 6U);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    const Recipe recipe = golden_recipe(golden);
    const GoldenTask task(recipe.config);
    TrainingRun run(task, recipe);
    while (!run.is_done()) {
      const auto report = run.advance();
      ASSERT_TRUE(report && report->ok());
      const std::string step = std::to_string(run.step());
      if (!golden["steps"].contains(step)) continue;
      const GoldenJson& expected = golden["steps"][step];
      const double share = run.step() < 100 ? 1e-4 : 1e-3;
      EXPECT_NEAR((*report)->loss, expected["loss"].get<double>(), share) << name << " at " << step;
      EXPECT_NEAR((*report)->gradient_length, expected["length"].get<double>(), 10 * share)
          << name << " at " << step;
      expect_parameters(run.model(), expected["parameters"], share, name + " at " + step);
    }
  }
}

}  // namespace
}  // namespace engine
