// engine_bench.cpp: how long a trace takes, beside the floor that the same products alone would take.
// Pin it to one core: taskset -c 0 build/release/tests/bench/headlight_bench
#include <benchmark/benchmark.h>

#include <array>
#include <utility>

#include "engine/core/memory.h"
#include "engine/gradients/gradient_stages.h"
#include "engine/kernels/matrix_product.h"
#include "engine/model/forward.h"
#include "engine/model/generate.h"
#include "engine/text/tokenizer.h"

namespace engine {
namespace {

struct Size {
  Index length, d_model, heads;
};

constexpr std::array<Size, 3> kSizes = {{{12, 64, 4}, {64, 256, 8}, {128, 512, 8}}};

Config seeded(const Size& size) {
  Config config;
  config.model = ModelKind::kSeeded;
  config.d_model = size.d_model;
  config.n_heads = size.heads;
  config.d_k = config.d_v = size.d_model / size.heads;
  config.causal = true;
  return config;
}

Input tokens(Index length) {
  Sequence sequence;
  for (Index i = 0; i < length; ++i) sequence.tokens.push_back("token" + std::to_string(i % 50));
  sequence.padding.resize(sequence.tokens.size(), false);
  return single_input(std::move(sequence));
}

void name_size(benchmark::State& state, const Size& size) {
  state.SetLabel("L " + std::to_string(size.length) + ", d_model " + std::to_string(size.d_model) + ", " +
                 std::to_string(size.heads) + " heads, causal");
}

// Every stage, from tokens to the output; the model stands.
void BM_Trace(benchmark::State& state) {
  const Size& size = kSizes.at(static_cast<size_t>(state.range(0)));
  const Config config = seeded(size);
  const auto model = make_model(config);
  const Input input = tokens(size.length);
  for (auto _ : state) benchmark::DoNotOptimize(forward(*model, input, config));
  name_size(state, size);
}
BENCHMARK(BM_Trace)->DenseRange(0, kSizes.size() - 1);

// The loss of a decoder of two layers and the gradients of all that it depends on; beside it, its forward
// pass. The floor is twice the forward's products: dX and dW for each.
Config decoder(const Size& size) {
  Config config = seeded(size);
  config.architecture = Architecture::kDecoder;
  config.d_ff = 4 * size.d_model;
  return config;
}

void BM_Decoder(benchmark::State& state) {
  const Size& size = kSizes.at(static_cast<size_t>(state.range(0)));
  const Config config = decoder(size);
  const auto model = make_model(config);
  const Input input = tokens(size.length);
  for (auto _ : state) benchmark::DoNotOptimize(forward(*model, input, config));
  name_size(state, size);
}
BENCHMARK(BM_Decoder)->DenseRange(0, kSizes.size() - 1);

void BM_Backward(benchmark::State& state) {
  const Size& size = kSizes.at(static_cast<size_t>(state.range(0)));
  const Config config = decoder(size);
  const auto trace = forward(*make_model(config), tokens(size.length), config);
  for (auto _ : state)
    benchmark::DoNotOptimize(with_gradients(*trace, config, {.target = LossTarget{}}).ok());
  name_size(state, size);
}
BENCHMARK(BM_Backward)->DenseRange(0, kSizes.size() - 1);

// The attention layer alone, from an input that stands: what compare_torch.py compares.
void BM_Layer(benchmark::State& state) {
  const Size& size = kSizes.at(static_cast<size_t>(state.range(0)));
  const auto model = make_model(seeded(size));
  const auto numbers = std::make_shared<const Matrix>(Matrix::Random(size.length, size.d_model));
  const Input input = tokens(size.length);
  for (auto _ : state) {
    TraceBuilder builder({input.examples.front().source}, {});
    const int x = builder.add_given(
        {.address = "input", .symbol = "X", .rows = size.length, .columns = size.d_model}, numbers);
    add_multi_head_attention(builder, "encoder.0.self", {x, x, x}, model->weights().encoder.at(0).self,
                             {.causal = true}, {});
    benchmark::DoNotOptimize(std::move(builder).build());
  }
  name_size(state, size);
}
BENCHMARK(BM_Layer)->DenseRange(0, kSizes.size() - 1);

// The floor: the layer's products alone, into memory that stands.
void BM_ProductsAlone(benchmark::State& state) {
  const Size& size = kSizes.at(static_cast<size_t>(state.range(0)));
  const Index d_head = size.d_model / size.heads;
  const Matrix x = Matrix::Random(size.length, size.d_model);
  const Matrix w = Matrix::Random(size.d_model, size.d_model);
  const Matrix head = Matrix::Random(size.length, d_head);
  const Matrix map = Matrix::Random(size.length, size.length);
  Matrix projected(size.length, size.d_model);
  Matrix scores(size.length, size.length);
  Matrix mixed(size.length, d_head);
  for (auto _ : state) {
    for (int i = 0; i < 4; ++i) {
      multiply_transposed(whole(x), whole(w), whole(projected));
      benchmark::DoNotOptimize(projected.data());
    }
    for (Index i = 0; i < size.heads; ++i) {
      multiply_transposed(whole(head), whole(head), whole(scores));
      multiply(whole(map), whole(head), whole(mixed));
      benchmark::DoNotOptimize(scores.data());
      benchmark::DoNotOptimize(mixed.data());
    }
  }
  name_size(state, size);
}
BENCHMARK(BM_ProductsAlone)->DenseRange(0, kSizes.size() - 1);

// A 6+6-layer model as in the paper: 64 source and 64 target tokens, every stage kept.
Config transformer() {
  Config config = seeded({64, 512, 8});
  config.causal = false;
  config.architecture = Architecture::kTransformer;
  config.encoder_layers = config.decoder_layers = 6;
  config.d_ff = 2048;
  return config;
}

Input pair_of(Index length) {
  const Sequence sequence = tokens(length).examples.front().source;
  return single_input(sequence, sequence);
}

void BM_Transformer(benchmark::State& state) {
  const Config config = transformer();
  const auto model = make_model(config);
  const Input input = pair_of(64);
  for (auto _ : state) benchmark::DoNotOptimize(forward(*model, input, config));
  state.SetLabel("6+6 layers, d_model 512, 8 heads, d_ff 2048, 64 + 64 tokens");
}
BENCHMARK(BM_Transformer)->Unit(benchmark::kMillisecond);

// The floor of BM_Transformer: its products of weights alone, into memory that stands.
void BM_TransformerProductsAlone(benchmark::State& state) {
  const Matrix x = Matrix::Random(64, 512);
  const Matrix wide = Matrix::Random(64, 2048);
  std::vector<Matrix> square;
  for (int i = 0; i < 6 * 4 + 6 * 8; ++i) square.push_back(Matrix::Random(512, 512));
  std::vector<Matrix> up;
  std::vector<Matrix> down;
  for (int i = 0; i < 12; ++i) {
    up.push_back(Matrix::Random(2048, 512));
    down.push_back(Matrix::Random(512, 2048));
  }
  Matrix out(64, 512);
  Matrix hidden(64, 2048);
  for (auto _ : state) {
    for (const Matrix& w : square) {
      multiply_transposed(whole(x), whole(w), whole(out));
      benchmark::DoNotOptimize(out.data());
    }
    for (size_t i = 0; i < up.size(); ++i) {
      multiply_transposed(whole(x), whole(std::as_const(up[i])), whole(hidden));
      multiply_transposed(whole(wide), whole(std::as_const(down[i])), whole(out));
      benchmark::DoNotOptimize(hidden.data());
      benchmark::DoNotOptimize(out.data());
    }
  }
}
BENCHMARK(BM_TransformerProductsAlone)->Unit(benchmark::kMillisecond);

// One switch in decoder layer 3 changes: what stands before it is taken from the earlier trace.
void BM_TransformerAfterAChange(benchmark::State& state) {
  Config config = transformer();
  const auto model = make_model(config);
  const Input input = pair_of(64);
  const auto earlier = forward(*model, input, config);
  config.off = {"decoder.3.self.residual"};
  int reused = 0;
  for (auto _ : state) {
    const auto trace = forward(*model, input, config, {}, earlier);
    reused = trace->reused();
  }
  state.counters["stages"] = earlier->size();
  state.counters["reused"] = reused;
}
BENCHMARK(BM_TransformerAfterAChange)->Unit(benchmark::kMillisecond);

// One more token, after so many: keys and values are kept.
void BM_GenerateOne(benchmark::State& state) {
  Config config = seeded({64, 256, 8});
  config.architecture = Architecture::kDecoder;
  config.decoder_layers = 4;
  config.d_ff = 1024;
  const auto model = make_model(config);
  Generator generator(model, tokens(state.range(0)), config);
  for (auto _ : state) generator.append(1);
  state.SetLabel("4 layers, d_model 256");
}
BENCHMARK(BM_GenerateOne)
    ->Arg(16)
    ->Arg(128)
    ->Arg(512)
    ->Arg(1024)
    ->Iterations(64)
    ->Unit(benchmark::kMicrosecond);

void BM_ExplainOneCell(benchmark::State& state) {
  const Size& size = kSizes.back();
  const Config config = seeded(size);
  const auto trace = forward(*make_model(config), tokens(size.length), config);
  const int stage = trace->find("encoder.0.self.head.3.q").value();
  for (auto _ : state) benchmark::DoNotOptimize(trace->explain(stage, 100, 7));
  state.SetLabel("512 terms");
}
BENCHMARK(BM_ExplainOneCell);

void BM_Tokenize(benchmark::State& state) {
  std::string sentence;
  for (int i = 0; i < 64; ++i) sentence += "word" + std::to_string(i) + " 我";
  for (auto _ : state) benchmark::DoNotOptimize(text::tokenize(sentence, text::TokenizerKind::kWords));
  state.SetLabel("128 tokens");
}
BENCHMARK(BM_Tokenize);

}  // namespace
}  // namespace engine

int main(int argc, char** argv) {
  engine::keep_freed_memory();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
