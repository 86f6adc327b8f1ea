// What scripts build on where a model's files say how its next token is chosen.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/shell/checkpoint_case.h"

namespace app {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// A copy of the golden GPT-2 with a generation_config.json of its own.
class GenerationRules : public testing::Test {
 protected:
  GenerationRules() : model_(folder_ / "gpt2") {
    std::filesystem::copy(folder_of("gpt2"), model_, std::filesystem::copy_options::recursive);
  }

  void ask_for(const json& rules) const { std::ofstream(model_ + "/generation_config.json") << rules.dump(); }
  Ran generate(const CommandLine& more = {}) const {
    return headlight(with({"generate", "--model", model_, "--text", "the cat", "--json"}, more));
  }
  std::vector<int> generated(const std::string& tokens) const {
    const Ran ran = generate({"--tokens", tokens});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    std::vector<int> ids;
    const json printed = json::parse(ran.out);
    for (const json& next : printed["generated"]) ids.push_back(next["id"]);
    return ids;
  }

  TemporaryFolder folder_;
  std::string model_;
};

TEST_F(GenerationRules, ASuppressedTokenGivesWayToTheNextMostProbableAndTheFieldIsNamed) {
  const int usual = generated("1").front();
  ask_for({{"suppress_tokens", {usual}}});
  const json next = json::parse(generate({"--tokens", "1"}).out)["generated"][0];
  auto last = stage("probabilities", {"--model", model_, "--text", "the cat"})["values"]
                  .back()
                  .get<std::vector<double>>();
  last[static_cast<size_t>(usual)] = 0;
  EXPECT_EQ(next["id"], std::max_element(last.begin(), last.end()) - last.begin());
  EXPECT_EQ(next["rules"], "suppress_tokens");
  EXPECT_EQ(next["chance"], 1.0);
}

TEST_F(GenerationRules, ATextEndsAtEachOfItsEndsAndAForcedOneIsItsLast) {
  const std::vector<int> usual = generated("4");
  ASSERT_EQ(usual.size(), 4U);
  ask_for({{"eos_token_id", {296, usual[1]}}});
  EXPECT_LE(generated("4").size(), 2U);
  ask_for({{"eos_token_id", {296, usual[0]}}, {"min_new_tokens", 3}});
  EXPECT_GE(generated("4").size(), 3U);
  ask_for({{"forced_eos_token_id", 7}});
  EXPECT_EQ(generated("3").back(), 7);
}

TEST_F(GenerationRules, WhatIsNotFollowedIsOnTheErrorStreamAndInspected) {
  ask_for({{"num_beams", 4}, {"no_repeat_ngram_size", 2}});
  const Ran ran = generate({"--tokens", "1"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.err, HasSubstr("“num_beams” is 4"));
  EXPECT_THAT(ran.err, HasSubstr("generation_config.json"));
  EXPECT_THAT(ran.err, Not(HasSubstr("no_repeat_ngram_size")));
  const std::string about = run({"inspect", "--model", model_});
  EXPECT_THAT(about, HasSubstr("“num_beams” is 4"));
  EXPECT_THAT(about, HasSubstr("no_repeat_ngram_size 2"));
  const json generation = json::parse(run({"inspect", "--model", model_, "--json"}))["generation"];
  EXPECT_EQ(generation["follows"]["no_repeat_ngram_size"], "2");
  EXPECT_EQ(generation["told"].size(), 1U);
  EXPECT_EQ(generation["ends"], json::array({296}));
}

TEST_F(GenerationRules, TokensAreDrawnWhereTheFilesAskForIt) {
  ask_for({{"do_sample", true}, {"top_k", 2}});
  const json next = json::parse(generate({"--tokens", "1"}).out)["generated"][0];
  EXPECT_LT(next["chance"].get<double>(), 1);
  EXPECT_EQ(json::parse(generate({"--tokens", "1", "--top-k", "1"}).out)["generated"][0]["chance"], 1.0);
}

TEST_F(GenerationRules, RulesThatLeaveNoTokenAreOneSentence) {
  std::vector<int> all(297);
  for (int id = 0; id < 297; ++id) all[static_cast<size_t>(id)] = id;
  ask_for({{"suppress_tokens", all}});
  const Ran ran = generate({"--tokens", "1"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("suppress_tokens"));
}

TEST_F(GenerationRules, ABrokenFileIsSaidAndTheModelRuns) {
  std::ofstream(model_ + "/generation_config.json") << "{";
  const Ran ran = generate({"--tokens", "1"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.err, HasSubstr("generation_config.json"));
}

}  // namespace
}  // namespace app
