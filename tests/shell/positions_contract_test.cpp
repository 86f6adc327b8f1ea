// What scripts build on about positions: every kind of them, the worked example, and another order.
#include <gmock/gmock.h>

#include <set>

#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

const CommandLine kSeeded = {"--model", "seeded", "--d-model", "16", "--heads", "4", "--text", "the cat sat"};

json parsed(CommandLine command, const CommandLine& more) {
  command.push_back("--json");
  return json::parse(run(with(std::move(command), more)));
}

TEST(PositionsContract, EveryKindHasItsOwnStages) {
  const auto has = [&](const char* kind) {
    std::set<std::string> found;
    for (const std::string& address : addresses(with(kSeeded, {"--positions", kind}))) {
      const std::string head = "encoder.0.self.head.3.";
      if (address.starts_with(head)) found.insert(address.substr(head.size()));
    }
    return found;
  };
  EXPECT_THAT(has("rotary"), testing::AllOf(Contains("q.rotated"), Contains("k.rotated")));
  EXPECT_THAT(has("alibi"), testing::AllOf(Contains("alibi"), Contains("biased")));
  EXPECT_THAT(has("relative"), testing::AllOf(Contains("relative.table"), Contains("relative.scores"),
                                              Contains("relative.sum")));
  EXPECT_EQ(has("none"), has("learned"));
}

TEST(PositionsContract, ASessionKeepsKindAndDistance) {
  const CommandLine relative = with(kSeeded, {"--positions", "relative", "--relative-distance", "2"});
  EXPECT_EQ(stage("encoder.0.self.head.0.relative.table", relative)["values"].size(), 5U);
  const std::string session =
      R"({"headlight":1,"model":"seeded","positions":"shaw","relative_distance":2,"text":"the cat sat")"
      R"(,"d_model":16,"heads":4,"d_k":4,"d_v":4})";
  EXPECT_EQ(stage("encoder.0.self.output", {"--session", session}), stage("encoder.0.self.output", relative));
}

TEST(PositionsContract, TheWorkedExampleHasTheNumbersOfTheReference) {
  const json worked = parsed({"positions"}, {"--d-model", "256", "--at", "1,2"});
  EXPECT_EQ(worked["base"], 10000);
  EXPECT_EQ(worked["columns"].size(), 256U);
  const json& first = worked["columns"][0]["values"];
  EXPECT_NEAR(first[0].get<double>(), 0.841471, 5e-7);
  EXPECT_NEAR(first[1].get<double>(), 0.909297, 5e-7);
  EXPECT_NEAR(worked["columns"][1]["values"][1].get<double>(), -0.416147, 5e-7);
  EXPECT_NEAR(worked["columns"][2]["angles"][0].get<double>(), 0.930572, 5e-7);
  EXPECT_NEAR(worked["products"][0]["mean"].get<double>(), 128, 1e-4);
  EXPECT_NEAR(worked["products"][1]["mean"].get<double>(), worked["product"].get<double>(), 1e-4);
  EXPECT_EQ(worked["turns"].size(), 128U);
  EXPECT_TRUE(worked["repeats"].empty());
}

TEST(PositionsContract, TheUsualExampleIsPositionZeroTwice) {
  const json usual = parsed({"positions"}, {});
  EXPECT_EQ(usual["d_model"], 256);
  EXPECT_EQ(usual["at"], (std::vector<int>{0, 0}));
  EXPECT_EQ(usual["product"], 128);
  EXPECT_EQ(usual["cosine"], 1);
  EXPECT_EQ(usual["distance"], 0);
}

TEST(PositionsContract, LinesSayEveryStep) {
  const std::string text =
      run({"positions", "--d-model", "7", "--at", "1,2", "--base", "1", "--length", "50"});
  EXPECT_THAT(text, HasSubstr("column\twave\t2i/d"));
  EXPECT_THAT(text, HasSubstr("0\tsin\t0\t1\t6.28319\t1\t0.841471\t2\t0.909297\t0.0678264"));
  EXPECT_THAT(text, HasSubstr("look the same"));
  EXPECT_THAT(text, HasSubstr("\n44\t0.0177"));
}

TEST(PositionsContract, SquaresOfAnImageHaveARowAndAColumn) {
  const json grid = parsed({"positions"}, {"--d-model", "8", "--grid", "3", "--at", "7,0"});
  const json line = parsed({"positions"}, {"--d-model", "4", "--at", "2,1"});
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(grid["columns"][i]["values"][0], line["columns"][i]["values"][0]);
    EXPECT_EQ(grid["columns"][i + 4]["values"][0], line["columns"][i]["values"][1]);
  }
  EXPECT_FALSE(grid.contains("turns"));
}

TEST(PositionsContract, ALearnedTableHasVectorsAndNoWaves) {
  const json learned = parsed({"positions"}, {"--positions", "learned", "--context", "8", "--at", "0,7",
                                              "--d-model", "16", "--length", "8"});
  EXPECT_EQ(learned["columns"].size(), 16U);
  EXPECT_FALSE(learned.contains("turns"));
  EXPECT_GT(learned["products"][1]["largest"], learned["products"][1]["smallest"]);
  EXPECT_THAT(run({"positions", "--positions", "learned", "--d-model", "16"}), HasSubstr("value at 0"));
}

TEST(OrderContract, OnlyWithoutPositionsIsAnotherOrderTheSame) {
  const json found = parsed({"order"}, {"--model", "seeded", "--tokenizer", "characters", "--text",
                                        "我，不想延畢", "--shuffle", "不，我想延畢"});
  EXPECT_EQ(found["order"], (std::vector<int>{2, 1, 0, 3, 4, 5}));
  ASSERT_EQ(found["positions"].size(), 7U);
  for (const json& row : found["positions"]) {
    const bool differs = row["positions"] != "none";
    EXPECT_EQ(row["differs"], differs) << row;
    if (differs) continue;
    EXPECT_LT(row["largest"], 1e-6);
  }
}

TEST(OrderContract, ReadsTheOrderThatIsGivenAndSaysWhatCannotBeRun) {
  const std::string text = run({"order", "--text", "a b c", "--order", "1,0,2"});
  EXPECT_THAT(text, HasSubstr("none\tnothing\t"));
  EXPECT_THAT(text, HasSubstr("rotary\tqueries and keys\t"));
  EXPECT_THAT(text, HasSubstr("learned\tthe input\t-\t-\tThe crafted model has no table"));
  EXPECT_THAT(run({"order", "--text", "a b c", "--order", "1,0,2", "--mask", "causal"}),
              HasSubstr("causal mask"));
}

TEST(PositionsContract, TheLabHasStagesBehindTheModel) {
  const CommandLine worked = {"--text", "a b", "--lab", "positions", "--lab-at", "1,2", "--lab-length", "5"};
  EXPECT_THAT(addresses(worked),
              testing::AllOf(Contains("lab.positions.table"), Contains("lab.positions.cosine")));
  EXPECT_THAT(addresses({"--text", "a b"}), testing::Not(Contains("lab.positions.table")));
  const json first = stage("lab.positions.first", worked);
  EXPECT_NEAR(first["values"][0][0].get<double>(), 0.841471, 5e-7);
  EXPECT_EQ(stage("lab.positions.products", worked)["values"].size(), 5U);
  EXPECT_EQ(stage("lab.positions.first",
                  {"--session", R"({"headlight":1,"text":"a b","lab_positions":{"on":true,"first":1}})"}),
            first);
}

TEST(PositionsContract, TokensOrPatchesStandOnAGrid) {
  const json grid = stage("position", with(kSeeded, {"--positions", "grid", "--grid", "2"}))["values"];
  EXPECT_EQ(grid[0][0], grid[1][0]);
  EXPECT_NE(grid[0][0], grid[2][0]);
  EXPECT_EQ(grid[0][8], grid[2][8]);
  const json line = stage("position", with(kSeeded, {"--positions", "grid"}))["values"];
  EXPECT_EQ(line[0][0], line[2][0]);
}

INSTANTIATE_TEST_SUITE_P(
    Positions, BadInput,
    testing::Values(
        Bad{"RotaryOfOddWidth",
            {"stages", "--model", "seeded", "--d-model", "15", "--heads", "3", "--positions", "rotary"},
            {"d_k 5"}},
        Bad{"CraftedRelative", {"stages", "--positions", "relative"}, {"--model seeded"}},
        Bad{"DistanceOfAlibi",
            {"stages", "--positions", "alibi", "--relative-distance", "3"},
            {"--relative-distance", "--positions relative"}},
        Bad{"NoDistance",
            {"stages", "--model", "seeded", "--positions", "relative", "--relative-distance", "0"},
            {"--relative-distance", "1"}},
        Bad{"AtOnePosition", {"positions", "--at", "3"}, {"“3”", "--at"}},
        Bad{"AtWords", {"positions", "--at", "1,b"}, {"“1,b”"}},
        Bad{"AtBelowNothing", {"positions", "--at", "-1,2"}, {"“-1,2”", "16383"}},
        Bad{"AtBeyondTheTable",
            {"positions", "--positions", "learned", "--context", "8", "--d-model", "16", "--at", "0,8"},
            {"“0,8”", "0 to 7"}},
        Bad{"PositionsWithoutVectors", {"positions", "--positions", "alibi"}, {"alibi", "sinusoidal"}},
        Bad{"GridOfOddWidth", {"positions", "--d-model", "7", "--grid", "3"}, {"d_model 7"}},
        Bad{"GridOfATable",
            {"positions", "--positions", "learned", "--d-model", "16", "--grid", "3"},
            {"--grid", "--positions grid"}},
        Bad{"GridOfSinusoids", {"stages", "--text", "a b", "--grid", "3"}, {"--grid", "--positions grid"}},
        Bad{"NoSuchLab", {"stages", "--text", "a b", "--lab", "position"}, {"“position”", "positions"}},
        Bad{"NumbersOfALabThatIsOff",
            {"stages", "--text", "a b", "--lab-at", "1,2"},
            {"--lab-at", "--lab positions"}},
        Bad{"LabAtWords", {"stages", "--text", "a b", "--lab", "positions", "--lab-at", "x"}, {"“x”"}},
        Bad{"LabBeyond",
            {"stages", "--text", "a b", "--lab", "positions", "--lab-length", "4096"},
            {"--lab-length", "512"}},
        Bad{"LengthBeyond", {"positions", "--length", "4096"}, {"--length", "2048"}},
        Bad{"OrderOfNothing", {"order"}, {"--shuffle"}},
        Bad{"ShuffleOfOtherWords",
            {"order", "--text", "a b c", "--shuffle", "a b d"},
            {"“a b d”", "same words"}},
        Bad{"ShuffleOfNothing", {"order", "--text", "a b c", "--shuffle", "a b c"}, {"move some"}},
        Bad{"ShuffleAndOrder",
            {"order", "--text", "a b", "--shuffle", "b a", "--order", "1,0"},
            {"--shuffle", "--order"}}),
    name_of_bad);

}  // namespace
}  // namespace app
