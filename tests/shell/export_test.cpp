// `headlight export` writes what it is asked for, says where, and leaves nothing half-written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/shell/contract.h"
#include "tests/shell/program.h"

namespace app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Ran export_stage(const std::string& path, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"export", "--stage", kWeights, "--out", path});
  return headlight(more);
}

// Width and height stand big-endian after the header of a PNG.
unsigned png_width(const std::string& path) {
  const std::string bytes = bytes_of(path);
  unsigned width = 0;
  for (size_t i = 16; i < 20; ++i) width = width << 8U | static_cast<unsigned char>(bytes.at(i));
  return width;
}

TEST(ExportStage, TheEndingChoosesTheFormat) {
  const TemporaryFolder folder;
  for (const auto& [ending, start] :
       {std::pair{"png", "\x89PNG\r\n"}, std::pair{"svg", "<?xml"}, std::pair{"pdf", "%PDF-"},
        std::pair{"csv", ",the,cat,sat,down"}, std::pair{"npy", "\x93NUMPY"}}) {
    const std::string path = folder / (std::string("weights.") + ending);
    const Ran ran = export_stage(path);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out, path + "\n");
    EXPECT_THAT(bytes_of(path), StartsWith(start));
  }
}

TEST(ExportStage, NumbersAreThoseOfTheTrace) {
  const TemporaryFolder folder;
  for (const char* format : {"csv", "npy"}) {
    const std::string path = folder / (std::string("weights.") + format);
    ASSERT_EQ(export_stage(path).exit_code, 0);
    EXPECT_EQ(bytes_of(path), headlight({"trace", "--stage", kWeights, "--format", format}).out);
  }
}

TEST(ExportStage, ScaleEnlargesAPicture) {
  const TemporaryFolder folder;
  ASSERT_EQ(export_stage(folder / "small.png").exit_code, 0);
  ASSERT_EQ(export_stage(folder / "large.png", {"--scale", "3"}).exit_code, 0);
  EXPECT_EQ(png_width(folder / "large.png"), 3 * png_width(folder / "small.png"));
}

TEST(ExportStage, ColoursThemeAndLanguageChangeThePicture) {
  const TemporaryFolder folder;
  std::set<std::string> pictures;
  const std::vector<std::vector<std::string>> ways = {
      {}, {"--colormap", "cividis"}, {"--colormap", "greys"}, {"--theme", "dark"}, {"--lang", "zh-Hant"}};
  for (const auto& way : ways) {
    ASSERT_EQ(export_stage(folder / "a.png", way).exit_code, 0);
    pictures.insert(bytes_of(folder / "a.png"));
  }
  EXPECT_EQ(pictures.size(), ways.size());
}

// The number of labels of the picture made with these options.
size_t labels_in(std::vector<std::string> options) {
  const TemporaryFolder folder;
  EXPECT_EQ(export_stage(folder / "a.svg", std::move(options)).exit_code, 0);
  const std::string svg = bytes_of(folder / "a.svg");
  size_t count = 0;
  for (size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) ++count;
  return count;
}

TEST(ExportStage, AWidthCarriesItsUnitAndMakesThreeHundredDotsAnInch) {
  const TemporaryFolder folder;
  for (const auto& [width, pixels] : {std::pair{"85mm", 1004U}, {"240pt", 1000U}, {"1600px", 1600U}}) {
    ASSERT_EQ(export_stage(folder / "a.svg", {"--width", width}).exit_code, 0);
    EXPECT_THAT(bytes_of(folder / "a.svg"), HasSubstr("width=\"" + std::string(width) + "\""));
    ASSERT_EQ(export_stage(folder / "a.png", {"--width", width}).exit_code, 0);
    EXPECT_EQ(png_width(folder / "a.png"), pixels);
  }
  ASSERT_EQ(export_stage(folder / "a.png", {"--width", "240pt", "--scale", "2"}).exit_code, 0);
  EXPECT_EQ(png_width(folder / "a.png"), 2000U);
}

TEST(ExportStage, EachPartCanBeLeftOut) {
  const size_t all = labels_in({});
  EXPECT_EQ(labels_in({"--no-title"}), all - 1);
  EXPECT_EQ(labels_in({"--no-formula"}), all - 1);
  EXPECT_EQ(labels_in({"--no-caption"}), all - 1);
  EXPECT_EQ(labels_in({"--no-colour-bar"}), all - 3);
  EXPECT_EQ(labels_in({"--no-numbers"}), all - 16);
  EXPECT_EQ(labels_in({"--transparent"}), all);
}

TEST(ExportAll, WritesOneFlatFileAStage) {
  const TemporaryFolder folder;
  const std::string into = folder / "new/stages";
  const Ran ran = headlight({"export", "--all", into, "--format", "svg"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  std::set<std::string> expected;
  for (const std::string& line : split(headlight({"stages"}).out, '\n')) {
    const std::string address = split(line, '\t').front();
    if (!is_analysis(address)) expected.insert(address + ".svg");
  }
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(into)) found.insert(entry.path().filename());
  EXPECT_EQ(found, expected);
  EXPECT_THAT(ran.out, HasSubstr(std::to_string(expected.size())));
  EXPECT_THAT(ran.out, HasSubstr(into));
}

TEST(ExportAll, WritesPngByDefault) {
  const TemporaryFolder folder;
  ASSERT_EQ(headlight({"export", "--all", folder / "a"}).exit_code, 0);
  EXPECT_THAT(bytes_of(folder / ("a/" + kWeights + ".png")), StartsWith("\x89PNG"));
}

TEST(ExportHandout, WritesOnePage) {
  const TemporaryFolder folder;
  const Ran ran = headlight({"export", "--handout", folder / "page.pdf", "--text", "我，不想延畢"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, folder / "page.pdf\n");
  EXPECT_THAT(bytes_of(folder / "page.pdf"), StartsWith("%PDF-"));
}

struct Refused {
  std::vector<std::string> arguments;
  std::string named;
};

TEST(Export, WhatCannotBeWrittenIsOneSentenceAndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.png";
  const std::string all = folder / "all";
  for (const auto& [arguments, named] : std::vector<Refused>{
           {{}, "--all DIR"},
           {{"--out", out}, "--stage"},
           {{"--stage", "nowhere", "--out", out}, "nearest"},
           {{"--stage", kWeights, "--out", folder / "a.gif"}, ".png"},
           {{"--stage", kWeights, "--out", folder / "a"}, ".png"},
           {{"--stage", kWeights, "--out", folder / "missing/a.png"}, "missing"},
           {{"--stage", kWeights, "--out", "/dev/full"}, "/dev/full"},
           {{"--stage", kWeights, "--out", out, "--colormap", "jet"}, "viridis, cividis, greys"},
           {{"--stage", kWeights, "--out", out, "--theme", "blue"}, "light, dark"},
           {{"--stage", kWeights, "--out", out, "--scale", "0"}, "--scale"},
           {{"--stage", kWeights, "--out", out, "--scale", "nan"}, "--scale"},
           {{"--stage", kWeights, "--out", out, "--format", "png"}, "--all"},
           {{"--stage", kWeights, "--out", out, "--width", "85"}, "85mm"},
           {{"--stage", kWeights, "--out", out, "--width", "85cm"}, "85cm"},
           {{"--stage", kWeights, "--out", out, "--width", "1mm"}, "25mm"},
           {{"--handout", folder / "a.pdf", "--width", "85mm"}, "--width"},
           {{"--stage", kWeights, "--all", all}, "--stage"},
           {{"--out", out, "--all", all}, "--out"},
           {{"--all", all, "--format", "gif"}, "png, svg, pdf"},
           {{"--all", "/dev/null/folder"}, "/dev/null/folder"},
           {{"--all", all, "--heads", "0"}, "--heads"},
           {{"--handout", folder / "a.txt"}, ".pdf"},
           {{"--handout", folder / "missing/a.pdf"}, "missing"}}) {
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), "export");
    const Ran ran = headlight(words);
    EXPECT_EQ(ran.exit_code, 1) << named;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(split(ran.err, '\n').size(), 1u) << ran.err;
    EXPECT_LE(ran.err.size(), 601u);
    EXPECT_THAT(ran.err, HasSubstr(named));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Export, AFailureLeavesTheOldFileAsItWas) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  ASSERT_EQ(export_stage(path).exit_code, 0);
  const std::string before = bytes_of(path);
  EXPECT_EQ(export_stage(path, {"--text", ""}).exit_code, 1);
  EXPECT_EQ(bytes_of(path), before);
}

}  // namespace
}  // namespace app
