// What the window computes of several layers and of somebody's numbers, the command line has too.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/shell/bad_input.h"
#include "tests/shell/checkpoint_case.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

const CommandLine kTwoLayers = {"--model", "seeded", "--layers", "2", "--text", "a b c"};

TEST(Analyses, HaveAddressesThatStagesListsAndEveryCommandTakes) {
  const CommandLine all = addresses(kTwoLayers);
  EXPECT_THAT(all, IsSupersetOf({"mean.0", "mean.1", "rollout.identity", "rollout.0.mean", "rollout.1.mixed",
                                 "rollout.1", "flow.1.mixed", "flow"}));
  const TemporaryFolder folder;
  for (const char* const address : {"mean.1", "rollout.1", "flow"}) {
    const json numbers = stage(address, kTwoLayers);
    EXPECT_EQ(numbers["shape"], json({3, 3})) << address;
    for (const json& row : numbers["values"]) {
      const double sum = row[0].get<double>() + row[1].get<double>() + row[2].get<double>();
      const bool is_share = std::string_view(address) != "flow";
      EXPECT_TRUE(!is_share || std::abs(sum - 1) < 1e-5) << address << ": " << sum;
    }
    const std::string lines = run(with({"explain", "--stage", address, "--cell", "2,1"}, kTwoLayers));
    EXPECT_THAT(lines, StartsWith(std::string(address) + "[2,1]"));
    EXPECT_NEAR(number_after(lines, "result"), number_after(lines, "forward"), 1e-6) << lines;
    for (const char* const ending : {".svg", ".csv"}) {
      const std::string path = folder / (address + std::string(ending));
      EXPECT_EQ(run(with({"export", "--stage", address, "--out", path}, kTwoLayers)), path + "\n");
    }
    EXPECT_THAT(bytes_of(folder / (address + std::string(".svg"))), Not(HasSubstr("rollout.")));
  }
}

TEST(Analyses, OfADecoderBehindAnEncoderAndOfABatchSayWhose) {
  const CommandLine transformer = {"--model",  "seeded", "--encoder-layers", "1",    "--decoder-layers", "2",
                                   "--source", "a b",    "--target",         "c d e"};
  const CommandLine all = addresses(transformer);
  EXPECT_THAT(all, IsSupersetOf({"rollout.0", "flow", "decoder.rollout.1", "decoder.flow"}));
  EXPECT_EQ(stage("rollout.0", transformer)["shape"], json({2, 2}));
  EXPECT_EQ(stage("decoder.rollout.1", transformer)["shape"], json({3, 3}));
  const CommandLine batch = {"--model", "seeded", "--layers", "1", "--batch", "--text", "a b\nc d"};
  EXPECT_THAT(addresses(batch), IsSupersetOf({"batch.0.rollout.0", "batch.1.flow"}));
  EXPECT_EQ(stage("batch.1.rollout.0", batch)["shape"], json({2, 2}));
}

TEST(Measures, HaveAddressesThatStagesListsAndEveryCommandTakes) {
  const CommandLine input = {"--text", "the cat sat the", "--mask", "causal"};
  EXPECT_THAT(addresses(input), IsSupersetOf({"measures.0", "measures.0.head.3"}));
  const json measures = stage("measures.0", input);
  EXPECT_EQ(measures["rows"], json({"0", "1", "2", "3"}));
  EXPECT_EQ(measures["columns"],
            json({"Previous", "Itself", "Next", "First token", "Same token", "Same token elsewhere",
                  "After the same token", "Entropy", "Evenness", "Distance", "Start of word", "Start of line",
                  "Ends of lines", "Line before"}));
  const json weights = stage("encoder.0.self.head.1.weights", input)["values"];
  const double previous =
      (weights[1][0].get<double>() + weights[2][1].get<double>() + weights[3][2].get<double>()) / 3;
  EXPECT_NEAR(measures["values"][1][0].get<double>(), previous, 1e-6);
  const std::string mean = run(with({"explain", "--stage", "measures.0", "--cell", "1,9"}, input));
  EXPECT_THAT(mean, HasSubstr("row 1: head\ncolumn 9: measure “Distance”\n"));
  EXPECT_NEAR(number_after(mean, "result"), measures["values"][1][9].get<double>(), 1e-6);
  const std::string row = run(with({"explain", "--stage", "measures.0.head.1", "--cell", "3,9"}, input));
  EXPECT_THAT(row, HasSubstr("left from measures.0.head.1.weights"));
  EXPECT_NEAR(number_after(row, "result"), number_after(row, "forward"), 1e-6);
  const TemporaryFolder folder;
  const std::string map = folder / "map.svg";
  run(with({"export", "--stage", "measures.0.head.1.weights", "--out", map}, input));
  EXPECT_THAT(bytes_of(map), Not(HasSubstr("Measures of the heads"))) << "what is measured";
  const std::string path = folder / "measures.svg";
  EXPECT_EQ(run(with({"export", "--stage", "measures.0", "--lang", "zh-Hant", "--out", path}, input)),
            path + "\n");
  EXPECT_THAT(bytes_of(path),
              testing::AllOf(HasSubstr("各頭的度量"), HasSubstr("前一個"), Not(HasSubstr("measures."))));
}

TEST(Measures, AreOfEveryAttentionOfATransformer) {
  const CommandLine transformer = {"--model",  "seeded", "--encoder-layers", "1",    "--decoder-layers", "1",
                                   "--source", "a b",    "--target",         "c d e"};
  EXPECT_THAT(addresses(transformer),
              IsSupersetOf({"measures.0", "decoder.measures.0", "decoder.measures.0.cross.head.0"}));
  const json crossed = stage("decoder.measures.0.cross", transformer);
  EXPECT_EQ(crossed["values"][0][1], 0.0) << "no key is the query itself";
  EXPECT_GT(crossed["values"][0][7], 0.0);
}

TEST(Comparison, IsOfTheRunAndTheSessionThatIsGiven) {
  const TemporaryFolder folder;
  const std::string other = R"({"headlight":1,"text":"the cat sat","causal":true})";
  std::ofstream(folder / "a.headlight") << other;
  const CommandLine input = {"--text", "the cat sat"};
  const CommandLine against = with(input, {"--against", folder / "a.headlight"});
  const std::string address = "comparison." + kWeights;
  EXPECT_THAT(addresses(against), IsSupersetOf({address, address + ".a", address + ".b"}));
  EXPECT_THAT(addresses(input), Not(Contains(StartsWith("comparison."))));
  const json a = stage(kWeights, {"--session", other});
  const json b = stage(kWeights, input);
  const json difference = stage(address, against);
  for (const int row : {0, 1, 2})
    EXPECT_NEAR(difference["values"][row][0].get<double>(),
                b["values"][row][0].get<double>() - a["values"][row][0].get<double>(), 1e-6);
  EXPECT_EQ(stage(address + ".a", with(input, {"--against", other}))["values"], a["values"]) << "a line";
  const std::string lines = run(with({"explain", "--stage", address, "--cell", "0,2"}, against));
  EXPECT_THAT(lines, testing::AllOf(StartsWith(address + "[0,2]"), HasSubstr(address + ".a")));
  EXPECT_NEAR(number_after(lines, "result"), number_after(lines, "forward"), 1e-6);
  const std::string path = folder / "difference.svg";
  EXPECT_EQ(run(with({"export", "--stage", address, "--out", path}, against)), path + "\n");
  EXPECT_THAT(bytes_of(path), testing::AllOf(HasSubstr("B − A"), Not(HasSubstr("comparison."))));
}

TEST(Comparison, SaysWhatIsMissing) {
  const std::string address = "comparison." + kWeights;
  expect_refused({"trace", "--stage", address}, {address, "--against"});
  expect_refused(
      {"trace", "--stage", address, "--text", "a b", "--against", R"({"headlight":1,"text":"a b c"})"},
      {address, "shape"});
  expect_refused({"stages", "--against", "/nowhere/a.headlight"}, {"/nowhere/a.headlight"});
}

TEST(Analyses, OneAttentionAloneHasNone) {
  EXPECT_THAT(addresses(), Not(Contains(StartsWith("rollout"))));
  EXPECT_THAT(addresses(), Not(Contains("flow")));
}

TEST(LayerArrays, HoldAllHeadsInOrder) {
  const std::string address = "encoder.0.self.weights";
  const json all = stage(address);
  EXPECT_EQ(all["shape"], json({4, 4, 4}));
  ASSERT_EQ(all["values"].size(), 4U);
  for (size_t head = 0; head < 4; ++head) {
    const std::string own = "encoder.0.self.head." + std::to_string(head) + ".weights";
    EXPECT_EQ(all["heads"][head], own);
    EXPECT_EQ(all["values"][head], stage(own)["values"]);
  }
  EXPECT_EQ(stage("encoder.0.self.q")["shape"][0], 4);
  const TemporaryFolder folder;
  const std::string path = folder / "weights.npy";
  EXPECT_EQ(run({"export", "--stage", address, "--out", path}), path + "\n");
  EXPECT_EQ(bytes_of(path), run({"trace", "--stage", address, "--format", "npy"}));
  EXPECT_THAT(bytes_of(path), HasSubstr("'shape': (4, 4, 4)"));
}

TEST(LayerArrays, AreRefusedWhereOnlyATableFits) {
  const std::string address = "encoder.0.self.weights";
  const std::string named = "encoder.0.self.head.0.weights";
  expect_refused({"trace", "--stage", address}, {address, named});
  expect_refused({"trace", "--stage", address, "--format", "csv"}, {address, named});
  expect_refused({"explain", "--stage", address, "--cell", "0,0"}, {address, named});
  expect_refused({"export", "--stage", address, "--out", "/nowhere/a.svg"}, {address, named});
}

TEST(LayerArrays, ComeInAsOne) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "mine");
  const std::string path = folder / "mine/encoder.0.self.weights.npy";
  run({"export", "--stage", "encoder.0.self.weights", "--out", path});
  EXPECT_THAT(run({"compare", "--expect", folder / "mine"}), HasSubstr("4"));
  std::vector<double> numbers;
  const json ours = stage("encoder.0.self.weights");
  for (const json& head : ours["values"])
    for (const json& row : head)
      for (const json& number : row) numbers.push_back(number);
  write_npy(path, "1, 4, 4, 4", numbers);
  EXPECT_EQ(headlight({"compare", "--expect", folder / "mine"}).exit_code, 0);
  numbers.back() += 1;
  write_npy(path, "1, 4, 4, 4", numbers);
  const Ran ran = headlight({"compare", "--expect", folder / "mine"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("encoder.0.self.head.3.weights\t1\t"));
}

TEST(Compare, NamesTheMistakeThatTheWindowNames) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "mine");
  std::vector<double> scores;
  const json ours = stage("encoder.0.self.head.0.scores");
  for (const json& row : ours["values"])
    for (const json& number : row) scores.push_back(number);
  write_npy(folder / "mine/encoder.0.self.head.0.scaled.npy", 4, 4, scores);
  const std::string sentence = "You get these numbers if you do not divide by √d_k.";
  const Ran ran = headlight({"compare", "--expect", folder / "mine"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("\t" + sentence + "\n"));
  const json printed = json::parse(headlight({"compare", "--expect", folder / "mine", "--json"}).out);
  EXPECT_EQ(printed["stages"][0]["explained"], json({sentence}));
  EXPECT_THAT(headlight({"compare", "--expect", folder / "mine", "--lang", "zh-Hant"}).out,
              HasSubstr("√d_k"));
}

}  // namespace
}  // namespace app
