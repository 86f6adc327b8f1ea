// What scripts build on: the commands, their options and the form of what they print.
#include "tests/shell/contract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "engine/kernels/instructions.h"

namespace app {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Stages, ListsAddressShapeOperationAndFormulaWithTabsBetween) {
  EXPECT_THAT(line_of("encoder.0.self.head.2.scores"),
              ElementsAre("encoder.0.self.head.2.scores", "4 × 4", "scores", "S = Q Kᵀ"));
  EXPECT_THAT(line_of("encoder.0.self.output"), Contains("4 × 64"));
}

TEST(Stages, FollowThePaperForEveryHead) {
  std::vector<std::string> expected = {"tokens", "embedding.table", "embedding", "position", "input"};
  for (const char* head : {"0", "1", "2", "3"}) {
    for (const char* step :
         {"wq", "wk", "wv", "q", "k", "v", "scores", "scaled", "mask", "masked", "weights", "output"}) {
      expected.push_back(std::string("encoder.0.self.head.") + head + "." + step);
    }
  }
  for (const char* last : {"concat", "wo", "output"})
    expected.push_back(std::string("encoder.0.self.") + last);
  CommandLine found = addresses();
  std::erase_if(found, is_analysis);
  EXPECT_EQ(found, expected);
}

TEST(Stages, AreAllThereWhenStepsAreSwitchedOff) {
  EXPECT_EQ(split(run({"stages", "--no-scale", "--positions", "none", "--no-embedding-scale"}), '\n').size(),
            split(run({"stages"}), '\n').size());
}

TEST(Trace, EveryFormatHoldsTheSameNumbers) {
  const std::string address = "encoder.0.self.head.1.weights";
  const json values = stage(address)["values"];
  const auto rows = split(run({"trace", "--stage", address, "--format", "csv"}), '\n');
  const std::string npy = run({"trace", "--stage", address, "--format", "npy"});
  ASSERT_EQ(rows.size(), 5u);
  ASSERT_THAT(npy, StartsWith("\x93NUMPY"));
  const char* numbers = npy.data() + npy.size() - 16 * sizeof(float);
  for (size_t row = 0; row < 4; ++row) {
    for (size_t column = 0; column < 4; ++column) {
      float from_npy = 0;
      std::memcpy(&from_npy, numbers + (4 * row + column) * sizeof(float), sizeof(float));
      EXPECT_EQ(values[row][column].get<float>(), from_npy);
      EXPECT_EQ(std::stof(split(rows[row + 1], ',')[column + 1]), from_npy);
    }
  }
}

TEST(Trace, TextIsTheFormatByDefault) {
  const auto lines = split(run({"trace", "--stage", "encoder.0.self.head.0.weights"}), '\n');
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_THAT(lines[0], HasSubstr("down"));
  EXPECT_THAT(lines[1], HasSubstr("1.0000"));
}

TEST(Trace, WritesWhatItWouldPrint) {
  const TemporaryFolder folder;
  const std::string path = folder / "position.npy";
  EXPECT_EQ(run({"trace", "--stage", "position", "--format", "npy", "--out", path}), path + "\n");
  EXPECT_EQ(bytes_of(path), run({"trace", "--stage", "position", "--format", "npy"}));
}

TEST(Trace, PrintsNothingElseWhereTheFileIsThePipeItself) {
  EXPECT_EQ(run({"trace", "--stage", "tokens", "--out", "/dev/stdout"}), run({"trace", "--stage", "tokens"}));
}

TEST(Trace, MinusInfinityIsAStringInJson) {
  const json masked = stage("encoder.0.self.head.0.masked", {"--mask", "causal"});
  EXPECT_EQ(masked["values"][0][1], "-inf");
  EXPECT_TRUE(masked["values"][1][0].is_number());
}

TEST(Explain, ReachesTheNumberOfTheTraceInEveryStage) {
  for (const std::string& line : split(run({"stages", "--mask", "causal"}), '\n')) {
    const std::string address = split(line, '\t').front();
    const std::string text = run({"explain", "--stage", address, "--cell", "0,0", "--mask", "causal"});
    const double forward = number_after(text, "forward");
    EXPECT_NEAR(number_after(text, "result"), forward, 2e-4) << text;
    EXPECT_NEAR(stage(address, {"--mask", "causal"})["values"][0][0].get<float>(), forward,
                1e-6 * (1 + std::abs(forward)))
        << text;
  }
}

TEST(Explain, ShowsTokensFormulaAndEveryTerm) {
  const std::string text =
      run({"explain", "--stage", "encoder.0.self.head.0.scores", "--cell", "2,1", "--text", "the cat sat"});
  EXPECT_THAT(text, HasSubstr("row 2: query “sat”"));
  EXPECT_THAT(text, HasSubstr("column 1: key “cat”"));
  EXPECT_THAT(text, HasSubstr("S_{2,1} = Q₂ · K₁"));
  const auto lines = split(text, '\n');
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                          [](const std::string& line) { return line.find("×") != std::string::npos; }),
            16);
}

TEST(Explain, NamesTheQuantitiesOnTheWay) {
  EXPECT_EQ(number_after(run({"explain", "--stage", "encoder.0.self.head.0.scaled", "--cell", "1,1"}), "√dₖ"),
            4);
  const std::string softmax = run({"explain", "--stage", "encoder.0.self.head.0.weights", "--cell", "1,1"});
  EXPECT_GT(number_after(softmax, "row maximum m"), 0);
  EXPECT_GE(number_after(softmax, "Σ: sum of e to (score − m)"), 1);
}

TEST(Explain, SpeaksTheLanguageAskedFor) {
  const std::vector<std::string> cell = {"explain", "--stage", "encoder.0.self.head.0.scores", "--cell",
                                         "1,1"};
  std::vector<std::string> chinese = cell;
  chinese.insert(chinese.end(), {"--lang", "zh-Hant"});
  EXPECT_NE(run(cell), run(chinese));
}

TEST(Input, MayStandBeforeAndAfterTheCommand) {
  EXPECT_EQ(run({"--text", "one two", "stages"}), run({"stages", "--text", "one two"}));
  EXPECT_EQ(run({"--text=one two", "stages"}), run({"stages", "--text", "one two"}));
}

TEST(Input, DefaultsAreTheCatAndTheCraftedModel) {
  EXPECT_EQ(stage("encoder.0.self.output"),
            stage("encoder.0.self.output", {"--text",        "the cat sat down",
                                            "--tokenizer",   "words",
                                            "--model",       "crafted",
                                            "--d-model",     "64",
                                            "--heads",       "4",
                                            "--d-k",         "16",
                                            "--d-v",         "16",
                                            "--seed",        "0",
                                            "--positions",   "sinusoidal",
                                            "--base",        "10000",
                                            "--mask",        "none",
                                            "--padding",     "0",
                                            "--temperature", "1"}));
}

TEST(Input, TextIsCutAsAsked) {
  EXPECT_EQ(stage("tokens", {"--text", "我，不想延畢"})["rows"].size(), 6u);
  EXPECT_EQ(stage("tokens", {"--text", "ab c", "--tokenizer", "characters"})["rows"].size(), 4u);
  EXPECT_EQ(stage("tokens", {"--text", "我", "--tokenizer", "bytes"})["rows"].size(), 3u);
}

TEST(Input, AnyTextIsText) {
  for (const char* text :
       {"-x", "--heads", "[a]", "{}", "%%", "stages", "a,b", "=", "\"quoted\"", "👩‍👩‍👧"}) {
    const std::string once = run({"trace", "--stage", "tokens", "--text", text, "--tokenizer", "bytes"});
    EXPECT_EQ(split(once, '\n').size(), std::strlen(text) + 1) << text;
  }
}

TEST(Input, TextFileIsReadToItsLastByte) {
  const TemporaryFolder folder;
  for (const std::string text : {"ab", "ab\n", "ab\r\n",
                                 "\xEF\xBB\xBF"
                                 "ab"}) {
    std::ofstream(folder / "text") << text;
    EXPECT_EQ(stage("tokens", {"--text-file", folder / "text", "--tokenizer", "bytes"}),
              stage("tokens", {"--text", text, "--tokenizer", "bytes"}));
  }
}

TEST(Input, WidthsFollowFromModelAndHeads) {
  const std::vector<std::string> input = {"--model", "seeded", "--d-model", "96", "--heads", "3"};
  EXPECT_THAT(line_of("encoder.0.self.head.2.q", input), Contains("4 × 32"));
  EXPECT_THAT(line_of("encoder.0.self.head.3.q", input), testing::IsEmpty());
  std::vector<std::string> narrow = input;
  narrow.insert(narrow.end(), {"--d-k", "8"});
  EXPECT_THAT(line_of("encoder.0.self.head.2.k", narrow), Contains("4 × 8"));
  EXPECT_THAT(line_of("encoder.0.self.head.2.v", narrow), Contains("4 × 32"));
}

TEST(Input, SizesThatDoNotDivideWorkWhenBothWidthsAreGiven) {
  EXPECT_THAT(
      line_of("encoder.0.self.concat", {"--model", "seeded", "--heads", "5", "--d-k", "8", "--d-v", "7"}),
      Contains("4 × 35"));
}

TEST(Input, SeedChangesTheSeededModel) {
  const auto output = [](const char* seed) {
    return stage("encoder.0.self.output", {"--model", "seeded", "--seed", seed});
  };
  EXPECT_EQ(output("7"), output("7"));
  EXPECT_NE(output("7"), output("18446744073709551615"));
}

TEST(Input, LastTokensArePaddingAndHidden) {
  const json weights = stage("encoder.0.self.head.3.weights", {"--padding", "1"})["values"];
  for (const json& row : weights) EXPECT_EQ(row[3], 0.0);
  EXPECT_GT(weights[3][2], 0.0);
}

TEST(Input, SwitchesSwitchOff) {
  EXPECT_THAT(line_of("encoder.0.self.head.0.scaled", {"--no-scale"}), Contains("S′ = S"));
  EXPECT_THAT(line_of("encoder.0.self.head.0.scaled", {"--no-scale", "--temperature", "2"}),
              Contains("S′ = S / 2"));
  EXPECT_THAT(line_of("embedding", {"--no-embedding-scale"}), Contains(Not(HasSubstr("√"))));
  EXPECT_EQ(stage("position", {"--positions", "none"})["values"][3][1], 0.0);
  EXPECT_NE(stage("position", {"--base", "100"}), stage("position"));
}

TEST(Input, OptionsGoBeforeTheSessionTheyStandBeside) {
  const std::string session = R"({"headlight":1,"text":"one two three","model":"seeded","d_model":32,)"
                              R"("heads":2,"d_k":4,"d_v":6,"causal":true})";
  EXPECT_THAT(line_of("encoder.0.self.head.1.q", {"--session", session}), Contains("3 × 4"));
  EXPECT_THAT(line_of("encoder.0.self.head.1.v", {"--session", session}), Contains("3 × 6"));
  EXPECT_THAT(line_of("encoder.0.self.head.1.q", {"--session", session, "--text", "a b"}), Contains("2 × 4"));
  EXPECT_THAT(line_of("encoder.0.self.head.1.q", {"--session", session, "--heads", "4"}), Contains("3 × 8"));
  EXPECT_THAT(line_of("encoder.0.self.head.1.mask", {"--session", session, "--mask", "none"}),
              Contains("M_{i,j} = 0"));
  const TemporaryFolder folder;
  std::ofstream(folder / "session.json") << session << "\n";
  EXPECT_EQ(run({"stages", "--session", folder / "session.json"}), run({"stages", "--session", session}));
}

TEST(Program, SaysWhatItWasBuiltWith) {
  const std::string version = run({"--version"});
  for (const char* part : {"headlight ", "compiler ", "build ", "instructions ", "Eigen ", "Dear ImGui ",
                           "CLI11 ", "nlohmann-json ", "cairo ", "pango "}) {
    EXPECT_THAT(version, HasSubstr(part));
  }
}

TEST(Program, UsesTheInstructionsThatItIsToldTo) {
  for (const engine::Instructions each : engine::kAllInstructions) {
    const std::string name(engine::name_of(each));
    const Ran ran = headlight({"--version"}, "", {"HEADLIGHT_INSTRUCTIONS=" + name});
    if (engine::is_available(each)) {
      EXPECT_THAT(ran.out, HasSubstr("\ninstructions " + name + " (this processor has plain"));
      EXPECT_EQ(ran.exit_code, 0);
    } else {
      EXPECT_EQ(ran.out, "");
      EXPECT_THAT(ran.err, HasSubstr("asks for " + name + ", which this processor lacks"));
      EXPECT_EQ(ran.exit_code, 1);
    }
  }
  const Ran unknown = headlight({"stages"}, "", {"HEADLIGHT_INSTRUCTIONS=avx2"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("“avx2”, which is no set of instructions: this processor has plain"));
}

TEST(Program, HelpNamesEveryCommandAndOption) {
  const std::string help = run({"--help"});
  for (const char* word :
       {"stages", "trace", "explain", "export", "--text-file", "--no-scale", "--padding"}) {
    EXPECT_THAT(help, HasSubstr(word));
  }
  EXPECT_THAT(run({"explain", "--help"}), HasSubstr("--cell"));
}

}  // namespace
}  // namespace app
