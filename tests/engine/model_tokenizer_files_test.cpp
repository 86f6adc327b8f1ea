// model_tokenizer_files_test.cpp: layouts, steps by name, and files that are broken or hostile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/text/json_fields.h"
#include "engine/text/vocabulary.h"
#include "tests/engine/tokenizer_cases.h"

namespace tokenizer_cases {
namespace {

using testing::ElementsAre;
using Names = std::vector<std::string>;

// Words as they are, with the normaliser and splitter of a test.
json words(std::initializer_list<const char*> known) {
  json vocab = {{"<unk>", 0}};
  for (const char* word : known) vocab[word] = vocab.size();
  return {{"model", {{"type", "WordLevel"}, {"unk_token", "<unk>"}, {"vocab", vocab}}}};
}

// The words that a splitter makes: unknown ones, so by their places.
Names cut(const json& splitter, const std::string& sample, const json& normalizer = nullptr) {
  json object = words({});
  object["pre_tokenizer"] = splitter;
  object["normalizer"] = normalizer;
  const auto tokenizer = read(object);
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  const auto steps = tokenizer->steps(sample);
  Names result;
  for (const text::WordSteps& word : *steps) result.push_back(word.word);
  return result;
}

std::string normalized(const json& normalizer, const std::string& sample) {
  const Names made = cut(nullptr, sample, normalizer);
  return made.empty() ? "" : made.front();
}

TEST(Normalizers, DoWhatTheirNamesSay) {
  EXPECT_EQ(normalized({{"type", "NFC"}}, "e\u0301 \u1112\u1161\u11AB"), "é 한");
  EXPECT_EQ(normalized({{"type", "NFD"}}, "é한"), "e\u0301\u1112\u1161\u11AB");
  EXPECT_EQ(normalized({{"type", "NFKC"}}, "ﬁ Ａ ① ｶﾞ"), "fi A 1 ガ");
  EXPECT_EQ(normalized({{"type", "NFKD"}}, "ﬁé"), "fie\u0301");
  EXPECT_EQ(normalized({{"type", "NFC"}}, "q\u0307\u0323"), "q\u0323\u0307");
  EXPECT_EQ(normalized({{"type", "Lowercase"}}, "ÀΣ İ ẞ"), "àσ i\u0307 ß");
  EXPECT_EQ(normalized({{"type", "StripAccents"}}, "e\u0301\u20DD"), "e");
  EXPECT_EQ(normalized({{"type", "Strip"}}, "\u3000 a b\n"), "a b");
  EXPECT_EQ(normalized({{"type", "Strip"}, {"strip_right", false}}, " a "), "a ");
  EXPECT_EQ(normalized({{"type", "Prepend"}, {"prepend", "▁"}}, "a"), "▁a");
  EXPECT_EQ(
      normalized({{"type", "Replace"}, {"pattern", {{"Regex", "[aeiou]+"}}}, {"content", "-"}}, "queue up"),
      "q- -p");
  EXPECT_EQ(normalized({{"type", "Sequence"},
                        {"normalizers", json::array({{{"type", "NFD"}}, {{"type", "StripAccents"}}})}},
                       "é"),
            "e");
}

TEST(Splitters, CutWhereTheirNamesSay) {
  EXPECT_EQ(cut({{"type", "WhitespaceSplit"}}, " the cat's\u3000mat "), (Names{"the", "cat's", "mat"}));
  EXPECT_EQ(cut({{"type", "Whitespace"}}, "the cat's, a_b 漢字!?"),
            (Names{"the", "cat", "'", "s", ",", "a_b", "漢字", "!?"}));
  EXPECT_EQ(cut({{"type", "Punctuation"}}, "a,b。c"), (Names{"a", ",", "b", "。", "c"}));
  EXPECT_EQ(cut({{"type", "Digits"}, {"individual_digits", true}}, "a12½"), (Names{"a", "1", "2", "½"}));
  EXPECT_EQ(cut({{"type", "Digits"}}, "a12b"), (Names{"a", "12", "b"}));
  EXPECT_EQ(cut({{"type", "Metaspace"}}, "the  cat"), (Names{"▁the", "▁", "▁cat"}));
  EXPECT_EQ(cut({{"type", "Metaspace"}, {"prepend_scheme", "never"}}, "the cat"), (Names{"the", "▁cat"}));
  EXPECT_EQ(cut({{"type", "Metaspace"}, {"split", false}}, "the cat"), (Names{"▁the▁cat"}));
  EXPECT_EQ(cut({{"type", "Metaspace"}, {"add_prefix_space", false}}, "the cat"), (Names{"the", "▁cat"}));
  EXPECT_EQ(cut({{"type", "ByteLevel"}}, "the cat"), (Names{"Ġthe", "Ġcat"}));
}

TEST(Splitters, LeaveMatchesWhereTheirBehaviourSays) {
  const auto split = [](const char* behaviour, bool invert = false) {
    return json{
        {"type", "Split"}, {"pattern", {{"String", "-"}}}, {"behavior", behaviour}, {"invert", invert}};
  };
  // The example of Hugging Face's documentation.
  const std::string sample = "the-final--countdown";
  EXPECT_EQ(cut(split("Removed"), sample), (Names{"the", "final", "countdown"}));
  EXPECT_EQ(cut(split("Isolated"), sample), (Names{"the", "-", "final", "-", "-", "countdown"}));
  EXPECT_EQ(cut(split("MergedWithPrevious"), sample), (Names{"the-", "final-", "-", "countdown"}));
  EXPECT_EQ(cut(split("MergedWithNext"), sample), (Names{"the", "-final", "-", "-countdown"}));
  EXPECT_EQ(cut(split("Contiguous"), sample), (Names{"the", "-", "final", "--", "countdown"}));
  EXPECT_EQ(cut(split("Removed", true), sample), (Names{"-", "-", "-"}));
}

TEST(AddedTokens, TakeWhiteSpaceAndStandAloneAsTheyAsk) {
  json object = words({"the", "cat"});
  object["pre_tokenizer"] = {{"type", "WhitespaceSplit"}};
  object["added_tokens"] = json::array({{{"id", 3}, {"content", "<m>"}, {"lstrip", true}, {"rstrip", true}},
                                        {{"id", 4}, {"content", "<m>x"}, {"special", true}},
                                        {{"id", 5}, {"content", "at"}, {"single_word", true}}});
  const auto tokenizer = read(object);
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  const auto pieces = plain(tokenizer, "the <m>  cat <m>x at");
  EXPECT_EQ(names(pieces), (Names{"the", "<m>", "cat", "<m>x", "at"}));
  EXPECT_EQ(pieces[1].begin, 3U);
  EXPECT_EQ(pieces[1].end, 9U);
  EXPECT_EQ(pieces[3].begin, 13U);
  EXPECT_FALSE(pieces[1].special);
  EXPECT_TRUE(pieces[3].special);
}

TEST(AddedTokens, AreFoundBehindTheNormaliserWhereTheyAsk) {
  json object = words({"the"});
  object["normalizer"] = {{"type", "Lowercase"}};
  object["pre_tokenizer"] = {{"type", "WhitespaceSplit"}};
  object["added_tokens"] = json::array({{{"id", 2}, {"content", "New"}, {"normalized", true}},
                                        {{"id", 3}, {"content", "Old"}, {"normalized", false}}});
  EXPECT_EQ(names(plain(read(object), "THE NEW OLD Old")), (Names{"the", "New", "<unk>", "Old"}));
}

TEST(Layouts, VocabularyAndMergesAreGpt2OrRoberta) {
  json vocab = byte_vocabulary({{"Ġ", "a"}});
  const std::string merges = "#version: 0.2\nĠ a\r\n";
  const auto gpt2 = text::read_vocabulary_and_merges(vocab.dump(), merges, "{}");
  ASSERT_TRUE(gpt2.ok()) << gpt2.error().key;
  EXPECT_EQ(names(gpt2->encode(" a<|endoftext|>")->pieces), (Names{"Ġa", "<|endoftext|>"}));
  EXPECT_EQ(gpt2->special().begin, 257);
  EXPECT_EQ(gpt2->special().end, 257);
  for (const char* name : {"<s>", "<pad>", "</s>", "<unk>", "<mask>"}) vocab[name] = vocab.size();
  const auto roberta = text::read_vocabulary_and_merges(vocab.dump(), merges, "{}");
  ASSERT_TRUE(roberta.ok()) << roberta.error().key;
  EXPECT_EQ(names(roberta->encode("a <mask>", " a")->pieces),
            (Names{"<s>", "a", "<mask>", "</s>", "</s>", "Ġa", "</s>"}));
  EXPECT_THAT(roberta->encode("a", "a")->segments, ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_EQ(roberta->special().classify, 258);
  EXPECT_EQ(roberta->special().mask, 262);
  const auto plain_family =
      text::read_vocabulary_and_merges(vocab.dump(), merges, "{}", text::TokenizerFamily::kGpt2);
  EXPECT_EQ(names(plain_family->encode("a")->pieces), (Names{"a"}));
}

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name) << bytes;
  }

  const std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / "headlight_tokenizer";
};

TEST_F(Folder, OpensWhatItHas) {
  EXPECT_EQ(text::open_tokenizer(folder_).error().key, "error.tokenizer_none");
  write("vocab.txt", "[UNK]\nThe\nthe\n");
  EXPECT_EQ(names(plain(text::open_tokenizer(folder_), "The")), (Names{"the"}));
  write("tokenizer_config.json", R"({"do_lower_case": false})");
  EXPECT_EQ(names(plain(text::open_tokenizer(folder_), "The")), (Names{"The"}));
  write("tokenizer_config.json", R"({"do_lower_case": 3})");
  EXPECT_EQ(text::open_tokenizer(folder_).error().key, "error.tokenizer_field");
  write("vocab.json", byte_vocabulary({}).dump());
  write("merges.txt", "");
  EXPECT_EQ(names(plain(text::open_tokenizer(folder_), " a")), (Names{"Ġ", "a"}));
  write("tokenizer.json", words({"whole"}).dump());
  EXPECT_EQ(names(plain(text::open_tokenizer(folder_), "whole")), (Names{"whole"}));
  write("tokenizer.json", "");
  EXPECT_EQ(text::open_tokenizer(folder_).error().key, "error.tokenizer_json");
}

// As earlier versions of Hugging Face's library kept tokens that were added to a vocabulary.
TEST_F(Folder, ReadsTheTokensOfAddedTokensJson) {
  write("added_tokens.json", R"({"<x>": 3, "<y>": 4})");
  write("special_tokens_map.json",
        R"({"unk_token": "[UNK]", "additional_special_tokens": ["[MASK]", {"content": "<x>"}]})");
  write("vocab.txt", "[UNK]\nthe\n##y\n");
  const auto bert = text::open_tokenizer(folder_);
  ASSERT_TRUE(bert.ok()) << bert.error().key;
  const auto pieces = plain(bert, "the<x> THE <y>");
  EXPECT_EQ(names(pieces), (Names{"the", "<x>", "the", "<y>"}));
  EXPECT_EQ(pieces[1].id, 3);
  EXPECT_TRUE(pieces[1].special);
  EXPECT_FALSE(pieces[3].special);
  write("tokenizer_config.json", R"({"added_tokens_decoder": {"3": {"content": "<z>", "special": true}}})");
  EXPECT_EQ(names(plain(text::open_tokenizer(folder_), "the<z>")), (Names{"the", "<z>"}));
  EXPECT_FALSE(text::open_tokenizer(folder_)->find("<y>")) << "the older file counts only alone";
  std::filesystem::remove(folder_ / "tokenizer_config.json");
  write("vocab.json", byte_vocabulary({}).dump());
  write("merges.txt", "");
  write("added_tokens.json", json{{"<x>", byte_vocabulary({}).size()}}.dump());
  EXPECT_EQ(names(plain(text::open_tokenizer(folder_), "a<x>")), (Names{"a", "<x>"}));
  for (const char* wrong : {"[1]", R"({"<x>": -1})", R"({"<x>": "3"})"}) {
    write("added_tokens.json", wrong);
    const auto refused = text::open_tokenizer(folder_);
    ASSERT_FALSE(refused.ok()) << wrong;
    EXPECT_EQ(refused.error().key, "error.tokenizer_field") << wrong;
    EXPECT_EQ(refused.error().arguments.front().second, "added_tokens.json") << wrong;
  }
}

struct Broken {
  std::string json;
  std::string key;
  std::string detail;  // among the error's arguments
};

void expect_refused(const Broken& file) {
  const auto tokenizer = text::read_tokenizer_json(file.json);
  ASSERT_FALSE(tokenizer.ok());
  EXPECT_EQ(tokenizer.error().key, file.key);
  Names arguments;
  for (const auto& [name, value] : tokenizer.error().arguments) arguments.push_back(value);
  if (!file.detail.empty()) {
    EXPECT_THAT(arguments, testing::Contains(file.detail));
  }
}

class BrokenFile : public testing::TestWithParam<Broken> {};

TEST_P(BrokenFile, IsRefusedWithItsReason) {
  expect_refused(GetParam());
}

std::string with(const std::string& field, const std::string& value) {
  return R"({"model":{"type":"WordLevel","unk_token":"a","vocab":{"a":0,"b":1}},")" + field + "\":" + value +
         "}";
}

std::string model(const std::string& body) {
  return R"({"model":{)" + body + "}}";
}

// Megabytes, which are not made before every other test of the program.
TEST(LargeFile, IsRefusedWithItsReason) {
  const std::string deep = with("normalizer", std::string(1'000'000, '[') + std::string(1'000'000, ']'));
  expect_refused({deep, "error.tokenizer_deep", "40"});
  expect_refused({std::string((size_t{64} << 20U) + 1, ' '), "error.tokenizer_large", "64"});
}

INSTANTIATE_TEST_SUITE_P(
    Tokenizers, BrokenFile,
    testing::Values(
        Broken{"", "error.tokenizer_json", ""}, Broken{"[]", "error.tokenizer_field", "tokenizer"},
        Broken{R"({"model":{"vocab")", "error.tokenizer_json", ""},
        Broken{"{\"a\":\"\xFF\"}", "error.tokenizer_utf8", "6"},
        Broken{R"({"model":{},"model":{}})", "error.tokenizer_twice", "model"},
        Broken{R"({})", "error.tokenizer_field", "tokenizer.model"},
        Broken{model(R"("type":"Morse","vocab":{})"), "error.tokenizer_step", "model Morse"},
        Broken{model(R"("type":"BPE","vocab":{},"merges":[])"), "error.tokenizer_empty", ""},
        Broken{model(R"("type":"BPE","vocab":{"a":-1},"merges":[])"), "error.tokenizer_id", "-1"},
        Broken{model(R"("type":"BPE","vocab":{"a":0.5},"merges":[])"), "error.tokenizer_id", "0.5"},
        Broken{model(R"("type":"BPE","vocab":{"a":0,"b":2000000},"merges":[])"), "error.tokenizer_id_large",
               "b"},
        Broken{model(R"("type":"BPE","vocab":{"a":0,"b":4000000000},"merges":[])"), "error.tokenizer_id",
               "b"},
        Broken{model(R"("type":"BPE","vocab":{"a":0,"b":1},"merges":["a b"])"), "error.tokenizer_merge",
               "a b"},
        Broken{model(R"("type":"BPE","vocab":{"a":0,"aa":1},"merges":["a  a"])"), "error.tokenizer_merge",
               ""},
        Broken{model(R"("type":"BPE","vocab":{"a":0},"merges":[["a"]])"), "error.tokenizer_merge", "[\"a\"]"},
        Broken{model(R"("type":"BPE","vocab":{"a":0},"merges":[],"dropout":0.1)"), "error.tokenizer_step",
               "dropout"},
        Broken{model(R"("type":"Unigram","vocab":[["a"]])"), "error.tokenizer_field", "model.vocab"},
        Broken{model(R"("type":"Unigram","unk_id":1,"vocab":[["a",0]])"), "error.tokenizer_field",
               "model.unk_id"},
        Broken{model("\"type\":\"BPE\",\"merges\":[],\"vocab\":{\"" + std::string(2000, 'a') + "\":0}"),
               "error.tokenizer_piece_long", "1024"},
        Broken{with("normalizer", R"({"type":"BertNormalizer","clean_text":true})"), "error.tokenizer_field",
               "normalizer.handle_chinese_chars"},
        Broken{with("normalizer", R"({"type":"Precompiled","precompiled_charsmap":"AAAA////"})"),
               "error.tokenizer_field", "normalizer.precompiled_charsmap"},
        Broken{with("normalizer", R"({"type":"Replace","pattern":{"Regex":"("},"content":""})"),
               "error.tokenizer_pattern", "("},
        Broken{with("pre_tokenizer", R"({"type":"CharDelimiterSplit","delimiter":"ab"})"),
               "error.tokenizer_field", "pre_tokenizer.delimiter"},
        Broken{with("pre_tokenizer", R"({"type":"FixedLength","length":0})"), "error.tokenizer_field",
               "pre_tokenizer.length"},
        Broken{with("pre_tokenizer", R"({"type":"Morse"})"), "error.tokenizer_step", "pre_tokenizer Morse"},
        Broken{with("pre_tokenizer", R"({"type":"Split","pattern":"x"})"), "error.tokenizer_field",
               "pre_tokenizer.pattern"},
        Broken{with("post_processor", R"({"type":"BertProcessing","sep":["b",7],"cls":["a",0]})"),
               "error.tokenizer_field", "post_processor.sep"},
        Broken{with("post_processor",
                    R"({"type":"TemplateProcessing","special_tokens":{},"pair":[],"single":[)"
                    R"({"Sequence":{"id":"A","type_id":0}},{"Sequence":{"id":"A","type_id":0}}]})"),
               "error.tokenizer_field", "post_processor.single"},
        Broken{with("decoder", R"({"type":"Morse"})"), "error.tokenizer_step", "decoder Morse"},
        Broken{with("added_tokens", R"([{"content":"x"}])"), "error.tokenizer_field", "added_tokens.id"}));

TEST(Patterns, GiveUpBeforeTheyTryEveryWay) {
  const json splitter = {{"type", "Split"}, {"pattern", {{"Regex", "(a+)+[bc]"}}}, {"behavior", "Isolated"}};
  json object = words({});
  object["pre_tokenizer"] = splitter;
  const auto tokenizer = read(object);
  ASSERT_TRUE(tokenizer.ok());
  EXPECT_EQ(tokenizer->encode(std::string(50'000, 'a')).error().key, "error.tokenizer_effort");
}

TEST(Normalizers, MakeNoTextOfUnboundedLength) {
  json step = {{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", std::string(1000, 'a')}};
  json object = words({});
  object["normalizer"] = {{"type", "Sequence"}, {"normalizers", json::array({step, step, step, step})}};
  const auto tokenizer = read(object);
  ASSERT_TRUE(tokenizer.ok());
  EXPECT_EQ(tokenizer->encode("aaaa").error().key, "error.tokenizer_grows");
}

// What is too large is counted in passing: said before what is wrong further on, so before anything is built.
TEST(BrokenTokenizers, AreCountedBeforeTheyAreBuilt) {
  const auto with_vocab = [](const std::string& fields) {
    return text::read_tokenizer_json(R"({"model":{"type":"BPE","vocab":{)" + fields + "?").error().key;
  };
  std::string fields;
  for (size_t id = 0; id <= text::kMostPieces; ++id)
    fields.append("\"").append(std::to_string(id)).append("\":1,");
  EXPECT_EQ(with_vocab(fields), "error.tokenizer_many_pieces");
  fields.clear();
  const std::string long_name(text::kLongestPiece - 8, 'a');
  for (size_t id = 0; id < 17 * 1024; ++id)
    fields.append("\"").append(long_name).append(std::to_string(id)).append("\":1,");
  EXPECT_EQ(with_vocab(fields), "error.tokenizer_pieces");

  std::string lines;
  for (size_t line = 0; line <= text::kMostPieces; ++line) lines += "a\n";
  EXPECT_EQ(text::read_word_pieces(lines, "{}").error().key, "error.tokenizer_lines");
  lines.clear();
  for (size_t line = 0; line < 17 * 1024; ++line) lines.append(long_name).append("aaaaaaaa\n");
  EXPECT_EQ(text::read_word_pieces(lines, "{}").error().key, "error.tokenizer_pieces");
  const std::string blank(text::kMostValues + 1, '\n');
  EXPECT_EQ(text::read_vocabulary_and_merges(R"({"a":0})", blank, "{}").error().key, "error.tokenizer_lines");
}

}  // namespace
}  // namespace tokenizer_cases
