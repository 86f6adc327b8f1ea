// trainings.cpp: one table of runs for the whole program.
#include "app/document/learning/trainings.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace app::trainings {
namespace {

using engine::Error;
using engine::Plan;
using engine::Result;
using Shared = RecordedRun::Shared;

constexpr size_t kKeptRuns = 6;
constexpr size_t kKeptMoments = 8;

struct Named {
  std::string name;       // as it was asked for
  engine::Recipe recipe;  // what it stands for: the run's, until its rate is turned
  Run run;
};

struct NamedMoment {
  std::string name;
  Shared moment;
};

struct Table {
  std::mutex creating;              // held while a run is made
  std::mutex mutex;                 // for what follows
  std::deque<Named> runs;           // newest first
  std::deque<NamedMoment> moments;  // that no run keeps, newest first

  Run find(const std::string& name) {
    const std::lock_guard lock(mutex);
    const auto found = std::ranges::find(runs, name, &Named::name);
    return found != runs.end() && found->run->plan().recipe == found->recipe ? found->run : nullptr;
  }

  void add(const std::string& name, const Run& run) {
    const std::lock_guard lock(mutex);
    std::erase_if(runs, [&](const Named& known) { return known.name == name; });
    runs.push_front({name, run->plan().recipe, run});
    // One that somebody uses is found for as long as that.
    const auto is_unused = [](const Named& known) { return known.run.use_count() == 1; };
    for (auto last = runs.end(); runs.size() > kKeptRuns && last != runs.begin();) {
      --last;
      if (is_unused(*last)) last = runs.erase(last);
    }
  }

  void keep(const std::string& name, const Shared& moment) {
    const std::lock_guard lock(mutex);
    moments.push_front({name, moment});
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

Error no_such_step(const std::optional<int>& step, int steps) {
  if (!step) return {"error.training_no_step", {{"steps", std::to_string(steps)}}};
  return {"error.training_step", {{"step", std::to_string(*step)}, {"steps", std::to_string(steps)}}};
}

// The run of which it is a moment, under any name.
Run run_of(const std::string& moment, int step) {
  for (const Run& known : table().all_runs()) {
    if (engine::name_of_moment(known->plan(), step) == moment) return known;
  }
  return nullptr;
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
  return run.step() == step ? run.failure() : std::nullopt;
}

}  // namespace

Run opened(const std::string& name) {
  return table().find(name);
}

Result<Run> open(const std::string& name, const std::stop_token& stop) {
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
  auto run = std::make_shared<RecordedRun>(std::move(plan).value(), stop);
  table().add(name, run);
  return run;
}

Shared opened_moment(const std::string& name) {
  for (const Run& run : table().all_runs()) {
    if (Shared moment = run->find(name)) return moment;
  }
  const std::lock_guard lock(table().mutex);
  const auto found = std::ranges::find_if(
      table().moments, [&](const NamedMoment& one) { return one.name == name || one.moment->path == name; });
  return found == table().moments.end() ? nullptr : found->moment;
}

Result<Shared> open_moment(const std::string& name, const std::stop_token& stop,
                           const std::function<void(double)>& progress) {
  if (Shared known = opened_moment(name)) return known;
  const auto step = engine::step_of(name);
  Run run = step ? run_of(name, *step) : nullptr;
  if (!run) {
    auto opened = open(name, stop);
    if (!opened) return opened.error();
    run = std::move(opened).value();
  }
  if (!step || *step > run->steps()) return no_such_step(step, run->steps());
  // The rate may be turned meanwhile. The same plan may be written in other ways than `name`.
  const Plan plan = run->plan();
  const std::string own = engine::name_of_moment(plan, *step);
  if (auto bad = train_to(*run, *step, stop, progress)) return *bad;
  Shared moment = run->newest();
  if (moment->path != own) {
    // The run has gone past it, or another way: another one goes there.
    RecordedRun again(plan, stop);
    if (auto bad = train_to(again, *step, stop, progress)) return *bad;
    moment = again.newest();
  }
  table().keep(name, moment);
  return moment;
}

}  // namespace app::trainings
