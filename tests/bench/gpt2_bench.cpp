// gpt2_bench.cpp: a model of GPT-2 small's shape with random weights, all of its 144 maps at hand, beside the
// floor, its multiply-adds at the processor's rate, and the same products alone by Eigen. On all cores,
// quiet: build/release/tests/bench/headlight_gpt2_bench
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>

#include "engine/core/kept_panels.h"
#include "engine/core/memory.h"
#include "engine/core/parallel.h"
#include "engine/core/random.h"
#include "engine/gradients/gradient_stages.h"
#include "engine/kernels/product_kernels.h"
#include "engine/model/forward.h"

namespace engine {
namespace {

constexpr Index kLayers = 12;
constexpr Index kWidth = 768;
constexpr Index kHeads = 12;
constexpr Index kHeadWidth = 64;
constexpr Index kVocabulary = 50257;

std::shared_ptr<const Matrix> drawn(Index rows, Index columns, uint64_t seed) {
  auto numbers = std::make_shared<Matrix>(rows, columns);
  const RandomStream stream(seed, "bench");
  // Few numbers are drawn, and repeated with a shift: drawing all takes longer than what is measured.
  constexpr Index kDrawn = 65537;
  Eigen::ArrayXf pool(kDrawn);
  for (Index i = 0; i < kDrawn; ++i) pool(i) = 0.03f * stream.symmetric(static_cast<uint64_t>(i));
  for (Index i = 0; i < numbers->size(); ++i) numbers->data()[i] = pool((i + i / kDrawn * 7919) % kDrawn);
  return numbers;
}

// As a checkpoint's are.
Parameter constant(Index rows, Index columns, uint64_t seed) {
  return Parameter(drawn(rows, columns, seed)).constant();
}

class BenchModel final : public Model {
 public:
  BenchModel() : table_(drawn(kVocabulary, kWidth, 1)) {
    auto names = std::make_shared<std::vector<std::string>>();
    for (Index i = 0; i < kVocabulary; ++i) names->push_back("t" + std::to_string(i));
    names_ = names;
    weights_.note = "note.given";
    weights_.positions = drawn(1024, kWidth, 2);
    weights_.decoder_norm = norm();
    for (uint64_t i = 0; i < kLayers; ++i) weights_.decoder.push_back(layer(10 * (i + 1)));
  }

  Eigen::RowVectorXf embedding(std::string_view /*token*/) const override { return {}; }
  const Weights& weights() const override { return weights_; }
  std::shared_ptr<const std::vector<std::string>> vocabulary() const override { return names_; }
  Parameter embedding_table() const override { return table_; }

 private:
  static NormWeights norm() {
    return {std::make_shared<const Matrix>(Matrix::Ones(1, kWidth)),
            std::make_shared<const Matrix>(Matrix::Zero(1, kWidth))};
  }

  static LayerWeights layer(uint64_t seed) {
    LayerWeights layer;
    layer.self.n_heads = kHeads;
    layer.self.note = "note.given";
    const Parameter fused = constant(kWidth, 3 * kWidth, seed).transposed();
    layer.self.wq = fused.middle_rows(0, kWidth);
    layer.self.wk = fused.middle_rows(kWidth, kWidth);
    layer.self.wv = fused.middle_rows(2 * kWidth, kWidth);
    layer.self.wo = constant(kWidth, kWidth, seed + 1).transposed();
    layer.self.bq = layer.self.bk = layer.self.bv = layer.self.bo = drawn(1, kWidth, seed + 2);
    layer.ffn.w1 = constant(kWidth, 4 * kWidth, seed + 3).transposed();
    layer.ffn.b1 = drawn(1, 4 * kWidth, seed + 4);
    layer.ffn.w2 = constant(4 * kWidth, kWidth, seed + 5).transposed();
    layer.ffn.b2 = drawn(1, kWidth, seed + 6);
    layer.self_norm = layer.ffn_norm = norm();
    return layer;
  }

  Parameter table_;
  std::shared_ptr<const std::vector<std::string>> names_;
  Weights weights_;
};

// As the program does when it starts.
const BenchModel& model() {
  [[maybe_unused]] static const bool is_kept = (keep_freed_memory(), true);
  static const BenchModel instance;
  return instance;
}

Config config() {
  Config config;
  config.model = ModelKind::kCheckpoint;
  config.architecture = Architecture::kDecoder;
  config.vocabulary = kVocabulary;
  config.d_model = kWidth;
  config.n_heads = kHeads;
  config.d_k = config.d_v = kHeadWidth;
  config.decoder_layers = kLayers;
  config.d_ff = 4 * kWidth;
  config.norm = NormOrder::kPre;
  config.activation = Activation::kGeluTanh;
  config.positions = PositionKind::kLearned;
  config.context = 1024;
  config.embedding_scale = false;
  return config;
}

Input ids(Index length) {
  Sequence sequence;
  for (Index i = 0; i < length; ++i) {
    sequence.ids.push_back(i * 7919 % kVocabulary);
    sequence.tokens.push_back("t");
  }
  sequence.padding.resize(sequence.tokens.size(), false);
  Input input;
  input.examples.push_back({std::move(sequence), std::nullopt});
  return input;
}

// From tokens to the logits of what comes next; every one of the 144 maps can be read.
void BM_Gpt2(benchmark::State& state) {
  const Input input = ids(state.range(0));
  const Config settings = config();
  // Before time is taken the model is drawn, its weights are in memory, and what products of many rows keep
  // of them is packed, as it is after so many keystrokes. ONNX Runtime packs its own when a session is made.
  for (Index run = 0; run <= KeptPanels::kTurns; ++run)
    benchmark::DoNotOptimize(forward(model(), input, settings, {}, nullptr, {.recompute = true}));
  for (auto _ : state)
    benchmark::DoNotOptimize(forward(model(), input, settings, {}, nullptr, {.recompute = true}));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_mb"] = static_cast<double>(usage.ru_maxrss) / 1024;
}
BENCHMARK(BM_Gpt2)->Arg(32)->Arg(128)->Arg(512)->Arg(1024)->UseRealTime()->Unit(benchmark::kMillisecond);

// From a logit of the last token back to the tokens; the gradient of every one of the 144 maps can be read.
void BM_Gpt2Backward(benchmark::State& state) {
  const Config settings = config();
  const auto run = forward(model(), ids(state.range(0)), settings, {}, nullptr, {.recompute = true});
  const GradientRequest request{.target = LogitTarget{state.range(0) - 1, Index{0}, std::nullopt}};
  benchmark::DoNotOptimize(with_gradients(*run, settings, request).ok());
  for (auto _ : state) benchmark::DoNotOptimize(with_gradients(*run, settings, request).ok());
}
BENCHMARK(BM_Gpt2Backward)->Arg(32)->Arg(128)->UseRealTime()->Unit(benchmark::kMillisecond);

// The same with the gradients of all maps read once.
void BM_Gpt2BackwardMaps(benchmark::State& state) {
  const Config settings = config();
  const Index length = state.range(0);
  const auto run = forward(model(), ids(length), settings, {}, nullptr, {.recompute = true});
  const GradientRequest request{.target = LogitTarget{length - 1, Index{0}, std::nullopt}};
  for (auto _ : state) {
    const auto with = with_gradients(*run, settings, request).value();
    for (Index layer = 0; layer < kLayers; ++layer) {
      for (Index head = 0; head < kHeads; ++head) {
        const std::string map =
            "gradient.decoder." + std::to_string(layer) + ".self.head." + std::to_string(head) + ".weights";
        benchmark::DoNotOptimize(with->read(with->find(map).value(), 0, 0, length, length).data());
      }
    }
  }
}
BENCHMARK(BM_Gpt2BackwardMaps)->Arg(128)->UseRealTime()->Unit(benchmark::kMillisecond);

// a (m, k) b (k, n), rows or columns split over the cores, each part by Eigen.
void multiply_by_eigen(const Matrix& a, const ConstView& b, Matrix& out) {
  parallel_for(cores(), [&](Index part) {
    const Index from = b.cols() * part / cores();
    const Index to = b.cols() * (part + 1) / cores();
    out.middleCols(from, to - from).noalias() = a * b.middleCols(from, to - from);
  });
}

// The processor's rate: multiply-adds that wait neither for memory nor for each other, on all cores. What a
// forward pass multiplies, divided by this, is a time that no product can beat.
void BM_Peak(benchmark::State& state) {
  constexpr Index kSteps = 10'000'000;
  Index each_step = 0;
  for (auto _ : state)
    parallel_for(cores(), [&](Index part) {
      const Index made = kernels::product_kernels().multiply_and_add(kSteps);
      if (part == 0) each_step = made;
    });
  const Index each_time = kSteps * each_step * cores();
  state.counters["multiply_adds"] =
      benchmark::Counter(static_cast<double>(state.iterations() * each_time), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_Peak)->UseRealTime()->Unit(benchmark::kMillisecond);

// The same products alone, by Eigen, each weight streamed from memory.
void BM_Gpt2Products(benchmark::State& state) {
  const Index length = state.range(0);
  const Weights& weights = model().weights();
  const Matrix x = Matrix::Random(length, kWidth);
  const Matrix hidden = Matrix::Random(length, 4 * kWidth);
  const Matrix head = Matrix::Random(length, kHeadWidth);
  const Matrix map = Matrix::Random(length, length);
  Matrix narrow(length, kWidth);
  Matrix wide(length, 4 * kWidth);
  Matrix logits(1, kVocabulary);
  const Matrix last = x.bottomRows(1);
  const ConstView table = model().embedding_table().view();
  for (auto _ : state) {
    for (const LayerWeights& layer : weights.decoder) {
      for (const Parameter* weight : {&layer.self.wq, &layer.self.wk, &layer.self.wv, &layer.self.wo})
        multiply_by_eigen(x, weight->transposed().view(), narrow);
      multiply_by_eigen(x, layer.ffn.w1.transposed().view(), wide);
      multiply_by_eigen(hidden, layer.ffn.w2.transposed().view(), narrow);
      parallel_for(kHeads, [&](Index) {
        Matrix scores(length, length);
        scores.noalias() = head * head.transpose();
        Matrix output(length, kHeadWidth);
        output.noalias() = map * head;
        benchmark::DoNotOptimize(scores.data());
        benchmark::DoNotOptimize(output.data());
      });
    }
    parallel_for(cores(), [&](Index part) {
      const Index from = kVocabulary * part / cores();
      const Index to = kVocabulary * (part + 1) / cores();
      logits.middleCols(from, to - from).noalias() = last * table.middleRows(from, to - from).transpose();
    });
    benchmark::DoNotOptimize(logits.data());
  }
}
BENCHMARK(BM_Gpt2Products)
    ->Arg(32)
    ->Arg(128)
    ->Arg(512)
    ->Arg(1024)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// One map of a trace that does not keep it, all of its numbers, as a click on it wants them.
void BM_Gpt2Map(benchmark::State& state) {
  const auto cache = std::make_shared<BandCache>();
  const auto trace = forward(model(), ids(1024), config(), {}, nullptr, {.recompute = true, .cache = cache});
  const int map = trace->find("decoder.5.self.head.3.weights").value();
  for (auto _ : state) {
    cache->set_limit(0);
    cache->set_limit(size_t{256} << 20U);
    benchmark::DoNotOptimize(trace->read(map, 0, 0, 1024, 1024));
  }
}
BENCHMARK(BM_Gpt2Map)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace engine

BENCHMARK_MAIN();
