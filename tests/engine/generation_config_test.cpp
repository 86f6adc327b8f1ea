// How a model's files say that the next token is chosen: what is read of them, what is told, and that nothing
// in them keeps a model from opening.
#include "engine/loaders/generation_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/engine/checkpoints.h"
#include "tests/engine/scratch_folder.h"
#include "tests/engine/written_checkpoint.h"

namespace loaders {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

// A GPT-2 of ten tokens, whose tokenizer's names guess that 9 ends a text.
class GenerationFiles : public ScratchFolder {
 protected:
  GenerationFiles() {
    DrawnGpt2{.width = 8, .layers = 1, .heads = 2, .vocabulary = 10, .positions = 16}.write(folder_);
    config_ = json::parse(std::ifstream(folder_ / "config.json"));
    json vocab = {{"<|endoftext|>", 9}};
    for (int i = 0; i < 9; ++i) vocab[std::string(1, static_cast<char>('a' + i))] = i;
    write("tokenizer.json",
          json{{"model", {{"type", "WordLevel"}, {"vocab", vocab}, {"unk_token", "a"}}}}.dump());
  }

  GenerationConfig open(const json& config_too, const std::optional<std::string>& own = {}) {
    json config = config_;
    config.update(config_too);
    write("config.json", config.dump());
    std::filesystem::remove(folder_ / "generation_config.json");
    if (own) write("generation_config.json", *own);
    const auto opened = open_checkpoint(folder_.string());
    EXPECT_EQ(key_of(opened), "");
    return opened ? (*opened)->generation : GenerationConfig{};
  }
  GenerationConfig open_own(const json& own) { return open(json::object(), own.dump()); }

  json config_;
};

// What a class names where no file says anything; a token that the model does not have is none.
TEST_F(GenerationFiles, RolesAreTheClassesWhereTheFilesAreSilent) {
  config_["vocab_size"] = 10;
  for (const char* const role : {"bos_token_id", "eos_token_id", "pad_token_id"}) config_.erase(role);
  EXPECT_FALSE(open(json::object()).begin.has_value());  // GPT-2's 50256
  ConfigFields llama({{"model_type", "llama"}}, "config.json");
  GenerationConfig read = read_generation_config(folder_, llama, 10, true);
  EXPECT_EQ(read.begin, 1);
  EXPECT_THAT(read.rules.ends, ElementsAre(2));
  EXPECT_FALSE(read.padding.has_value());
  ConfigFields t5({{"model_type", "t5"}, {"eos_token_id", nullptr}}, "config.json");
  read = read_generation_config(folder_, t5, 10, true);
  EXPECT_EQ(read.padding, 0);
  EXPECT_THAT(read.rules.ends, IsEmpty());  // said: none
  // The rules of generation_config.json know no class; its roles are the file's, or config.json's.
  write("generation_config.json", R"({"pad_token_id": 4})");
  ConfigFields opt({{"model_type", "opt"}}, "config.json");
  read = read_generation_config(folder_, opt, 10, true);
  EXPECT_EQ(read.padding, 4);
  EXPECT_EQ(read.begin, 2);
  EXPECT_THAT(read.rules.ends, IsEmpty());
  ConfigFields bert({{"model_type", "bert"}}, "config.json");
  EXPECT_EQ(read_generation_config(folder_, bert, 10, false).padding, 0);
}

// "key field", once for each sentence.
std::vector<std::string> told_of(const GenerationConfig& read) {
  std::vector<std::string> keys;
  for (const engine::Error& each : read.told) keys.push_back(each.key + " " + argument(each, "field"));
  return keys;
}

TEST_F(GenerationFiles, ATextEndsAtTheTokensThatTheFilesName) {
  EXPECT_THAT(open({{"eos_token_id", 4}}).rules.ends, ElementsAre(4));
  EXPECT_THAT(open({{"eos_token_id", {4, 5}}}).rules.ends, ElementsAre(4, 5));
  EXPECT_THAT(open({{"eos_token_id", 4}}, R"({"eos_token_id": [6, 7]})").rules.ends, ElementsAre(6, 7));
  EXPECT_THAT(open({{"eos_token_id", 4}}, R"({"do_sample": false})").rules.ends, ElementsAre(4));
}

TEST_F(GenerationFiles, AnEndIsGuessedByNameOnlyWhereTheFilesSayNothing) {
  EXPECT_THAT(open(json::object()).rules.ends, ElementsAre(9));
  EXPECT_FALSE(open(json::object()).names_ends);
  EXPECT_THAT(open({{"eos_token_id", nullptr}}).rules.ends, IsEmpty());
  EXPECT_THAT(open({{"eos_token_id", 77}}).rules.ends, IsEmpty());
}

TEST_F(GenerationFiles, OtherRolesComeFromTheFiles) {
  const auto read = open({{"bos_token_id", 1}, {"pad_token_id", 2}}, R"({"pad_token_id": 3})");
  EXPECT_EQ(read.begin, 1);
  EXPECT_EQ(read.padding, 3);
  const auto none = open({{"pad_token_id", -1}});
  EXPECT_EQ(none.padding, std::nullopt);
  EXPECT_THAT(told_of(none), IsEmpty());
}

TEST_F(GenerationFiles, EveryRuleIsRead) {
  const json all = {{"repetition_penalty", 1.5},
                    {"encoder_repetition_penalty", 1.25},
                    {"no_repeat_ngram_size", 3},
                    {"encoder_no_repeat_ngram_size", 2},
                    {"bad_words_ids", {{1}, {2, 3}}},
                    {"min_length", 4},
                    {"min_new_tokens", 5},
                    {"max_length", 12},
                    {"max_new_tokens", 9},
                    {"forced_bos_token_id", 6},
                    {"forced_eos_token_id", {7, 8}},
                    {"suppress_tokens", {0, 1}},
                    {"begin_suppress_tokens", {2}},
                    {"eos_token_id", 9}};
  const engine::GenerationRules wanted{.ends = {9},
                                       .encoder_repetition_penalty = 1.25,
                                       .repetition_penalty = 1.5,
                                       .no_repeat_ngram_size = 3,
                                       .encoder_no_repeat_ngram_size = 2,
                                       .bad_words_ids = {{1}, {2, 3}},
                                       .min_length = 4,
                                       .min_new_tokens = 5,
                                       .max_length = 12,
                                       .max_new_tokens = 9,
                                       .forced_bos_token_id = 6,
                                       .forced_eos_token_id = {7, 8},
                                       .suppress_tokens = {0, 1},
                                       .begin_suppress_tokens = {2}};
  const auto read = open_own(all);
  EXPECT_EQ(read.rules, wanted);
  EXPECT_EQ(open(all).rules, wanted) << "of an older folder's config.json";
  EXPECT_THAT(told_of(read), ElementsAre("notice.rule_length max_new_tokens"));
  EXPECT_THAT(read.followed, Contains(Pair("bad_words_ids", "[[1],[2,3]]")));
  EXPECT_EQ(read.followed.size(), 12U);
}

TEST_F(GenerationFiles, WhatIsNotFollowedIsToldByFieldAndValue) {
  const auto read = open_own({{"num_beams", 4}, {"length_penalty", 2.0}, {"sequence_bias", {{{1}, 0.5}}}});
  EXPECT_THAT(told_of(read),
              ElementsAre("notice.rule_ignored length_penalty", "notice.rule_ignored num_beams",
                          "notice.rule_ignored sequence_bias"));
  EXPECT_EQ(argument(read.told[1], "value"), "4");
  EXPECT_THAT(argument(read.told[1], "path"), HasSubstr("generation_config.json"));
  EXPECT_THAT(told_of(open_own({{"typical_p", 0.5}, {"do_sample", true}})),
              ElementsAre("notice.rule_ignored typical_p"));
  EXPECT_THAT(told_of(open_own({{"new_way", 1}})), ElementsAre("notice.rule_unknown new_way"));
}

TEST_F(GenerationFiles, WhatChangesNothingIsNotTold) {
  EXPECT_THAT(told_of(open_own({{"num_beams", 1},
                                {"length_penalty", 2.0},
                                {"typical_p", 0.5},
                                {"temperature", 0.6},
                                {"repetition_penalty", 1},
                                {"guidance_scale", nullptr},
                                {"use_cache", false},
                                {"_from_model_config", true},
                                {"transformers_version", "4.40.0"}})),
              IsEmpty());
}

// Set away from its neutral value, every field is followed or told, or the table says that it has no effect.
TEST_F(GenerationFiles, EveryFieldOfTheTableDoesWhatItSays) {
  const std::set<std::string_view> ids = {"eos_token_id", "bos_token_id", "pad_token_id",
                                          "decoder_start_token_id"};
  for (const GenerationField& field : generation_fields()) {
    const std::string name(field.name);
    json own = {{"do_sample", true}, {"num_beams", 3}};
    own[name] = name.ends_with("_tokens") || ids.contains(field.name) ? json(3)
                : name == "bad_words_ids"                             ? json::array({json::array({3})})
                : name == "do_sample" || name == "early_stopping"     ? json(true)
                                                                      : json(0.5);
    if (name.ends_with("_size") || name.starts_with("num_") || name.ends_with("_length") ||
        name.ends_with("_k") || name.ends_with("_token_id"))
      own[name] = 3;
    const auto read = open_own(own);
    const bool is_told = !std::ranges::none_of(
        read.told, [&](const engine::Error& each) { return argument(each, "field") == name; });
    const bool is_followed =
        std::ranges::any_of(read.followed, [&](const auto& each) { return each.first == name; });
    EXPECT_EQ(is_told || is_followed, field.effect != FieldEffect::kNone) << name;
    if (field.effect == FieldEffect::kFollowed && !name.starts_with("max_")) {
      EXPECT_TRUE(is_followed) << name;
    }
  }
}

TEST_F(GenerationFiles, DrawsStartFromTheFilesSettings) {
  EXPECT_EQ(open_own({{"temperature", 0.5}}).sampling, std::nullopt);
  const auto usual = open_own({{"do_sample", true}}).sampling;
  ASSERT_TRUE(usual.has_value());
  EXPECT_EQ(*usual, (engine::Sampling{.greedy = false, .top_k = 50})) << "as in Hugging Face's library";
  const auto own =
      open_own({{"do_sample", true}, {"temperature", 0.5}, {"top_k", 7}, {"top_p", 0.9}}).sampling;
  ASSERT_TRUE(own.has_value());
  EXPECT_EQ(*own, (engine::Sampling{.greedy = false, .temperature = 0.5, .top_k = 7, .top_p = 0.9}));
  EXPECT_EQ(open_own({{"do_sample", true}, {"top_k", nullptr}}).sampling->top_k, 0);
  const auto frozen = open_own({{"do_sample", true}, {"temperature", 0}});
  EXPECT_THAT(told_of(frozen), ElementsAre("notice.rule_invalid temperature"));
  EXPECT_EQ(frozen.sampling->temperature, 1);
}

TEST_F(GenerationFiles, OfTwoFilesTheOneForItDecides) {
  const auto read = open({{"repetition_penalty", 2.0}, {"no_repeat_ngram_size", 3}, {"num_beams", 1}},
                         R"({"no_repeat_ngram_size": 3})");
  EXPECT_EQ(read.rules.repetition_penalty, 1);
  EXPECT_EQ(read.rules.no_repeat_ngram_size, 3);
  EXPECT_THAT(told_of(read), ElementsAre("notice.rule_beside repetition_penalty"));
}

TEST_F(GenerationFiles, AValueOfAnotherTypeIsToldAndLeftOut) {
  const std::vector<std::pair<const char*, json>> wrong = {{"repetition_penalty", "1.2"},
                                                           {"repetition_penalty", 0},
                                                           {"repetition_penalty", -1.5},
                                                           {"no_repeat_ngram_size", 2.5},
                                                           {"no_repeat_ngram_size", -1},
                                                           {"min_length", json::array({3})},
                                                           {"min_new_tokens", true},
                                                           {"bad_words_ids", {1, 2}},
                                                           {"bad_words_ids", {{1}, json::array()}},
                                                           {"bad_words_ids", {{1, "2"}}},
                                                           {"suppress_tokens", "3"},
                                                           {"suppress_tokens", {1, 2.5}},
                                                           {"forced_bos_token_id", "</s>"},
                                                           {"forced_bos_token_id", {1, 2}},
                                                           {"eos_token_id", "</s>"},
                                                           {"do_sample", 1},
                                                           {"max_length", 18446744073709551615U}};
  for (const auto& [field, value] : wrong) {
    const auto read = open_own({{field, value}});
    EXPECT_THAT(told_of(read), Contains("notice.rule_invalid " + std::string(field))) << value;
    engine::GenerationRules plain;
    plain.ends = read.rules.ends;
    EXPECT_EQ(read.rules, plain) << field << value;
    EXPECT_THAT(read.followed, IsEmpty()) << field << value;
  }
}

TEST_F(GenerationFiles, ATokenBeyondTheVocabularyIsToldOnceAndLeftOut) {
  const auto read = open_own({{"suppress_tokens", {3, 10, 11, -4}}, {"eos_token_id", {10, 5}}});
  EXPECT_THAT(read.rules.suppress_tokens, ElementsAre(3));
  EXPECT_THAT(read.rules.ends, ElementsAre(5));
  EXPECT_THAT(told_of(read),
              ElementsAre("notice.rule_beyond eos_token_id", "notice.rule_beyond suppress_tokens"));
  EXPECT_EQ(argument(read.told[1], "id"), "10");
  EXPECT_EQ(argument(read.told[1], "last"), "9");
}

TEST_F(GenerationFiles, RulesThatCannotAllHoldAreTold) {
  EXPECT_THAT(told_of(open_own({{"min_length", 9}, {"max_length", 8}})),
              ElementsAre("notice.rule_contradicts min_length", "notice.rule_length max_length"));
  EXPECT_THAT(told_of(open_own({{"min_new_tokens", 9}, {"max_new_tokens", 8}})),
              Contains("notice.rule_contradicts min_new_tokens"));
  EXPECT_THAT(told_of(open_own({{"forced_bos_token_id", 3}, {"suppress_tokens", {3}}})),
              Contains("notice.rule_contradicts forced_bos_token_id"));
  EXPECT_THAT(told_of(open_own({{"forced_eos_token_id", 3}, {"suppress_tokens", {3}}})),
              Contains("notice.rule_contradicts forced_eos_token_id"));
}

TEST_F(GenerationFiles, ABrokenFileIsToldAndTheModelOpensByItsConfig) {
  for (const auto& [bytes, key] : std::vector<std::pair<std::string, std::string>>{
           {"{\"eos_token_id\": ", "error.config_json"},
           {"", "error.file_empty"},
           {"[1, 2]", "error.config_json"},
           {R"({"num_beams": 1, "num_beams": 2})", "error.config_twice"}}) {
    const auto read = open({{"eos_token_id", 4}, {"repetition_penalty", 2.0}}, bytes);
    ASSERT_EQ(read.told.size(), 1U) << bytes;
    EXPECT_EQ(read.told.front().key, key) << bytes;
    EXPECT_THAT(argument(read.told.front(), "path"), HasSubstr("generation_config.json"));
    EXPECT_THAT(read.rules.ends, ElementsAre(4));
    EXPECT_EQ(read.rules.repetition_penalty, 2) << "as Hugging Face's library falls back";
  }
}

class DecoderStart : public ScratchFolder {
 protected:
  std::optional<Index> start_of(const std::string& name, const json& changed, const json& own) {
    constexpr auto kOver = std::filesystem::copy_options::overwrite_existing;
    std::filesystem::copy(engine::checkpoint_folder(name), folder_,
                          kOver | std::filesystem::copy_options::recursive);
    json config = json::parse(std::ifstream(folder_ / "config.json"));
    config.merge_patch(changed);
    write("config.json", config.dump());
    if (!own.is_null()) write("generation_config.json", own.dump());
    const auto opened = engine::open_or_fail(folder_.string());
    return opened ? opened->decoder_start : std::nullopt;
  }
};

TEST_F(DecoderStart, IsThatOfGenerationConfigThenOfConfig) {
  EXPECT_EQ(start_of("marian", {{"decoder_start_token_id", 5}}, nullptr), 5);
  EXPECT_EQ(start_of("marian", {{"decoder_start_token_id", 5}}, {{"decoder_start_token_id", 6}}), 6);
}

// BartConfig.__init__; a generation_config.json stands for itself.
TEST_F(DecoderStart, IsFollowedByTheEndThatAClassForcesOnTheLongestText) {
  const auto forced = [&](const json& field, const json& own) {
    start_of("bart", {{"forced_eos_token_id", field}}, own);
    const auto opened = engine::open_or_fail(folder_.string());
    return opened ? opened->generation.rules.forced_eos_token_id : std::vector<Index>{};
  };
  EXPECT_THAT(forced(nullptr, nullptr), ElementsAre(2)) << "the patch takes the field out";
  EXPECT_THAT(forced(5, nullptr), ElementsAre(5));
  EXPECT_THAT(forced(nullptr, {{"max_length", 9}}), IsEmpty());
}

TEST_F(DecoderStart, OfMbartIsTheTokenThatBeginsATextIfNoFieldNamesOne) {
  EXPECT_EQ(start_of("mbart", {{"decoder_start_token_id", nullptr}, {"bos_token_id", 7}}, nullptr), 7);
}

TEST(GenerationOfOthers, AModelThatPredictsNoNextTokenHasNoRules) {
  const auto bert = engine::open_or_fail(engine::checkpoint_folder("bert"));
  ASSERT_TRUE(bert);
  EXPECT_EQ(bert->generation.padding, 0);
  EXPECT_EQ(bert->generation.rules, engine::GenerationRules{});
  EXPECT_THAT(bert->generation.told, IsEmpty());
}

}  // namespace
}  // namespace loaders
