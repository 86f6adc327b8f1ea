// head.h: one head that computes attention in its own way: what it reads, and how it adds its stages.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/attention/efficient/method.h"
#include "engine/attention/fused.h"
#include "engine/attention/head_chain.h"
#include "engine/core/trace.h"
#include "engine/masks/mask.h"
#include "engine/ops/operations.h"

namespace engine {

// What a way of computing attention adds stages to. L queries, T keys.
struct MethodHead {
  TraceBuilder& builder;
  const AttentionMethod& method;
  const std::string& address;  // "encoder.0.self.head.2"
  int q = 0;                   // stages: (L, d_k), (T, d_k), (T, d_v)
  int k = 0;
  int v = 0;
  int first_k = 0;  // the same of the first head: shared by all, where a way shares them
  int first_v = 0;
  int masked = 0;         // the exact scores (L, T), scaled and masked
  int mask = 0;           // what was added to them or put in their place
  OperationPtr masking;   // and how
  const MaskRule& rule;   // what that mask is, of the kinds that the row allows
  ScoreSettings scoring;  // what was done to the exact scores

  Index queries() const { return builder.stage(q).rows; }
  Index keys() const { return builder.stage(k).rows; }
  Index d_k() const { return builder.stage(q).columns; }
  Index d_v() const { return builder.stage(v).columns; }
  double divisor() const { return divisor_of(scoring, d_k()); }

  // "encoder.0.self.head.2.performer.summary".
  std::string step(std::string_view name) const;
  // The name that what this head draws is keyed by: the same in every example of a batch.
  std::string key(std::string_view name) const;

  // A stage that stands for tokens on neither side; on the side of the queries, of the keys, of both.
  Stage plain(std::string_view name, std::string symbol, Index rows, Index columns) const;
  Stage of_queries(std::string_view name, std::string symbol, Index columns) const;
  Stage of_keys(std::string_view name, std::string symbol, Index columns) const;
  Stage map(std::string_view name, std::string symbol) const;

  int add(Stage stage, OperationPtr operation, std::vector<int> inputs);
  // The same of a stage that a recomputing trace does not keep.
  int add_on_demand(Stage stage, OperationPtr operation, std::vector<int> inputs);
  // Numbers that were drawn.
  int add_drawn(Stage stage, Matrix numbers);
};

// How the map in force and the output are made from the stages of a head.
struct MethodStages {
  OperationPtr weights;
  std::vector<int> weights_from;
  OperationPtr output;  // null: the map in force times the values
  std::vector<int> output_from;
  // In a recomputing trace, the output of so many rows of queries from the first on, where its stages are not
  // kept: see FusedHead.
  std::function<std::vector<Index>(const FusedHead& head, Index first, Index rows)> attend;
};

// Adds the stages of `head`: its own ones, .exact, .weights and .difference. `weights` is their stage.
struct MethodOutput {
  int weights = 0;
  MethodStages stages;
};
MethodOutput add_method(MethodHead& head);

// The rows that see no key under a rule that hides what is later and what is padding.
std::vector<Index> fully_masked_rows(const MaskRule& rule, Index queries, Index keys);

// The tokens of one chunk of Reformer: what is set, or twice the mean size of a bucket, as in the paper, and
// not fewer than 4.
Index hash_chunk(const AttentionMethod& method, Index keys);

// One function for each row of the table.
MethodStages add_tiled(MethodHead& head);
MethodStages add_window(MethodHead& head);
MethodStages add_performer(MethodHead& head);
MethodStages add_linformer(MethodHead& head);
MethodStages add_reformer(MethodHead& head);
MethodStages add_lambda(MethodHead& head);
MethodStages add_rfa(MethodHead& head);
MethodStages add_uniform(MethodHead& head);
MethodStages add_distance(MethodHead& head);
MethodStages add_additive(MethodHead& head);

}  // namespace engine
