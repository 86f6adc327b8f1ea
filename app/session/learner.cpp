// learner.cpp: the runs take turns, so that they stay side by side.
#include "app/session/learner.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "engine/core/thread.h"

namespace app {
namespace {

using Lock = std::unique_lock<std::mutex>;

// How often a run that plays is shown: more costs it steps, and nobody sees the difference.
constexpr std::chrono::milliseconds kBetweenPictures{60};

bool may_step(const trainings::Run& run) {
  return !run->is_done() && !run->failure();
}

}  // namespace

Learner::Learner(std::function<void()> wake)
    : wake_(std::move(wake)),
      thread_(engine::thread_or_none([this](const std::stop_token& quit) { loop(quit); })) {}

Learner::~Learner() {
  thread_.request_stop();
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
}

bool Learner::are_same_runs(const std::vector<std::string>& names) const {
  return names == orders_.names || (is_open_ && std::ranges::count(called_, names) > 0);
}

void Learner::forget_former_names() {
  const std::lock_guard lock(mutex_);
  if (called_.size() > 1) called_.erase(called_.begin(), called_.end() - 1);
}

void Learner::follow(const LearningOrders& orders) {
  Lock lock(mutex_);
  take_orders(orders);
  if (!thread_.joinable() && next_work() != Work::kNothing) do_next(lock);
}

void Learner::take_orders(const LearningOrders& orders) {
  if (orders == orders_) return;
  const bool are_others = !are_same_runs(orders.names);
  if (are_others) {
    is_open_ = false;
    newest_.reset();
    error_.reset();
    new_rate_.reset();
  }
  // Steps that are asked for while it plays are among those that it takes.
  if (are_others || orders_.is_playing) steps_taken_ = orders_.single_steps;
  if (orders.shown != orders_.shown) newest_.reset();
  if (are_others || (orders_.is_playing && !orders.is_playing)) stop_.request_stop();
  if (orders.is_playing || orders.single_steps != orders_.single_steps) measured_.clear();
  orders_ = orders;
  changed_.notify_all();
}

std::vector<trainings::Run> Learner::runs() const {
  const std::lock_guard lock(mutex_);
  return is_open_ ? runs_ : std::vector<trainings::Run>();
}

std::optional<engine::Error> Learner::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

bool Learner::is_working() const {
  const std::lock_guard lock(mutex_);
  return is_busy_ || next_work() != Work::kNothing;
}

bool Learner::has_ended() const {
  const std::lock_guard lock(mutex_);
  return is_open_ && std::ranges::none_of(runs_, may_step);
}

RecordedRun::Shared Learner::take_newest() {
  const std::lock_guard lock(mutex_);
  return std::exchange(newest_, nullptr);
}

void Learner::change_rate(double rate) {
  const std::lock_guard lock(mutex_);
  new_rate_ = rate;
  stop_.request_stop();
  changed_.notify_all();
}

void Learner::settle() {
  Lock lock(mutex_);
  while (!thread_.joinable() && next_work() != Work::kNothing) do_next(lock);
  changed_.wait(lock, [this] { return !is_busy_ && next_work() == Work::kNothing; });
}

bool Learner::wants_steps() const {
  return orders_.is_playing || steps_taken_ < orders_.single_steps;
}

// Of those that may take a step, the one that has taken the fewest.
trainings::Run Learner::run_to_step() const {
  const bool is_due = wants_steps();
  trainings::Run next;
  for (const trainings::Run& run : runs_) {
    const bool may = may_step(run) && (is_due || run->step() < orders_.least);
    if (may && (!next || run->step() < next->step())) next = run;
  }
  return next;
}

trainings::Run Learner::run_to_measure() const {
  const auto found = std::ranges::find_if(
      runs_, [this](const trainings::Run& run) { return std::ranges::count(measured_, run.get()) == 0; });
  return found == runs_.end() ? nullptr : *found;
}

Learner::Work Learner::next_work() const {
  if (error_) return Work::kNothing;
  if (!is_open_) return Work::kOpen;
  if (new_rate_) return Work::kRate;
  if (run_to_step()) return Work::kStep;
  return run_to_measure() ? Work::kMeasure : Work::kNothing;
}

void Learner::open_runs(Lock& lock) {
  const std::vector<std::string> names = orders_.names;
  const std::stop_token stop = stop_.get_token();
  lock.unlock();
  std::vector<trainings::Run> opened;
  std::optional<engine::Error> bad;
  for (const std::string& name : names) {
    auto run = trainings::open(name, stop);
    if (!run) bad = run.error();
    if (!run || stop.stop_requested()) break;
    opened.push_back(std::move(run).value());
  }
  lock.lock();
  if (names != orders_.names || stop.stop_requested()) return;
  called_ = {names};
  runs_ = bad ? std::vector<trainings::Run>() : std::move(opened);
  error_ = std::move(bad);
  measured_.clear();
  is_open_ = true;
}

void Learner::set_rate(Lock& lock) {
  const double rate = *std::exchange(new_rate_, std::nullopt);
  const std::vector<trainings::Run> runs = runs_;
  lock.unlock();
  std::vector<std::string> names;
  for (const trainings::Run& run : runs) {
    run->change_rate(rate);
    names.push_back(engine::name_of(run->plan()));
  }
  lock.lock();
  if (runs == runs_) called_.push_back(std::move(names));
}

void Learner::take_step(Lock& lock) {
  const trainings::Run run = run_to_step();
  const std::stop_token stop = stop_.get_token();
  const bool is_single = !orders_.is_playing;
  const bool remembers = is_single || orders_.remembers;
  // On the way to what the document shows there is nothing newer to show.
  const bool catches_up = !wants_steps();
  lock.unlock();
  const bool has_moved = run->advance(stop, remembers);
  lock.lock();
  if (catches_up) return;
  // One single step is one of every run.
  const bool is_last = std::ranges::all_of(
      runs_, [&](const trainings::Run& other) { return !may_step(other) || other->step() >= run->step(); });
  const bool was_stopped = !has_moved && may_step(run);
  const bool is_one = is_open_ && is_single && !was_stopped && is_last;
  if (is_one && steps_taken_ < orders_.single_steps) ++steps_taken_;
  publish(lock, !run_to_step());
}

// Hands over the model of now, if it is time for a picture.
void Learner::publish(Lock& lock, bool is_urgent) {
  const auto now = std::chrono::steady_clock::now();
  if (!is_urgent && now - published_ < kBetweenPictures) return;
  published_ = now;
  if (orders_.shown >= runs_.size()) return;
  const trainings::Run run = runs_[orders_.shown];
  lock.unlock();
  RecordedRun::Shared made = run->newest();
  lock.lock();
  if (is_open_ && orders_.shown < runs_.size() && runs_[orders_.shown] == run) newest_ = std::move(made);
  // While it plays, the window comes by itself.
  if (!wake_ || !is_urgent) return;
  lock.unlock();
  wake_();
  lock.lock();
}

void Learner::measure(Lock& lock) {
  const trainings::Run run = run_to_measure();
  const std::stop_token stop = stop_.get_token();
  lock.unlock();
  run->measure_all(stop);
  lock.lock();
  if (stop.stop_requested()) return;
  measured_.push_back(run.get());
  if (!wake_) return;
  lock.unlock();
  wake_();
  lock.lock();
}

void Learner::loop(const std::stop_token& quit) {
  Lock lock(mutex_);
  while (changed_.wait(lock, quit, [this] { return next_work() != Work::kNothing; })) {
    if (quit.stop_requested()) return;
    do_next(lock);
    if (quit.stop_requested()) return;
  }
}

// The lock is held before and after.
void Learner::do_next(Lock& lock) {
  is_busy_ = true;
  if (stop_.stop_requested()) stop_ = std::stop_source();
  try {
    switch (next_work()) {
      case Work::kOpen:
        open_runs(lock);
        break;
      case Work::kRate:
        set_rate(lock);
        break;
      case Work::kStep:
        take_step(lock);
        break;
      case Work::kMeasure:
        measure(lock);
        break;
      case Work::kNothing:
        break;
    }
  } catch (const std::bad_alloc&) {
    if (!lock.owns_lock()) lock.lock();
    error_ = engine::Error{"error.out_of_memory", {}};
  }
  is_busy_ = false;
  changed_.notify_all();
}

}  // namespace app
