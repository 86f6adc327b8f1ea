// unit_heads.cpp: draws queries and keys of variance 1, and attends with and without the division.
#include "engine/analysis/unit_heads.h"

#include <cmath>
#include <string>

#include "engine/attention/head_chain.h"
#include "engine/core/random.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// A row for each token, from a stream of its own: a uniform value in +-sqrt(3) has variance 1.
Matrix drawn(const Sequence& sequence, Index rows, Index d_k, const char* name, uint64_t seed) {
  const float bound = std::sqrt(3.0f);
  Matrix numbers(rows, d_k);
  for (Index row = 0; row < rows; ++row) {
    std::string key = std::string("unit.") + name + "." + std::to_string(row) + ".";
    key += sequence.tokens[static_cast<size_t>(row)];
    const RandomStream stream(seed, key);
    for (Index i = 0; i < d_k; ++i) numbers(row, i) = bound * stream.symmetric(static_cast<uint64_t>(i));
  }
  return numbers;
}

struct Vectors {
  std::shared_ptr<const Matrix> queries, keys;
};

void add_head(TraceBuilder& builder, const Stage& map, const Vectors& drawn, int head, bool scale) {
  const std::string address = "encoder.0.self.head." + std::to_string(head);
  const auto vectors = [&](const char* step, Role role, int sequence,
                           const std::shared_ptr<const Matrix>& numbers) {
    return builder.add_given({.address = address + step,
                              .role = role,
                              .operation = given("note.unit_variance"),
                              .rows = numbers->rows(),
                              .columns = numbers->cols(),
                              .row_sequence = sequence},
                             numbers);
  };
  const int q = vectors(".q", Role::kQuery, map.row_sequence, drawn.queries);
  const int k = vectors(".k", Role::kKey, map.column_sequence, drawn.keys);
  ScoreSettings settings;
  settings.scale = scale;
  const HeadChain chain =
      add_head_chain(builder, {.address = address, .map = map, .q = q, .k = k, .settings = settings});
  add_weights(builder, chain, softmax_rows());
}

}  // namespace

std::shared_ptr<const Trace> unit_heads_trace(const Trace& trace, int map, Index d_k, uint64_t seed) {
  const Stage& shape = trace.stage(map);
  const Vectors vectors{std::make_shared<const Matrix>(
                            drawn(trace.sequence(shape.row_sequence), shape.rows, d_k, "query", seed)),
                        std::make_shared<const Matrix>(
                            drawn(trace.sequence(shape.column_sequence), shape.columns, d_k, "key", seed))};
  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  add_head(builder, shape, vectors, 0, true);
  add_head(builder, shape, vectors, 1, false);
  return std::move(builder).build();
}

}  // namespace engine
