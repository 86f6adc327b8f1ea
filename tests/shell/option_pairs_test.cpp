// Two options that touch the same thing both act, or a sentence says that they exclude each other.
#include <gmock/gmock.h>

#include <fstream>

#include "tests/shell/bad_input.h"
#include "tests/shell/checkpoint_case.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kMaskOfFirstHead = "encoder.0.self.head.0.mask";

void expect_excluded(const CommandLine& arguments, const std::string& first, const std::string& second) {
  expect_refused(arguments, {first, second});
}

TEST(OptionPairs, TextsComeFromOnePlace) {
  const TemporaryFolder folder;
  std::ofstream(folder / "text") << "a b";
  const std::string file = folder / "text";
  expect_excluded({"stages", "--text", "a", "--text-file", file}, "--text", "--text-file");
  expect_excluded({"stages", "--text", "a", "--source", "b"}, "--text", "--source");
  expect_excluded({"stages", "--text-file", file, "--source", "b"}, "--text-file", "--source");
  expect_excluded({"stages", "--batch", "--padding", "1"}, "--batch", "--padding");
}

TEST(OptionPairs, CausalAndAPatternBothHide) {
  const CommandLine text = {"--text", "a b c d"};
  const json window = stage(
      kMaskOfFirstHead, with(text, {"--mask", "causal", "--mask-pattern", "window", "--mask-width", "2"}));
  EXPECT_EQ(window["values"][1][2], "-inf") << "later";
  EXPECT_EQ(window["values"][3][0], "-inf") << "far";
  EXPECT_EQ(window["values"][3][2], 0.0);
  expect_excluded({"stages", "--mask", "causal", "--mask-pattern", "prefix"}, "--mask causal",
                  "--mask-pattern prefix");
  EXPECT_EQ(
      stage(kMaskOfFirstHead, with(text, {"--mask", "none", "--mask-pattern", "prefix"}))["values"][0][2],
      0.0);
}

TEST(OptionPairs, APaintedMaskIsAddedToTheRule) {
  const TemporaryFolder folder;
  std::ofstream(folder / "mask.csv") << "0,0,0\n-inf,0,0\n0,0,0\n";
  const json both =
      stage(kMaskOfFirstHead, {"--text", "a b c", "--mask", "causal", "--mask-file", folder / "mask.csv"});
  EXPECT_EQ(both["values"][1][0], "-inf") << "painted";
}

TEST(OptionPairs, AMaskThatIsFedInStandsForEveryRule) {
  const TemporaryFolder folder;
  std::ofstream(folder / "mask.csv") << "0\n";
  const CommandLine fed = {
      "stages",     "--model", folder_of("torch_mha"), "--input-npy", folder_of("torch_mha") + "/input.npy",
      "--mask-npy", "mask.npy"};
  expect_excluded(with(fed, {"--mask", "causal"}), "--mask-npy", "--mask ");
  expect_excluded(with(fed, {"--mask-pattern", "window"}), "--mask-npy", "--mask-pattern");
  expect_excluded(with(fed, {"--mask-file", folder / "mask.csv"}), "--mask-npy", "--mask-file");
}

TEST(OptionPairs, TheLayersOfBothStacksAreOfEachOrOfBoth) {
  const CommandLine two = {"stages", "--source", "a", "--target", "b"};
  expect_excluded(with(two, {"--layers", "3", "--encoder-layers", "1", "--decoder-layers", "2"}), "--layers",
                  "--encoder-layers");
  const CommandLine input = {"--source", "a", "--target", "b", "--layers", "2", "--decoder-layers", "1"};
  const CommandLine all = addresses(input);
  EXPECT_THAT(all, testing::Contains("encoder.1.self.head.0.q"));
  EXPECT_THAT(all, testing::Not(testing::Contains("decoder.1.self.head.0.q")));
}

TEST(OptionPairs, AHeadIsOffOrEven) {
  const std::string head = "encoder.0.self.head.1";
  expect_excluded({"stages", "--head-off", head, "--head-even", head}, "--head-even " + head,
                  "--head-off " + head);
  const CommandLine both = {"--head-off", head, "--head-even", "encoder.0.self.head.2"};
  EXPECT_EQ(stage(head + ".output", both)["values"][0][0], 0.0);
  const json even = stage("encoder.0.self.head.2.weights", both)["values"];
  EXPECT_EQ(even[0][0], even[0][1]);
}

TEST(OptionPairs, WhatAFileHoldsNoneOfIsSaid) {
  const TemporaryFolder folder;
  for (const char* const option :
       {"--width", "--colormap", "--theme", "--notation", "--count-from", "--scale"}) {
    const std::string value = std::string(option) == "--width"        ? "85mm"
                              : std::string(option) == "--colormap"   ? "greys"
                              : std::string(option) == "--theme"      ? "dark"
                              : std::string(option) == "--notation"   ? "notes"
                              : std::string(option) == "--count-from" ? "0"
                                                                      : "2";
    for (const char* const format : {".csv", ".npy"})
      expect_excluded(
          {"export", "--stage", kWeights, "--out", folder / ("a" + std::string(format)), option, value},
          option, format);
  }
  for (const char* const option : {"--no-title", "--no-formula", "--no-numbers", "--no-colour-bar",
                                   "--no-caption", "--transparent", "--predicted-rows"})
    expect_excluded({"export", "--stage", kWeights, "--out", folder / "a.csv", option}, option, ".csv");
  for (const char* const format : {".svg", ".pdf"})
    expect_excluded(
        {"export", "--stage", kWeights, "--out", folder / ("a" + std::string(format)), "--scale", "2"},
        "--scale", format);
  expect_excluded({"export", "--all", folder / "all", "--format", "csv", "--theme", "dark"}, "--theme",
                  ".csv");
  for (const char* const option : {"--width", "--scale", "--theme", "--no-title", "--transparent",
                                   "--predicted-rows", "--merged-pieces"}) {
    CommandLine arguments = {"export", "--handout", folder / "page.pdf", option};
    if (std::string(option) == "--width") arguments.emplace_back("85mm");
    if (std::string(option) == "--scale") arguments.emplace_back("2");
    if (std::string(option) == "--theme") arguments.emplace_back("dark");
    expect_refused(arguments, {option});
  }
}

TEST(OptionPairs, TargetsOfAnExportExcludeEachOther) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.png";
  const std::string page = folder / "page.pdf";
  expect_excluded({"export", "--out", out, "--all", folder / "all"}, "--out", "--all");
  expect_excluded({"export", "--out", out, "--handout", page}, "--out", "--handout");
  expect_excluded({"export", "--all", folder / "all", "--handout", page}, "--all", "--handout");
  expect_excluded({"export", "--all", folder / "all", "--stage", kWeights}, "--stage", "--all");
  expect_excluded({"export", "--handout", page, "--stage", kWeights}, "--stage", "--handout");
  expect_excluded({"export", "--out", out, "--stage", kWeights, "--format", "svg"}, "--format", "--all");
  expect_excluded({"export", "--out", out, "--stage", kWeights, "--handout-blanks"}, "--handout-blanks",
                  "--handout");
}

TEST(OptionPairs, WhatHasNoEffectHereIsSaid) {
  const TemporaryFolder folder;
  for (const char* const option : {"--merged-pieces", "--predicted-rows"}) {
    const Ran ran = headlight({"export", "--stage", kWeights, "--out", folder / "a.png", option});
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_EQ(ran.out, folder / "a.png\n");
    EXPECT_THAT(ran.err, HasSubstr(option));
  }
}

}  // namespace
}  // namespace app
