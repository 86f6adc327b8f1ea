// Ways of computing attention on the command line: options, addresses, sessions, and what is refused.
#include <gmock/gmock.h>

#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

CommandLine of_seven(const CommandLine& more) {
  CommandLine all = {"--text", "the cat saw the dog and ran away"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// The sentences of stages and of sessions, cell by cell.
TEST(Attention, HasStagesOfItsOwnAroundTheMapInForce) {
  const std::vector<std::pair<std::string, std::string>> own = {{"tiled", "tiled.maximum"},
                                                                {"window", "window.band"},
                                                                {"performer", "performer.features.query"},
                                                                {"linformer", "linformer.mixed.shares"},
                                                                {"reformer", "reformer.buckets"},
                                                                {"lambda", "lambda.content.lambda"},
                                                                {"rfa", "rfa.summary"},
                                                                {"uniform", "uniform.summary"},
                                                                {"distance", "distance.penalty"},
                                                                {"additive", "additive.tanh"}};
  for (const auto& [name, step] : own) {
    const CommandLine all = addresses(of_seven({"--attention", name}));
    for (const std::string& part : {step, std::string("exact"), std::string("weights"),
                                    std::string("difference"), std::string("output")})
      EXPECT_THAT(all, Contains("encoder.0.self.head.1." + part));
  }
  EXPECT_THAT(addresses(of_seven({"--attention", "exact"})), Not(Contains("encoder.0.self.head.1.exact")));
}

TEST(Attention, TakesItsNumbers) {
  const auto shape = [](const std::string& step, const CommandLine& options) {
    return line_of("encoder.0.self.head.0." + step, of_seven(options));
  };
  EXPECT_THAT(shape("performer.summary", {"--attention", "performer", "--features", "24"}),
              Contains("24 × 16"));
  EXPECT_THAT(shape("performer.features.key",
                    {"--attention", "performer", "--features", "24", "--feature-map", "trigonometric"}),
              Contains("8 × 48"));
  EXPECT_THAT(shape("linformer.mixed.key", {"--attention", "linformer", "--rank", "3"}), Contains("3 × 16"));
  EXPECT_THAT(shape("tiled.maximum", {"--attention", "tiled", "--chunk", "3"}), Contains("8 × 3"));
  EXPECT_THAT(shape("window.band", {"--attention", "window", "--window", "2", "--global", "0"}),
              Contains("8 × 3"));
  EXPECT_THAT(shape("reformer.rotations", {"--attention", "reformer", "--buckets", "6", "--rounds", "2"}),
              Contains("6 × 16"));
  const CommandLine gated = {"--attention", "rfa", "--gate", "--mask", "causal", "--features", "4"};
  EXPECT_THAT(shape("rfa.gate.open", gated), Contains("8 × 1"));
  const std::string map = "encoder.0.self.head.0.weights";
  const CommandLine performer = {"--attention", "performer"};
  EXPECT_NE(stage(map, of_seven({"--attention", "performer", "--attention-seed", "1"})),
            stage(map, of_seven(performer)));
  EXPECT_EQ(stage(map, of_seven({"--attention", "performer", "--orthogonal"})),
            stage(map, of_seven(performer)));
  EXPECT_NE(stage(map, of_seven({"--attention", "performer", "--no-orthogonal"})),
            stage(map, of_seven(performer)));
}

TEST(Attention, OfASessionStays) {
  const std::string session =
      R"({"headlight":1,"text":"a b c","model":"seeded","attention":"linformer","rank":2,"attention_seed":3})";
  EXPECT_THAT(line_of("encoder.0.self.head.0.linformer.mix.key", {"--session", session}), Contains("2 × 3"));
  EXPECT_THAT(line_of("encoder.0.self.head.0.linformer.mix.key", {"--session", session, "--rank", "1"}),
              Contains("1 × 3"));
}

TEST(Attention, IsExplainedInEveryStage) {
  for (const char* name : {"tiled", "window", "performer", "linformer", "reformer", "lambda", "rfa",
                           "uniform", "distance", "additive"}) {
    const CommandLine input = {"--text", "a b c", "--attention", name};
    for (const std::string& address : addresses(input)) {
      CommandLine command = {"explain", "--stage", address, "--cell", "0,0"};
      command.insert(command.end(), input.begin(), input.end());
      const std::string text = run(command);
      const double result = number_after(text, "result");
      const double forward = number_after(text, "forward");
      if (std::isinf(forward)) {
        EXPECT_EQ(result, forward) << text;
      } else {
        EXPECT_NEAR(result, forward, 1e-5 * (1 + std::abs(result))) << text;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Attention, BadInput,
    testing::Values(
        Bad{"AttentionUnknown", {"stages", "--attention", "fast"}, {"--attention", "“fast”", "performer"}},
        Bad{"FeaturesZero", {"stages", "--attention", "performer", "--features", "0"}, {"--features", "“0”"}},
        Bad{"FeaturesOfExact", {"stages", "--features", "8"}, {"--features", "--attention performer"}},
        Bad{"FeatureMapUnknown",
            {"stages", "--attention", "performer", "--feature-map", "sine"},
            {"“sine”", "positive"}},
        Bad{"RankAboveLength",
            {"stages", "--text", "a b c", "--attention", "linformer", "--rank", "4"},
            {"4", "3"}},
        Bad{"LinformerCausal",
            {"stages", "--attention", "linformer", "--mask", "causal"},
            {"linformer", "causal"}},
        Bad{"LambdaPainted",
            {"stages", "--attention", "lambda", "--mask-pattern", "window"},
            {"lambda", "pattern"}},
        Bad{"DistanceAcross",
            {"stages", "--source", "a", "--target", "b", "--attention", "distance"},
            {"distance", "second text"}},
        Bad{"PerformerPattern",
            {"stages", "--attention", "performer", "--mask-pattern", "window"},
            {"performer", "pattern"}},
        Bad{"WindowAcross",
            {"stages", "--source", "a", "--target", "b", "--attention", "window"},
            {"window", "second text"}},
        Bad{"GateBothWays", {"stages", "--attention", "rfa", "--gate"}, {"--mask causal", "--gate"}},
        Bad{"BucketsOdd",
            {"stages", "--session", R"({"headlight":1,"text":"a","buckets":3})"},
            {"3", "even"}},
        Bad{"AttentionOfASessionUnknown",
            {"stages", "--session", R"({"headlight":1,"text":"a","attention":"fast"})"},
            {"attention"}}),
    name_of_bad);

}  // namespace
}  // namespace app
