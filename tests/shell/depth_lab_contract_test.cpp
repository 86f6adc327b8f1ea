// What scripts build on about the depth lab: its stages, their numbers, and what is refused.
#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;

const CommandLine kTen = {"--text", "the cat sat on the mat because it was tired", "--lab", "depth"};

TEST(DepthLabContract, StagesAreReadAndExplainedLikeAllOthers) {
  const json curve = stage("lab.depth.pure.curve", kTen);
  ASSERT_EQ(curve["values"].size(), 7U);
  EXPECT_NEAR(curve["values"][0][0].get<double>(), 0.717, 5e-4);
  EXPECT_NEAR(curve["values"][1][0].get<double>(), 0.336, 5e-4);
  EXPECT_LT(curve["values"][4][0].get<double>(), 1e-6);
  EXPECT_FALSE(line_of("lab.depth.model.6.output", kTen).empty());
  EXPECT_FALSE(line_of("lab.depth.paths.6.size", kTen).empty());
  EXPECT_FALSE(line_of("lab.depth.skip.encoder.5.self.head.3.weights", kTen).empty());
}

TEST(DepthLabContract, SettingsChangeWhatTheyName) {
  CommandLine deep = kTen;
  deep.insert(deep.end(), {"--depth-layers", "3", "--depth-heads", "2", "--depth-seed", "5"});
  EXPECT_EQ(stage("lab.depth.both.curve", deep)["values"].size(), 4U);
  CommandLine still = kTen;
  still.insert(still.end(), {"--value-gain", "0"});
  EXPECT_EQ(stage("lab.depth.pure.1.output", still)["values"][0][0].get<double>(), 0);
}

TEST(DepthLabContract, RefusesWhatMakesNoSense) {
  EXPECT_NE(headlight({"stages", "--depth-layers", "3"}).err.find("--lab depth"), std::string::npos);
  EXPECT_NE(headlight({"stages", "--lab", "depth", "--depth-layers", "25"}).err.find("24"),
            std::string::npos);
  EXPECT_NE(headlight({"stages", "--lab", "depth", "--score-gain", "-1"}).exit_code, 0);
}

}  // namespace
}  // namespace app
