// What scripts build on in `headlight guess`, and in what a model of the box makes of words that it does not
// know.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/shell/bad_input.h"
#include "tests/shell/checkpoint_case.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
using testing::ElementsAre;

json guessed(const CommandLine& input, const CommandLine& more = {}) {
  return json::parse(run(with(with({"guess", "--json"}, input), more)));
}

json guessed_by_who(const std::string& text, const CommandLine& more = {}) {
  return guessed({"--model", "who", "--text", text}, more);
}

std::string last_line(const CommandLine& arguments) {
  CommandLine lines = split(run(arguments), '\n');
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines.empty() ? "" : lines.back();
}

std::vector<std::string> tokens_of(const json& list) {
  std::vector<std::string> tokens;
  for (const json& one : list) tokens.push_back(one["token"]);
  return tokens;
}

TEST(Guess, SaysWhoIsMeant) {
  const std::string text = "the animal did not cross the street because it was too ";
  for (const auto& [ending, noun] : {std::pair("tired", "animal"), std::pair("wide", "street")}) {
    const json places = guessed_by_who(text + ending);
    ASSERT_EQ(places.size(), 1U);
    EXPECT_EQ(places[0]["position"], 8);
    EXPECT_EQ(places[0]["token"], "it");
    ASSERT_EQ(places[0]["guesses"].size(), 5U);
    EXPECT_EQ(places[0]["guesses"][0]["token"], noun);
    EXPECT_GT(places[0]["guesses"][0]["probability"], 0.9);
    EXPECT_FALSE(places[0]["guesses"][0].contains("unknown"));
    double before = 1;
    for (const json& guess : places[0]["guesses"]) {
      EXPECT_LE(guess["probability"], before);
      before = guess["probability"];
    }
  }
}

TEST(Guess, AWordThatTheModelNeverSawIsTheOneThatIsLookedAt) {
  const json places =
      guessed_by_who("the zebra did not cross the lane because it was too tired", {"--top", "1"});
  ASSERT_EQ(places.size(), 1U);
  ASSERT_EQ(places[0]["guesses"].size(), 1U);
  EXPECT_EQ(places[0]["guesses"][0]["token"], "zebra");
  EXPECT_EQ(places[0]["guesses"][0]["unknown"], true);
  const json other =
      guessed_by_who("the zebra did not cross the lane because it was too wide", {"--top", "1"});
  EXPECT_EQ(other[0]["guesses"][0]["token"], "lane");
  // Nothing stands for a word where no word is unknown.
  const json at = guessed_by_who("the zebra did not cross the lane", {"--at", "1", "--top", "3"});
  EXPECT_EQ(at[0]["token"], "zebra");
  EXPECT_EQ(at[0]["unknown"], true);
}

TEST(Guess, FillsEveryHiddenWordAndCountsFromTheText) {
  const json places = guessed_by_who("the <mask> thanked the boy because <mask> had helped .");
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0]["position"], 1);
  EXPECT_EQ(places[1]["position"], 6);
  EXPECT_EQ(places[1]["token"], "<mask>");
  const json at = guessed_by_who("the <mask> thanked the boy because <mask> had helped .", {"--at", "6"});
  ASSERT_EQ(at.size(), 1U);
  EXPECT_EQ(at[0], places[1]);
}

// Its own mask, its own start token, and the same probabilities as its stage.
TEST(Guess, ReadsAModelFromAFolder) {
  const CommandLine input = input_of_case("bert");
  const json places = guessed(input, {"--at", "1", "--top", "3"});
  ASSERT_EQ(places.size(), 1U);
  const json full = stage("probabilities", input);
  const auto row = full["values"][2].get<std::vector<double>>();
  EXPECT_NEAR(places[0]["guesses"][0]["probability"].get<double>(), *std::max_element(row.begin(), row.end()),
              1e-6);
  const json masked = guessed({"--model", folder_of("bert"), "--text", "[MASK]"});
  ASSERT_EQ(masked.size(), 1U);
  EXPECT_EQ(masked[0]["position"], 0);
  EXPECT_EQ(masked[0]["token"], "[MASK]");
}

TEST(Guess, PrintsAGuessALine) {
  const std::string text = "the zebra did not cross the lane because it was too tired";
  const CommandLine lines = split(run({"guess", "--model", "who", "--text", text, "--top", "2"}), '\n');
  ASSERT_GE(lines.size(), 2U);
  EXPECT_THAT(lines[0], testing::MatchesRegex("8\tit\tzebra\t0[.]......\t<unk>"));
  EXPECT_THAT(lines[1], testing::MatchesRegex("8\tit\t[a-z]+\t0[.]......"));
}

TEST(Guess, SaysWhatIsWrong) {
  const auto refused = [](const CommandLine& input, const std::vector<std::string>& parts) {
    expect_refused(with({"guess"}, input), parts);
  };
  refused({"--model", "who", "--text", "the animal"}, {"<mask>", "--at"});
  refused({"--model", folder_of("bert"), "--text", "hello"}, {"[MASK]", "--at"});
  refused({"--model", "who", "--text", "the animal", "--at", "2"}, {"2", "0 to 1"});
  refused({"--model", "who", "--text", "the animal", "--at", "-1"}, {"--at"});
  refused({"--model", "who", "--text", "the animal", "--at", "0", "--top", "0"}, {"--top"});
  refused({"--model", "phrase", "--source", "the house"}, {"encoder", "who"});
  refused({"--text", "the animal", "--at", "0"}, {"encoder", "who"});
  refused({"--model", "who", "--text", "the <mask>", "--batch"}, {"--batch"});
}

TEST(UnknownWords, StandInTheTranslation) {
  const CommandLine phrase = {"--model", "phrase", "--source", "the big red zebra"};
  EXPECT_EQ(last_line(with({"generate", "--tokens", "12"}, phrase)), "le grand zebra rouge");
  const json made = json::parse(run(with({"generate", "--tokens", "12", "--json"}, phrase)));
  EXPECT_THAT(tokens_of(made["generated"]), ElementsAre("le", "grand", "zebra", "rouge", "<eos>"));
  EXPECT_EQ(made["generated"][2]["unknown"], true);
  EXPECT_FALSE(made["generated"][1].contains("unknown"));
  EXPECT_EQ(made["text"], "le grand zebra rouge");
}

TEST(UnknownWords, AreDrawnAsSuchBesideWhatWasTyped) {
  const json weights =
      stage("encoder.1.self.head.0.weights", {"--model", "who", "--text", "the zebra saw it"});
  EXPECT_THAT(weights["rows"], ElementsAre("<bos>", "the", "zebra <unk>", "saw <unk>", "it"));
}

TEST(UnknownWords, ATextOfThemAloneIsShownAndSaid) {
  const Ran ran = headlight({"stages", "--model", "who", "--text", "purple zebras giggle"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, testing::HasSubstr("logits\t4"));
  EXPECT_THAT(ran.err, testing::HasSubstr("none of these words"));
  EXPECT_EQ(headlight({"stages", "--model", "who", "--text", "the zebras giggle"}).err, "");
  // Where no text is read, there is nothing to say about one.
  EXPECT_EQ(headlight({"inspect", "--model", "who-zh"}).err, "");
}

TEST(OwnTranslation, IsTheTargetWhereNoneIsGiven) {
  const std::string cross = "decoder.0.cross.head.0.weights";
  const json shown = stage(cross, {"--model", "phrase", "--source", "the big red zebra"});
  EXPECT_THAT(shown["rows"], ElementsAre("<bos>", "le", "grand", "zebra <unk>", "rouge"));
  const json typed = stage(
      cross, {"--model", "phrase", "--source", "the big red zebra", "--target", "le grand zebra rouge"});
  EXPECT_EQ(typed, shown);
  const json empty = stage(cross, {"--model", "phrase", "--source", "the big red zebra", "--target", ""});
  EXPECT_THAT(empty["rows"], ElementsAre("<bos>"));
  const json numbers = stage(cross, {"--model", "numbers", "--source", "three hundred five"});
  EXPECT_THAT(numbers["rows"], ElementsAre("<bos>", "三", "百", "零", "五"));
}

TEST(OwnTranslation, IsThatOfEachLineOfABatch) {
  const json second = stage("batch.1.decoder.0.cross.head.0.weights",
                            {"--model", "phrase", "--source", "the red car\nthe old house", "--batch"});
  EXPECT_THAT(second["rows"], ElementsAre("<bos>", "la", "vieille", "maison"));
}

}  // namespace
}  // namespace app
