// large_map_bench.cpp: what a frame costs while one pans and zooms over a map of 16,384 tokens, once its
// tiles are there; and how long a map of 1,024 tokens takes from the question to its picture.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "app/gl/framebuffer.h"
#include "app/gl/heatmap.h"
#include "app/ui/large_maps.h"
#include "engine/model/forward.h"

namespace ui {
namespace {

constexpr int kView = 800;  // pixels a side

std::shared_ptr<const engine::Trace> lean_trace(engine::Index tokens, engine::Index d_model,
                                                engine::Index heads) {
  engine::Config config;
  config.model = engine::ModelKind::kSeeded;
  config.d_model = d_model;
  config.n_heads = heads;
  config.d_k = config.d_v = d_model / heads;
  engine::Sequence sequence;
  for (engine::Index i = 0; i < tokens; ++i) sequence.tokens.push_back("w" + std::to_string(i % 50));
  sequence.padding.resize(sequence.tokens.size(), false);
  const engine::Input input = engine::single_input(sequence);
  return engine::forward(*engine::make_model(config), input, config, {}, nullptr,
                         {true, std::make_shared<engine::BandCache>()});
}

// A map on an 800 x 800 framebuffer.
class Screen {
 public:
  Screen(std::shared_ptr<const engine::Trace> trace, const std::string& address)
      : trace_(std::move(trace)), stage_(trace_->find(address).value()) {
    framebuffer_.bind();
  }

  // Draws `cells` x `cells` from a cell on; whether each pixel showed all that it covers.
  bool draw(double first, double cells) {
    background_.begin_frame();
    maps_.begin_frame();
    const auto shown = maps_.show(trace_, stage_, {first, first, cells, cells, kView, kView}, "map");
    texture_.show(shown.window);
    gl::HeatmapDraw draw;
    draw.framebuffer_width = draw.framebuffer_height = kView;
    draw.rectangle = {0, 0, kView, kView};
    draw.block = {static_cast<float>(first), static_cast<float>(first), static_cast<float>(cells),
                  static_cast<float>(cells)};
    renderer_.draw(texture_, draw);
    glFinish();
    return shown.progress.is_made;
  }

  void draw_until_made(double first, double cells) {
    while (!draw(first, cells)) background_.settle();
  }

  double megabytes() const { return static_cast<double>(maps_.bytes()) / 1e6; }

 private:
  std::shared_ptr<const engine::Trace> trace_;
  int stage_;
  app::Background background_;
  LargeMaps maps_{background_};
  gl::HeatmapRenderer renderer_ = gl::HeatmapRenderer::create().value();
  gl::Framebuffer framebuffer_ = gl::Framebuffer::create(kView, kView).value();
  gl::WindowTexture texture_;
};

const std::shared_ptr<const engine::Trace>& long_trace() {
  static const auto trace = lean_trace(16384, 64, 1);
  return trace;
}

// A drag of 8 pixels a frame, there and back; the argument: cells that are seen along a side.
void BM_PanLongMap(benchmark::State& state) {
  Screen screen(long_trace(), "encoder.0.self.head.0.weights");
  const auto cells = static_cast<double>(state.range(0));
  constexpr int kFrames = 60;
  const auto first = [&](int frame) { return 2000 + frame * 8 * cells / kView; };
  for (int frame = 0; frame <= kFrames; ++frame) screen.draw_until_made(first(frame), cells);
  int frame = 0;
  for (auto _ : state) {
    screen.draw(first(frame % 120 < kFrames ? frame % kFrames : kFrames - frame % kFrames), cells);
    ++frame;
  }
  state.counters["MB held"] = screen.megabytes();
}

// Out to the whole map and in again, 3 % a frame.
void BM_ZoomLongMap(benchmark::State& state) {
  Screen screen(long_trace(), "encoder.0.self.head.0.weights");
  std::vector<double> sizes;
  for (double cells = 16384; cells > 40; cells *= 0.97) sizes.push_back(cells);
  for (const double cells : sizes) screen.draw_until_made(0, cells);
  size_t frame = 0;
  for (auto _ : state) {
    const size_t at = frame++ % (2 * sizes.size());
    screen.draw(0, sizes.at(at < sizes.size() ? at : 2 * sizes.size() - 1 - at));
  }
  state.counters["MB held"] = screen.megabytes();
}

// Twelve heads of GPT-2's size, one after the other: nothing of a head is known when it is asked for.
void BM_FirstSightOfMap1024(benchmark::State& state) {
  const auto trace = lean_trace(1024, 768, 12);
  int head = 0;
  std::optional<Screen> screen;
  for (auto _ : state) {
    state.PauseTiming();
    screen.emplace(trace, "encoder.0.self.head." + std::to_string(head++ % 12) + ".weights");
    state.ResumeTiming();
    screen->draw_until_made(0, 1024);
  }
}

BENCHMARK(BM_PanLongMap)->Arg(800)->Arg(3000)->Arg(8000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_ZoomLongMap)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_FirstSightOfMap1024)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace ui
