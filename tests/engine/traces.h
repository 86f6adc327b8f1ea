// traces.h: short ways to make and read traces in tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/model/forward.h"

namespace engine {

// A run of these tokens; without `padding` none is padding. The settings must pass check().
inline std::shared_ptr<const Trace> run(const std::vector<std::string>& tokens, const Config& config = {},
                                        std::vector<bool> padding = {}) {
  padding.resize(tokens.size(), false);
  const auto bad = check(config, tokens.size());
  EXPECT_FALSE(bad.has_value()) << (bad ? bad->key : "");
  return forward(*make_model(config), {tokens, padding}, config);
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

}  // namespace engine
