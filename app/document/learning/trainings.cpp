// trainings.cpp: one table of runs for the whole program.
#include "app/document/learning/trainings.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "app/text/quotable.h"

namespace app::trainings {
namespace {

using engine::Error;
using engine::Plan;
using engine::Result;
using Shared = RecordedRun::Shared;

constexpr size_t kKeptRuns = 6;
constexpr size_t kKeptMoments = 8;

struct Named {
  std::string name;  // as it was asked for
  Run run;
};

struct Table {
  std::mutex creating;         // held while a run is made
  std::mutex mutex;            // for what follows
  std::deque<Named> runs;      // newest first
  std::deque<Shared> moments;  // that no run keeps, newest first

  Run find(const std::string& name) {
    const std::lock_guard lock(mutex);
    const auto found = std::ranges::find(runs, name, &Named::name);
    return found == runs.end() ? nullptr : found->run;
  }

  void add(const std::string& name, const Run& run) {
    const std::lock_guard lock(mutex);
    std::erase_if(runs, [&](const Named& known) { return known.name == name; });
    runs.push_front({name, run});
    if (runs.size() > kKeptRuns) runs.pop_back();
  }

  void keep(const Shared& moment) {
    const std::lock_guard lock(mutex);
    moments.push_front(moment);
    if (moments.size() > kKeptMoments) moments.pop_back();
  }

  std::vector<Run> all_runs() {
    const std::lock_guard lock(mutex);
    std::vector<Run> all;
    all.reserve(runs.size());
    for (const Named& known : runs) all.push_back(known.run);
    return all;
  }
};

Table& table() {
  static Table one;
  return one;
}

bool is_same(const Plan& one, const Plan& other) {
  return one.task->name() == other.task->name() && one.data == other.data && one.recipe == other.recipe;
}

Error cannot_reach(const std::string& name) {
  return {"error.config_value",
          {{"path", quotable(name, kLongestPath)}, {"field", "step"}, {"value", quotable(name)}}};
}

// Trains until the step. Nullopt where it got there.
std::optional<Error> train_to(RecordedRun& run, int step, const std::stop_token& stop,
                              const std::function<void(double)>& progress) {
  while (run.step() < step) {
    run.advance(stop, run.step() + 1 == step);
    if (stop.stop_requested()) return Error{"error.stopped", {}};
    if (auto bad = run.failure()) return bad;
    if (progress) progress(static_cast<double>(run.step()) / step);
  }
  return std::nullopt;
}

}  // namespace

Run opened(const std::string& name) {
  return table().find(name);
}

Result<Run> open(const std::string& name) {
  if (Run known = opened(name)) return known;
  const std::lock_guard creating(table().creating);
  if (Run known = opened(name)) return known;
  auto plan = engine::read_plan(name);
  if (!plan) return plan.error();
  for (const Run& known : table().all_runs()) {
    if (!is_same(known->plan(), *plan)) continue;
    table().add(name, known);
    return known;
  }
  auto run = std::make_shared<RecordedRun>(std::move(plan).value());
  table().add(name, run);
  return run;
}

Shared opened_moment(const std::string& name) {
  for (const Run& run : table().all_runs()) {
    if (Shared moment = run->find(name)) return moment;
  }
  const std::lock_guard lock(table().mutex);
  const auto found = std::ranges::find(table().moments, name, [](const Shared& one) { return one->path; });
  return found == table().moments.end() ? nullptr : *found;
}

Result<Shared> open_moment(const std::string& name, const std::stop_token& stop,
                           const std::function<void(double)>& progress) {
  if (Shared known = opened_moment(name)) return known;
  const auto step = engine::step_of(name);
  const auto run = open(name);
  if (!run) return run.error();
  if (!step || *step > (*run)->steps()) return cannot_reach(name);
  if (auto bad = train_to(**run, *step, stop, progress)) return *bad;
  // The name may have been typed, with its fields in another order.
  const std::string usual = engine::name_of_moment((*run)->plan(), *step);
  if (Shared known = opened_moment(usual)) return known;
  Shared moment = (*run)->newest();
  if (moment->path != usual) {
    // The run has gone past it: another one goes there.
    RecordedRun again((*run)->plan());
    if (auto bad = train_to(again, *step, stop, progress)) return *bad;
    moment = again.newest();
  }
  if (moment->path != usual) return cannot_reach(name);
  table().keep(moment);
  return moment;
}

}  // namespace app::trainings
