// Attention with capped scores in float32 against NumPy in float64, with each kind of mask and of position.
// Refresh the numbers: /usr/bin/python3 tests/tools/soft_cap_goldens.py tests/golden/engine
#include <gtest/gtest.h>

#include "tests/engine/goldens.h"

namespace engine {
namespace {

MaskRule rule_of(const GoldenJson& mask, Index keys) {
  MaskRule rule;
  rule.causal = mask.value("causal", false);
  rule.hidden = mask.value("finite", -kInfinity);
  if (mask.contains("window")) {
    rule.pattern.kind = PatternKind::kWindow;
    rule.pattern.width = mask["window"].get<Index>();
  }
  if (!mask.contains("padding")) return rule;
  rule.padding.resize(static_cast<size_t>(keys));
  for (const GoldenJson& key : mask["padding"]) rule.padding.at(key.get<size_t>()) = true;
  return rule;
}

std::shared_ptr<const Trace> run_case(const GoldenJson& golden, AttentionMethod method = {},
                                      bool recomputes = false) {
  const GoldenJson& inputs = golden["inputs"];
  const GoldenJson& mask = golden["mask"];
  const GoldenJson& positions = golden["positions"];
  const AttentionWeights weights = golden_weights(golden);
  AttentionSettings settings{.scoring = {.scale = golden["scale"].get<bool>(),
                                         .temperature = golden["temperature"].get<double>(),
                                         .cap = golden["cap"].get<double>()},
                             .in_place = mask.value("in_place", false),
                             .alibi = positions.value("alibi", false),
                             .method = method};
  if (positions.contains("base")) settings.rotary = RotaryAngles{positions["base"].get<double>()};
  TraceBuilder builder({}, {});
  if (recomputes) builder.recompute(std::make_shared<BandCache>());
  const auto q = golden_input(inputs, "q");
  const auto k = golden_input(inputs, "k");
  const AttentionInputs from{add_drawn(builder, "q", *q), add_drawn(builder, "k", *k),
                             add_drawn(builder, "v", *golden_input(inputs, "v"))};
  RelativeWeights relative;
  AttentionExtras extras;
  if (inputs.contains("table")) {
    relative.table = golden_input(inputs, "table");
    relative.max_distance = positions["far"].get<Index>();
    extras.relative = &relative;
    extras.relative_table = add_drawn(builder, "table", *golden_input(inputs, "table"));
  }
  extras.additive = golden_input(inputs, "additive");
  add_multi_head_attention(builder, "layer", from, weights, rule_of(mask, k->rows()), settings, {}, extras);
  return std::move(builder).build();
}

std::string address_of(const std::string& name) {
  return "layer." + name;
}

TEST(SoftCapGolden, EveryStageAgreesWithNumPy) {
  size_t cases = 0;
  for (const std::string& name : goldens_of_kind("capped")) {
    const GoldenJson golden = read_golden(name);
    EXPECT_EQ(first_difference(*run_case(golden), golden["stages"], address_of), "") << name;
    ++cases;
  }
  EXPECT_EQ(cases, 16U);
}

// The fused pass, which makes no map, and the way over tiles of keys.
TEST(SoftCapGolden, WhatMakesNoMapAgreesToo) {
  for (const std::string& name : goldens_of_kind("capped")) {
    const GoldenJson golden = read_golden(name);
    for (const AttentionKind kind : {AttentionKind::kExact, AttentionKind::kTiled}) {
      for (const bool recomputes : {false, true}) {
        const auto trace = run_case(golden, {.kind = kind}, recomputes);
        const GoldenJson output = {{"output", golden["stages"]["output"]}};
        EXPECT_EQ(first_difference(*trace, output, address_of), "")
            << name << " " << name_of(kind) << (recomputes ? " lean" : "");
      }
    }
  }
}

// A window that reaches all keys is exact.
TEST(SoftCapGolden, TheWindowedFormCapsToo) {
  for (const char* name : {"capped_plain", "capped_causal", "capped_padding", "capped_alibi"}) {
    const GoldenJson golden = read_golden(name);
    for (const bool recomputes : {false, true}) {
      const auto trace = run_case(golden, {.kind = AttentionKind::kWindow, .window = 100}, recomputes);
      const GoldenJson output = {{"output", golden["stages"]["output"]}};
      EXPECT_EQ(first_difference(*trace, output, address_of), "") << name << (recomputes ? " lean" : "");
    }
  }
}

TEST(SoftCapGolden, WithoutACapTheNumbersAreOthers) {
  GoldenJson golden = read_golden("capped_plain");
  golden["cap"] = 3.0;
  const std::string first = first_difference(*run_case(golden), golden["stages"], address_of);
  EXPECT_EQ(first.find("layer.head.0.capped: "), 0U) << first;
}

}  // namespace
}  // namespace engine
