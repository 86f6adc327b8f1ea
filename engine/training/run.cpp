// run.cpp: batch, loss, gradient, step. A batch is cut into chunks that any core may take; their gradients
// are added in order.
#include "engine/training/run.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/kernels/row_kernels.h"
#include "engine/training/recipe_settings.h"

namespace engine {
namespace {

constexpr Index kRowsOfChunk = 256;

}  // namespace

std::optional<Error> check_recipe(const Recipe& recipe, const Task& task) {
  if (auto bad = check_recipe_settings(recipe)) return bad;
  const Config& config = recipe.config;
  if (config.vocabulary != task.labels())
    return Error{
        "error.recipe_vocabulary",
        {{"vocabulary", std::to_string(config.vocabulary)}, {"tokens", std::to_string(task.labels())}}};
  if (config.d_model % config.n_heads != 0)
    return Error{"error.recipe_width",
                 {{"d_model", std::to_string(config.d_model)}, {"heads", std::to_string(config.n_heads)}}};
  const Index places = std::max(task.source_length(), task.target_length());
  if (config.positions == PositionKind::kLearned && config.context < places)
    return Error{"error.recipe_places",
                 {{"places", std::to_string(places)}, {"context", std::to_string(config.context)}}};
  return check(config);
}

Index chunk_examples(const Task& task) {
  const Index rows = std::max<Index>(1, std::max(task.source_length(), task.target_length()));
  return std::max<Index>(1, kRowsOfChunk / rows);
}

std::vector<TaskCase> batch_of_step(const Task& task, const Recipe& recipe, int step) {
  std::vector<TaskCase> batch;
  batch.reserve(static_cast<size_t>(recipe.batch));
  for (int i = 0; i < recipe.batch; ++i) {
    const auto number =
        static_cast<uint64_t>(step) * static_cast<uint64_t>(recipe.batch) + static_cast<uint64_t>(i);
    batch.push_back(task.example(recipe.seed, number));
    batch.back().number = number;
  }
  return batch;
}

Index divisor_of(const std::vector<TaskCase>& batch) {
  Index rows = 0;
  for (const TaskCase& example : batch)
    rows += std::ranges::count_if(example.labels, [](Index label) { return label != kNoLabel; });
  return std::max<Index>(1, rows);
}

Index patch_values(const Task& task) {
  return task.held_out().front().patches.cols();
}

TrainingRun::TrainingRun(const Task& task, const Recipe& recipe)
    : task_(task),
      recipe_(recipe),
      model_(recipe, patch_values(task),
             std::make_shared<const std::vector<std::string>>(task.vocabulary().tokens)),
      optimiser_(model_.tensors(), recipe.optimiser),
      gradients_(zero_gradients(model_.tensors())),
      losses_(static_cast<size_t>(recipe.batch)),
      chunk_(std::min<Index>(chunk_examples(task), recipe.batch)),
      plan_(std::make_shared<const BatchPlan>(
          plan_batch(model_, {chunk_, task.source_length(), task.target_length()}, true))) {
  const Index chunks = (recipe.batch + chunk_ - 1) / chunk_;
  for (Index i = 0; i < chunks; ++i) parts_.push_back(zero_gradients(model_.tensors()));
}

std::optional<Result<StepReport>> TrainingRun::advance(const std::stop_token& stop) {
  StepReport report;
  report.step = step();
  if (!run_batch(batch_of_step(task_, recipe_, report.step), stop, report.loss)) return std::nullopt;
  const double length = gradient_length(gradients_);
  if (!std::isfinite(report.loss) || !std::isfinite(length))
    return Result<StepReport>(Error{"error.training_diverged", {{"step", std::to_string(report.step)}}});
  report.rate = learning_rate(recipe_.optimiser, report.step, recipe_.steps, recipe_.config.d_model);
  report.gradient_length = length;
  optimiser_.step(model_.tensors(), gradients_, length, report.rate);
  return Result<StepReport>(report);
}

bool TrainingRun::run_batch(const std::vector<TaskCase>& cases, const std::stop_token& stop, double& loss) {
  const Index rows = divisor_of(cases);
  const float share = 1.0F / static_cast<float>(rows);
  const std::span<const TaskCase> all(cases);
  std::vector<BatchLoss> losses(parts_.size());
  parallel_for(static_cast<Index>(parts_.size()), [&](Index part) {
    if (stop.stop_requested()) return;
    const auto at = static_cast<size_t>(part);
    const auto first = static_cast<size_t>(part * chunk_);
    const size_t count = std::min(static_cast<size_t>(chunk_), all.size() - first);
    losses[at] = run_chunk(all.subspan(first, count), share, stop, parts_[at],
                           std::span(losses_).subspan(first, count));
  });
  if (stop.stop_requested()) return false;
  loss = 0;
  for (const BatchLoss& part : losses) loss += part.sum;
  loss /= static_cast<double>(rows);
  add_parts();
  return true;
}

BatchLoss TrainingRun::run_chunk(std::span<const TaskCase> cases, float share, const std::stop_token& stop,
                                 Gradients& gradients, std::span<BatchLoss> losses) {
  std::unique_ptr<BatchPass> pass = take_pass();
  pass->load(cases, task_.vocabulary().padding);
  const BatchLoss loss = pass->forward();
  for (size_t i = 0; i < losses.size(); ++i) losses[i] = pass->loss(static_cast<Index>(i));
  if (!stop.stop_requested()) pass->backward(share, gradients);
  give_back(std::move(pass));
  return loss;
}

std::unique_ptr<BatchPass> TrainingRun::take_pass() {
  {
    const std::lock_guard lock(taking_);
    if (!free_passes_.empty()) {
      std::unique_ptr<BatchPass> pass = std::move(free_passes_.back());
      free_passes_.pop_back();
      return pass;
    }
  }
  return std::make_unique<BatchPass>(model_, plan_);
}

void TrainingRun::give_back(std::unique_ptr<BatchPass> pass) {
  const std::lock_guard lock(taking_);
  free_passes_.push_back(std::move(pass));
}

void TrainingRun::add_parts() {
  parallel_for(static_cast<Index>(gradients_.size()), [&](Index tensor) {
    const auto at = static_cast<size_t>(tensor);
    gradients_[at] = parts_.front()[at];
    for (size_t part = 1; part < parts_.size(); ++part)
      kernels::row_kernels().add_to(parts_[part][at].data(), gradients_[at].data(), gradients_[at].size());
  });
}

void TrainingRun::change_rate(double rate) {
  std::vector<RateChange>& changes = recipe_.optimiser.changes;
  std::erase_if(changes, [this](const RateChange& change) { return change.step >= step(); });
  changes.push_back({step(), rate});
}

void TrainingRun::restore(const std::vector<Matrix>& parameters, OptimiserState state) {
  model_.put(parameters);
  optimiser_.restore(std::move(state));
}

}  // namespace engine
