// gallery_bench.cpp: a picture with a dragged shape goes through each system of the gallery, with every stage
// kept, and through all four behind a text; beside it the floor: the multiplications of their convolutions
// and products, as one product of as many numbers. build/release/tests/headlight_gallery_bench
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "engine/labs/gallery/gallery_lab.h"
#include "engine/labs/gallery/system_weights.h"
#include "engine/model/forward.h"
#include "engine/vision/run.h"

namespace engine {
namespace {

// The first picture with its triangle in one of two places.
world::Picture dragged(bool is_left) {
  world::Picture picture = world::first_picture();
  if (is_left) picture.scene.figures[2].x = 11;
  return picture;
}

void BM_System(benchmark::State& state) {
  const VisionSystem& system = *vision_systems()[static_cast<size_t>(state.range(0))];
  const auto weights = system_weights(system, true);
  if (!weights) return state.SkipWithError("no weights beside the program");
  const Matrix pixels[] = {world::pixels_of(dragged(false)), world::pixels_of(dragged(true))};
  std::shared_ptr<const Trace> trace;
  size_t turn = 0;
  for (auto _ : state) {
    trace = run_system(system, (*weights)->source(), pixels[turn], {}, std::move(trace));
    turn = 1 - turn;
    benchmark::DoNotOptimize(trace.get());
  }
  state.SetLabel(std::string(system.name()));
}
BENCHMARK(BM_System)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

// As the window does it, for the page of all four.
void BM_AllBehindAText(benchmark::State& state) {
  Config config;
  const Input input = single_input({{"the", "cat", "sat", "down"}, {false, false, false, false}});
  const auto model = make_model(config);
  GalleryLab lab{.is_on = true};
  std::shared_ptr<const Trace> trace;
  bool is_left = false;
  for (auto _ : state) {
    lab.picture = dragged(is_left = !is_left);
    gallery_lab_of(config) = lab;
    trace = forward(*model, input, config, {}, std::move(trace));
    benchmark::DoNotOptimize(trace.get());
  }
}
BENCHMARK(BM_AllBehindAText)->Unit(benchmark::kMillisecond);

// As many multiply-adds as all four count, in one square product.
void BM_FloorOfAll(benchmark::State& state) {
  const double operations = count_operations({.is_on = true, .is_trained = false});
  const auto side = static_cast<Index>(std::cbrt(operations));
  const Matrix a = Matrix::Random(side, side);
  const Matrix b = Matrix::Random(side, side);
  Matrix c(side, side);
  for (auto _ : state) {
    c.noalias() = a * b.transpose();
    benchmark::DoNotOptimize(c.data());
  }
}
BENCHMARK(BM_FloorOfAll)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace engine

BENCHMARK_MAIN();
