// cost.cpp: counts what each way of computing attention takes; one formula a way.
#include "engine/attention/efficient/cost.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/efficient/head.h"
#include "engine/core/parallel.h"

namespace engine {
namespace {

constexpr double kFloat = sizeof(float);
// Rows of queries that the fused pass works on at a time, on each core.
constexpr double kRowsAtATime = 128;

// The shape and the method's numbers, ready for arithmetic.
struct CostInputs {
  const AttentionMethod& method;
  double queries, keys, d_k, d_v;
  bool causal;

  // Scores, weights and mixing of so many numbers of a map.
  double of_map(double numbers) const { return numbers * (d_k + d_v + kOperationsPerMapNumber); }
  double at_a_time() const { return std::min(queries, kRowsAtATime * static_cast<double>(engine::cores())); }
};

// Vaswani et al. 2017, table 1: L T d. Scores and weights are held.
MethodCost of_exact(const CostInputs& c) {
  return {c.of_map(c.queries * c.keys), 2 * kFloat * c.queries * c.keys};
}

// The same operations, with the last mixture put right after each tile (Dao et al. 2022); a tile is held.
MethodCost of_tiled(const CostInputs& c) {
  const auto width = static_cast<double>(tile_width(c.method, static_cast<Index>(c.keys)));
  const double tiles = std::ceil(c.keys / width);
  return {c.of_map(c.queries * c.keys) + c.queries * tiles * c.d_v,
          kFloat * c.at_a_time() * (width + c.d_v + 2)};
}

// A band of 2 w - 1 keys and the global ones, and the global rows (Beltagy et al. 2020); the keys that 128
// queries reach are held.
MethodCost of_window(const CostInputs& c) {
  const auto global = std::min(static_cast<double>(c.method.global), c.keys);
  const double band = std::min(2 * static_cast<double>(c.method.window) - 1 + global, c.keys);
  const double reached = std::min(kRowsAtATime + 2 * static_cast<double>(c.method.window) + global, c.keys);
  const double rows_of_all = std::min(global, kRowsAtATime);
  return {c.of_map(c.queries * band + global * c.keys),
          2 * kFloat * (c.at_a_time() * reached + rows_of_all * c.keys)};
}

// What random features take beside the numbers of the features.
struct FeatureCost {
  double per_direction = 1;    // features: one of e, two of waves
  double held_of_a_token = 0;  // numbers
  double operations_of_a_key = 0;
};

// Projections on m directions, features of each, the summary and the queries' part of it, with their sums:
// L m d (Choromanski et al. 2021, sec. 2.2). Projections and features are held, and of a causal one the sum
// of the features up to each query.
MethodCost of_features(const CostInputs& c, const FeatureCost& cost) {
  const auto directions = static_cast<double>(c.method.features);
  const double features = cost.per_direction * directions;
  const double of_a_token = directions * c.d_k + features * (kOperationsPerMapNumber + c.d_v + 1);
  const double held = directions + features + cost.held_of_a_token;
  const double sums = c.causal ? c.queries * features : 0;
  return {(c.queries + c.keys) * of_a_token + c.keys * cost.operations_of_a_key,
          kFloat * ((c.queries + c.keys) * held + sums + c.queries * (c.d_v + 1) + features * (c.d_v + 1))};
}

// Keys and values mixed down to r of each, and attention over these: L r d (Wang et al. 2020).
MethodCost of_linformer(const CostInputs& c) {
  const auto rank = static_cast<double>(rank_for(c.method, static_cast<Index>(c.keys)));
  return {c.keys * rank * (c.d_k + c.d_v) + c.of_map(c.queries * rank),
          kFloat * rank * (2 * c.keys + 3 * c.queries + c.d_k + c.d_v)};
}

// In each round: hashes, a sort, and for each query the keys of its own bucket in two chunks (T / b of them)
// scored twice, weighed and mixed (Kitaev et al. 2020, sec. 2). With as many buckets for more tokens that
// grows with L^2.
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

// The content's function, and of each query that of the distances within the window: L r d_k d_v (Bello 2021,
// sec. 3.2). Keys that were made sum to 1, and the function, are held.
MethodCost of_lambda(const CostInputs& c) {
  const double near = std::min(2 * static_cast<double>(c.method.window) - 1, c.keys);
  return {c.keys * c.d_k * (kOperationsPerMapNumber + c.d_v) + c.queries * (near + 1) * c.d_k * c.d_v,
          kFloat * (c.keys * c.d_k + c.d_k * c.d_v)};
}

// A running mean: one feature that is 1.
MethodCost of_uniform(const CostInputs& c) {
  return {(c.queries + c.keys) * (c.d_v + 1), kFloat * (c.keys + c.queries * (c.d_v + 2) + c.d_v + 1)};
}

// A map whose scores come for free. The rows that are worked on are held.
MethodCost of_distance(const CostInputs& c) {
  return {c.queries * c.keys * (kOperationsPerMapNumber + c.d_v), 2 * kFloat * c.at_a_time() * c.keys};
}

// A network of d_k inner numbers, a tanh each, for every pair (Bahdanau et al. 2015, appendix A.1.2).
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
