// learning_runs.h: sessions that train, for tests. The program keeps its runs: each test has a seed of its
// own.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/document/document_line.h"
#include "app/session/learning.h"
#include "app/session/session.h"

namespace app {

inline void make_edit(Session& session, const std::function<void(State&)>& change) {
  Requests requests;
  requests.edit("", change);
  session.apply(requests, 0);
}

inline void arrange(Session& session, const std::function<void(Desk&)>& change) {
  Requests requests;
  requests.arrange(change);
  session.apply(requests, 0);
}

inline void undo_edit(Session& session) {
  Requests requests;
  requests.undo();
  session.apply(requests, 0);
}

inline void redo_edit(Session& session) {
  Requests requests;
  requests.redo();
  session.apply(requests, 0);
}

inline engine::Plan short_plan(const char* task, int steps, uint64_t seed = 0) {
  engine::Plan plan = plan_of(*engine::find_task(task));
  plan.recipe.steps = steps;
  plan.recipe.seed = seed;
  return plan;
}

// Side by side, at their beginning.
inline void begin(Session& session, std::span<const engine::Plan> plans, size_t shown = 0) {
  const std::vector<engine::Plan> all(plans.begin(), plans.end());
  make_edit(session, [&](State& state) { set_trainings(state, all, shown); });
}

inline void play(Session& session) {
  arrange(session, [](Desk& desk) {
    desk.learning.is_playing = true;
    desk.learning.is_live = true;
  });
}

inline void pause(Session& session) {
  arrange(session, [](Desk& desk) { desk.learning.is_playing = false; });
}

// Until nothing is due, and the window shows it.
inline void settle(Session& session) {
  session.settle();
  session.apply({}, 0);
  session.settle();
}

inline void train(Session& session, const engine::Plan& plan) {
  begin(session, std::array{plan});
  play(session);
  settle(session);
}

inline void take_step(Session& session) {
  arrange(session, [](Desk& desk) {
    desk.learning.is_playing = false;
    desk.learning.is_live = true;
    ++desk.learning.single_steps;
  });
  settle(session);
}

inline int step_of(const Session& session) {
  return engine::step_of(session.document().config.checkpoint).value_or(-1);
}

inline trainings::Run run_of(const Session& session, size_t index = 0) {
  const auto runs = session.training_runs();
  return index < runs.size() ? runs[index] : nullptr;
}

// Frames until the condition holds, at most 30 s.
inline bool wait_until(Session& session, const std::function<bool()>& is_met) {
  const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!is_met() && std::chrono::steady_clock::now() < last) {
    session.apply({}, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return is_met();
}

// Plays until the window shows that step or a later one, and pauses there.
inline void play_to(Session& session, int step) {
  play(session);
  EXPECT_TRUE(wait_until(session, [&] { return step_of(session) >= step; }));
  pause(session);
  settle(session);
}

// A shown moment that the window is moved to, as its slider does.
inline void go_back_to(Session& session, int step, size_t run = 0) {
  arrange(session, [](Desk& desk) { desk.learning.is_live = false; });
  const engine::Plan plan = run_of(session, run)->plan();
  make_edit(session, [&](State& state) { show_moment(state, plan, step); });
  settle(session);
}

// A fingerprint of every bit of a model's parameters.
inline size_t weights_of(const loaders::Checkpoint& checkpoint) {
  std::string bytes;
  for (const loaders::TensorInfo& tensor : checkpoint.tensors.tensors())
    bytes.append(reinterpret_cast<const char*>(tensor.data), tensor.bytes);
  return std::hash<std::string>{}(bytes);
}

// A run of the plan's name that nobody else uses.
inline std::unique_ptr<RecordedRun> trained_anew(const std::string& name, int step) {
  auto plan = engine::read_plan(name);
  EXPECT_TRUE(plan.ok()) << name;
  auto run = std::make_unique<RecordedRun>(*plan);
  while (run->step() < step && run->advance({})) {}
  EXPECT_EQ(run->step(), step);
  return run;
}

// Which model the shown numbers were computed with.
inline std::string shown_model(const Session& session) {
  return session.trace() && session.checkpoint() ? session.checkpoint()->path : "";
}

// Row by row.
inline std::vector<float> logits_of(const engine::Trace& trace) {
  const int logits = trace.find("logits").value();
  const engine::Stage& stage = trace.stage(logits);
  const engine::Matrix values = trace.read(logits, 0, 0, stage.rows, stage.columns);
  return {values.data(), values.data() + values.size()};
}

}  // namespace app
