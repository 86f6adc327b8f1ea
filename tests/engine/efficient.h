// efficient.h: runs of attention at lower cost, and what tests compare in them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tests/engine/traces.h"

namespace engine {

inline const std::vector<std::string> kElevenWords = {"the", "cat", "saw",  "the",  "dog", "and",
                                                      "ran", "to",  "that", "tree", "fast"};
inline const std::vector<bool> kSomePadding = {false, false, true,  false, false, true,
                                               false, false, false, false, true};

inline std::shared_ptr<const Trace> run_words(const Config& config) {
  return run(kElevenWords, config, kSomePadding);
}

// The largest difference of two numbers at the same place; they are hidden at the same places.
inline double largest_gap(const Matrix& a, const Matrix& b) {
  EXPECT_EQ(a.rows(), b.rows());
  EXPECT_EQ(a.cols(), b.cols());
  double largest = 0;
  for (Index i = 0; i < a.size(); ++i) {
    if (a.data()[i] == b.data()[i]) continue;
    largest = std::max(largest, std::abs(static_cast<double>(a.data()[i]) - b.data()[i]));
    if (std::isnan(a.data()[i]) || std::isnan(b.data()[i])) return kInfinity;
  }
  return largest;
}

inline double largest_of(const Matrix& a) {
  return largest_gap(a, Matrix::Zero(a.rows(), a.cols()));
}

// The settings that a way of computing attention has of its own, each turned once.
inline std::vector<AttentionMethod> variants_of(const MethodRow& row) {
  const AttentionMethod plain{.kind = row.kind, .features = 6, .rounds = 2, .window = 3, .seed = 5};
  std::vector<AttentionMethod> variants = {plain};
  const auto add = [&](bool has, auto change) {
    if (!has) return;
    variants.push_back(plain);
    change(variants.back());
  };
  add(row.parameters.feature_map, [](auto& m) { m.feature_map = FeatureMap::kTrigonometric; });
  add(row.parameters.orthogonal, [](auto& m) { m.orthogonal = false; });
  add(row.parameters.rank, [](auto& m) { m.rank = 3; });
  add(row.parameters.buckets, [](auto& m) { m.buckets = 2; });
  add(row.parameters.rounds, [](auto& m) { m.rounds = 1; });
  add(row.parameters.chunk, [](auto& m) { m.chunk = 2; });
  add(row.parameters.window, [](auto& m) { m.window = 1; });
  add(row.parameters.global, [](auto& m) { m.global = 0; });
  add(row.parameters.gate, [](auto& m) { m.gate = true; });
  return variants;
}

struct MethodCase {
  std::string name;
  Config config;
};

// Every way of computing attention in every setting, under the masks that it can take: of one attention.
inline std::vector<MethodCase> method_cases() {
  std::vector<MethodCase> cases;
  for (const MethodRow& row : attention_methods()) {
    for (const AttentionMethod& method : variants_of(row)) {
      for (const bool causal : {false, true}) {
        if (causal ? row.masks == MethodMasks::kPadding : method.gate) continue;
        Config config = seeded_config(12, 2, 5, 4);
        config.attention = method;
        config.causal = causal;
        const std::string name = std::string(row.name) + " " + std::to_string(cases.size());
        cases.push_back({name, config});
        config.mask_padding = true;
        cases.push_back({name + ", padding", config});
      }
    }
  }
  return cases;
}

struct MaskCase {
  std::string name;
  Config config;
};

// One attention under every kind of mask.
inline std::vector<MaskCase> mask_cases() {
  const Config base = seeded_config(16, 2, 8, 6);
  std::vector<MaskCase> cases = {{"no mask", base}, {"causal", base},  {"padding", base},
                                 {"both", base},    {"pattern", base}, {"finite", base}};
  cases[1].config.causal = true;
  cases[2].config.mask_padding = true;
  cases[3].config.causal = cases[3].config.mask_padding = true;
  cases[4].config.pattern.kind = PatternKind::kDilated;
  cases[4].config.painted = {{"encoder.0.self.head.1", {{0, 0, 1, 7, kHide}, {3, 2, 1, 1, 1.5}}}};
  cases[5].config.causal = cases[5].config.mask_finite = cases[5].config.mask_in_place = true;
  return cases;
}

}  // namespace engine
