// language_bench.cpp: `prose` is opened, reads a sentence with every stage kept, and writes, on one core;
// beside it the floor of writing: the multiplications of each token's products, as products of as many
// numbers. build/release/tests/headlight_language_bench
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "engine/core/parallel.h"
#include "engine/loaders/box.h"
#include "engine/loaders/checkpoint.h"
#include "engine/model/forward.h"
#include "engine/model/generate.h"
#include "engine/model/sampling.h"

namespace engine {
namespace {

constexpr Index kSentence = 24;
constexpr Index kWritten = 1000;

std::shared_ptr<const loaders::Checkpoint> opened() {
  const auto folder = loaders::box_folder("prose");
  if (!folder) return nullptr;
  auto checkpoint = loaders::open_checkpoint(folder->string());
  return checkpoint ? std::move(checkpoint).value() : nullptr;
}

// Any tokens; the last one changes by `turn`.
Input read_by_prose(Index count, Index turn) {
  Sequence sequence;
  for (Index i = 0; i < count; ++i) {
    sequence.ids.push_back(i + 1 < count ? 300 + 7 * i : 400 + turn);
    sequence.tokens.push_back("a");
    sequence.padding.push_back(false);
  }
  Input input;
  input.examples.push_back({sequence});
  return input;
}

void BM_Open(benchmark::State& state) {
  for (auto _ : state) {
    if (opened() == nullptr) return state.SkipWithError("no model beside the program");
  }
}
BENCHMARK(BM_Open)->Unit(benchmark::kMillisecond);

// A key changes the last of 24 tokens.
void BM_Key(benchmark::State& state) {
  const auto checkpoint = opened();
  if (checkpoint == nullptr) return state.SkipWithError("no model beside the program");
  std::shared_ptr<const Trace> trace;
  Index turn = 0;
  for (auto _ : state) {
    trace = forward(*checkpoint->model, read_by_prose(kSentence, turn = 1 - turn), checkpoint->config, {},
                    std::move(trace));
    benchmark::DoNotOptimize(trace.get());
  }
}
BENCHMARK(BM_Key)->Unit(benchmark::kMillisecond);

// A thousand tokens, always the most probable; where there is no room for more, behind the first one again.
void BM_WriteThousand(benchmark::State& state) {
  const auto checkpoint = opened();
  if (checkpoint == nullptr) return state.SkipWithError("no model beside the program");
  const Serial one_core;
  for (auto _ : state) {
    std::unique_ptr<Generator> generator;
    for (Index written = 0; written < kWritten; ++written) {
      if (generator == nullptr || !has_room(checkpoint->config, generator->length()))
        generator = std::make_unique<Generator>(checkpoint->model, read_by_prose(1, 0), checkpoint->config);
      generator->append(choose_token(generator->logits(), Sampling{}, static_cast<uint64_t>(written)).token);
    }
    benchmark::DoNotOptimize(generator->logits().data());
  }
}
BENCHMARK(BM_WriteThousand)->Unit(benchmark::kMillisecond);

// Each of the products that a token takes, as often.
void BM_FloorOfWriting(benchmark::State& state) {
  const auto checkpoint = opened();
  if (checkpoint == nullptr) return state.SkipWithError("no model beside the program");
  const Config& config = checkpoint->config;
  const Index width = config.d_model;
  const Matrix attention = Matrix::Random(width, 4 * width);
  const Matrix up = Matrix::Random(width, config.d_ff);
  const Matrix down = Matrix::Random(config.d_ff, width);
  const Matrix output = Matrix::Random(width, config.vocabulary);
  const Eigen::RowVectorXf row = Eigen::RowVectorXf::Random(width);
  const Eigen::RowVectorXf hidden = Eigen::RowVectorXf::Random(config.d_ff);
  Eigen::RowVectorXf made;
  const auto take = [&](const Eigen::RowVectorXf& read, const Matrix& weights) {
    made.noalias() = read * weights;
    benchmark::DoNotOptimize(made.data());
  };
  for (auto _ : state) {
    for (Index written = 0; written < kWritten; ++written) {
      for (Index layer = 0; layer < config.decoder_layers; ++layer) {
        take(row, attention);
        take(row, up);
        take(hidden, down);
      }
      take(row, output);
    }
  }
}
BENCHMARK(BM_FloorOfWriting)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace engine

BENCHMARK_MAIN();
