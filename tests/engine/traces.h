// traces.h: short ways to make and read traces in tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/core/random.h"
#include "engine/model/forward.h"
#include "engine/ops/operations.h"

namespace engine {

// A run of these tokens; without `padding` none is padding. The settings must pass check().
inline std::shared_ptr<const Trace> run(const std::vector<std::string>& tokens, const Config& config = {},
                                        std::vector<bool> padding = {}) {
  padding.resize(tokens.size(), false);
  const Input input = single_input({tokens, padding});
  const auto bad = check(config, input);
  EXPECT_FALSE(bad.has_value()) << (bad ? bad->key : "");
  return forward(*make_model(config), input, config);
}

// "encoder.0.self.head.2.weights".
inline std::string head_address(int head, const std::string& step) {
  return "encoder.0.self.head." + std::to_string(head) + "." + step;
}

inline int stage_index(const Trace& trace, const std::string& address) {
  const auto index = trace.find(address);
  EXPECT_TRUE(index.has_value()) << address;
  return index.value();
}

// All numbers of the stage at `address`.
inline Matrix numbers_of(const Trace& trace, const std::string& address) {
  const int index = stage_index(trace, address);
  return trace.read(index, 0, 0, trace.stage(index).rows, trace.stage(index).columns);
}

inline Config seeded_config(Index d_model, Index n_heads, Index d_k, Index d_v, uint64_t seed = 7) {
  Config config;
  config.model = ModelKind::kSeeded;
  config.d_model = d_model;
  config.n_heads = n_heads;
  config.d_k = d_k;
  config.d_v = d_v;
  config.seed = seed;
  return config;
}

// Numbers in [-1, 1) that depend on `name` alone.
inline Matrix drawn(Index rows, Index columns, const std::string& name) {
  const RandomStream stream(1, name);
  Matrix numbers(rows, columns);
  for (Index i = 0; i < numbers.size(); ++i) numbers.data()[i] = stream.symmetric(static_cast<uint64_t>(i));
  return numbers;
}

// So many tokens that all read the same.
inline Sequence unnamed(size_t length) {
  return {std::vector<std::string>(length, "t"), std::vector<bool>(length, false)};
}

inline int add_drawn(TraceBuilder& builder, const std::string& address, const Matrix& numbers,
                     int sequence = 0) {
  return builder.add_given({.address = address,
                            .symbol = "X",
                            .operation = given("note.tokens"),
                            .rows = numbers.rows(),
                            .columns = numbers.cols(),
                            .row_sequence = sequence},
                           std::make_shared<Matrix>(numbers));
}

// Shapes of one attention layer: widths of a head, of the three inputs (d_q) and of the output.
struct LayerShape {
  Index n_heads, d_k, d_v, d_q, d_o;
};

inline AttentionWeights drawn_weights(const LayerShape& shape) {
  AttentionWeights weights;
  weights.n_heads = shape.n_heads;
  weights.note = "note.seeded";
  weights.wq = std::make_shared<Matrix>(drawn(shape.n_heads * shape.d_k, shape.d_q, "wq"));
  weights.wk = std::make_shared<Matrix>(drawn(shape.n_heads * shape.d_k, shape.d_q, "wk"));
  weights.wv = std::make_shared<Matrix>(drawn(shape.n_heads * shape.d_v, shape.d_q, "wv"));
  weights.wo = std::make_shared<Matrix>(drawn(shape.d_o, shape.n_heads * shape.d_v, "wo"));
  return weights;
}

// Three queries read five keys: every width differs (6, 4, 7 in, d_k 3, d_v 2, 5 out), every product has a
// bias. `additive` (3, 5) may be null.
inline std::shared_ptr<const Trace> cross_attention(std::shared_ptr<const Matrix> additive) {
  AttentionWeights weights;
  weights.n_heads = 2;
  const auto shared = [](Index rows, Index columns, const char* name) {
    return std::make_shared<Matrix>(drawn(rows, columns, name));
  };
  weights.wq = shared(6, 6, "wq");
  weights.wk = shared(6, 4, "wk");
  weights.wv = shared(4, 7, "wv");
  weights.wo = shared(5, 4, "wo");
  weights.bq = shared(1, 6, "bq");
  weights.bk = shared(1, 6, "bk");
  weights.bv = shared(1, 4, "bv");
  weights.bo = shared(1, 5, "bo");
  TraceBuilder builder({unnamed(3), unnamed(5)}, {"t"});
  const int query = add_drawn(builder, "query", drawn(3, 6, "query"));
  const int key = add_drawn(builder, "key", drawn(5, 4, "key"), 1);
  const int value = add_drawn(builder, "value", drawn(5, 7, "value"), 1);
  add_multi_head_attention(builder, "decoder.0.cross", {query, key, value}, weights, {}, {}, {},
                           {.additive = std::move(additive)});
  return std::move(builder).build();
}

}  // namespace engine
