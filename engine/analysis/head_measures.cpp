// head_measures.cpp: averages the measures of a map's rows, and names a head by them.
#include "engine/analysis/head_measures.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "engine/analysis/text_places.h"
#include "engine/core/address.h"
#include "engine/core/parallel.h"

namespace engine {
namespace {

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
      if (!row.at(i)) continue;
      for (size_t j = 0; j < kRowMeasures; ++j) {
        if (row.at(j)) sums_.at(i).at(j).add(*row.at(j));
      }
    }
  }

  HeadMeasures measures() const {
    HeadMeasures measures;
    for (size_t i = 0; i < kRowMeasures; ++i) {
      measures.means.at(i) = sums_.at(i).at(i).value();
      measures.counted.at(i) = sums_.at(i).at(i).count;
      for (size_t j = 0; j < kRowMeasures; ++j) measures.among.at(i).at(j) = sums_.at(i).at(j).value();
    }
    return measures;
  }

 private:
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

  std::array<std::array<Mean, kRowMeasures>, kRowMeasures> sums_;  // of the second over the first's rows
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
  return {trace, stage, masked, tokens_of_map(trace, trace.stage(stage))};
}

bool may_name(const MeasureRow& row, const HeadMeasures& measures) {
  const Naming& naming = row.naming;
  return row.names_heads() && measures[row.measure] >= naming.from &&
         measures.rows(row.measure) >= naming.fewest_rows && measures[naming.other] >= naming.other_from;
}

bool says_more(RowMeasure measure, RowMeasure earlier, const HeadMeasures& measures) {
  return measures[measure] > measures[earlier] && measures[measure] > measures.mean_among(earlier, measure);
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
  HeadHabit best;
  for (const MeasureRow& row : measure_table()) {
    if (may_name(row, measures) && (!best.measure || says_more(row.measure, *best.measure, measures)))
      best = {row.measure, measures[row.measure]};
  }
  return best;
}

}  // namespace engine
