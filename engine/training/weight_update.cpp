// weight_update.cpp: one number's way through number_step.h, line by line.
#include "engine/training/weight_update.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

#include "engine/core/parallel.h"

namespace engine {
namespace {

// Of each example by itself, in the gradient of the whole batch.
std::optional<std::vector<double>> shares_in(const Task& task, const TrainedModel& model,
                                             const StepDetail& detail, const WeightPlace& place,
                                             const std::stop_token& stop) {
  const auto plan = std::make_shared<const BatchPlan>(
      plan_batch(model, {1, task.source_length(), task.target_length()}, true));
  const float share = 1.0F / static_cast<float>(detail.divisor);
  const std::span<const TaskCase> batch(detail.batch);
  std::vector<double> shares(batch.size());
  const auto workers = std::min(static_cast<size_t>(cores()), batch.size());
  parallel_for(static_cast<Index>(workers), [&](Index worker) {
    BatchPass pass(model, plan);
    Gradients gradients = zero_gradients(model.tensors());
    for (auto i = static_cast<size_t>(worker); i < batch.size() && !stop.stop_requested(); i += workers) {
      pass.load(batch.subspan(i, 1), task.vocabulary().padding);
      pass.forward();
      pass.backward(share, gradients);
      shares[i] = double{gradients.at(place.tensor)(place.row, place.column)};
    }
  });
  if (stop.stop_requested()) return std::nullopt;
  return shares;
}

Term single(double number) {
  return {.left = number, .value = number};
}

Term product(double left, double right) {
  return {.left = left, .right = right, .has_right = true, .value = left * right};
}

Explanation explained(Arithmetic arithmetic, std::string formula, std::vector<Term> terms, double result) {
  Explanation explanation;
  explanation.arithmetic = arithmetic;
  explanation.formula.pattern = std::move(formula);
  for (const Term& term : terms) explanation.magnitude += std::abs(term.value);
  explanation.terms = std::move(terms);
  explanation.result = result;
  return explanation;
}

// A number and what it is divided by.
Explanation quotient(std::string formula, double number, Quantity by, double result) {
  const Term term{.left = number, .value = number / by.value};
  Explanation explanation = explained(Arithmetic::kQuotient, std::move(formula), {term}, result);
  explanation.quantities.push_back(std::move(by));
  return explanation;
}

Explanation explain_gradient(const WeightUpdate& update) {
  std::vector<Term> terms;
  terms.reserve(update.shares.size());
  for (const double share : update.shares) terms.push_back(single(share));
  return explained(Arithmetic::kSum, "g = Σ_{e} g_{e}", std::move(terms), double{update.gradient});
}

Explanation explain_clipped(const WeightUpdate& update, double clip, double length) {
  const std::string factor = R"( \mathrm{min}(1, \frac{c}{G}))";
  Explanation explanation =
      explained(Arithmetic::kProduct, clip > 0 ? "g_{c} = g ·" + factor : "g_{c} = g",
                {product(double{update.gradient}, update.factors.shrink)}, update.step.clipped);
  explanation.quantities.push_back({"quantity.gradient_length", length});
  if (clip > 0) explanation.quantities.push_back({"quantity.clip", clip});
  explanation.note = update.factors.shrink < 1 ? "note.gradient_clipped" : "note.gradient_not_clipped";
  return explanation;
}

Explanation explain_mean(const WeightUpdate& update) {
  const double stays = update.factors.beta1;
  return explained(Arithmetic::kSumOfProducts, "m_{t} = β_{1} m_{t−1} + (1 − β_{1}) g_{c}",
                   {product(stays, double{update.mean_before}), product(1 - stays, update.step.clipped)},
                   double{update.step.mean});
}

Explanation explain_square(const WeightUpdate& update) {
  const double stays = update.factors.beta2;
  const double clipped = update.step.clipped;
  return explained(Arithmetic::kSumOfProducts, "v_{t} = β_{2} v_{t−1} + (1 − β_{2}) g_{c}^{2}",
                   {product(stays, double{update.square_before}), product(1 - stays, clipped * clipped)},
                   double{update.step.square});
}

Explanation explain_number(const WeightUpdate& update) {
  const double rate = update.factors.rate;
  std::vector<Term> terms{single(double{update.number_before}), product(-rate, update.step.direction)};
  const bool decays = update.decay > 0;
  if (decays) terms.push_back(product(-rate, update.step.pull));
  Explanation explanation =
      explained(Arithmetic::kSum, decays ? "w_{t} = w_{t−1} − η (u + λ w_{t−1})" : "w_{t} = w_{t−1} − η u",
                std::move(terms), double{update.step.number});
  explanation.quantities.push_back({"quantity.learning_rate", rate});
  if (!decays) explanation.note = "note.no_decay";
  return explanation;
}

std::vector<ExplainedLine> explain_lines(const WeightUpdate& update, double clip, double length) {
  const NumberStep& step = update.step;
  const StepFactors& factors = update.factors;
  std::vector<ExplainedLine> lines{
      {UpdateLine::kGradient, explain_gradient(update)},
      {UpdateLine::kClipped, explain_clipped(update, clip, length)},
      {UpdateLine::kMean, explain_mean(update)},
      {UpdateLine::kSquare, explain_square(update)},
      {UpdateLine::kWholeMean, quotient(R"(m^{*} = \frac{m_{t}}{1 − β_{1}^{t}})", double{step.mean},
                                        {"quantity.mean_seen", factors.seen1}, step.whole_mean)},
      {UpdateLine::kWholeSquare, quotient(R"(v^{*} = \frac{v_{t}}{1 − β_{2}^{t}})", double{step.square},
                                          {"quantity.square_seen", factors.seen2}, step.whole_square)},
      {UpdateLine::kDirection, quotient(R"(u = \frac{m^{*}}{\sqrt{v^{*}} + ε})", step.whole_mean,
                                        {"quantity.root_square", step.size}, step.direction)}};
  if (update.decay > 0)
    lines.push_back(
        {UpdateLine::kPull, explained(Arithmetic::kProduct, "λ w_{t−1}",
                                      {product(update.decay, double{update.number_before})}, step.pull)});
  lines.push_back({UpdateLine::kNumber, explain_number(update)});
  return lines;
}

}  // namespace

std::optional<WeightUpdate> weight_update(const Task& task, const OptimiserSettings& settings,
                                          const TrainedModel& before, const OptimiserState& state_before,
                                          const StepDetail& detail, const WeightPlace& place,
                                          const std::stop_token& stop) {
  auto shares = shares_in(task, before, detail, place, stop);
  if (!shares) return std::nullopt;
  const auto at = [&](const Gradients& numbers) { return numbers.at(place.tensor)(place.row, place.column); };
  const auto& [name, numbers] = before.tensors().at(place.tensor);
  const StepReport& report = detail.report;
  WeightUpdate update{.place = place,
                      .tensor = name.name,
                      .shares = *std::move(shares),
                      .gradient = at(detail.gradients),
                      .mean_before = at(state_before.mean),
                      .square_before = at(state_before.square),
                      .number_before = (*numbers)(place.row, place.column),
                      .decay = decay_of(settings, name.role),
                      .factors = step_factors(settings, report.step, report.gradient_length, report.rate)};
  update.step = step_number(update.factors, update.decay, update.gradient, update.mean_before,
                            update.square_before, update.number_before);
  update.lines = explain_lines(update, settings.clip, report.gradient_length);
  return update;
}

}  // namespace engine
