// measures_trace.cpp: takes over the maps of the heads, measures their rows, and averages what counts.
#include "engine/analysis/measures_trace.h"

#include <cassert>
#include <utility>
#include <vector>

#include "engine/analysis/compare.h"
#include "engine/analysis/head_measures.h"
#include "engine/analysis/text_places.h"
#include "engine/ops/row_measures.h"

namespace engine {
namespace {

// Row by row, whether each measure counts.
std::vector<bool> counted(const Trace& trace, int weights, int masked, const MapTokens& tokens) {
  std::vector<bool> counts;
  RowNumbers row, scores;
  for (Index query = 0; query < trace.stage(weights).rows; ++query) {
    row = trace.read_row(weights, query).array();
    scores = trace.read_row(masked, query).array();
    for (const auto& value : measure_row(tokens, query, row, &scores)) counts.push_back(value.has_value());
  }
  return counts;
}

// A stage whose columns are the measures.
Stage measured(std::string address, std::string symbol, int names) {
  return {.address = std::move(address),
          .symbol = std::move(symbol),
          .columns = static_cast<Index>(kRowMeasures),
          .row_axis = Axis::kQueries,
          .column_axis = Axis::kTokens,
          .column_sequence = names};
}

}  // namespace

std::shared_ptr<const Trace> measures_trace(const Trace& trace, std::span<const int> heads,
                                            const std::string& name, std::span<const std::string> measures) {
  assert(measures.size() == kRowMeasures);
  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  const int names =
      builder.add_sequence({{measures.begin(), measures.end()}, std::vector<bool>(kRowMeasures)});
  Stage means = measured(name, "U", names);
  means.rows = static_cast<Index>(heads.size());
  means.row_axis = Axis::kPositions;
  std::vector<std::vector<bool>> counts;
  for (size_t head = 0; head < heads.size(); ++head) {
    const std::string here = name + ".head." + std::to_string(head);
    const std::string index = "_{#" + std::to_string(head) + "}";
    const int weights = heads[head];
    const int masked = masked_of(trace, weights);
    const Stage& map = trace.stage(weights);
    const MapTokens tokens = tokens_of_map(trace, map);
    Stage rows = measured(here, "U" + index, names);
    rows.rows = map.rows;
    rows.row_sequence = map.row_sequence;
    rows.operation = row_measures(tokens);
    rows.inputs = {
        builder.add_shared(taken_over(map, here + ".weights", "A" + index, "note.head_weights"), trace,
                           weights),
        builder.add_shared(taken_over(trace.stage(masked), here + ".masked", "S" + index, "note.head_masked"),
                           trace, masked)};
    means.inputs.push_back(builder.add(std::move(rows)));
    counts.push_back(counted(trace, weights, masked, tokens));
  }
  means.operation = measure_means(std::move(counts));
  builder.add(std::move(means));
  return std::move(builder).build();
}

}  // namespace engine
