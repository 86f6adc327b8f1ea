// What scripts build on about gradients: their stages and addresses, the ways to name a target, the lengths
// over depth, and what is refused.
#include <gmock/gmock.h>

#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

const CommandLine kOneLayerDecoder = {"--text", "the cat sat down", "--encoder-layers",
                                      "0",      "--decoder-layers", "1"};

double only_number(const std::string& address, const CommandLine& input) {
  return stage(address, input)["values"][0][0].get<double>();
}

TEST(GradientContract, EveryStageThatTheTargetDependsOnHasItsGradient) {
  const auto list = addresses({"--gradient-of", "encoder.0.self.output:2,1"});
  EXPECT_THAT(list, Contains("gradient.encoder.0.self.output"));
  EXPECT_THAT(list, Contains("gradient.encoder.0.self.head.3.wq"));
  EXPECT_THAT(list, Contains("gradient.input.from.encoder.0.self.head.0.q"));
  EXPECT_THAT(list, Contains("gradient.embedding.table"));
  EXPECT_EQ(line_of("gradient.encoder.0.self.concat", {"--gradient-of", "encoder.0.self.output:2,1"}).at(2),
            "product");
}

TEST(GradientContract, TheLossIsAStageAndSoIsADifference) {
  const double loss = only_number("loss", with(kOneLayerDecoder, {"--gradient-of", "loss"}));
  EXPECT_GT(loss, 0);
  const json rows = stage("loss.rows", with(kOneLayerDecoder, {"--gradient-of", "loss"}))["values"];
  EXPECT_NEAR((rows[0][0].get<double>() + rows[1][0].get<double>() + rows[2][0].get<double>()) / 3, loss,
              1e-5);
  EXPECT_EQ(rows[3][0], 0);
  const auto logits = stage("logits", kOneLayerDecoder)["values"];
  EXPECT_NEAR(only_number("logit.difference", with(kOneLayerDecoder, {"--gradient-of", "logit:2,\"cat\",3"})),
              logits[2][1].get<double>() - logits[2][3].get<double>(), 1e-5);
}

TEST(GradientContract, ACellIsExplained) {
  const std::string text = run({"explain", "--gradient-of", "encoder.0.self.output:2,1", "--stage",
                                "gradient.encoder.0.self.head.0.masked", "--cell", "2,1"});
  EXPECT_THAT(text, HasSubstr("row's weighted mean r"));
  EXPECT_THAT(text, HasSubstr("raising all scores of a row by the same amount changes no weight"));
}

TEST(GradientContract, ASessionKeepsTheTarget) {
  const CommandLine session = {"--session",
                               R"({"headlight":1,"text":"a b c","gradient_of":"encoder.0.self.output:1,2"})"};
  EXPECT_THAT(addresses(session), Contains("gradient.input"));
  const Ran wrong = headlight({"stages", "--session", R"({"headlight":1,"text":"a","gradient_of":"here"})"});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("gradient_of"));
}

struct RefusedTarget {
  CommandLine options;
  const char* says;
};

TEST(GradientContract, WrongTargetsAreRefusedWithWhatToDo) {
  const std::vector<RefusedTarget> all = {
      {{"--gradient-of", "nowhere"}, "ADDRESS:ROW,COLUMN"},
      {{"--gradient-of", "encoder.0.self.output:9,9"}, "rows go from 0 to 3"},
      {{"--gradient-of", "encoder.0.self.outptu:0,0"}, "encoder.0.self.output"},
      {{"--gradient-of", "embedding.table:0,0"}, "not computed"},
      {{"--gradient-of", "loss"}, "Choose a decoder or a Transformer"},
      {{"--label", "1"}, "--gradient-of"},
      {{"--gradient-of", "loss", "--masked", "cat"}, "such as --masked"},
      {{"--mask", "causal", "--gradient-of", "encoder.0.self.head.0.masked:0,1"}, "−∞"},
  };
  for (const RefusedTarget& each : all) {
    const Ran ran = headlight(with({"stages", "--text", "the cat sat down"}, each.options));
    EXPECT_EQ(ran.exit_code, 1) << each.says;
    EXPECT_EQ(ran.out, "");
    const std::string words = ran.err;
    EXPECT_TRUE(words.find(each.says) != std::string::npos) << words;
  }
}

TEST(GradientContract, DepthPrintsALineALayer) {
  const json curves =
      json::parse(run({"depth", "--layers", "2,3", "--norm", "post,pre", "--draws", "1", "--json"}));
  ASSERT_EQ(curves.size(), 10U);
  EXPECT_EQ(curves[0]["norm"], "post");
  EXPECT_EQ(curves[9]["layer"], 2);
  EXPECT_EQ(curves[9]["layers"], 3);
  EXPECT_EQ(curves[9]["stack"], "encoder-decoder");
  for (const char* field : {"weight_gradient", "output_gradient", "residual"})
    EXPECT_GT(curves[4][field].get<double>(), 0) << field;
  EXPECT_EQ(
      split(run({"depth", "--layers", "2", "--norm", "pre", "--draws", "1", "--stack", "encoder"}), '\n')
          .size(),
      3U);
  for (const CommandLine& wrong :
       {CommandLine{"--layers", "0"}, {"--layers", "x"}, {"--norm", "batch"}, {"--stack", "all"}})
    EXPECT_EQ(headlight(with({"depth"}, wrong)).exit_code, 1) << wrong[1];
}

}  // namespace
}  // namespace app
