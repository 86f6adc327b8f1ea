// recorded_run.h: a run of training, what happened at each of its steps, and the models of some of them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/loaders/checkpoint.h"
#include "engine/training/adamw.h"
#include "engine/training/figures.h"
#include "engine/training/moment.h"
#include "engine/training/run.h"

namespace app {

// What a model got right and how its heads looked, after some steps.
struct MeasuredMoment {
  int step = 0;
  engine::Index examples = 0;  // never seen in training
  engine::Figures figures;
  engine::Matrix cosines;  // of the vectors that become logits, in one unseen example: (tokens, tokens)
};

// Everything that decides a step, before it is taken.
struct StepBefore {
  std::shared_ptr<const engine::Task> task;
  engine::Recipe recipe;
  std::shared_ptr<const engine::TrainedModel> model;
  engine::OptimiserState state;
};

// The training losses of neighbouring steps, and their mean.
struct LossPoint {
  int step = 0;  // of the last of them
  double loss = 0;
};

// Used by several threads: one trains, others look.
class RecordedRun {
 public:
  using Shared = std::shared_ptr<const loaders::Checkpoint>;

  // The plan must pass check_recipe(). Nothing is measured where `stop` was requested.
  explicit RecordedRun(engine::Plan plan, const std::stop_token& stop = {});

  const engine::Task& task() const { return *task_; }
  // With the changes of the rate so far.
  engine::Plan plan() const;
  int steps() const { return steps_; }
  engine::Index parameters() const { return run_.model().parameters(); }

  // Takes a step, and measures the model where a curve has a point. False where it did not: it is done, has
  // diverged, or `stop` was requested. `remembers`: before() tells what it began with.
  bool advance(const std::stop_token& stop, bool remembers = false);
  // Measures what there is, on all unseen examples, if it was not.
  void measure_all(const std::stop_token& stop);

  int step() const;
  bool is_done() const { return step() >= steps_; }
  // error.training_diverged (step). The models from then on are not kept.
  std::optional<engine::Error> failure() const;

  // From the next step on. Nothing changes where there is none, nor to a rate that no recipe may have.
  void change_rate(double rate);

  // The numbers of a step, counted from 0; nullopt if it was not taken.
  std::optional<engine::StepReport> report(int step) const;
  // What the newest step began with, if that was to be remembered.
  std::shared_ptr<const StepBefore> before() const;
  // The losses so far, as `most` means at most.
  std::vector<LossPoint> losses(size_t most) const;
  // Ascending by step.
  std::shared_ptr<const std::vector<MeasuredMoment>> measured() const;

  // The steps whose models are kept, ascending.
  std::vector<int> kept() const;
  // The model of now, of a run that has diverged the last good one; and that of a kept step: null if it is
  // not kept. They are open checkpoints named by name_of_moment().
  Shared newest();
  Shared at(int step) const;
  // The model of that name, if it is kept or somebody still uses it.
  Shared find(const std::string& name) const;
  // Its parameters, to be saved: of the same.
  std::shared_ptr<const engine::TrainedModel> parameters_of(const std::string& name) const;

  // What a step takes on this machine, in seconds: estimated before the first.
  double seconds_a_step() const;
  // What the run needs with all its snapshots, about.
  double bytes() const;

 private:
  // A moment's checkpoint, and the parameters that it reads.
  struct Moment {
    std::weak_ptr<const loaders::Checkpoint> checkpoint;
    std::weak_ptr<const engine::TrainedModel> model;
  };

  engine::Plan plan_now() const;
  Shared make_moment();
  void give_up(engine::Error why);
  void measure(engine::Index most, const std::stop_token& stop);

  std::shared_ptr<const engine::Task> task_;
  std::optional<engine::DataSource> data_;
  std::shared_ptr<const text::ModelTokenizer> tokenizer_;
  int steps_;
  std::vector<int> curve_steps_;

  std::mutex training_;  // held while the run moves
  engine::TrainingRun run_;

  mutable std::mutex mutex_;  // for what follows
  engine::Recipe recipe_;
  int step_ = 0;
  std::vector<engine::StepReport> reports_;
  std::shared_ptr<const std::vector<MeasuredMoment>> measured_;
  std::map<int, Shared> kept_;
  std::vector<Moment> made_;  // all that somebody still uses
  double seconds_ = 0;        // of the steps taken
  double guessed_seconds_ = 0;
  std::optional<engine::Error> failure_;
  std::shared_ptr<const StepBefore> before_;
};

}  // namespace app
