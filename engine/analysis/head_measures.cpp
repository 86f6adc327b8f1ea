// head_measures.cpp: averages what each row of a map gives to its neighbours, its equals and the first token.
#include "engine/analysis/head_measures.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "engine/core/address.h"
#include "engine/core/parallel.h"
#include "engine/ops/row_measures.h"

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

// A map that is read band by band, what its rows and columns are, and the values before softmax, if known.
struct Map {
  const Trace& trace;
  int stage = -1;
  int masked = -1;  // the stage before softmax
  MapTokens tokens;
};

constexpr Index kRowsAtOnce = 64;  // rows to read at a time

// Accumulates rows, one after the other.
class Measuring {
 public:
  void add(const RowMeasures& row) {
    for (size_t i = 0; i < kRowMeasures; ++i) {
      if (row.at(i)) means_.at(i).add(*row.at(i));
    }
  }

  HeadMeasures measures() const {
    const auto value = [this](RowMeasure measure) { return of(measure).value(); };
    return {value(RowMeasure::kPrevious),     value(RowMeasure::kSame),      value(RowMeasure::kEqualTokens),
            value(RowMeasure::kOtherEqual),   value(RowMeasure::kFirst),     value(RowMeasure::kEvenness),
            value(RowMeasure::kNext),         value(RowMeasure::kEntropy),   value(RowMeasure::kDistance),
            of(RowMeasure::kEntropy).count,   value(RowMeasure::kInduction), of(RowMeasure::kInduction).count,
            of(RowMeasure::kOtherEqual).count};
  }

 private:
  const Mean& of(RowMeasure measure) const { return means_.at(static_cast<size_t>(measure)); }

  std::array<Mean, kRowMeasures> means_;
};

HeadMeasures measure(const Map& map) {
  const Stage& stage = map.trace.stage(map.stage);
  Measuring measuring;
  RowNumbers weights, masked;
  for (Index first = 0; first < stage.rows && !stop_requested(); first += kRowsAtOnce) {
    const Index rows = std::min(kRowsAtOnce, stage.rows - first);
    const Matrix band = map.trace.read(map.stage, first, 0, rows, stage.columns);
    const Matrix before =
        map.masked < 0 ? Matrix() : map.trace.read(map.masked, first, 0, rows, stage.columns);
    for (Index row = 0; row < rows; ++row) {
      weights = band.row(row).array();
      if (map.masked >= 0) masked = before.row(row).array();
      measuring.add(measure_row(map.tokens, first + row, weights, map.masked < 0 ? nullptr : &masked));
    }
  }
  return measuring.measures();
}

Map map_of(const Trace& trace, int stage, int masked) {
  const Stage& map = trace.stage(stage);
  const Sequence& queries = trace.sequence(map.row_sequence);
  assert(static_cast<size_t>(map.rows) == queries.tokens.size());
  return {trace, stage, masked,
          map_tokens(queries, trace.sequence(map.column_sequence), map.row_sequence == map.column_sequence)};
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
