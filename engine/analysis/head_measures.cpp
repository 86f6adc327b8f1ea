// head_measures.cpp: adds up what each row of a map gives to its neighbours, its equals and the first token.
#include "engine/analysis/head_measures.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/address.h"
#include "engine/core/parallel.h"
#include "engine/masks/mask.h"

namespace engine {
namespace {

constexpr double kEvenEnough = 0.99;
constexpr double kMostly = 0.5;
// Uniform attention over two equal tokens gives the other one a half.
constexpr double kRepeatSeen = 0.25;
constexpr Index kFewestRepeats = 2;

// A mean that is 0 if it has no samples.
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
using Bools = Eigen::Array<bool, 1, Eigen::Dynamic>;

// A number for each token, equal for equal tokens across all calls that share `known`.
Ints number_tokens(const std::vector<std::string>& tokens, Numbers& known) {
  Ints numbers(static_cast<Index>(tokens.size()));
  for (Index i = 0; i < numbers.size(); ++i) {
    const std::string& token = tokens[static_cast<size_t>(i)];
    numbers[i] = known.emplace(token, static_cast<int>(known.size())).first->second;
  }
  return numbers;
}

// The sums over one row of the map.
struct RowSums {
  Index visible = 0;        // keys that the mask does not hide
  Index visible_equal = 0;  // of those, tokens equal to the query, itself included
  double equal = 0;         // weight on equal tokens
  double entropy = 0;       // in nats
};

// `masked`: the row before softmax, if known; `own`: the query's number; `numbers`: the keys'.
RowSums sum_row(const Floats& weights, const Floats* masked, int own, const Ints& numbers) {
  const auto is_equal = (numbers == own).eval();
  RowSums sums;
  sums.entropy = -static_cast<double>((weights > 0).select(weights * weights.log(), 0).sum());
  sums.equal = static_cast<double>(is_equal.select(weights, 0).sum());
  sums.visible = masked == nullptr ? weights.size() : (*masked > kFiniteMask / 2).count();
  sums.visible_equal = masked == nullptr ? is_equal.count() : (is_equal && *masked > kFiniteMask / 2).count();
  return sums;
}

// The weight on the tokens that follow an earlier token equal to the query; nullopt if it sees none. The
// previous token is not counted: it is read for its place.
std::optional<double> after_earlier_equal(const Floats& weights, const Floats* masked, Index query,
                                          const Ints& numbers) {
  const Index count = query - 2;  // keys 1 to query - 2
  if (count <= 0) return std::nullopt;
  Bools follows = numbers.head(count) == numbers[query];
  if (masked != nullptr) follows = follows && masked->segment(1, count) > kFiniteMask / 2;
  if (!follows.any()) return std::nullopt;
  return static_cast<double>(follows.select(weights.segment(1, count), 0).sum());
}

// A map that is read band by band, what its rows and columns are, and the values before softmax, if known.
struct Map {
  const Trace& trace;
  int stage = -1;
  int masked = -1;  // the stage before softmax
  const Sequence& queries;
  const Sequence& keys;
  bool of_itself = false;  // self-attention; in cross-attention no key is the query itself, or a neighbour
};

constexpr Index kRowsAtOnce = 64;  // rows to read at a time

// Accumulates rows, one after the other.
class Measuring {
 public:
  explicit Measuring(const Map& map) : map_(map), count_(map.trace.stage(map.stage).columns) {
    positions_ = Floats::LinSpaced(count_, 0, static_cast<float>(count_ - 1));
    Numbers known;
    query_numbers_ = number_tokens(map.queries.tokens, known);
    key_numbers_ = number_tokens(map.keys.tokens, known);
  }

  // `weights` of a row; `masked`: the row before softmax, if known.
  void add(Index query, const Floats& weights, const Floats* masked) {
    const RowSums sums = sum_row(weights, masked, query_numbers_[query], key_numbers_);
    const bool sees_itself = map_.of_itself && (masked == nullptr || (*masked)[query] > kFiniteMask / 2);
    const bool blind = masked != nullptr ? sums.visible == 0 : weights.sum() == 0;
    if (blind || (map_.queries.padding[static_cast<size_t>(query)] && !sees_itself)) return;
    ++rows_;
    const double own = map_.of_itself ? weights[query] : 0;
    if (map_.of_itself && query > 0) previous_.add(weights[query - 1]);
    if (map_.of_itself && query + 1 < count_) next_.add(weights[query + 1]);
    if (map_.of_itself) {
      same_.add(own);
      distance_.add((weights * (positions_ - static_cast<float>(query)).abs()).sum());
      if (const auto after = after_earlier_equal(weights, masked, query, key_numbers_))
        induction_.add(*after);
    }
    equal_tokens_.add(sums.equal);
    first_.add(weights[0]);
    entropy_.add(sums.entropy);
    const bool sees_repeat = sums.visible_equal > (sees_itself ? 1 : 0);
    if (sees_repeat && sums.visible_equal < sums.visible) other_equal_.add(sums.equal - own);
    if (sums.visible > 1) evenness_.add(sums.entropy / std::log(static_cast<double>(sums.visible)));
  }

  HeadMeasures measures() const {
    return {previous_.value(),  same_.value(),    equal_tokens_.value(), other_equal_.value(), first_.value(),
            evenness_.value(),  next_.value(),    entropy_.value(),      distance_.value(),    rows_,
            induction_.value(), induction_.count, other_equal_.count};
  }

 private:
  const Map& map_;
  Index count_;
  Floats positions_;
  Ints query_numbers_, key_numbers_;
  Mean previous_, same_, equal_tokens_, other_equal_, first_, evenness_, next_, entropy_, distance_,
      induction_;
  Index rows_ = 0;
};

HeadMeasures measure(const Map& map) {
  const Stage& stage = map.trace.stage(map.stage);
  Measuring measuring(map);
  Floats weights, masked;
  for (Index first = 0; first < stage.rows && !stop_requested(); first += kRowsAtOnce) {
    const Index rows = std::min(kRowsAtOnce, stage.rows - first);
    const Matrix band = map.trace.read(map.stage, first, 0, rows, stage.columns);
    const Matrix before =
        map.masked < 0 ? Matrix() : map.trace.read(map.masked, first, 0, rows, stage.columns);
    for (Index row = 0; row < rows; ++row) {
      weights = band.row(row).array();
      if (map.masked >= 0) masked = before.row(row).array();
      measuring.add(first + row, weights, map.masked < 0 ? nullptr : &masked);
    }
  }
  return measuring.measures();
}

Map map_of(const Trace& trace, int stage, int masked) {
  const Stage& map = trace.stage(stage);
  const Sequence& queries = trace.sequence(map.row_sequence);
  assert(static_cast<size_t>(map.rows) == queries.tokens.size());
  return {trace,
          stage,
          masked,
          queries,
          trace.sequence(map.column_sequence),
          map.row_sequence == map.column_sequence};
}

}  // namespace

int masked_of(const Trace& trace, int weights_stage) {
  const Stage& weights = trace.stage(weights_stage);
  if (ends_in(weights.address, "weights")) {
    if (const auto masked = trace.find(beside(weights.address, "masked"))) return *masked;
  }
  assert(weights.inputs.size() == 1);
  return weights.inputs.front();
}

HeadMeasures measure_head(const Trace& trace, int weights_stage) {
  return measure(map_of(trace, weights_stage, masked_of(trace, weights_stage)));
}

HeadMeasures measure_map(const Trace& trace, int stage) {
  return measure(map_of(trace, stage, -1));
}

HeadHabit dominant(const HeadMeasures& measures) {
  if (measures.evenness >= kEvenEnough) return {Habit::kEven, measures.evenness};
  const HeadHabit own = measures.other_equal >= kRepeatSeen
                            ? HeadHabit{Habit::kEqualTokens, measures.equal_tokens}
                            : HeadHabit{Habit::kSame, measures.same};
  const auto repeated = [](Habit habit, double share, Index rows) {
    return HeadHabit{habit, rows < kFewestRepeats ? 0 : share};
  };
  HeadHabit best;
  for (const HeadHabit& candidate :
       {HeadHabit{Habit::kPrevious, measures.previous}, own, HeadHabit{Habit::kFirst, measures.first},
        HeadHabit{Habit::kNext, measures.next},
        repeated(Habit::kInduction, measures.induction, measures.induction_rows),
        repeated(Habit::kDuplicate, measures.other_equal, measures.other_equal_rows)}) {
    if (candidate.share >= kMostly && candidate.share > best.share) best = candidate;
  }
  return best;
}

}  // namespace engine
