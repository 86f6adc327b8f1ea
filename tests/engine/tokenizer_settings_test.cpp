// tokenizer_settings_test.cpp: what tokenizer_config.json and the files beside it say of a text's tokens, as
// the classes of Hugging Face's library follow it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/scratch_folder.h"
#include "tests/engine/tokenizer_cases.h"

namespace tokenizer_cases {
namespace {

using testing::ElementsAre;
using Names = std::vector<std::string>;

Names around(const engine::Result<text::ModelTokenizer>& tokenizer, std::string_view sample,
             std::optional<std::string_view> pair = {}) {
  if (!tokenizer) return {tokenizer.error().key};
  const auto encoded = tokenizer->encode(sample, pair);
  return encoded ? names(encoded->pieces) : Names{encoded.error().key};
}

constexpr const char* kBertWords =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ner\nmochte\nmöchte\n市\n場\n##場\n市場\nEr\n!\ner!\n";

Names bert(const char* settings, std::string_view sample) {
  return around(text::read_word_pieces(kBertWords, settings), sample);
}

TEST(SettingsOfBert, SayWhatBecomesOfCaseAccentsAndIdeographs) {
  EXPECT_THAT(bert("{}", "Er MÖCHTE"), ElementsAre("[CLS]", "er", "mochte", "[SEP]"));
  EXPECT_THAT(bert(R"({"strip_accents": false})", "Er MÖCHTE"),
              ElementsAre("[CLS]", "er", "möchte", "[SEP]"));
  EXPECT_THAT(bert(R"({"do_lower_case": false})", "Er möchte"),
              ElementsAre("[CLS]", "Er", "möchte", "[SEP]"));
  EXPECT_THAT(bert(R"({"do_lower_case": false, "strip_accents": true})", "Er möchte"),
              ElementsAre("[CLS]", "Er", "mochte", "[SEP]"));
  EXPECT_THAT(bert("{}", "市場"), ElementsAre("[CLS]", "市", "場", "[SEP]"));
  EXPECT_THAT(bert(R"({"tokenize_chinese_chars": false})", "市場"), ElementsAre("[CLS]", "市場", "[SEP]"));
  EXPECT_THAT(bert("{}", "er!"), ElementsAre("[CLS]", "er", "!", "[SEP]"));
  EXPECT_THAT(bert(R"({"do_basic_tokenize": false})", "er! Er"), ElementsAre("[CLS]", "er!", "Er", "[SEP]"));
}

TEST(SettingsOfBert, NameTheSpecialTokens) {
  const auto tokenizer = text::read_word_pieces("<p>\n<u>\n<c>\n<s>\ner\n",
                                                R"({"pad_token": "<p>", "unk_token": {"content": "<u>"},
                                                    "cls_token": "<c>", "sep_token": "<s>", "mask_token": "<m>"})");
  EXPECT_THAT(around(tokenizer, "er x"), ElementsAre("<c>", "er", "<u>", "<s>"));
  EXPECT_THAT(around(tokenizer, "er<m>"), ElementsAre("<c>", "er", "<m>", "<s>"));
  EXPECT_EQ(tokenizer->special().padding, 0);
  EXPECT_EQ(tokenizer->special().classify, 2);
  EXPECT_EQ(tokenizer->special().mask, 5);  // it is no piece: behind the vocabulary
}

TEST(SettingsOfBert, LeaveWordsWhole) {
  EXPECT_THAT(bert(R"({"never_split": ["er!"]})", "er! Er! er!er"),
              ElementsAre("[CLS]", "er!", "er!", "er", "!", "er", "[SEP]"));
  // Its accents stay, and those of others go; all lose their case before.
  EXPECT_THAT(bert(R"({"never_split": ["möchte"]})", "MÖCHTE möchte! "),
              ElementsAre("[CLS]", "möchte", "mochte", "!", "[SEP]"));
  // One that is no piece is not cut into pieces.
  EXPECT_THAT(bert(R"({"never_split": ["市場"], "tokenize_chinese_chars": false})", "市場 市場場"),
              ElementsAre("[CLS]", "市場", "市場", "##場", "[SEP]"));
  EXPECT_THAT(bert(R"({"never_split": ["市場場"], "tokenize_chinese_chars": false})", "市場場"),
              ElementsAre("[CLS]", "[UNK]", "[SEP]"));
  EXPECT_THAT(bert(R"({"never_split": ["x"], "do_basic_tokenize": false})", "er! x"),
              ElementsAre("[CLS]", "er!", "[UNK]", "[SEP]"));
  const auto whole = text::read_word_pieces(kBertWords, R"({"never_split": ["er!"]})");
  EXPECT_EQ(whole->steps("er!")->front().steps.front().tried, "er!");
}

TEST(SettingsOfBert, RefuseWhatNeedsADictionary) {
  for (const char* const settings :
       {R"({"word_tokenizer_type": "mecab"})", R"({"never_split": "er!"})", R"({"never_split": [1]})",
        R"({"subword_tokenizer_type": "character"})", R"({"do_lower_case": "yes"})", R"({"unk_token": 7})"}) {
    EXPECT_THAT(bert(settings, "er"), ElementsAre("error.tokenizer_field")) << settings;
  }
  EXPECT_THAT(bert(R"({"never_split": null, "word_tokenizer_type": "basic"})", "er"),
              ElementsAre("[CLS]", "er", "[SEP]"));
}

TEST(WordPieces, AreNumberedByLinesAndOfEqualOnesTheLastCounts) {
  const auto tokenizer = text::read_word_pieces("[UNK]\ntea\n\n\ncup\ntea\n\u2028\npot\n", "{}");
  ASSERT_TRUE(tokenizer.ok());
  EXPECT_THAT(ids(plain(tokenizer, "tea cup pot")), ElementsAre(5, 4, 7));
  EXPECT_EQ(tokenizer->vocabulary()->size(), 8U);
}

const Merges kMerges = {{"o", "n"}, {"on", "e"}, {"Ġ", "one"}, {".", "Ċ"}, {".Ċ", "Ċ"}, {"2", "0"}};

Names merges(const char* settings, std::string_view sample, std::optional<std::string_view> pair = {},
             json more = json::object(), text::TokenizerFamily family = text::TokenizerFamily::kAuto) {
  json vocab = byte_vocabulary(kMerges);
  for (const auto& [piece, ignored] : more.items()) vocab[piece] = vocab.size();
  std::string lines;
  for (const auto& [left, right] : kMerges) lines.append(left).append(" ").append(right).append("\n");
  return around(text::read_vocabulary_and_merges(vocab.dump(), lines, settings, family), sample, pair);
}

TEST(SettingsOfMerges, SayWhatStandsAroundAText) {
  const json ends = {{"<s>", 0}, {"</s>", 0}};
  EXPECT_THAT(merges("{}", "one"), ElementsAre("one"));
  EXPECT_THAT(merges(R"({"add_prefix_space": true})", "one"), ElementsAre("Ġone"));
  EXPECT_THAT(merges(R"({"tokenizer_class": "GPT2Tokenizer", "add_bos_token": true, "bos_token": "</s>"})",
                     "one", "one", ends),
              ElementsAre("</s>", "one", "one"));
  EXPECT_THAT(merges(R"({"tokenizer_class": "GPT2Tokenizer"})", "one", {}, ends), ElementsAre("one"));
  EXPECT_THAT(merges("{}", "one", {}, ends), ElementsAre("<s>", "one", "</s>"));
  EXPECT_THAT(
      merges(R"({"tokenizer_class": "RobertaTokenizerFast", "cls_token": "</s>", "sep_token": "<s>"})", "one",
             {}, ends),
      ElementsAre("</s>", "one", "<s>"));
}

TEST(SettingsOfMerges, CutQwen2sTextsByItsOwnPattern) {
  constexpr const char* kQwen2 = R"({"tokenizer_class": "Qwen2Tokenizer"})";
  EXPECT_THAT(merges(kQwen2, "one.\n\n"), ElementsAre("one", ".ĊĊ"));
  EXPECT_THAT(merges(kQwen2, "one 20"), ElementsAre("one", "Ġ", "2", "0"));
  EXPECT_THAT(merges(kQwen2, "e\u0301"), ElementsAre("Ã", "©"));
  EXPECT_THAT(merges("{}", "one 20", {}, {}, text::TokenizerFamily::kQwen2),
              ElementsAre("one", "Ġ", "2", "0"));
  EXPECT_THAT(merges("{}", "one 20"), ElementsAre("one", "Ġ", "20"));
}

TEST(SettingsOfMerges, RefuseAClassThatCutsOtherwise) {
  EXPECT_THAT(merges(R"({"tokenizer_class": "CLIPTokenizer"})", "one"), ElementsAre("error.tokenizer_class"));
  EXPECT_THAT(merges(R"({"add_bos_token": true, "bos_token": "<x>"})", "one"), ElementsAre("<x>", "one"));
  EXPECT_THAT(merges(R"({"add_bos_token": "yes"})", "one"), ElementsAre("error.tokenizer_field"));
}

json llama() {
  const json added = json::array({{{"id", 1}, {"content", "<s>"}, {"special", true}},
                                  {{"id", 2}, {"content", "</s>"}, {"special", true}}});
  return {{"added_tokens", added},
          {"pre_tokenizer", {{"type", "WhitespaceSplit"}}},
          {"model",
           {{"type", "WordLevel"},
            {"unk_token", "<unk>"},
            {"vocab", {{"<unk>", 0}, {"<s>", 1}, {"</s>", 2}, {"fox", 3}}}}}};
}

Names fast(const json& object, const char* settings, std::string_view sample,
           std::optional<std::string_view> pair = {}) {
  return around(text::read_tokenizer_json(object.dump(), settings), sample, pair);
}

TEST(SettingsBesideTokenizerJson, SayWhatBeginsAndEndsATextOfLlamas) {
  EXPECT_THAT(fast(llama(), R"({"tokenizer_class": "LlamaTokenizer"})", "fox"), ElementsAre("<s>", "fox"));
  EXPECT_THAT(fast(llama(), R"({"tokenizer_class": "LlamaTokenizerFast", "add_bos_token": false})", "fox"),
              ElementsAre("fox"));
  constexpr const char* kBoth =
      R"({"tokenizer_class": "GemmaTokenizer", "add_bos_token": true, "add_eos_token": true, "eos_token": "</s>"})";
  EXPECT_THAT(fast(llama(), kBoth, "fox"), ElementsAre("<s>", "fox", "</s>"));
  EXPECT_THAT(fast(llama(), kBoth, "fox", "fox"), ElementsAre("<s>", "fox", "</s>", "<s>", "fox", "</s>"));
  // Other classes leave the file's own template.
  EXPECT_THAT(
      fast(llama(), R"({"tokenizer_class": "PreTrainedTokenizerFast", "add_bos_token": true})", "fox"),
      ElementsAre("fox"));
}

// Whatever the file's own template says.
TEST(SettingsBesideTokenizerJson, SayTheLanguageOfMbarts) {
  json file = llama();
  for (const auto& [name, id] : {std::pair("en_XX", 4), {"ro_RO", 5}})
    file["added_tokens"].push_back({{"id", id}, {"content", name}, {"special", true}});
  EXPECT_THAT(fast(file, R"({"tokenizer_class": "MBartTokenizerFast"})", "fox", "fox"),
              ElementsAre("fox", "fox", "</s>", "en_XX"));
  EXPECT_THAT(fast(file, R"({"tokenizer_class": "MBartTokenizer", "src_lang": "ro_RO"})", "fox"),
              ElementsAre("fox", "</s>", "ro_RO"));
  EXPECT_THAT(fast(file, R"({"tokenizer_class": "MBart50Tokenizer", "src_lang": "ro_RO"})", "fox", "fox"),
              ElementsAre("ro_RO", "fox", "fox", "</s>"));
  const auto unknown =
      text::read_tokenizer_json(file.dump(), R"({"tokenizer_class": "MBartTokenizer", "src_lang": "de_DE"})");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().key, "error.tokenizer_field");
}

TEST(SettingsBesideTokenizerJson, CutSpecialTokensOnlyWhereTheyAreAskedTo) {
  EXPECT_THAT(fast(llama(), "{}", "fox</s>"), ElementsAre("fox", "</s>"));
  EXPECT_THAT(fast(llama(), R"({"split_special_tokens": true})", "fox</s>"), ElementsAre("<unk>"));
}

TEST(SettingsBesideTokenizerJson, AddTokensAndNameTheirRoles) {
  const auto tokenizer = text::read_tokenizer_json(
      llama().dump(),
      R"({"added_tokens_decoder": {"4": {"content": "<pad>", "special": true}}, "pad_token": "<pad>",
          "eos_token": {"content": "fox"}})");
  EXPECT_THAT(around(tokenizer, "fox<pad>"), ElementsAre("fox", "<pad>"));
  EXPECT_EQ(tokenizer->special().padding, 4);
  EXPECT_EQ(tokenizer->special().end, 3);
  EXPECT_EQ(tokenizer->special().begin, 1);  // by its name
}

TEST(SettingsBesideTokenizerJson, LowerTheCaseAsBertsClassDoes) {
  json object = llama();
  object["normalizer"] = {{"type", "BertNormalizer"},
                          {"clean_text", true},
                          {"handle_chinese_chars", true},
                          {"strip_accents", nullptr},
                          {"lowercase", false}};
  EXPECT_THAT(fast(object, "{}", "FOX"), ElementsAre("<unk>"));
  EXPECT_THAT(fast(object, R"({"tokenizer_class": "BertTokenizer"})", "FOX"), ElementsAre("fox"));
  EXPECT_THAT(fast(object, R"({"tokenizer_class": "BertTokenizer", "do_lower_case": false})", "FOX"),
              ElementsAre("<unk>"));
}

TEST(TokenizerNotes, TellWhatIsOffAndWhatIsNumberedOtherwise) {
  json object = llama();
  object["truncation"] = {{"max_length", 3}};
  object["added_tokens"].push_back({{"id", 9}, {"content", "<pad>"}});
  const auto tokenizer = read(object);
  ASSERT_TRUE(tokenizer.ok());
  ASSERT_EQ(tokenizer->notes().size(), 2U);
  EXPECT_EQ(tokenizer->notes()[0].key, "note.token_renumbered");
  EXPECT_EQ(tokenizer->notes()[1].key, "note.tokenizer_off");
  EXPECT_EQ(tokenizer->find("<pad>"), 4);
}

TEST(UnknownWords, AreRefusedWhereNoPieceStandsForThem) {
  json object = llama();
  object["model"]["unk_token"] = "[UNK]";
  const auto tokenizer = read(object);
  EXPECT_THAT(names(plain(tokenizer, "fox")), ElementsAre("fox"));
  EXPECT_EQ(tokenizer->encode("cat").error().key, "error.tokenizer_no_piece");
  EXPECT_EQ(tokenizer->steps("cat").error().key, "error.tokenizer_no_piece");
}

}  // namespace
}  // namespace tokenizer_cases
