// adamw.cpp: every parameter moves against its running mean, in steps that its running size evens out.
#include "engine/training/adamw.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "engine/core/parallel.h"
#include "engine/kernels/row_sums.h"

namespace engine {

namespace {

// The rate at its height, as it is at this step.
double rate_at(const OptimiserSettings& settings, int step) {
  const auto later = std::ranges::upper_bound(settings.changes, step, {}, &RateChange::step);
  return later == settings.changes.begin() ? settings.rate : std::prev(later)->rate;
}

}  // namespace

double learning_rate(const OptimiserSettings& settings, int step, int steps, Index d_model) {
  const double rate = rate_at(settings, step);
  if (settings.schedule == RateSchedule::kPaper) {
    const double taken = step + 1;
    const double warmup = std::max(1, settings.warmup);
    return rate * std::pow(static_cast<double>(d_model), -0.5) *
           std::min(std::pow(taken, -0.5), taken * std::pow(warmup, -1.5));
  }
  if (step < settings.warmup) return rate * (step + 1) / settings.warmup;
  if (settings.schedule == RateSchedule::kConstant) return rate;
  const double done = static_cast<double>(step - settings.warmup) / std::max(1, steps - settings.warmup);
  const double height = (1 + std::cos(std::numbers::pi * std::min(1.0, done))) / 2;
  return rate * (settings.final_share + (1 - settings.final_share) * height);
}

double gradient_length(const Gradients& gradients) {
  double sum = 0;
  for (const Matrix& gradient : gradients) {
    const float* const numbers = gradient.data();
    sum += sum_of(gradient.size(), [&](Index i) { return double{numbers[i]} * double{numbers[i]}; });
  }
  return std::sqrt(sum);
}

AdamW::AdamW(const TrainedModel& model, const OptimiserSettings& settings)
    : settings_(settings), state_{zero_gradients(model), zero_gradients(model), 0} {}

void AdamW::step(const TrainedModel& model, const Gradients& gradients, double length, double rate) {
  const auto shrink = static_cast<float>(
      settings_.clip > 0 && length > settings_.clip ? settings_.clip / (length + 1e-6) : 1.0);
  ++state_.steps;
  const auto beta1 = static_cast<float>(settings_.beta1);
  const auto beta2 = static_cast<float>(settings_.beta2);
  // Both means start at 0: dividing by what they have seen so far makes up for it.
  const double seen1 = 1 - std::pow(settings_.beta1, state_.steps);
  const auto root_seen2 = static_cast<float>(std::sqrt(1 - std::pow(settings_.beta2, state_.steps)));
  const auto pace = static_cast<float>(rate / seen1);
  const auto epsilon = static_cast<float>(settings_.epsilon);
  parallel_for(static_cast<Index>(gradients.size()), [&](Index number) {
    const auto i = static_cast<size_t>(number);
    const auto& tensor = model.tensors()[i];
    const ParameterRole role = tensor.name.role;
    const bool decays = role == ParameterRole::kMatrix || role == ParameterRole::kOutput;
    const auto keeps = static_cast<float>(decays ? 1 - rate * settings_.decay : 1.0);
    const auto gradient = shrink * gradients[i].array();
    auto mean = state_.mean[i].array();
    auto square = state_.square[i].array();
    mean = beta1 * mean + (1 - beta1) * gradient;
    square = beta2 * square + (1 - beta2) * gradient.square();
    tensor.numbers->array() =
        keeps * tensor.numbers->array() - pace * mean / (square.sqrt() / root_seen2 + epsilon);
  });
}

}  // namespace engine
