// interface_bench.cpp: what a frame of the interface and a keystroke's whole way cost, at 128 tokens;
// scrolling through 144 heads; and the sliders of the labs at 256 tokens.
#include <benchmark/benchmark.h>
#include <imgui.h>

#include <array>

#include "app/session/exploring.h"
#include "app/session/learning.h"
#include "app/shell/offscreen.h"
#include "engine/core/memory.h"
#include "engine/labs/positions/positions_lab.h"

namespace app {
namespace {

constexpr int kTokens = 128;

State sentence(int tokens = kTokens) {
  State state;
  state.document.text.clear();
  for (int i = 0; i < tokens; ++i) state.document.text += "w" + std::to_string(i % 50) + " ";
  return state;
}

std::unique_ptr<Offscreen> open(const State& state = sentence()) {
  engine::keep_freed_memory();
  auto made = Offscreen::create(state, {1600, 1000});
  if (!made) return nullptr;
  for (int i = 0; i < 4; ++i) {
    made.value()->lay_out();
    made.value()->render();
  }
  return std::move(made).value();
}

// A letter is typed: cut, run, facts, layout. With `render`, textures and pixels too, on this machine's
// OpenGL.
void keystroke(benchmark::State& state, bool render, const State& opened = sentence()) {
  const auto offscreen = open(opened);
  if (!offscreen) return state.SkipWithError("no OpenGL");
  bool longer = false;
  double now = 0;
  for (auto _ : state) {
    longer = !longer;
    Requests requests;
    requests.edit("text", [longer](State& next) {
      std::string text = next.document.text;
      longer ? text.push_back('x') : text.pop_back();
      set_text(next, text);
    });
    offscreen->session().apply(requests, now += 0.01);
    offscreen->lay_out();
    if (render) offscreen->render();
  }
}
void BM_KeystrokeOwnCode(benchmark::State& state) {
  keystroke(state, false);
}
void BM_KeystrokeToPixels(benchmark::State& state) {
  keystroke(state, true);
}

// A letter is typed into 12 words while the wall of ways is shown: every way runs again in that frame.
void BM_KeystrokeOnWaysOwnCode(benchmark::State& state) {
  State words = sentence(12);
  words.document.focus.view = "ways";
  keystroke(state, false, words);
}

// A cell of the mask is painted for all of 8 heads at 256 tokens: the run alone, and with facts and layout.
void paint(benchmark::State& state, bool lay_out) {
  engine::keep_freed_memory();
  State long_text = sentence(256);
  long_text.document.config.model = engine::ModelKind::kSeeded;
  long_text.document.config.n_heads = 8;
  long_text.document.config.d_k = long_text.document.config.d_v = 8;
  long_text.document.focus.stage = "encoder.0.self.head.0.mask";
  auto made = Offscreen::create(long_text, {1600, 1000});
  if (!made) return state.SkipWithError("no OpenGL");
  Session& session = made.value()->session();
  session.settle();
  engine::Index row = 0;
  double now = 0;
  for (auto _ : state) {
    row = (row + 1) % 256;
    Requests requests;
    requests.arrange([](Desk& desk) { desk.brush.is_on = true; });
    requests.edit("stroke 1", [row](State& next) {
      paint_stroke(next, "encoder.0.self", {{row, 7, 1, 1, row % 2 == 0 ? 0 : engine::kHide}});
    });
    session.apply(requests, now += 0.01);
    if (session.computing()) return state.SkipWithError("not made at once");
    if (lay_out) made.value()->lay_out();
  }
}
void BM_PaintRun(benchmark::State& state) {
  paint(state, false);
}
void BM_PaintOwnCode(benchmark::State& state) {
  paint(state, true);
}

// The same frame when nothing has changed: the floor of the two above.
void still(benchmark::State& state, bool render) {
  const auto offscreen = open();
  if (!offscreen) return state.SkipWithError("no OpenGL");
  for (auto _ : state) {
    offscreen->lay_out();
    if (render) offscreen->render();
  }
}
void BM_StillOwnCode(benchmark::State& state) {
  still(state, false);
}
void BM_StillToPixels(benchmark::State& state) {
  still(state, true);
}

// A frame while a stage plays: each a step on, a row of softmax half done among them.
void playing(benchmark::State& state, bool render) {
  const auto offscreen = open();
  if (!offscreen) return state.SkipWithError("no OpenGL");
  Requests requests;
  requests.edit("", [](State& next) { focus_on(next, "encoder.0.self.head.0.weights"); });
  requests.arrange([](Desk& desk) { desk.playback.is_open = true; });
  offscreen->session().apply(requests, 0);
  int step = 0;
  for (auto _ : state) {
    Requests on;
    on.arrange([step](Desk& desk) { desk.playback.position = step; });
    offscreen->session().apply(on, 0);
    step = (step + 1) % kTokens;
    offscreen->lay_out();
    if (render) offscreen->render();
  }
}
void BM_PlayingOwnCode(benchmark::State& state) {
  playing(state, false);
}
void BM_PlayingToPixels(benchmark::State& state) {
  playing(state, true);
}

// 12 layers of 12 heads at 64 tokens, every one with its picture.
State all_heads() {
  State state = sentence(64);
  state.document.focus.view = "grid";
  set_architecture(state, engine::Architecture::kEncoder);
  set_size(state, &engine::Config::encoder_layers, 12);
  set_size(state, &engine::Config::n_heads, 12);
  return state;
}

// The wheel turns over the grid: every frame other heads come into sight.
void scroll_grid(benchmark::State& state, bool sorted) {
  engine::keep_freed_memory();
  auto made = Offscreen::create(all_heads(), {1920, 1080});
  if (!made) return state.SkipWithError("no OpenGL");
  Offscreen& offscreen = *made.value();
  offscreen.session().settle();
  Requests requests;
  if (sorted) {
    requests.arrange([](Desk& desk) {
      desk.comparing.order = HeadOrder::kMeasure;
      desk.comparing.measure = engine::RowMeasure::kEntropy;
    });
  }
  offscreen.session().apply(requests, 1);
  ImGui::GetIO().AddMousePosEvent(900, 700);
  for (int i = 0; i < 4; ++i) offscreen.lay_out();
  int frame = 0;
  for (auto _ : state) {
    ImGui::GetIO().AddMouseWheelEvent(0, frame++ % 80 < 40 ? -0.5f : 0.5f);
    offscreen.lay_out();
  }
}
void BM_ScrollGridOwnCode(benchmark::State& state) {
  scroll_grid(state, false);
}
void BM_ScrollSortedGridOwnCode(benchmark::State& state) {
  scroll_grid(state, true);
}

// A slider of a lab is turned at 256 tokens, and the next frame laid out with what came of it. `turn` gets a
// number that is another in every frame.
void slide(benchmark::State& state, const std::string& view, void (*turn)(State&, engine::Index)) {
  engine::keep_freed_memory();
  State long_text = sentence(256);
  long_text.document.config.model = engine::ModelKind::kSeeded;
  long_text.document.focus.view = view;
  turn(long_text, 0);
  auto made = Offscreen::create(long_text, {1600, 1000});
  if (!made) return state.SkipWithError("no OpenGL");
  Session& session = made.value()->session();
  session.settle();
  engine::Index frame = 0;
  double now = 0;
  for (auto _ : state) {
    Requests requests;
    requests.edit("slider", [turn, at = ++frame](State& next) { turn(next, at); });
    session.apply(requests, now += 0.01);
    if (session.computing()) return state.SkipWithError("not made at once");
    made.value()->lay_out();
  }
}
template <engine::AttentionKind kind, engine::Index features = 128>
void BM_SlideEfficientOwnCode(benchmark::State& state) {
  slide(state, "cheaper", [](State& next, engine::Index frame) {
    engine::AttentionMethod& method = next.document.config.attention;
    method.kind = kind;
    method.features = features + frame % 64;
    method.rank = 32 + frame % 64;
    method.buckets = 8 + 2 * (frame % 8);
    method.window = 16 + frame % 64;
  });
}
void BM_SlidePositionsOwnCode(benchmark::State& state) {
  slide(state, "positions", [](State& next, engine::Index frame) {
    next.document.labs.positions.shown = "products";
    engine::positions_lab_of(next.document.config).is_on = true;
    engine::positions_lab_of(next.document.config).length = 256;
    engine::positions_lab_of(next.document.config).base = 10000 + static_cast<double>(frame);
  });
}

// From nothing to the first picture: context, fonts, trace, one frame.
void BM_FirstFrame(benchmark::State& state) {
  for (auto _ : state) {
    auto made = Offscreen::create(State(), {1600, 1000});
    if (!made) return state.SkipWithError("no OpenGL");
    made.value()->lay_out();
    made.value()->render();
  }
}

// The slider of the view Learning goes to another of the snapshots of `who`: run, facts, layout. With
// `render`, textures and pixels too.
void slide(benchmark::State& state, bool render) {
  engine::keep_freed_memory();
  constexpr int kTrained = 60;
  engine::Plan plan = plan_of(*engine::find_task("who"));
  plan.recipe.steps = kTrained;
  State learning;
  set_trainings(learning, std::array{plan});
  show_moment(learning, plan, kTrained);
  learning.document.focus.view = "learning";
  auto made = Offscreen::create(learning, {1280, 720});
  if (!made) return state.SkipWithError("no OpenGL");
  Offscreen& offscreen = **made;
  Session& session = offscreen.session();
  session.settle();
  const std::vector<int> kept = session.training_runs().front()->kept();
  size_t at = 0;
  double now = 0;
  for (auto _ : state) {
    Requests requests;
    requests.arrange([](Desk& desk) { desk.learning.is_live = false; });
    requests.edit("learning step",
                  [&, step = kept[at++ % kept.size()]](State& next) { show_moment(next, plan, step); });
    session.apply(requests, now += 0.01);
    offscreen.lay_out();
    if (render) offscreen.render();
  }
}
void BM_SnapshotOwnCode(benchmark::State& state) {
  slide(state, false);
}
void BM_SnapshotToPixels(benchmark::State& state) {
  slide(state, true);
}

BENCHMARK(BM_SnapshotOwnCode)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SnapshotToPixels)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_KeystrokeOwnCode)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_KeystrokeOnWaysOwnCode)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PaintRun)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PaintOwnCode)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_StillOwnCode)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_KeystrokeToPixels)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_StillToPixels)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PlayingOwnCode)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PlayingToPixels)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ScrollGridOwnCode)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ScrollSortedGridOwnCode)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SlideEfficientOwnCode<engine::AttentionKind::kWindow>)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SlideEfficientOwnCode<engine::AttentionKind::kPerformer>)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SlideEfficientOwnCode<engine::AttentionKind::kPerformer, 832>)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SlideEfficientOwnCode<engine::AttentionKind::kLinformer>)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SlideEfficientOwnCode<engine::AttentionKind::kReformer>)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SlideEfficientOwnCode<engine::AttentionKind::kLambda>)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SlideEfficientOwnCode<engine::AttentionKind::kRfa>)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SlideEfficientOwnCode<engine::AttentionKind::kRfa, 400>)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SlidePositionsOwnCode)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_FirstFrame)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace app

BENCHMARK_MAIN();
