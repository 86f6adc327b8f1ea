// mistakes.cpp: tries every group of mistakes, and keeps those that reproduce their values.
#include "engine/analysis/mistakes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "engine/analysis/mistakes_parts.h"
#include "engine/core/address.h"
#include "engine/core/hidden.h"

namespace engine {
namespace {

using Group = Guesses (*)(const Subject& subject);
constexpr std::array<Group, 10> kGroups = {guess_scale,  guess_mask,   guess_softmax, guess_heads,
                                           guess_concat, guess_linear, guess_norm,    guess_sum,
                                           guess_tables, guess_any};

constexpr std::array<Group, 2> kGradientGroups = {guess_gradient, guess_any};

std::span<const Group> groups_for(const Subject& subject) {
  if (is_gradient(subject.stage().address)) return kGradientGroups;
  return kGroups;
}

// Rounding alone may reach this fraction of the largest value, however strict the tolerance.
constexpr double kRounding = 1e-6;

float largest_finite(const Matrix& numbers) {
  float largest = 0;
  for (const float number : numbers.reshaped()) {
    if (std::isfinite(number) && !is_hidden(number)) largest = std::max(largest, std::abs(number));
  }
  return largest;
}

}  // namespace

bool fits(const Matrix& theirs, const Matrix& numbers, double tolerance) {
  if (theirs.rows() != numbers.rows() || theirs.cols() != numbers.cols()) return false;
  const double most = std::max(tolerance, kRounding) * static_cast<double>(largest_finite(numbers));
  for (Index i = 0; i < theirs.size(); ++i) {
    const float a = theirs.data()[i];
    const float b = numbers.data()[i];
    if (std::isnan(b) || a == b || (is_hidden(a) && is_hidden(b))) continue;
    if (!(std::abs(static_cast<double>(a) - static_cast<double>(b)) <= most)) return false;
  }
  return true;
}

Matrix Subject::numbers_of(int other) const {
  return trace.read(other, 0, 0, trace.stage(other).rows, trace.stage(other).columns);
}

std::string_view Subject::step() const {
  return own_step(stage().address);
}

std::optional<int> Subject::beside(std::string_view step_beside) const {
  return trace.find(engine::beside(stage().address, step_beside));
}

std::vector<int> Subject::in_every_head() const {
  const std::string& address = stage().address;
  std::vector<int> all;
  if (!is_in_head(address)) return all;
  const auto next = [&] {
    const std::string head = head_in(attention_of(address), static_cast<int>(all.size()));
    return trace.find(head + "." + std::string(step()));
  };
  while (const auto found = next()) all.push_back(*found);
  return all;
}

// Mistakes that any step can have.
Guesses guess_any(const Subject& subject) {
  Guesses all;
  all.push_back({"mistake.transposed", subject.ours().transpose()});
  const auto& inputs = subject.stage().inputs;
  const bool named = subject.made_by("scale") || subject.made_by("given") || subject.made_by("lookup");
  if (inputs.empty() || named) return all;
  const Stage& first = subject.trace.stage(inputs.front());
  if (first.rows == subject.stage().rows && first.columns == subject.stage().columns)
    all.push_back({"mistake.skipped", subject.input(0), {{"stage", first.address}}});
  return all;
}

std::vector<Mistake> likely_mistakes(const Trace& trace, int stage, const Matrix& theirs, double tolerance) {
  const Subject subject{trace, stage};
  const Matrix ours = subject.ours();
  std::vector<Mistake> found;
  if (fits(theirs, ours, tolerance)) return found;
  for (const Group group : groups_for(subject)) {
    for (Guess& guess : group(subject)) {
      if (!fits(theirs, guess.numbers, tolerance) || fits(ours, guess.numbers, tolerance)) continue;
      found.push_back({std::string(guess.key), std::move(guess.arguments)});
    }
  }
  return found;
}

}  // namespace engine
