// adamw.cpp: every parameter moves against its running mean, in steps that its running size evens out.
#include "engine/training/adamw.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "engine/core/parallel.h"
#include "engine/kernels/row_kernels.h"

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

double squared_length(const Matrix& numbers) {
  return kernels::row_kernels().sum_squares(numbers.data(), numbers.size());
}

double gradient_length(const Gradients& gradients) {
  double sum = 0;
  for (const Matrix& gradient : gradients) sum += squared_length(gradient);
  return std::sqrt(sum);
}

double clip_factor(const OptimiserSettings& settings, double length) {
  return settings.clip > 0 && length > settings.clip ? settings.clip / (length + 1e-6) : 1;
}

StepFactors step_factors(const OptimiserSettings& settings, int step, double length, double rate) {
  return {.shrink = clip_factor(settings, length),
          .beta1 = settings.beta1,
          .beta2 = settings.beta2,
          .seen1 = 1 - std::pow(settings.beta1, step + 1),
          .seen2 = 1 - std::pow(settings.beta2, step + 1),
          .rate = rate,
          .epsilon = settings.epsilon};
}

double decay_of(const OptimiserSettings& settings, ParameterRole role) {
  return role == ParameterRole::kMatrix || role == ParameterRole::kOutput ? settings.decay : 0;
}

AdamW::AdamW(const Tensors& tensors, const OptimiserSettings& settings)
    : settings_(settings), state_{zero_gradients(tensors), zero_gradients(tensors), 0} {}

void AdamW::step(const Tensors& tensors, const Gradients& gradients, double length, double rate) {
  const StepFactors factors = step_factors(settings_, state_.steps, length, rate);
  ++state_.steps;
  parallel_for(static_cast<Index>(gradients.size()), [&](Index at) {
    const auto i = static_cast<size_t>(at);
    const Tensor& tensor = tensors[i];
    const double decay = decay_of(settings_, tensor.name.role);
    kernels::row_kernels().adam_step(factors, decay, gradients[i].data(), state_.mean[i].data(),
                                     state_.square[i].data(), tensor.numbers->data(), gradients[i].size());
  });
}

}  // namespace engine
