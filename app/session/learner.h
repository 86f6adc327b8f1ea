// learner.h: trains the runs of a document on its own thread, and hands over the model of now.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/document/learning/trainings.h"
#include "engine/core/result.h"

namespace app {

// What a run of training is to do.
struct LearningOrders {
  std::vector<std::string> names;  // of the runs side by side
  int least = 0;     // steps that every run takes first: those of the model that the document shows
  size_t shown = 0;  // whose model the window shows
  bool is_playing = false;
  int single_steps = 0;    // asked for since the window opened
  bool remembers = false;  // what each step begins with; of a single step it is always remembered

  bool operator==(const LearningOrders&) const = default;
};

class Learner {
 public:
  // `wake` is called from the thread when there is something new to draw; it may be empty.
  explicit Learner(std::function<void()> wake = {});
  // Stops the step that is being taken.
  ~Learner();
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  // What to do from now on; call it once a frame. Never waits for a step; but where the system has no thread
  // left, one is taken here. A run keeps its former names when its rate is turned.
  void follow(const LearningOrders& orders);
  // Names that are followed next stand for what they say: a run is no longer meant by its former ones.
  void forget_former_names();

  // The runs of the names last followed, in their order: empty until all are open.
  std::vector<trainings::Run> runs() const;
  // Why they cannot be opened, or memory ran out.
  std::optional<engine::Error> error() const;
  // Whether a step or a measure is being taken, or due.
  bool is_working() const;
  // Whether every run is done or has diverged.
  bool has_ended() const;

  // The newest model of the shown run, once; null if there is none since the last call.
  RecordedRun::Shared take_newest();

  // From the next step on, in every run. The step that is being taken is taken again.
  void change_rate(double rate);

  // Waits until nothing is due. While it plays: until the runs have ended.
  void settle();

 private:
  // What the thread does next.
  enum class Work { kNothing, kOpen, kRate, kStep, kMeasure };

  void loop(const std::stop_token& quit);
  void do_next(std::unique_lock<std::mutex>& lock);
  void take_orders(const LearningOrders& orders);
  Work next_work() const;
  bool wants_steps() const;
  trainings::Run run_to_step() const;
  trainings::Run run_to_measure() const;
  void open_runs(std::unique_lock<std::mutex>& lock);
  void set_rate(std::unique_lock<std::mutex>& lock);
  bool are_same_runs(const std::vector<std::string>& names) const;
  void take_step(std::unique_lock<std::mutex>& lock);
  void publish(std::unique_lock<std::mutex>& lock, bool is_urgent);
  void measure(std::unique_lock<std::mutex>& lock);

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  LearningOrders orders_;
  bool is_open_ = true;  // runs_ are those of orders_.names
  std::vector<trainings::Run> runs_;
  std::vector<std::vector<std::string>>
      called_;  // every way in which runs_ were named so far, the newest last
  std::optional<engine::Error> error_;
  std::optional<double> new_rate_;
  int steps_taken_ = 0;  // of the single ones
  bool is_busy_ = false;
  std::vector<const RecordedRun*> measured_;  // those that stand still and are measured on all examples
  std::stop_source stop_;
  RecordedRun::Shared newest_;
  std::chrono::steady_clock::time_point published_;
  std::jthread thread_;
};

}  // namespace app
