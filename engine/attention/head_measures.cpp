// head_measures.cpp: adds up what each row of a map gives to its neighbours, its equals and the first token.
#include "engine/attention/head_measures.h"

#include <cassert>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {
namespace {

constexpr double kEvenEnough = 0.99;
constexpr double kMostly = 0.5;
// Attention spread evenly over two equal tokens gives the other one a half.
constexpr double kRepeatSeen = 0.25;

// A mean that is 0 over nothing.
struct Mean {
  double sum = 0;
  Index count = 0;

  void add(double value) {
    sum += value;
    ++count;
  }
  double value() const { return count == 0 ? 0.0 : sum / static_cast<double>(count); }
};

// A number for each token, the same for equal tokens.
std::vector<int> number_tokens(const std::vector<std::string>& tokens) {
  std::unordered_map<std::string_view, int> known;
  std::vector<int> numbers;
  numbers.reserve(tokens.size());
  for (const std::string& token : tokens) {
    numbers.push_back(known.emplace(token, static_cast<int>(known.size())).first->second);
  }
  return numbers;
}

// One row of the map, added up.
struct RowSums {
  Index visible = 0;        // keys that the mask leaves
  Index visible_equal = 0;  // of those, tokens equal to the query, itself included
  double equal = 0;         // weight on equal tokens
  double entropy = 0;       // in nats
};

RowSums sum_row(const Matrix& weights, const Matrix& masked, const std::vector<int>& numbers, Index query) {
  RowSums sums;
  const int own = numbers[static_cast<size_t>(query)];
  for (Index key = 0; key < weights.cols(); ++key) {
    if (masked(query, key) == -kInfinity) continue;
    const double weight = weights(query, key);
    ++sums.visible;
    if (weight > 0) sums.entropy -= weight * std::log(weight);
    if (numbers[static_cast<size_t>(key)] != own) continue;
    ++sums.visible_equal;
    sums.equal += weight;
  }
  return sums;
}

}  // namespace

HeadMeasures measure_head(const Trace& trace, int weights_stage) {
  const Stage& stage = trace.stage(weights_stage);
  assert(stage.inputs.size() == 1 && stage.rows == stage.columns &&
         static_cast<size_t>(stage.rows) == trace.tokens().size());
  const Matrix weights = trace.read(weights_stage, 0, 0, stage.rows, stage.columns);
  const Matrix masked = trace.read(stage.inputs[0], 0, 0, stage.rows, stage.columns);
  const std::vector<int> numbers = number_tokens(trace.tokens());
  Mean previous, same, equal_tokens, other_equal, first, evenness;
  for (Index query = 0; query < stage.rows; ++query) {
    const RowSums sums = sum_row(weights, masked, numbers, query);
    const bool sees_itself = masked(query, query) != -kInfinity;
    if (sums.visible == 0 || (trace.padding()[static_cast<size_t>(query)] && !sees_itself)) continue;
    const double own = weights(query, query);
    if (query > 0) previous.add(weights(query, query - 1));
    same.add(own);
    equal_tokens.add(sums.equal);
    first.add(weights(query, 0));
    const bool sees_repeat = sums.visible_equal > (sees_itself ? 1 : 0);
    if (sees_repeat && sums.visible_equal < sums.visible) other_equal.add(sums.equal - own);
    if (sums.visible > 1) evenness.add(sums.entropy / std::log(static_cast<double>(sums.visible)));
  }
  return {previous.value(), same.value(), equal_tokens.value(), other_equal.value(), first.value(),
          evenness.value(), same.count};
}

HeadHabit dominant(const HeadMeasures& measures) {
  if (measures.evenness >= kEvenEnough) return {Habit::kEven, measures.evenness};
  const HeadHabit own = measures.other_equal >= kRepeatSeen
                            ? HeadHabit{Habit::kEqualTokens, measures.equal_tokens}
                            : HeadHabit{Habit::kSame, measures.same};
  HeadHabit best;
  for (const HeadHabit& candidate :
       {HeadHabit{Habit::kPrevious, measures.previous}, own, HeadHabit{Habit::kFirst, measures.first}}) {
    if (candidate.share >= kMostly && candidate.share > best.share) best = candidate;
  }
  return best;
}

}  // namespace engine
