// gl_bench.cpp: what a heatmap's frame, its upload and its pyramid cost, each beside its floor.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "app/gl/framebuffer.h"
#include "app/gl/headless.h"
#include "app/gl/heatmap.h"

namespace gl {
namespace {

constexpr int kView = 800;  // pixels a side

engine::Matrix waves(engine::Index side) {
  engine::Matrix matrix(side, side);
  for (engine::Index i = 0; i < matrix.size(); ++i) {
    matrix.data()[i] = static_cast<float>(i * 7919 % 1000) / 1000.0f;
  }
  return matrix;
}

double bytes_of(const engine::Matrix& matrix) {
  return static_cast<double>(matrix.size()) * static_cast<double>(sizeof(float));
}

// Floor of a frame: the same pixels cleared, which reads no cell.
void BM_ClearFrame(benchmark::State& state) {
  const auto framebuffer = Framebuffer::create(kView, kView);
  framebuffer->bind();
  for (auto _ : state) {
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish();
  }
}

// The cost must not depend on the number of cells (the argument: cells a side).
void BM_HeatmapFrame(benchmark::State& state) {
  const auto renderer = HeatmapRenderer::create();
  const auto framebuffer = Framebuffer::create(kView, kView);
  framebuffer->bind();
  const auto texture = HeatmapTexture::create(waves(state.range(0)), Reduction::kLargest);
  HeatmapDraw draw;
  draw.framebuffer_width = draw.framebuffer_height = kView;
  draw.rectangle = {0, 0, kView, kView};
  draw.block = {0, 0, static_cast<float>(state.range(0)), static_cast<float>(state.range(0))};
  for (auto _ : state) {
    renderer->draw(*texture, draw);
    glFinish();
  }
}

void BM_UploadFirst(benchmark::State& state) {
  const engine::Matrix matrix = waves(state.range(0));
  for (auto _ : state) {
    const auto texture = HeatmapTexture::create(matrix, Reduction::kLargest);
    glFinish();
  }
  state.counters["bytes/s"] =
      benchmark::Counter(bytes_of(matrix), benchmark::Counter::kIsIterationInvariantRate);
}

void BM_UploadAgain(benchmark::State& state) {
  const engine::Matrix matrix = waves(state.range(0));
  auto texture = HeatmapTexture::create(matrix, Reduction::kLargest);
  HeatmapTexture owned = std::move(texture).value();
  for (auto _ : state) {
    benchmark::DoNotOptimize(owned.update(matrix));
    glFinish();
  }
  state.counters["bytes/s"] =
      benchmark::Counter(bytes_of(matrix), benchmark::Counter::kIsIterationInvariantRate);
}

// Floor of the pyramid and of an upload: the same bytes copied.
void BM_CopyBytes(benchmark::State& state) {
  const engine::Matrix matrix = waves(state.range(0));
  std::vector<float> copy(static_cast<size_t>(matrix.size()));
  for (auto _ : state) {
    std::memcpy(copy.data(), matrix.data(), copy.size() * sizeof(float));
    benchmark::ClobberMemory();
  }
  state.counters["bytes/s"] =
      benchmark::Counter(bytes_of(matrix), benchmark::Counter::kIsIterationInvariantRate);
}

void BM_Pyramid(benchmark::State& state) {
  const engine::Matrix matrix = waves(state.range(0));
  const auto reduction = static_cast<Reduction>(state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(build_pyramid(matrix, reduction));
  state.counters["bytes/s"] =
      benchmark::Counter(bytes_of(matrix), benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(BM_ClearFrame)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_HeatmapFrame)->Arg(64)->Arg(1000)->Arg(4096)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_UploadFirst)->Arg(128)->Arg(4096)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_UploadAgain)->Arg(128)->Arg(4096)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_CopyBytes)->Arg(128)->Arg(4096)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Pyramid)->Args({128, 0})->Args({4096, 0})->Args({4096, 1})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gl

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  const auto context = gl::HeadlessContext::create();
  if (!context) {
    std::fprintf(stderr, "no OpenGL: %s\n", context.error().arguments.front().second.c_str());
    return 1;
  }
  std::fprintf(stderr, "OpenGL by %s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
