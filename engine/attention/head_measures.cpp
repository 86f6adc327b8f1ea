// head_measures.cpp: adds up what each row of a map gives to its neighbours, its equals and the first token.
#include "engine/attention/head_measures.h"

#include <cassert>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/attention/mask.h"

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
using Ints = Eigen::Array<int, 1, Eigen::Dynamic>;
using Floats = Eigen::Array<float, 1, Eigen::Dynamic>;

// A number for each token, the same for equal tokens of all that share `known`.
Ints number_tokens(const std::vector<std::string>& tokens, Numbers& known) {
  Ints numbers(static_cast<Index>(tokens.size()));
  for (Index i = 0; i < numbers.size(); ++i) {
    const std::string& token = tokens[static_cast<size_t>(i)];
    numbers[i] = known.emplace(token, static_cast<int>(known.size())).first->second;
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

// `masked`: the row before softmax, where it is known; `own`: the query's number; `numbers`: the keys'.
RowSums sum_row(const Floats& weights, const Floats* masked, int own, const Ints& numbers) {
  const auto is_equal = (numbers == own).eval();
  RowSums sums;
  sums.entropy = -static_cast<double>((weights > 0).select(weights * weights.log(), 0).sum());
  sums.equal = static_cast<double>(is_equal.select(weights, 0).sum());
  sums.visible = masked == nullptr ? weights.size() : (*masked > kFiniteMask / 2).count();
  sums.visible_equal = masked == nullptr ? is_equal.count() : (is_equal && *masked > kFiniteMask / 2).count();
  return sums;
}

// A map, what its rows and columns are, and what it was before softmax where that is known.
struct Map {
  Matrix weights;
  std::optional<Matrix> masked;
  const Sequence& queries;
  const Sequence& keys;
  bool of_itself = false;  // in cross-attention no key is the query itself, or a neighbour

  bool shows(Index query, Index key) const { return !masked || (*masked)(query, key) > kFiniteMask / 2; }
};

HeadMeasures measure(const Map& map) {
  const Index count = map.weights.cols();
  const Floats positions = Floats::LinSpaced(count, 0, static_cast<float>(count - 1));
  Numbers known;
  const Ints query_numbers = number_tokens(map.queries.tokens, known);
  const Ints key_numbers = number_tokens(map.keys.tokens, known);
  Mean previous, same, equal_tokens, other_equal, first, evenness, next, entropy, distance;
  Index rows = 0;
  Floats weights, masked;
  for (Index query = 0; query < map.weights.rows(); ++query) {
    weights = map.weights.row(query).array();
    if (map.masked) masked = map.masked->row(query).array();
    const RowSums sums = sum_row(weights, map.masked ? &masked : nullptr, query_numbers[query], key_numbers);
    const bool sees_itself = map.of_itself && map.shows(query, query);
    const bool blind = map.masked ? sums.visible == 0 : weights.sum() == 0;
    if (blind || (map.queries.padding[static_cast<size_t>(query)] && !sees_itself)) continue;
    ++rows;
    const double own = map.of_itself ? weights[query] : 0;
    if (map.of_itself && query > 0) previous.add(weights[query - 1]);
    if (map.of_itself && query + 1 < count) next.add(weights[query + 1]);
    if (map.of_itself) {
      same.add(own);
      distance.add((weights * (positions - static_cast<float>(query)).abs()).sum());
    }
    equal_tokens.add(sums.equal);
    first.add(weights[0]);
    entropy.add(sums.entropy);
    const bool sees_repeat = sums.visible_equal > (sees_itself ? 1 : 0);
    if (sees_repeat && sums.visible_equal < sums.visible) other_equal.add(sums.equal - own);
    if (sums.visible > 1) evenness.add(sums.entropy / std::log(static_cast<double>(sums.visible)));
  }
  return {previous.value(), same.value(), equal_tokens.value(), other_equal.value(), first.value(),
          evenness.value(), next.value(), entropy.value(),      distance.value(),    rows};
}

Map read_map(const Trace& trace, int stage) {
  const Stage& map = trace.stage(stage);
  const Sequence& queries = trace.sequence(map.row_sequence);
  assert(static_cast<size_t>(map.rows) == queries.tokens.size());
  return {trace.read(stage, 0, 0, map.rows, map.columns), std::nullopt, queries,
          trace.sequence(map.column_sequence), map.row_sequence == map.column_sequence};
}

}  // namespace

HeadMeasures measure_head(const Trace& trace, int weights_stage) {
  const Stage& stage = trace.stage(weights_stage);
  assert(stage.inputs.size() == 1);
  Map map = read_map(trace, weights_stage);
  map.masked = trace.read(stage.inputs[0], 0, 0, stage.rows, stage.columns);
  return measure(map);
}

HeadMeasures measure_map(const Trace& trace, int stage) {
  return measure(read_map(trace, stage));
}

HeadHabit dominant(const HeadMeasures& measures) {
  if (measures.evenness >= kEvenEnough) return {Habit::kEven, measures.evenness};
  const HeadHabit own = measures.other_equal >= kRepeatSeen
                            ? HeadHabit{Habit::kEqualTokens, measures.equal_tokens}
                            : HeadHabit{Habit::kSame, measures.same};
  HeadHabit best;
  for (const HeadHabit& candidate :
       {HeadHabit{Habit::kPrevious, measures.previous}, own, HeadHabit{Habit::kFirst, measures.first},
        HeadHabit{Habit::kNext, measures.next}}) {
    if (candidate.share >= kMostly && candidate.share > best.share) best = candidate;
  }
  return best;
}

}  // namespace engine
