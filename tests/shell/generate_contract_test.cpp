// What scripts build on in `headlight generate`: tokens, their probabilities, and the same tokens every time.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

const CommandLine kDecoder = {"--text",    "the cat sat", "--encoder-layers", "0",
                              "--d-model", "16",          "--heads",          "2"};
const CommandLine kTwo = {"--source",  "the cat sat", "--target", "le chat est",
                          "--d-model", "16",          "--heads",  "2"};
const CommandLine kDrawn = {"--sample-temperature", "3", "--top-k", "4", "--top-p", "0.95",
                            "--sample-seed",        "7"};

CommandLine generate(const CommandLine& input, const std::string& tokens, const CommandLine& more = {}) {
  CommandLine all = {"generate", "--tokens", tokens};
  all.insert(all.end(), input.begin(), input.end());
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

json generated(const CommandLine& input, const std::string& tokens, CommandLine more = {}) {
  more.emplace_back("--json");
  return json::parse(run(generate(input, tokens, more)));
}

TEST(Generate, PrintsATokenAndItsProbabilityALine) {
  const auto lines = split(run(generate(kDecoder, "3")), '\n');
  ASSERT_EQ(lines.size(), 3u);
  for (const std::string& line : lines) EXPECT_THAT(line, testing::MatchesRegex("[a-z]+\t[01][.]......"));
  for (const std::string& line : split(run(generate(kDecoder, "3", kDrawn)), '\n'))
    EXPECT_THAT(line, testing::MatchesRegex("[a-z]+\t[01][.]......\t[01][.]......"));
}

TEST(Generate, TakesTheMostProbableTokenOfTheFullTrace) {
  for (const CommandLine& input : {kDecoder, kTwo}) {
    const json made = generated(input, "4");
    CommandLine longer = input;
    for (const json& next : made["generated"]) {
      const json full = stage("probabilities", longer);
      const auto last = full["values"].back().get<std::vector<double>>();
      const auto most = std::max_element(last.begin(), last.end());
      EXPECT_EQ(next["id"], most - last.begin());
      EXPECT_EQ(next["token"], full["columns"][static_cast<size_t>(most - last.begin())]);
      EXPECT_NEAR(next["probability"].get<double>(), *most, 1e-5);
      EXPECT_EQ(next["chance"], 1.0);
      longer.at(input == kTwo ? 3 : 1) += " " + next["token"].get<std::string>();
    }
    EXPECT_EQ(made["text"], longer.at(input == kTwo ? 3 : 1));
  }
}

TEST(Generate, DrawsTheSameTokensFromTheSameSeed) {
  const json once = generated(kDecoder, "12", kDrawn);
  EXPECT_EQ(once, generated(kDecoder, "12", kDrawn));
  CommandLine other = kDrawn;
  other.back() = "8";
  EXPECT_NE(once, generated(kDecoder, "12", other));
}

TEST(Generate, DrawsOnlyFromWhatIsLeftOfTheVocabulary) {
  const json one = generated(kDecoder, "6", {"--top-k", "1"});
  EXPECT_EQ(one["generated"], generated(kDecoder, "6")["generated"]);
  EXPECT_EQ(generated(kDecoder, "6", {"--top-p", "0.000001"})["generated"], one["generated"]);
  const json hot = generated(kDecoder, "1", {"--sample-temperature", "1000"});
  EXPECT_NEAR(hot["generated"][0]["chance"].get<double>(), 1.0 / 3, 0.01);
}

TEST(Generate, ContinuesWhatTheDecoderReads) {
  EXPECT_THAT(generated(kTwo, "1")["prompt"], ElementsAre("le", "chat", "est"));
  EXPECT_THAT(generated(kDecoder, "1")["prompt"], ElementsAre("the", "cat", "sat"));
}

TEST(Generate, GoesOnWhereASessionStopped) {
  const json five = generated(kDecoder, "5", kDrawn);
  std::string session = R"({"headlight":1,"text":"the cat sat","model":"seeded","architecture":"decoder",)"
                        R"("d_model":16,"heads":2,"d_k":8,"d_v":8,"d_ff":64,"generated":[)";
  for (size_t i = 0; i < 2; ++i) session += (i == 0 ? "" : ",") + five["generated"][i]["token"].dump();
  const json rest = generated({"--session", session + "]}"}, "3", kDrawn);
  EXPECT_EQ(rest["prompt"].size(), 5u);
  EXPECT_EQ(rest["text"], five["text"]);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(rest["generated"][i]["token"], five["generated"][i + 2]["token"]);
  EXPECT_EQ(generated({"--session", session + "]}", "--text", "the cat"}, "1")["prompt"].size(), 2u)
      << "another text begins anew";
}

TEST(Generate, KnowsEveryByte) {
  const json made = generated({"--text", "ab", "--tokenizer", "bytes", "--encoder-layers", "0"}, "2",
                              {"--sample-temperature", "1000"});
  EXPECT_NEAR(made["generated"][0]["chance"].get<double>(), 1.0 / 256, 0.001);
}

TEST(Generate, FillsTheLearnedPositionsToTheLast) {
  const CommandLine table = {"--positions", "learned", "--context", "6"};
  // Three are typed, and the last that is generated needs no position: nobody reads it.
  EXPECT_EQ(split(run(generate(kDecoder, "4", table)), '\n').size(), 4u);
  const Ran beyond = headlight(generate(kDecoder, "5", table));
  EXPECT_EQ(beyond.exit_code, 1);
  EXPECT_THAT(beyond.err, HasSubstr("7"));
}

TEST(Generate, IsInTheHelp) {
  const std::string help = run({"generate", "--help"});
  for (const char* option :
       {"--tokens", "--sample-temperature", "--top-k", "--top-p", "--sample-seed", "--json"})
    EXPECT_THAT(help, HasSubstr(option));
}

}  // namespace
}  // namespace app
