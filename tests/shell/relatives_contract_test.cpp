// What scripts build on about attention's relatives: their stages, their counts, and what is refused.
#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;

const CommandLine kEight = {"--text", "a b c d e f g h"};

json counted(CommandLine more) {
  CommandLine command = {"relatives", "--json"};
  command.insert(command.end(), kEight.begin(), kEight.end());
  command.insert(command.end(), more.begin(), more.end());
  return json::parse(run(command));
}

TEST(RelativesContract, SaysWhatReachesAnOutputAndHowFarItIs) {
  const json found = counted({});
  EXPECT_EQ(found["reached"], json::parse("[[5,6,7],[3,4,5,6,7],[1,2,3,4,5,6,7]]"));
  EXPECT_EQ(found["steps"]["recurrent"]["sequential"], 8);
  EXPECT_EQ(found["steps"]["attention"]["longest_path"], 1);
  EXPECT_EQ(found["layers_to_join"], 4);
  EXPECT_EQ(counted({"--dilation", "2", "--output", "3"})["reached"][2], json::parse("[0,1,2,3]"));
}

TEST(RelativesContract, CrossesWhereTheFormulasMeet) {
  const json found = counted({"--length", "4096", "--width", "512", "--kernel", "5"});
  EXPECT_EQ(found["attention_overtakes"]["convolution"]["operations"], 2560);
  EXPECT_EQ(found["costs"]["attention"]["operations"], 4096.0 * 4096 * 512);
}

TEST(RelativesContract, StagesAreReadAndExplainedLikeAllOthers) {
  CommandLine input = kEight;
  input.insert(input.end(), {"--lab", "relatives", "--recurrent-gain", "0.5", "--recurrent-linear"});
  const json distance = stage("lab.relatives.recurrent.distance", input);
  const auto at = [&](size_t row) { return distance["values"][row][0].get<double>(); };
  EXPECT_NEAR(at(7) / at(6), 0.5, 1e-5);
  EXPECT_FALSE(line_of("lab.relatives.convolution.2.output", input).empty());
}

TEST(RelativesContract, RefusesWhatMakesNoSense) {
  EXPECT_NE(headlight({"stages", "--kernel", "3"}).err.find("--lab relatives"), std::string::npos);
  EXPECT_NE(headlight({"stages", "--lab", "relatives", "--kernel", "10"}).exit_code, 0);
  EXPECT_NE(headlight({"stages", "--lab", "relatives", "--pooling", "sum"}).err.find("max"),
            std::string::npos);
  EXPECT_NE(headlight({"relatives", "--text", ""}).err.find("type some text"), std::string::npos);
  std::string text;
  for (int i = 0; i < 129; ++i) text += "w ";
  EXPECT_NE(headlight({"stages", "--lab", "relatives", "--text", text}).err.find("128"), std::string::npos);
}

}  // namespace
}  // namespace app
