// What scripts build on about `headlight measure`: errors of heads, over a number's values, and by length.
#include <gmock/gmock.h>

#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

const CommandLine kSeededText = {"--model", "seeded", "--d-model", "16",
                                 "--heads", "2",      "--text",    "a b c d e f g h"};

CommandLine measured_with(const CommandLine& more) {
  CommandLine all = {"measure"};
  all.insert(all.end(), kSeededText.begin(), kSeededText.end());
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

json measured(CommandLine more) {
  more.push_back("--json");
  return json::parse(run(measured_with(more)));
}

TEST(MeasureContract, GivesTheErrorsOfEveryHead) {
  const json exact = measured({});
  EXPECT_EQ(exact["attention"], "exact");
  ASSERT_EQ(exact["heads"].size(), 2U);
  EXPECT_EQ(exact["heads"][1]["head"], "encoder.0.self.head.1");
  EXPECT_EQ(exact["heads"][1]["map"], 0);
  const json window = measured({"--attention", "window", "--window", "2", "--global", "0"});
  EXPECT_GT(window["heads"][0]["map"], 0.01);
  EXPECT_GT(window["heads"][0]["missed_most"], window["heads"][0]["missed_mean"]);
}

// The error is that of the difference that is shown.
TEST(MeasureContract, AgreesWithTheStages) {
  const CommandLine way = {"--attention", "performer", "--features", "8"};
  CommandLine input = kSeededText;
  input.insert(input.end(), way.begin(), way.end());
  const auto squares = [&](const char* step) {
    double sum = 0;
    const json numbers = stage(std::string("encoder.0.self.head.1.") + step, input)["values"];
    for (const json& row : numbers) {
      for (const json& number : row) sum += number.get<double>() * number.get<double>();
    }
    return sum;
  };
  const double expected = std::sqrt(squares("difference") / squares("exact"));
  EXPECT_NEAR(measured(way)["heads"][1]["map"].get<double>(), expected, 1e-5);
}

TEST(MeasureContract, ASweepHasAPointAValueAndItsSlopeBesideTheory) {
  const json sweep =
      measured({"--attention", "performer", "--sweep", "features=16,64,256", "--draws", "4"})["sweep"];
  EXPECT_EQ(sweep["number"], "features");
  EXPECT_EQ(sweep["draws"], 4);
  EXPECT_EQ(sweep["theory"], -0.5);
  ASSERT_EQ(sweep["points"].size(), 3U);
  EXPECT_EQ(sweep["points"][2]["value"], 256);
  EXPECT_GT(sweep["points"][0]["map"]["mean"], sweep["points"][2]["map"]["mean"]);
  EXPECT_GT(sweep["points"][0]["map"]["spread"], 0);
  EXPECT_LT(sweep["slopes"]["map"]["slope"], 0);
  EXPECT_GT(sweep["slopes"]["map"]["error"], 0);
  EXPECT_EQ(sweep,
            measured({"--attention", "performer", "--sweep", "features=16,64,256", "--draws", "4"})["sweep"]);
}

// Theory is about small scores: the drawn head has them, and the model's are said to be larger.
TEST(MeasureContract, OnTheDrawnHeadTheSlopeIsTheorys) {
  const CommandLine way = {"--attention", "performer", "--sweep", "features=16,32,64,128,256",
                           "--draws",     "6"};
  CommandLine drawn = way;
  drawn.insert(drawn.end(), {"--on", "drawn"});
  const json found = measured(drawn);
  ASSERT_EQ(found["heads"].size(), 1U);
  EXPECT_EQ(found["heads"][0]["head"], "drawn");
  const json slope = found["sweep"]["slopes"]["map"];
  EXPECT_NEAR(slope["slope"].get<double>(), found["sweep"]["theory"].get<double>(),
              3 * slope["error"].get<double>() + 0.01);
  EXPECT_LT(found["sweep"]["score_bound"], measured(way)["sweep"]["score_bound"]);
  EXPECT_THAT(run(measured_with(way)), HasSubstr("Add --on drawn"));
  EXPECT_THAT(run(measured_with(drawn)), testing::Not(HasSubstr("Add --on drawn")));
}

TEST(MeasureContract, LengthsAreCountedTimedAndFitted) {
  const json lengths = measured({"--attention", "performer", "--lengths", "64,128,256"})["lengths"];
  ASSERT_EQ(lengths["points"].size(), 3U);
  EXPECT_EQ(lengths["points"][1]["length"], 128);
  EXPECT_GT(lengths["points"][1]["seconds"], 0);
  EXPECT_NEAR(lengths["exponents"]["operations"]["slope"].get<double>(), 1, 0.05);
  EXPECT_EQ(measured({"--lengths", "64,128"})["lengths"]["exponents"]["bytes"]["slope"], 2);
}

TEST(MeasureContract, LinesHaveATableForEachQuestion) {
  const std::string text =
      run(measured_with({"--attention", "rfa", "--sweep", "features=4,16", "--lengths", "32,64"}));
  const CommandLine lines = split(text, '\n');
  EXPECT_THAT(split(lines.at(0), '\t'),
              ElementsAre("head", "error of map", "error of output", "missed, mean", "missed, most"));
  EXPECT_THAT(lines.at(1), testing::StartsWith("encoder.0.self.head.0\t"));
  EXPECT_THAT(text, HasSubstr("features\terror of map\tspread"));
  EXPECT_THAT(text, HasSubstr("\terror by chance\tspread"));
  EXPECT_THAT(text, HasSubstr("\nslope\tfitted\tstandard error\tin theory\n"));
  EXPECT_THAT(text, HasSubstr("\t-0.5\n"));
  EXPECT_THAT(text, HasSubstr("tokens\toperations\tbytes, counted\tseconds\tbytes, measured\n32\t"));
  EXPECT_THAT(text, HasSubstr("\nexponent\t"));
}

TEST(MeasureContract, HabitsNameEveryHeadByTheMeasuresOfItsMap) {
  const CommandLine input = {"--text", "the cat saw the dog and the bird"};
  const json found = json::parse(run(with({"measure", "--habits", "--json"}, input)));
  ASSERT_EQ(found["heads"].size(), 4U);
  const std::vector<std::string> expected = {"previous", "equal", "first", "even"};
  const json stages = stage("measures.0", input)["values"];
  for (size_t head = 0; head < expected.size(); ++head) {
    const json& named = found["heads"][head];
    EXPECT_EQ(named["habit"], expected[head]);
    EXPECT_NEAR(named["measures"]["previous"]["mean"].get<double>(), stages[head][0].get<double>(), 1e-6);
    EXPECT_EQ(named["measures"]["previous"]["rows"], 7);
    EXPECT_FALSE(named["measures"].contains("line_start")) << "a text without lines";
  }
  EXPECT_EQ(found["measures"][0]["measure"], "previous");
  EXPECT_EQ(found["measures"][0]["names_from"], 0.5);
  EXPECT_THAT(found["measures"][0]["formula"], HasSubstr("i−1"));
}

TEST(MeasureContract, HabitsOfVerseHaveItsLines) {
  const CommandLine poem = {"--model", "seeded", "--d-model", "16",
                            "--heads", "2",      "--text",    "春眠不覺曉，處處聞啼鳥。"};
  const json found = json::parse(run(with({"measure", "--habits", "--json"}, poem)));
  const json& measures = found["heads"][1]["measures"];
  EXPECT_EQ(measures["line_start"]["rows"], 10);
  EXPECT_EQ(measures["line_ends"]["rows"], 2);
  EXPECT_EQ(measures["same_place"]["rows"], 6);
  EXPECT_FALSE(measures.contains("word_start")) << "characters";
  const json weights = stage("encoder.0.self.head.1.weights", poem)["values"];
  const double ends = (weights[10][4].get<double>() + weights[11][4].get<double>()) / 2;
  EXPECT_NEAR(measures["line_ends"]["mean"].get<double>(), ends, 1e-6);
  const CommandLine lines = split(run(with({"measure", "--habits"}, poem)), '\n');
  EXPECT_THAT(lines.at(0), testing::StartsWith("head\thabit\tPrevious\tItself\t"));
  EXPECT_THAT(lines.at(0), testing::EndsWith("\tStart of line\tEnds of lines\tLine before"));
  EXPECT_THAT(lines.at(2), testing::StartsWith("encoder.0.self.head.1\t"));
  EXPECT_THAT(lines.at(4), testing::StartsWith("measure\tformula\t"));
}

INSTANTIATE_TEST_SUITE_P(
    Measure, BadInput,
    testing::Values(
        Bad{"SweepOfNothing", {"measure", "--sweep", "features=4"}, {"exact", "no number"}},
        Bad{"SweepUnknown",
            {"measure", "--attention", "rfa", "--sweep", "rank=4"},
            {"rank", "rfa", "features"}},
        Bad{"SweepWithoutValues", {"measure", "--attention", "rfa", "--sweep", "features"}, {"features=16"}},
        Bad{"SweepOfZeroFeatures",
            {"measure", "--attention", "rfa", "--sweep", "features=4,0"},
            {"“0”", "4096"}},
        Bad{"SweepOfWords", {"measure", "--attention", "rfa", "--sweep", "features=many"}, {"many"}},
        Bad{"SweepOfOddBuckets",
            {"measure", "--attention", "reformer", "--sweep", "buckets=3"},
            {"3", "even"}},
        Bad{"SweepBeyondTheLength",
            {"measure", "--attention", "linformer", "--text", "a b c", "--sweep", "rank=2,5"},
            {"5", "3 tokens"}},
        Bad{"DrawsAlone", {"measure", "--draws", "4"}, {"--draws", "--sweep"}},
        Bad{"HabitsOfLengths", {"measure", "--habits", "--lengths", "64"}, {"--habits", "--lengths"}},
        Bad{"HabitsOfTheDrawnHead", {"measure", "--habits", "--on", "drawn"}, {"--habits", "--on"}},
        Bad{"LengthsOfNothing", {"measure", "--lengths", "0"}, {"--lengths", "65536"}},
        Bad{"LengthBeyondMemory",
            {"measure", "--lengths", "64,32768"},
            {"32768", "8", "MB", "--attention tiled"}},
        Bad{"LengthBelowTheRank",
            {"measure", "--attention", "linformer", "--rank", "4", "--lengths", "2,64"},
            {"4", "2 tokens"}}),
    name_of_bad);

}  // namespace
}  // namespace app
