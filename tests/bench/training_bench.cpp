// training_bench.cpp: steps of training, and what their products alone would take. Beside PyTorch:
// compare_torch_training.py.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/parallel.h"
#include "engine/core/random.h"
#include "engine/kernels/matrix_product.h"
#include "engine/training/run.h"
#include "engine/training/task.h"

namespace {

using namespace engine;

struct Size {
  Index layers;
  Index width;
  Index tokens;
};
constexpr Index kWords = 64;
constexpr int kBatch = 32;
constexpr Size kSizes[] = {{2, 64, 32}, {4, 128, 64}};

// Random words, each row asked for a random one: nothing to learn, all of the work.
class NoiseTask final : public Task {
 public:
  explicit NoiseTask(const Size& size) : size_(size) {
    for (Index word = 0; word < kWords; ++word) vocabulary_.tokens.push_back("w" + std::to_string(word));
    held_out_.push_back(example(1, 0));
  }

  std::string_view name() const override { return "noise"; }
  const TaskVocabulary& vocabulary() const override { return vocabulary_; }
  Index source_length() const override { return size_.tokens; }
  const std::vector<TaskCase>& held_out() const override { return held_out_; }
  std::span<const TaskGroup> groups() const override { return {}; }
  std::vector<std::string> shown() const override { return {}; }

  Recipe recipe() const override {
    Recipe recipe;
    Config& config = recipe.config;
    config.model = ModelKind::kCheckpoint;
    config.architecture = Architecture::kDecoder;
    config.vocabulary = kWords;
    config.d_model = size_.width;
    config.n_heads = 4;
    config.d_k = config.d_v = size_.width / 4;
    config.d_ff = 4 * size_.width;
    config.decoder_layers = size_.layers;
    config.norm = NormOrder::kPre;
    config.positions = PositionKind::kLearned;
    config.context = size_.tokens;
    config.embedding_scale = false;
    config.activation = Activation::kGelu;
    config.tied_output = false;
    recipe.batch = kBatch;
    recipe.steps = 1'000'000;
    recipe.optimiser.rate = 1e-3;
    return recipe;
  }

  TaskCase example(uint64_t seed, uint64_t index) const override {
    const RandomStream stream(seed, "noise");
    TaskCase example;
    const auto drawn = [&](uint64_t place) {
      return static_cast<Index>(stream.uniform(index * 1000 + place) * static_cast<float>(kWords));
    };
    for (Index i = 0; i < size_.tokens; ++i) example.source.push_back(drawn(static_cast<uint64_t>(i)));
    for (Index i = 0; i < size_.tokens; ++i)
      example.labels.push_back(drawn(static_cast<uint64_t>(i + size_.tokens)));
    return example;
  }

 private:
  Size size_;
  TaskVocabulary vocabulary_;
  std::vector<TaskCase> held_out_;
};

void step(benchmark::State& state, bool on_one_core) {
  std::optional<Serial> serial;
  if (on_one_core) serial.emplace();
  const NoiseTask task(kSizes[state.range(0)]);
  TrainingRun run(task, task.recipe());
  for (auto _ : state) benchmark::DoNotOptimize(run.advance());
}

void BM_TrainingStepOneCore(benchmark::State& state) {
  step(state, true);
}
void BM_TrainingStep(benchmark::State& state) {
  step(state, false);
}
BENCHMARK(BM_TrainingStepOneCore)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_TrainingStep)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

// The floor: three times the forward pass's multiply-adds with weights, in products of the shapes that they
// have.
void BM_TrainingProducts(benchmark::State& state) {
  const Serial serial;
  const Size size = kSizes[state.range(0)];
  const Index rows = kBatch * size.tokens;
  const Matrix x = Matrix::Random(rows, size.width);
  const Matrix square = Matrix::Random(size.width, size.width);
  const Matrix up = Matrix::Random(4 * size.width, size.width);
  const Matrix down = Matrix::Random(size.width, 4 * size.width);
  const Matrix words = Matrix::Random(kWords, size.width);
  Matrix y(rows, size.width);
  Matrix hidden(rows, 4 * size.width);
  Matrix logits(rows, kWords);
  for (auto _ : state) {
    for (int pass = 0; pass < 3; ++pass) {
      for (Index layer = 0; layer < size.layers; ++layer) {
        for (int square_product = 0; square_product < 4; ++square_product)
          multiply_transposed(whole(x), whole(square), whole(y));
        multiply_transposed(whole(x), whole(up), whole(hidden));
        multiply_transposed(whole(std::as_const(hidden)), whole(down), whole(y));
      }
      multiply_transposed(whole(x), whole(words), whole(logits));
    }
    benchmark::DoNotOptimize(y.data());
    benchmark::DoNotOptimize(logits.data());
  }
}
BENCHMARK(BM_TrainingProducts)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
