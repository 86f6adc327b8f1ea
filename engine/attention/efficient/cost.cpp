// cost.cpp: counts the cost of each attention method, with one formula each.
#include "engine/attention/efficient/cost.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/efficient/head.h"
#include "engine/core/parallel.h"

namespace engine {
namespace {

constexpr double kFloat = sizeof(float);
// Rows of queries that the fused pass processes at a time, on each core.
constexpr double kRowsAtATime = 128;

// The shape and the method's parameters, ready for arithmetic.
struct CostInputs {
  const AttentionMethod& method;
  double queries, keys, d_k, d_v;
  bool causal;

  // Scores, weights and mixing for this many map values.
  double of_map(double numbers) const { return numbers * (d_k + d_v + kOperationsPerMapNumber); }
  double at_a_time() const { return std::min(queries, kRowsAtATime * static_cast<double>(engine::cores())); }
};

// Vaswani et al. 2017, table 1: L T d. Holds scores and weights.
MethodCost of_exact(const CostInputs& c) {
  return {c.of_map(c.queries * c.keys), 2 * kFloat * c.queries * c.keys};
}

// The same operations, plus rescaling the last mixture after each tile (Dao et al. 2022); holds one tile.
MethodCost of_tiled(const CostInputs& c) {
  const auto width = static_cast<double>(tile_width(c.method, static_cast<Index>(c.keys)));
  const double tiles = std::ceil(c.keys / width);
  return {c.of_map(c.queries * c.keys) + c.queries * tiles * c.d_v,
          kFloat * c.at_a_time() * (width + c.d_v + 2)};
}

// A band of 2 w - 1 keys and the global ones, and the global rows (Beltagy et al. 2020); holds the keys that
// 128 queries reach.
MethodCost of_window(const CostInputs& c) {
  const auto global = std::min(static_cast<double>(c.method.global), c.keys);
  const double band = std::min(2 * static_cast<double>(c.method.window) - 1 + global, c.keys);
  const double reached = std::min(kRowsAtATime + 2 * static_cast<double>(c.method.window) + global, c.keys);
  const double rows_of_all = std::min(global, kRowsAtATime);
  return {c.of_map(c.queries * band + global * c.keys),
          2 * kFloat * (c.at_a_time() * reached + rows_of_all * c.keys)};
}

// What random features cost besides the feature values.
struct FeatureCost {
  double per_direction = 1;    // features: one exponential, two waves
  double held_of_a_token = 0;  // values
  double operations_of_a_key = 0;
};

// Projections on m directions, features of each, the summary and the queries' part of it, with their sums: L
// m d (Choromanski et al. 2021, sec. 2.2). Holds projections and features, and if causal the sum of the
// features up to each query.
MethodCost of_features(const CostInputs& c, const FeatureCost& cost) {
  const auto directions = static_cast<double>(c.method.features);
  const double features = cost.per_direction * directions;
  const double of_a_token = directions * c.d_k + features * (kOperationsPerMapNumber + c.d_v + 1);
  const double held = directions + features + cost.held_of_a_token;
  const double sums = c.causal ? c.queries * features : 0;
  return {(c.queries + c.keys) * of_a_token + c.keys * cost.operations_of_a_key,
          kFloat * ((c.queries + c.keys) * held + sums + c.queries * (c.d_v + 1) + features * (c.d_v + 1))};
}

// Keys and values mixed down to r each, and attention over these: L r d (Wang et al. 2020).
MethodCost of_linformer(const CostInputs& c) {
  const auto rank = static_cast<double>(rank_for(c.method, static_cast<Index>(c.keys)));
  return {c.keys * rank * (c.d_k + c.d_v) + c.of_map(c.queries * rank),
          kFloat * rank * (2 * c.keys + 3 * c.queries + c.d_k + c.d_v)};
}

// In each round: hashes, a sort, and for each query the keys of its own bucket in two chunks (T / b of them)
// scored twice, weighed and mixed (Kitaev et al. 2020, sec. 2). With a fixed number of buckets this grows
// with L^2.
MethodCost of_reformer(const CostInputs& c) {
  const auto rounds = static_cast<double>(c.method.rounds);
  const auto buckets = static_cast<double>(c.method.buckets);
  const auto chunk = static_cast<double>(hash_chunk(c.method, static_cast<Index>(c.keys)));
  const double scored = std::min(c.keys / buckets, 2 * chunk);
  const double hashing = c.keys * rounds * (buckets / 2 * c.d_k + std::log2(c.keys + 1));
  const double reading = rounds * (c.of_map(c.queries * scored) + c.queries * scored * c.d_k);
  return {hashing + reading,
          kFloat * (c.keys * (c.d_k + rounds * (buckets / 2 + 2)) + c.queries * rounds * (c.d_v + 1))};
}

// The content function, and for each query the function of the distances within the window: L r d_k d_v
// (Bello 2021, sec. 3.2). Holds the normalised keys and the function.
MethodCost of_lambda(const CostInputs& c) {
  const double near = std::min(2 * static_cast<double>(c.method.window) - 1, c.keys);
  return {c.keys * c.d_k * (kOperationsPerMapNumber + c.d_v) + c.queries * (near + 1) * c.d_k * c.d_v,
          kFloat * (c.keys * c.d_k + c.d_k * c.d_v)};
}

// A running mean: one feature that is 1.
MethodCost of_uniform(const CostInputs& c) {
  return {(c.queries + c.keys) * (c.d_v + 1), kFloat * (c.keys + c.queries * (c.d_v + 2) + c.d_v + 1)};
}

// A map whose scores come for free. Holds the rows in progress.
MethodCost of_distance(const CostInputs& c) {
  return {c.queries * c.keys * (kOperationsPerMapNumber + c.d_v), 2 * kFloat * c.at_a_time() * c.keys};
}

// A network with d_k hidden units, a tanh each, for every pair (Bahdanau et al. 2015, appendix A.1.2).
MethodCost of_additive(const CostInputs& c) {
  const double of_a_pair = kOperationsPerMapNumber * (c.d_k + 1) + c.d_v;
  return {(c.queries + c.keys) * c.d_k * c.d_k + c.queries * c.keys * of_a_pair,
          kFloat * ((c.queries + c.keys) * c.d_k + 2 * c.at_a_time() * c.keys)};
}

}  // namespace

MethodCost method_cost(const AttentionMethod& method, const HeadShape& shape) {
  const CostInputs c{method,
                     static_cast<double>(shape.queries),
                     static_cast<double>(shape.keys),
                     static_cast<double>(shape.d_k),
                     static_cast<double>(shape.d_v),
                     shape.causal};
  switch (method.kind) {
    case AttentionKind::kExact:
      return of_exact(c);
    case AttentionKind::kTiled:
      return of_tiled(c);
    case AttentionKind::kWindow:
      return of_window(c);
    case AttentionKind::kPerformer:
      return of_features(c, {.per_direction = method.feature_map == FeatureMap::kPositive ? 1.0 : 2.0});
    case AttentionKind::kLinformer:
      return of_linformer(c);
    case AttentionKind::kReformer:
      return of_reformer(c);
    case AttentionKind::kLambda:
      return of_lambda(c);
    case AttentionKind::kRfa:
      // Queries and keys of length 1, and a gate that reads the key.
      return of_features(c, {2, c.d_k, method.gate ? c.d_k + kOperationsPerMapNumber : 0});
    case AttentionKind::kUniform:
      return of_uniform(c);
    case AttentionKind::kDistance:
      return of_distance(c);
    case AttentionKind::kAdditive:
      return of_additive(c);
  }
  return {};
}

}  // namespace engine
