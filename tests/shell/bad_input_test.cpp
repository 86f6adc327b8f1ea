// Whatever is wrong, the program says so in one sentence, prints nothing else and leaves nothing behind.
#include "tests/shell/bad_input.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "app/document/document_limits.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using testing::HasSubstr;

size_t count_characters(const std::string& text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

// One sentence of at most 600 characters on the error stream, and an exit code that is not 0.
void expect_sentence(const Ran& ran) {
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_THAT(ran.err, testing::EndsWith(".\n"));
  EXPECT_LE(count_characters(ran.err), 601u) << ran.err;
}

TEST_P(BadInput, IsOneSentenceThatNamesWhatIsWrong) {
  const Ran ran = headlight(GetParam().arguments);
  expect_sentence(ran);
  for (const std::string& word : GetParam().named) EXPECT_THAT(ran.err, HasSubstr(word));
}

INSTANTIATE_TEST_SUITE_P(
    Numbers, BadInput,
    testing::Values(
        Bad{"NoHeads", {"stages", "--heads", "0"}, {"--heads", "“0”", "1 to 128"}},
        Bad{"NegativeHeads", {"stages", "--heads", "-4"}, {"--heads", "“-4”"}},
        Bad{"HeadsThatAreNoNumber", {"stages", "--heads", "four"}, {"--heads", "“four”"}},
        Bad{"HalfAHead", {"stages", "--heads", "2.5"}, {"--heads", "“2.5”"}},
        Bad{"NoWidth", {"stages", "--d-k", "0"}, {"--d-k", "“0”"}},
        Bad{"HugeWidth", {"stages", "--model", "seeded", "--d-k", "1000000"}, {"--d-k", "“1000000”", "8192"}},
        Bad{"WidthBeyondAllIntegers", {"stages", "--d-v", many("9", 100)}, {"--d-v", "8192"}},
        Bad{"HexadecimalWidth", {"stages", "--d-model", "0x40"}, {"--d-model", "“0x40”"}},
        Bad{"EmptyWidth", {"stages", "--d-model", ""}, {"--d-model", "“”"}},
        Bad{"NegativeSeed", {"stages", "--seed", "-1"}, {"--seed", "“-1”"}},
        Bad{"SeedBeyond64Bits", {"stages", "--seed", "18446744073709551616"}, {"--seed"}},
        Bad{"BaseThatIsNoNumber", {"stages", "--base", "nan"}, {"--base", "“nan”"}},
        Bad{"InfiniteBase", {"stages", "--base", "inf"}, {"--base", "“inf”"}},
        Bad{"NoTemperature", {"stages", "--temperature", "0"}, {"--temperature", "“0”", "0.001"}},
        Bad{"NegativeScoreCap", {"stages", "--score-cap", "-1"}, {"--score-cap", "“-1”", "0.001"}},
        Bad{"ScoreCapWithoutScores",
            {"stages", "--attention", "performer", "--score-cap", "5"},
            {"performer", "capped", "none"}},
        Bad{"NegativeTemperature", {"stages", "--temperature", "-1"}, {"--temperature"}},
        Bad{"TooMuchPadding", {"stages", "--padding", "5"}, {"--padding", "“5”", "0 to 4"}},
        Bad{"NegativePadding", {"stages", "--padding", "-1"}, {"--padding", "“-1”"}},
        Bad{"HeadsThatDoNotDivide",
            {"stages", "--model", "seeded", "--heads", "5"},
            {"64", "5", "--d-k", "--d-v"}},
        Bad{"CraftedOfOtherWidth", {"stages", "--d-model", "128"}, {"--model seeded"}},
        Bad{"CraftedOfOtherHeads", {"stages", "--heads", "8"}, {"--model seeded"}},
        Bad{"CraftedOfOtherHeadWidth", {"stages", "--model", "crafted", "--d-v", "8"}, {"--model seeded"}},
        Bad{"MoreThanMemory",
            {"stages", "--model", "seeded", "--d-model", "8192", "--heads", "64", "--d-k", "8192", "--d-v",
             "8192"},
            {"MB"}}),
    name_of_bad);

INSTANTIATE_TEST_SUITE_P(
    Texts, BadInput,
    testing::Values(
        Bad{"InvalidUtf8", {"stages", "--text", "a\xFF"}, {"UTF-8", "byte 1"}},
        Bad{"CutUtf8", {"trace", "--stage", "tokens", "--text", "\xE6\x88"}, {"UTF-8"}},
        Bad{"EmptyText", {"stages", "--text", ""}, {"text"}},
        Bad{"OnlyWhiteSpace", {"stages", "--text", "  \n "}, {"text"}},
        Bad{"ManyWords", {"stages", "--text", many("ab ", 16'500)}, {"16500", "16384"}},
        Bad{"ManyIdeographs", {"stages", "--text", many("我", 20'000)}, {"20000"}},
        Bad{"ManyBytes", {"stages", "--tokenizer", "bytes", "--text", many("我", 6'000)}, {"18000"}},
        Bad{"MissingFile", {"stages", "--text-file", "/nowhere/text"}, {"/nowhere/text"}},
        Bad{"Folder", {"stages", "--text-file", "/"}, {"folder"}},
        Bad{"EndlessFile", {"stages", "--text-file", "/dev/zero"}, {"/dev/zero"}},
        Bad{"TextTwice", {"stages", "--text", "a", "--text-file", "b"}, {"--text", "--text-file"}}),
    name_of_bad);

INSTANTIATE_TEST_SUITE_P(
    Sessions, BadInput,
    testing::Values(
        Bad{"MissingFile", {"stages", "--session", "/nowhere/session"}, {"/nowhere/session"}},
        Bad{"HalfALine", {"stages", "--session", R"({"headlight":1,"text")"}, {"session"}},
        Bad{"NewerFormat", {"stages", "--session", R"({"headlight":9})"}, {"9", "newer"}},
        Bad{"OlderThanAll", {"stages", "--session", R"({"headlight":0})"}, {"headlight"}},
        Bad{"FieldTwice",
            {"stages", "--session", R"({"headlight":1,"text":"a","text":"b"})"},
            {"“text”", "twice"}},
        Bad{"NumberBeyondAll", {"stages", "--session", R"({"headlight":1,"base":1e999})"}, {"1e999"}},
        Bad{"NoNumber", {"stages", "--session", R"({"headlight":1,"base":NaN})"}, {"line 1", "N”"}},
        Bad{"NoUtf8", {"stages", "--session", "{\"headlight\":1,\"text\":\"a\xFF\"}"}, {"UTF-8", "24"}},
        Bad{"Folder", {"stages", "--session", "/"}, {"folder"}},
        Bad{"EndlessFile", {"stages", "--session", "/dev/zero"}, {"/dev/zero", "not a file"}},
        Bad{"NoFile", {"stages", "--session", "/dev/null"}, {"/dev/null", "not a file"}},
        Bad{"WrongType", {"stages", "--session", R"({"headlight":1,"heads":"four"})"}, {"heads"}},
        Bad{"BadValue", {"stages", "--session", R"({"headlight":1,"temperature":0})"}, {"temperature"}},
        Bad{"Deep", {"stages", "--session", "{" + many("[", 50'000)}, {"session"}}),
    name_of_bad);

INSTANTIATE_TEST_SUITE_P(
    Names, BadInput,
    testing::Values(
        Bad{"Command", {"stagez"}, {"“stagez”", "stages, trace, explain", "export"}},
        Bad{"SecondCommand", {"stages", "trace"}, {"“trace”"}}, Bad{"EmptyCommand", {""}, {"stages, trace"}},
        Bad{"Option", {"stages", "--frobnicate"}, {"--frobnicate", "--help"}},
        Bad{"OptionOfAnotherCommand", {"stages", "--cell", "1,1"}, {"--cell"}},
        Bad{"ShortOption", {"-x"}, {"-x"}},
        Bad{"OptionWithoutValue", {"trace", "--stage"}, {"--stage", "value"}},
        Bad{"SwitchWithValue", {"stages", "--no-scale=1"}, {"--no-scale"}},
        Bad{"WordWithoutOption", {"stages", "the", "cat"}, {"“the”", "--text"}},
        Bad{"Tokenizer", {"stages", "--tokenizer", "syllables"}, {"words, characters, bytes"}},
        Bad{"Model", {"stages", "--model", "gpt"}, {"crafted, seeded"}},
        Bad{"Positions",
            {"stages", "--positions", "sideways"},
            {"sinusoidal, learned, rotary, alibi, grid, relative, none"}},
        Bad{"Mask", {"stages", "--mask", "padding"}, {"none, causal"}},
        Bad{"Language", {"stages", "--lang", "fr"}, {"“fr”", "en, zh-Hant, zh-Hans"}},
        Bad{"Format", {"trace", "--stage", "tokens", "--format", "xml"}, {"text, csv, json, npy"}},
        Bad{"LongValue", {"stages", "--model", many("x", 5'000)}, {"no model at"}},
        Bad{"ControlCharacters", {"stages", "--model", "a\nb\x1b[31m"}, {"no model at"}},
        Bad{"BrokenValue", {"stages", "--model", "\xFF\xFE"}, {"no model at"}},
        Bad{"Stage", {"trace", "--stage", "encoder.0.self.head.0.wieghts"}, {"wieghts", kWeights}},
        Bad{"EmptyStage", {"trace", "--stage", ""}, {"nearest"}},
        Bad{"LongStage", {"trace", "--stage", many("x", 100'000)}, {"nearest"}},
        Bad{"NoStage", {"trace"}, {"--stage"}}),
    name_of_bad);

INSTANTIATE_TEST_SUITE_P(
    Cells, BadInput,
    testing::Values(
        Bad{"Missing", {"explain", "--stage", "tokens"}, {"--cell"}},
        Bad{"RowOutside", {"explain", "--stage", "tokens", "--cell", "4,0"}, {"4,0", "0 to 3"}},
        Bad{"ColumnOutside", {"explain", "--stage", kWeights, "--cell", "0,4"}, {"0,4", kWeights}},
        Bad{"Negative", {"explain", "--stage", kWeights, "--cell", "-1,0"}, {"“-1,0”"}},
        Bad{"OneNumber", {"explain", "--stage", kWeights, "--cell", "1"}, {"“1”", "--cell 2,1"}},
        Bad{"ThreeNumbers", {"explain", "--stage", kWeights, "--cell", "1,2,3"}, {"“1,2,3”"}},
        Bad{"Words", {"explain", "--stage", kWeights, "--cell", "the,cat"}, {"“the,cat”"}},
        Bad{"Huge", {"explain", "--stage", kWeights, "--cell", "9999999999999999999,0"}, {"--cell"}},
        Bad{"Blank", {"explain", "--stage", kWeights, "--cell", "1, 2"}, {"--cell"}}),
    name_of_bad);

INSTANTIATE_TEST_SUITE_P(
    Files, BadInput,
    testing::Values(Bad{"TraceIntoNoFolder",
                        {"trace", "--stage", "tokens", "--out", "/nowhere/a.csv"},
                        {"/nowhere/a.csv"}},
                    Bad{"TraceOverAFolder", {"trace", "--stage", "tokens", "--out", "/"}, {"folder"}},
                    Bad{"TraceOntoAFullDisk",
                        {"trace", "--stage", "tokens", "--out", "/dev/full"},
                        {"/dev/full", "space"}},
                    Bad{"TraceIntoNoName", {"trace", "--stage", "tokens", "--out", ""}, {}}),
    name_of_bad);

// One word, which is cut into one token: only its length is too much.
TEST(Texts, OneThatIsTooLongIsRefusedWhereverItComesFrom) {
  const TemporaryFolder folder;
  const std::string letters = many("a", kMostCharacters);
  const std::string limit = std::to_string(kMostCharacters);
  std::ofstream(folder / "fits") << letters;
  EXPECT_EQ(headlight({"trace", "--stage", "tokens", "--text-file", folder / "fits"}).exit_code, 0);
  std::ofstream(folder / "long") << letters << "a";
  std::ofstream(folder / "long.headlight") << R"({"headlight":1,"text":")" << letters << "a\"}";
  for (const auto& [option, name] : {std::pair{"--text-file", "long"}, {"--session", "long.headlight"}}) {
    const Ran ran = headlight({"stages", option, folder / name});
    expect_sentence(ran);
    EXPECT_THAT(ran.err, HasSubstr(limit)) << option;
  }
  EXPECT_THAT(headlight({"stages", "--text-file", folder / "long"}).err, HasSubstr(folder / "long"));
}

TEST(StandardOutput, AFullDiskIsAnError) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"stages"},
                                                    {"trace", "--stage", "tokens", "--format", "npy"},
                                                    {"--help"},
                                                    {"--version"}}) {
    const Ran ran = headlight(arguments, "/dev/full");
    expect_sentence(ran);
    EXPECT_THAT(ran.err, HasSubstr("standard output"));
  }
}

TEST(Files, NothingIsLeftWhereTheWritingFailed) {
  const TemporaryFolder folder;
  expect_sentence(headlight({"trace", "--stage", "nowhere", "--out", folder / "a.csv"}));
  expect_sentence(headlight({"trace", "--stage", "tokens", "--out", folder / "missing/a.csv"}));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Window, WithoutADisplayIsAnError) {
  expect_sentence(headlight({}));
  expect_sentence(headlight({"--text", "one two"}));
}

TEST(Window, RefusesTheSameInputAsTheCommands) {
  const Ran ran = headlight({"--text", many("ab ", 16'500)});
  expect_sentence(ran);
  EXPECT_THAT(ran.err, HasSubstr("16500"));
  EXPECT_THAT(headlight({"--heads", "0"}).err, HasSubstr("--heads"));
}

TEST(Languages, AnErrorSpeaksTheLanguageAskedFor) {
  const Ran english = headlight({"stages", "--heads", "0"});
  for (const char* code : {"zh-Hant", "zh-Hans"}) {
    const Ran chinese = headlight({"stages", "--heads", "0", "--lang", code});
    EXPECT_EQ(chinese.exit_code, 1);
    EXPECT_NE(chinese.err, english.err);
  }
}

}  // namespace
}  // namespace app
