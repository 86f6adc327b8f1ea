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

using Numbers = std::unordered_map<std::string_view, int>;

// A number for each token, the same for equal tokens of all that share `known`.
std::vector<int> number_tokens(const std::vector<std::string>& tokens, Numbers& known) {
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

// `own`: the query's number; `numbers`: the keys'.
RowSums sum_row(const Matrix& weights, const Matrix& masked, int own, const std::vector<int>& numbers,
                Index query) {
  RowSums sums;
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
  const Sequence& queries = trace.sequence(stage.row_sequence);
  assert(stage.inputs.size() == 1 && static_cast<size_t>(stage.rows) == queries.tokens.size());
  // In cross-attention no key is the query itself, or the one before it.
  const bool of_itself = stage.row_sequence == stage.column_sequence;
  const Matrix weights = trace.read(weights_stage, 0, 0, stage.rows, stage.columns);
  const Matrix masked = trace.read(stage.inputs[0], 0, 0, stage.rows, stage.columns);
  Numbers known;
  const std::vector<int> query_numbers = number_tokens(queries.tokens, known);
  const std::vector<int> key_numbers = number_tokens(trace.sequence(stage.column_sequence).tokens, known);
  Mean previous, same, equal_tokens, other_equal, first, evenness;
  Index rows = 0;
  for (Index query = 0; query < stage.rows; ++query) {
    const auto at = static_cast<size_t>(query);
    const RowSums sums = sum_row(weights, masked, query_numbers[at], key_numbers, query);
    const bool sees_itself = of_itself && masked(query, query) != -kInfinity;
    if (sums.visible == 0 || (queries.padding[at] && !sees_itself)) continue;
    ++rows;
    const double own = of_itself ? weights(query, query) : 0;
    if (of_itself && query > 0) previous.add(weights(query, query - 1));
    if (of_itself) same.add(own);
    equal_tokens.add(sums.equal);
    first.add(weights(query, 0));
    const bool sees_repeat = sums.visible_equal > (sees_itself ? 1 : 0);
    if (sees_repeat && sums.visible_equal < sums.visible) other_equal.add(sums.equal - own);
    if (sums.visible > 1) evenness.add(sums.entropy / std::log(static_cast<double>(sums.visible)));
  }
  return {previous.value(), same.value(), equal_tokens.value(), other_equal.value(), first.value(),
          evenness.value(), rows};
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
