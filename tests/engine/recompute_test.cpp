// recompute_test.cpp: a trace that keeps little reads as one that keeps all, whatever is switched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/model/forward.h"
#include "tests/engine/efficient.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kRecomputeWords = {"the", "cat", "saw", "the", "dog", "and", "ran"};

// The largest difference of any number, in shares of its stage's largest; a stage that hides others elsewhere
// counts as infinitely far.
double largest_difference(const Trace& kept, const Trace& recompute, std::string& where) {
  EXPECT_EQ(kept.size(), recompute.size());
  double worst = 0;
  for (int i = 0; i < kept.size(); ++i) {
    const Stage& stage = kept.stage(i);
    EXPECT_EQ(recompute.stage(i).address, stage.address);
    const Matrix expected = kept.read(i, 0, 0, stage.rows, stage.columns);
    const Matrix made = recompute.read(i, 0, 0, stage.rows, stage.columns);
    double magnitude = 1e-30;
    double difference = 0;
    for (Index n = 0; n < expected.size(); ++n) {
      const double a = expected.data()[n];
      const double b = made.data()[n];
      if (std::isfinite(a)) magnitude = std::max(magnitude, std::abs(a));
      difference = std::max(difference, a == b ? 0 : std::abs(a - b));
    }
    if (difference / magnitude <= worst) continue;
    worst = difference / magnitude;
    where = stage.address;
  }
  return worst;
}

struct RecomputeCase {
  std::string name;
  Config config;
};

std::vector<RecomputeCase> recompute_cases() {
  Config base = seeded_config(16, 4, 4, 4);
  base.d_ff = 24;
  std::vector<RecomputeCase> cases;
  for (const Architecture architecture : {Architecture::kAttention, Architecture::kEncoder,
                                          Architecture::kDecoder, Architecture::kTransformer}) {
    for (const NormOrder norm : {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T}) {
      Config config = base;
      config.architecture = architecture;
      config.norm = norm;
      const std::string name =
          std::to_string(static_cast<int>(architecture)) + ", norm " + std::to_string(static_cast<int>(norm));
      const auto add = [&](const char* what, void (*change)(Config&)) {
        RecomputeCase added{name + ", " + what, config};
        change(added.config);
        cases.push_back(std::move(added));
      };
      add("as it is", [](Config&) {});
      add("causal", [](Config& c) { c.causal = true; });
      add("padding", [](Config& c) { c.mask_padding = true; });
      add("finite, in place", [](Config& c) { c.causal = c.mask_finite = c.mask_in_place = true; });
      add("window", [](Config& c) { c.pattern.kind = PatternKind::kWindow; });
      add("temperature without scale", [](Config& c) {
        c.scale = false;
        c.temperature = 0.7;
      });
      add("a slope a head", [](Config& c) { c.positions = PositionKind::kAlibi; });
      add("a slope a head, causal and padded, without scale", [](Config& c) {
        c.positions = PositionKind::kAlibi;
        c.causal = c.mask_padding = true;
        c.scale = false;
      });
      add("vectors of distances", [](Config& c) {
        c.positions = PositionKind::kShaw;
        c.relative_distance = 3;
      });
      add("vectors of distances, causal", [](Config& c) {
        c.positions = PositionKind::kShaw;
        c.causal = true;
      });
      add("turned", [](Config& c) { c.positions = PositionKind::kRotary; });
      if (architecture == Architecture::kAttention) continue;
      add("turned, grouped, gated", [](Config& c) {
        c.positions = PositionKind::kRotary;
        c.n_kv_heads = 2;
        c.gated = c.rms_norm = true;
        c.activation = Activation::kSilu;
      });
      add("relative", [](Config& c) {
        c.positions = PositionKind::kBuckets;
        c.input_norm = c.output_scale = true;
      });
    }
  }
  return cases;
}

Input sentence(const Config& config) {
  const Sequence source{kRecomputeWords, {false, false, true, false, false, false, true}};
  if (!config.has_target()) return single_input(source);
  return single_input(source, Sequence{{"le", "chat", "voit"}, {false, false, false}});
}

std::shared_ptr<const Trace> recomputing_run(const Config& config,
                                             std::shared_ptr<const Trace> earlier = nullptr) {
  return forward(*make_model(config), sentence(config), config, {}, std::move(earlier), {.recompute = true});
}

TEST(RecomputingTrace, ReadsAsOneThatKeepsAll) {
  for (const RecomputeCase& example : recompute_cases()) {
    const auto kept = forward(*make_model(example.config), sentence(example.config), example.config);
    std::string where;
    EXPECT_LE(largest_difference(*kept, *recomputing_run(example.config), where), 2e-6)
        << example.name << ": " << where;
  }
}

TEST(RecomputingTrace, OfEveryWayOfComputingAttentionReadsAsOneThatKeepsAll) {
  for (const MethodCase& method : method_cases()) {
    const auto kept = forward(*make_model(method.config), sentence(method.config), method.config);
    const auto recompute = recomputing_run(method.config);
    std::string where;
    EXPECT_LE(largest_difference(*kept, *recompute, where), 4e-6) << method.name << ": " << where;
    const int map = stage_index(*kept, head_address(1, "weights"));
    EXPECT_EQ(recompute->fully_masked_rows(map), kept->fully_masked_rows(map)) << method.name;
  }
}

TEST(RecomputingTrace, KeepsWhatWasSwitchedOffAndTyped) {
  Config config = seeded_config(16, 4, 4, 4);
  config.architecture = Architecture::kDecoder;
  config.d_ff = 24;
  config.off = {"decoder.0.ffn.residual", "decoder.0.self.head.1.weights", "decoder.0.self.head.2.output",
                "decoder.0.self.norm"};
  for (const Edits& edits :
       {Edits{}, Edits{{"decoder.0.self.head.1.scores", {{2, 1, 3}}}},
        Edits{{"decoder.1.ffn.hidden", {{0, 3, -2}}}}, Edits{{"decoder.1.self.head.0.wk", {{0, 0, 5}}}}}) {
    config.edits = edits;
    const auto kept = forward(*make_model(config), sentence(config), config);
    std::string where;
    EXPECT_LE(largest_difference(*kept, *recomputing_run(config), where), 2e-6) << where;
  }
}

TEST(RecomputingTrace, HasTheSameBlindRows) {
  Config config = seeded_config(16, 2, 8, 8);
  config.causal = config.mask_padding = true;
  const Sequence source{kRecomputeWords, {true, true, false, false, false, false, false}};
  const auto model = make_model(config);
  const auto kept = forward(*model, single_input(source), config);
  const auto recompute = forward(*model, single_input(source), config, {}, nullptr, {.recompute = true});
  const int stage = stage_index(*kept, "encoder.0.self.head.1.weights");
  EXPECT_THAT(kept->fully_masked_rows(stage), testing::ElementsAre(0, 1));
  EXPECT_EQ(recompute->fully_masked_rows(stage), kept->fully_masked_rows(stage));
}

TEST(RecomputingTrace, TakesFromAnEarlierWhatIsTheSame) {
  Config config = seeded_config(16, 4, 4, 4);
  config.architecture = Architecture::kEncoder;
  config.d_ff = 24;
  const auto first = recomputing_run(config);
  Config changed = config;
  changed.off = {"encoder.1.ffn.norm"};
  const auto second = recomputing_run(changed, first);
  EXPECT_GT(second->reused(), first->size() / 2);
  std::string where;
  EXPECT_LE(largest_difference(*recomputing_run(changed), *second, where), 0) << where;
}

TEST(RecomputingTrace, AHeadThatIsSwitchedOffAndOnAgainLeavesTheOthersRight) {
  Config config = seeded_config(16, 4, 4, 4);
  config.architecture = Architecture::kEncoder;
  config.d_ff = 24;
  const auto on = recomputing_run(config);
  Config without = config;
  without.off = {"encoder.0.self.head.1.output"};
  const auto off = recomputing_run(without, on);
  std::string where;
  EXPECT_LE(largest_difference(*recomputing_run(without), *off, where), 0) << where;
  EXPECT_LE(largest_difference(*on, *recomputing_run(config, off), where), 0) << where;
}

TEST(RecomputingTrace, HoldsLessAndStaysBelowItsCache) {
  Config config = seeded_config(64, 4, 16, 16);
  config.architecture = Architecture::kEncoder;
  std::vector<std::string> tokens;
  for (int i = 0; i < 300; ++i) tokens.push_back("w" + std::to_string(i % 17));
  const Sequence source{tokens, std::vector<bool>(tokens.size(), false)};
  const auto model = make_model(config);
  const auto cache = std::make_shared<BandCache>(500'000);
  const auto kept = forward(*model, single_input(source), config);
  const auto recompute = forward(*model, single_input(source), config, {}, nullptr, {true, cache});
  EXPECT_LT(recompute->bytes() * 4, kept->bytes());
  std::string where;
  EXPECT_LE(largest_difference(*kept, *recompute, where), 4e-6) << where;
  EXPECT_LE(cache->bytes(), 500'000U);
  EXPECT_GT(cache->bytes(), 100'000U);
  const int map = stage_index(*kept, "encoder.1.self.head.2.weights");
  EXPECT_EQ(recompute->summary(map).finite, 300 * 300);
  EXPECT_NEAR(recompute->summary(map).largest, kept->summary(map).largest, 1e-6);
  EXPECT_NEAR(recompute->at(map, 299, 7), kept->at(map, 299, 7), 1e-6);
}

// A token's chances among a large vocabulary: not those of all tokens near it.
TEST(RecomputingTrace, MakesALoneWideRowAlone) {
  const auto cache = std::make_shared<BandCache>();
  TraceBuilder builder({}, {});
  builder.recompute(cache);
  const int scores = builder.add_given(
      {.address = "scores", .operation = given("note.given"), .rows = 40, .columns = 20'000},
      Parameter(std::make_shared<const Matrix>(drawn(40, 20'000, "scores"))));
  const int weights = builder.add_on_demand(
      {.address = "weights", .operation = softmax_rows(), .inputs = {scores}, .rows = 40, .columns = 20'000});
  const auto trace = std::move(builder).build();
  const Matrix alone = trace->read_row(weights, 37);
  EXPECT_EQ(cache->bytes(), 20'000 * sizeof(float));
  EXPECT_NEAR(alone.sum(), 1, 1e-5);
  EXPECT_EQ(trace->read(weights, 0, 0, 40, 20'000).row(37), alone.row(0));
  EXPECT_EQ(trace->read_row(weights, 37), alone);
}

}  // namespace
}  // namespace engine
