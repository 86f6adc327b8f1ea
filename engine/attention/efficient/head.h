// head.h: one head of an efficient attention method: what it reads, and how it adds its stages.
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

// The head that a method adds stages to. L queries, T keys.
struct MethodHead {
  TraceBuilder& builder;
  const AttentionMethod& method;
  const std::string& address;  // "encoder.0.self.head.2"
  int q = 0;                   // stages: (L, d_k), (T, d_k), (T, d_v)
  int k = 0;
  int v = 0;
  int first_k = 0;  // the same for the first head: shared by all, in methods that share them
  int first_v = 0;
  int masked = 0;         // the exact scores (L, T), scaled and masked
  int mask = 0;           // what was added to them or replaced them
  OperationPtr masking;   // and how
  const MaskRule& rule;   // the rule of that mask, of the kinds that the method's row allows
  ScoreSettings scoring;  // what was applied to the exact scores

  Index queries() const { return builder.stage(q).rows; }
  Index keys() const { return builder.stage(k).rows; }
  Index d_k() const { return builder.stage(q).columns; }
  Index d_v() const { return builder.stage(v).columns; }
  double divisor() const { return divisor_of(scoring, d_k()); }

  // "encoder.0.self.head.2.performer.summary".
  std::string step(std::string_view name) const;
  // The name that seeds this head's draws: the same in every example of a batch.
  std::string key(std::string_view name) const;

  // A stage with tokens on neither axis; with queries, with keys, with both.
  Stage plain(std::string_view name, std::string symbol, Index rows, Index columns) const;
  Stage of_queries(std::string_view name, std::string symbol, Index columns) const;
  Stage of_keys(std::string_view name, std::string symbol, Index columns) const;
  Stage map(std::string_view name, std::string symbol) const;

  int add(Stage stage, OperationPtr operation, std::vector<int> inputs);
  // As above, for a stage that a recomputing trace does not keep.
  int add_on_demand(Stage stage, OperationPtr operation, std::vector<int> inputs);
  // Drawn values.
  int add_drawn(Stage stage, Matrix numbers);
};

// How the effective map and the output follow from a head's stages.
struct MethodStages {
  OperationPtr weights;
  std::vector<int> weights_from;
  OperationPtr output;  // null: the effective map times the values
  std::vector<int> output_from;
  // In a recomputing trace, the output of this many rows of queries, starting at `first`, if its stages are
  // not kept: see FusedHead.
  std::function<std::vector<Index>(const FusedHead& head, Index first, Index rows)> attend;
};

// Adds the stages of `head`: its own, .exact, .weights and .difference. `weights` is the stage of its
// weights.
struct MethodOutput {
  int weights = 0;
  MethodStages stages;
};
MethodOutput add_method(MethodHead& head);

// The fully masked rows under a rule that hides later keys and padding.
std::vector<Index> fully_masked_rows(const MaskRule& rule, Index queries, Index keys);

// The number of tokens in one of Reformer's chunks: as set, or twice the mean size of a bucket, as in the
// paper, and at least 4.
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
