// recorded_run.cpp: trains under one lock, and tells of it under another.
#include "app/document/learning/recorded_run.h"

#include <algorithm>
#include <chrono>
#include <span>

#include "engine/analysis/cosines.h"
#include "engine/model/forward.h"
#include "engine/training/own_files.h"
#include "engine/training/recipe_settings.h"
#include "engine/training/snapshots.h"

namespace app {
namespace {

// So few that measuring them is quick beside the steps between two points of a curve.
constexpr engine::Index kCurveExamples = 200;

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

engine::Sequence sequence_of(const std::vector<engine::Index>& ids,
                             const engine::TaskVocabulary& vocabulary) {
  engine::Sequence sequence;
  for (const engine::Index id : ids) {
    sequence.tokens.push_back(vocabulary.tokens[static_cast<size_t>(id)]);
    sequence.padding.push_back(false);
    sequence.ids.push_back(id);
  }
  return sequence;
}

// How alike the tokens of the first unseen example have become, where they turn into logits.
engine::Matrix likeness(const engine::TrainedModel& model, const engine::Task& task) {
  const engine::TaskCase& example = task.held_out().front();
  if (example.source.empty()) return {};
  engine::Input input;
  engine::Example& one = input.examples.emplace_back();
  one.source = sequence_of(example.source, task.vocabulary());
  if (!example.target.empty()) one.target = sequence_of(example.target, task.vocabulary());
  engine::Config config = model.config();
  config.model = engine::ModelKind::kCheckpoint;
  const auto trace = engine::forward(*model.model(), input, config);
  const auto logits = trace->find("logits");
  if (!logits) return {};
  const int vectors = trace->stage(*logits).inputs.front();
  const engine::Stage& stage = trace->stage(vectors);
  return engine::cosines(engine::whole(trace->read(vectors, 0, 0, stage.rows, stage.columns)));
}

}  // namespace

RecordedRun::RecordedRun(engine::Plan plan, const std::stop_token& stop)
    : task_(std::move(plan.task)),
      data_(std::move(plan.data)),
      tokenizer_(engine::task_tokenizer(*task_)),
      steps_(plan.recipe.steps),
      curve_steps_(engine::curve_steps(steps_)),
      run_(*task_, plan.recipe),
      recipe_(plan.recipe),
      measured_(std::make_shared<const std::vector<MeasuredMoment>>()) {
  kept_[0] = make_moment();
  const auto begin = Clock::now();
  measure(kCurveExamples, stop);
  if (measured_->empty()) return;
  // Back is twice as far as forward.
  const auto examples = static_cast<double>(measured_->back().examples);
  guessed_seconds_ = 3 * since(begin) * recipe_.batch / examples;
}

engine::Plan RecordedRun::plan_now() const {
  return {task_, data_, recipe_};
}

engine::Plan RecordedRun::plan() const {
  const std::lock_guard lock(mutex_);
  return plan_now();
}

bool RecordedRun::advance(const std::stop_token& stop, bool remembers) {
  const std::lock_guard training(training_);
  if (run_.is_done() || failure()) return false;
  if (measured()->empty()) measure(kCurveExamples, stop);
  std::shared_ptr<const StepBefore> before;
  if (remembers)
    before = std::make_shared<const StepBefore>(
        StepBefore{task_, run_.recipe(),
                   std::make_shared<const engine::TrainedModel>(run_.model(), run_.model().numbers()),
                   run_.optimiser()});
  const auto begin = Clock::now();
  const auto report = run_.advance(stop);
  if (!report) return false;
  if (!*report) {
    give_up(report->error());
    return false;
  }
  {
    const std::lock_guard lock(mutex_);
    reports_.push_back(**report);
    step_ = run_.step();
    seconds_ += since(begin);
    before_ = std::move(before);
  }
  if (!std::ranges::binary_search(curve_steps_, run_.step())) return true;
  const Shared moment = make_moment();
  {
    const std::lock_guard lock(mutex_);
    kept_[run_.step()] = moment;
  }
  measure(kCurveExamples, stop);
  return true;
}

// The model whose loss is no number is none to show.
void RecordedRun::give_up(engine::Error why) {
  const std::lock_guard lock(mutex_);
  failure_ = std::move(why);
  if (step_ == 0) return;
  kept_.erase(step_);
  if (measured_->empty() || measured_->back().step != step_) return;
  auto good = std::make_shared<std::vector<MeasuredMoment>>(*measured_);
  good->pop_back();
  measured_ = std::move(good);
}

void RecordedRun::measure_all(const std::stop_token& stop) {
  const std::lock_guard training(training_);
  if (failure()) return;
  measure(static_cast<engine::Index>(task_->held_out().size()), stop);
}

// Called while the run stands still.
void RecordedRun::measure(engine::Index most, const std::stop_token& stop) {
  const std::span<const engine::TaskCase> all(task_->held_out());
  const auto cases = all.first(std::min(all.size(), static_cast<size_t>(most)));
  const auto count = static_cast<engine::Index>(cases.size());
  const int step = run_.step();
  const auto before = measured();
  if (!before->empty() && before->back().step == step && before->back().examples >= count) return;
  engine::Figures figures = engine::measure(run_.model(), *task_, cases, stop);
  if (stop.stop_requested()) return;
  auto after = std::make_shared<std::vector<MeasuredMoment>>(*before);
  if (!after->empty() && after->back().step == step) after->pop_back();
  after->push_back({step, count, std::move(figures), likeness(run_.model(), *task_)});
  const std::lock_guard lock(mutex_);
  measured_ = std::move(after);
}

int RecordedRun::step() const {
  const std::lock_guard lock(mutex_);
  return step_;
}

std::optional<engine::Error> RecordedRun::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void RecordedRun::change_rate(double rate) {
  const std::lock_guard training(training_);
  engine::Recipe turned = run_.recipe();
  turned.optimiser.changes.push_back({run_.step(), rate});
  const bool is_allowed =
      turned.optimiser.changes.size() <= engine::kMostRateChanges && !engine::check_recipe_settings(turned);
  if (run_.is_done() || failure() || !is_allowed) return;
  run_.change_rate(rate);
  const std::lock_guard lock(mutex_);
  recipe_ = run_.recipe();
}

std::optional<engine::StepReport> RecordedRun::report(int step) const {
  const std::lock_guard lock(mutex_);
  const bool is_there = step >= 0 && static_cast<size_t>(step) < reports_.size();
  return is_there ? std::optional(reports_[static_cast<size_t>(step)]) : std::nullopt;
}

std::shared_ptr<const StepBefore> RecordedRun::before() const {
  const std::lock_guard lock(mutex_);
  return before_;
}

std::vector<LossPoint> RecordedRun::losses(size_t most) const {
  const std::lock_guard lock(mutex_);
  const size_t each = std::max<size_t>(1, (reports_.size() + most - 1) / most);
  std::vector<LossPoint> points;
  points.reserve(reports_.size() / each + 1);
  for (size_t begin = 0; begin < reports_.size(); begin += each) {
    const size_t end = std::min(reports_.size(), begin + each);
    double sum = 0;
    for (size_t i = begin; i < end; ++i) sum += reports_[i].loss;
    points.push_back({reports_[end - 1].step, sum / static_cast<double>(end - begin)});
  }
  return points;
}

std::shared_ptr<const std::vector<MeasuredMoment>> RecordedRun::measured() const {
  const std::lock_guard lock(mutex_);
  return measured_;
}

std::vector<int> RecordedRun::kept() const {
  const std::lock_guard lock(mutex_);
  std::vector<int> steps;
  steps.reserve(kept_.size());
  for (const auto& [step, moment] : kept_) steps.push_back(step);
  return steps;
}

RecordedRun::Shared RecordedRun::make_moment() {
  auto model = std::make_shared<const engine::TrainedModel>(run_.model(), run_.model().numbers());
  Shared made =
      engine::checkpoint_in_memory(engine::name_of_moment(plan(), run_.step()), model, *task_, tokenizer_);
  const std::lock_guard lock(mutex_);
  std::erase_if(made_, [](const Moment& one) { return one.checkpoint.expired(); });
  made_.push_back({made, model});
  return made;
}

RecordedRun::Shared RecordedRun::newest() {
  const std::lock_guard training(training_);
  if (failure()) return at(kept().back());
  if (Shared known = at(run_.step())) return known;
  return make_moment();
}

RecordedRun::Shared RecordedRun::at(int step) const {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(step);
  return found == kept_.end() ? nullptr : found->second;
}

RecordedRun::Shared RecordedRun::find(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  for (const Moment& one : made_) {
    if (Shared moment = one.checkpoint.lock(); moment && moment->path == name) return moment;
  }
  return nullptr;
}

std::shared_ptr<const engine::TrainedModel> RecordedRun::parameters_of(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  for (const Moment& one : made_) {
    const Shared moment = one.checkpoint.lock();
    if (moment && moment->path == name) return one.model.lock();
  }
  return nullptr;
}

double RecordedRun::seconds_a_step() const {
  const std::lock_guard lock(mutex_);
  return reports_.empty() ? guessed_seconds_ : seconds_ / static_cast<double>(reports_.size());
}

double RecordedRun::bytes() const {
  // Beside the snapshots: parameters, their gradients, and what the optimiser remembers.
  constexpr double kBeside = 4;
  return static_cast<double>(sizeof(float)) * static_cast<double>(parameters()) *
         (kBeside + static_cast<double>(curve_steps_.size()));
}

}  // namespace app
