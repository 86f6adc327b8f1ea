// Masks on the command line: patterns, conventions and files.
#include <filesystem>
#include <fstream>

#include "app/export/file.h"
#include "app/export/picture.h"
#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kMask = "encoder.0.self.head.0.mask";

// A file that goes with the test.
class File {
 public:
  File(const std::string& name, const std::string& bytes)
      : path_(fs::temp_directory_path() / (std::to_string(::getpid()) + name)) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

CommandLine three(CommandLine more) {
  more.insert(more.begin(), {"--text", "a b c"});
  return more;
}

TEST(MaskOptions, APatternHidesWhatItLeavesOut) {
  const json mask = stage(kMask, three({"--mask-pattern", "window", "--mask-width", "2"}));
  EXPECT_EQ(mask["values"][0][1], 0.0);
  EXPECT_EQ(mask["values"][0][2], "-inf");
  EXPECT_EQ(stage(kMask, three({"--mask-pattern", "dilated", "--mask-step", "2"}))["values"][0][1], "-inf");
  EXPECT_EQ(stage(kMask, three({"--mask-pattern", "global", "--mask-width", "1"}))["values"][0][2], 0.0);
}

TEST(MaskOptions, ARandomPatternFollowsItsSeed) {
  const auto with_seed = [](const char* seed) {
    return stage(kMask, {"--text", "a b c d e f g h", "--mask-pattern", "random", "--mask-density", "0.4",
                         "--mask-seed", seed})["values"];
  };
  EXPECT_EQ(with_seed("3"), with_seed("3"));
  EXPECT_NE(with_seed("3"), with_seed("4"));
}

TEST(MaskOptions, HideByANumberOrInPlace) {
  const CommandLine causal = {"--mask", "causal", "--mask-finite"};
  EXPECT_EQ(stage(kMask, three(causal))["values"][0][1], -1e9);
  const json masked = stage("encoder.0.self.head.0.masked", three({"--mask", "causal", "--mask-in-place"}));
  EXPECT_EQ(masked["values"][0][1], "-inf");
  EXPECT_EQ(masked["operation"], "place");
}

TEST(MaskFile, PaintsItsCellsOnAllHeadsOrOne) {
  const File table("mask.csv", "0,-inf,0\n0,0,-2.5\n-inf,-inf,-inf\n");
  const json mask = stage(kMask, three({"--mask-file", table.path()}));
  EXPECT_EQ(mask["values"][0][1], "-inf");
  EXPECT_EQ(mask["values"][1][2], -2.5);
  EXPECT_EQ(stage(kWeights, three({"--mask-file", table.path()}))["values"][2][0], 0.0);
  const CommandLine one = {"--mask-file", table.path(), "--mask-head", "1"};
  EXPECT_EQ(stage(kMask, three(one))["values"][0][1], 0.0);
  EXPECT_EQ(stage("encoder.0.self.head.1.mask", three(one))["values"][0][1], "-inf");
}

// What trace writes of a mask, --mask-file reads.
TEST(MaskFile, ReadsWhatTraceWrites) {
  const CommandLine window = three({"--mask", "causal", "--mask-pattern", "window", "--mask-width", "2"});
  CommandLine trace = {"trace", "--stage", kMask, "--format", "csv"};
  trace.insert(trace.end(), window.begin(), window.end());
  const File table("traced.csv", run(trace));
  EXPECT_EQ(stage(kMask, three({"--mask-file", table.path()}))["values"], stage(kMask, window)["values"]);
}

TEST(MaskFile, OfAnAttentionHasItsShape) {
  std::vector<std::uint8_t> pixels(3 * 2 * 4, 255);
  pixels[0] = pixels[1] = pixels[2] = 0;
  const File picture("cross.png", exporter::encode_png({3, 2, pixels}));
  const json weights =
      stage("decoder.0.cross.head.2.weights", {"--source", "a b c", "--target", "x y", "--mask-file",
                                               picture.path(), "--mask-attention", "decoder.0.cross"});
  EXPECT_EQ(weights["values"][0][0], 0.0);
  EXPECT_GT(weights["values"][1][0].get<double>(), 0);
}

Bad bad(const char* name, CommandLine more, std::vector<std::string> named) {
  more = three(std::move(more));
  more.insert(more.begin(), "stages");
  return {name, std::move(more), std::move(named)};
}

INSTANTIATE_TEST_SUITE_P(
    Masks, BadInput,
    testing::Values(
        bad("Pattern", {"--mask-pattern", "spiral"}, {"spiral", "window, dilated"}),
        bad("NoWidth", {"--mask-pattern", "window", "--mask-width", "0"}, {"--mask-width", "“0”"}),
        bad("WidthOfNoPattern", {"--mask-width", "3"}, {"--mask-width", "--mask-pattern window"}),
        bad("StepOfAWindow", {"--mask-pattern", "window", "--mask-step", "2"}, {"--mask-pattern dilated"}),
        bad("Chance", {"--mask-pattern", "random", "--mask-density", "2"}, {"--mask-density", "“2”"}),
        bad("NoMaskFile", {"--mask-file", "/nowhere/mask.csv"}, {"/nowhere/mask.csv"}),
        bad("MaskEnding", {"--mask-file", "mask.gif"}, {"mask.gif", ".csv", ".png"}),
        bad("MaskOfNoFile", {"--mask-head", "1"}, {"--mask-head", "--mask-file"}),
        bad("MaskOfNoHead", {"--mask-file", "mask.csv", "--mask-head", "4"}, {"--mask-head", "“4”"}),
        bad("MaskOfNoAttention", {"--mask-file", "mask.csv", "--mask-attention", "encoder.3.self"},
            {"encoder.3.self", "encoder.0.self"})),
    name_of_bad);

TEST(MaskFile, OfAnotherShapeOrWithoutNumbersIsRefusedInASentence) {
  const File small("small.csv", "0,0\n0,0\n");
  const Ran shape = headlight({"stages", "--text", "a b c", "--mask-file", small.path()});
  EXPECT_EQ(shape.exit_code, 1);
  EXPECT_NE(shape.err.find("2 rows and 2 columns"), std::string::npos) << shape.err;
  const File words("words.csv", "0,0,0\n0,nan,0\n0,0,0\n");
  const Ran number = headlight({"stages", "--text", "a b c", "--mask-file", words.path()});
  EXPECT_EQ(number.exit_code, 1);
  EXPECT_NE(number.err.find("Row 1, column 1"), std::string::npos) << number.err;
}

}  // namespace
}  // namespace app
