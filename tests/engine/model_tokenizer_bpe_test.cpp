// model_tokenizer_bpe_test.cpp: byte-pair encoding, worked by hand, against the plainest way to do it, and
// against sentencepiece.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/tokenizer_cases.h"
#include "tests/processor_time.h"

namespace tokenizer_cases {
namespace {

using testing::ElementsAre;
using Names = std::vector<std::string>;

const Merges kMerges = {{"Ġ", "t"}, {"h", "e"},   {"Ġt", "he"}, {"l", "l"},  {"'", "ll"}, {"Ġ", "c"},
                        {"a", "t"}, {"Ġc", "at"}, {"o", "n"},   {"d", "on"}, {"'", "t"},  {"Ġ", "don"},
                        {"Ã", "©"}, {"æ", "¼"},   {"æ¼", "¢"},  {"Ċ", "Ċ"},  {"Ġ", "Ġ"},  {"1", "2"}};

TEST(ByteLevelBpe, CutsContractionsSpacesAndLineEndsAsGpt2Does) {
  const auto tokenizer = read(byte_level(kMerges));
  ASSERT_TRUE(tokenizer.ok());
  // The pattern cuts I|'ll| don|'t; then Ġ d o n: the lowest rank is (o, n) 8, then (d, on) 9, then (Ġ,
  // don) 11.
  EXPECT_EQ(names(plain(tokenizer, "I'll don't")), (Names{"I", "'ll", "Ġdon", "'t"}));
  // Two spaces: \s+(?!\S) takes the first alone, the second goes with the word.
  EXPECT_EQ(names(plain(tokenizer, "  cat")), (Names{"Ġ", "Ġcat"}));
  EXPECT_EQ(names(plain(tokenizer, "   cat")), (Names{"ĠĠ", "Ġcat"}));
  EXPECT_EQ(names(plain(tokenizer, "the cat  ")), (Names{"t", "he", "Ġcat", "ĠĠ"}));
  // Line ends in a row are one word: \s+ where nothing follows; before a word the last is left to itself.
  EXPECT_EQ(names(plain(tokenizer, "cat\n\n")), (Names{"c", "at", "ĊĊ"}));
  EXPECT_EQ(names(plain(tokenizer, "\n\ncat")), (Names{"Ċ", "Ċ", "c", "at"}));
  EXPECT_EQ(names(plain(tokenizer, " 12a")), (Names{"Ġ", "12", "a"}));
  EXPECT_TRUE(plain(tokenizer, "").empty());
}

TEST(ByteLevelBpe, ReadsARunOfOneKindHoweverLongItIs) {
  const auto tokenizer = read(byte_level(kMerges));
  ASSERT_TRUE(tokenizer.ok());
  for (const char* const unit : {"a", " ", "1", "é", "字"}) {
    std::string text;
    for (int i = 0; i < 30'000; ++i) text += unit;
    const auto encoding = tokenizer->encode(text);
    ASSERT_TRUE(encoding.ok()) << unit << encoding.error().key;
  }
}

TEST(ByteLevelBpe, WritesBytesAsLettersAndShowsTheText) {
  const auto tokenizer = read(byte_level(kMerges));
  // é is C3 A9, letters Ã and ©; decomposed it is e, CC, 81: CC stands for itself (Ì), 81 for a letter above
  // U+0100.
  EXPECT_EQ(names(plain(tokenizer, "é")), (Names{"Ã©"}));
  EXPECT_EQ(shown(plain(tokenizer, "é")), (Names{"é"}));
  EXPECT_EQ(shown(plain(tokenizer, "e\u0301")), (Names{"e", "\xCC", "\x81"}));
  // 漢 is E6 BC A2, 字 is E5 AD 97.
  EXPECT_EQ(shown(plain(tokenizer, "漢字")), (Names{"漢", "\xE5", "\xAD", "\x97"}));
  EXPECT_EQ(shown(plain(tokenizer, " the\n")), (Names{" the", "\n"}));
}

TEST(ByteLevelBpe, FindsSpecialTokensInsideAText) {
  const auto tokenizer = read(byte_level(kMerges));
  const auto pieces = plain(tokenizer, " the<|endoftext|> cat");
  EXPECT_EQ(names(pieces), (Names{"Ġthe", "<|endoftext|>", "Ġcat"}));
  EXPECT_TRUE(pieces.at(1).special);
  EXPECT_FALSE(pieces.at(0).special);
  EXPECT_EQ(pieces.at(1).begin, 4U);
  EXPECT_EQ(pieces.at(1).end, 17U);
  EXPECT_EQ(tokenizer->decode(ids(pieces)), " the cat");
  EXPECT_EQ(tokenizer->decode(ids(pieces), true), " the<|endoftext|> cat");
}

TEST(ByteLevelBpe, ShowsEveryMerge) {
  const auto tokenizer = read(byte_level(kMerges));
  const auto words = tokenizer->steps("I'll the");
  ASSERT_TRUE(words.ok());
  ASSERT_EQ(words->size(), 3U);
  const text::WordSteps& word = words->back();
  EXPECT_EQ(word.word, "Ġthe");
  EXPECT_EQ(word.begin, 4U);
  EXPECT_EQ(word.end, 8U);
  EXPECT_EQ(word.symbols, (Names{"Ġ", "t", "h", "e"}));
  ASSERT_EQ(word.steps.size(), 3U);
  EXPECT_EQ(word.steps[0].left, "Ġ");
  EXPECT_EQ(word.steps[0].right, "t");
  EXPECT_EQ(word.steps[0].rank, 0);
  EXPECT_EQ(word.steps[0].symbols, (Names{"Ġt", "h", "e"}));
  EXPECT_EQ(word.steps[1].symbols, (Names{"Ġt", "he"}));
  EXPECT_EQ(word.steps[2].rank, 2);
  EXPECT_EQ(word.steps[2].symbols, (Names{"Ġthe"}));
  EXPECT_THAT(word.ids, ElementsAre(*tokenizer->find("Ġthe")));
}

const std::vector<std::string> kTexts = {"",
                                         "I'll don't ' 'll",
                                         "  leading and double  spaces ",
                                         "\n\r\n\tcafé cafe\u0301 漢字，不想延畢",
                                         "👩‍👩‍👧 👍🏽 🇹🇼",
                                         "3.14159 1,000 ½ ٣",
                                         "\u00A0\u3000\u200B\uFEFF\U0010FFFF",
                                         std::string("a\0b", 3)};

TEST(ByteLevelBpe, PiecesCoverTheTextAndJoinToIt) {
  const auto tokenizer = read(byte_level(kMerges));
  for (const std::string& sample : kTexts) {
    const auto pieces = plain(tokenizer, sample);
    size_t done = 0;
    for (const text::Piece& piece : pieces) {
      EXPECT_EQ(piece.begin, done) << sample;
      EXPECT_EQ(sample.substr(piece.begin, piece.end - piece.begin), piece.shown);
      done = piece.end;
    }
    EXPECT_EQ(done, sample.size());
    EXPECT_EQ(tokenizer->decode(ids(pieces), true), sample);
  }
}

// Looks for the merge with the lowest rank among all pairs, again and again: no heap, no links.
Names merged_plainly(Names symbols, const Merges& merges) {
  while (true) {
    size_t best = merges.size();
    size_t where = 0;
    for (size_t i = 0; i + 1 < symbols.size(); ++i) {
      const auto rank = static_cast<size_t>(
          std::find(merges.begin(), merges.end(), std::pair(symbols[i], symbols[i + 1])) - merges.begin());
      if (rank < best) where = i;
      best = std::min(best, rank);
    }
    if (best == merges.size()) return symbols;
    symbols[where] += symbols[where + 1];
    symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(where) + 1);
  }
}

TEST(ByteLevelBpe, MergesAsThePlainestWayDoes) {
  const Merges merges = {{"a", "b"},   {"b", "a"},   {"ab", "a"}, {"a", "a"},   {"aa", "aa"}, {"c", "ab"},
                         {"cab", "c"}, {"ba", "ba"}, {"b", "b"},  {"bb", "bb"}, {"b", "c"},   {"aba", "bb"}};
  const auto tokenizer = read(byte_level(merges));
  ASSERT_TRUE(tokenizer.ok());
  uint64_t state = 1;
  for (int word = 0; word < 500; ++word) {
    std::string letters;
    Names symbols;
    for (int i = 0; i < 1 + word % 40; ++i) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      symbols.emplace_back(1, "abc"[(state >> 33U) % 3]);
      letters += symbols.back();
    }
    EXPECT_EQ(names(plain(tokenizer, letters)), merged_plainly(symbols, merges)) << letters;
  }
}

double seconds_for(const engine::Result<text::ModelTokenizer>& tokenizer, const std::string& sample) {
  const double before = headlight_test::processor_seconds();
  EXPECT_FALSE(plain(tokenizer, sample).empty());
  return headlight_test::processor_seconds() - before;
}

TEST(ByteLevelBpe, AMillionBytesTakeNoLongerThanTheirNumber) {
  const auto tokenizer = read(byte_level(kMerges));
  std::string words;
  while (words.size() < 1'000'000) words += "the cat don't 漢字 ";
  // A quadratic way would take minutes.
  EXPECT_LT(seconds_for(tokenizer, words), 5);
  EXPECT_LT(seconds_for(tokenizer, std::string(1'000'000, 't')), 5);
  EXPECT_LT(seconds_for(tokenizer, std::string(1'000'000, ' ')), 5);
}

TEST(ByteLevelBpe, RefusesWhatIsTooLongOrNoText) {
  const auto tokenizer = read(byte_level(kMerges));
  EXPECT_EQ(tokenizer->encode(std::string(text::kLongestText + 1, 'a')).error().key,
            "error.tokenizer_text_long");
  EXPECT_EQ(tokenizer->steps(std::string(text::kLongestSteps + 1, 'a')).error().key,
            "error.tokenizer_steps_long");
  const auto bad = tokenizer->encode("ab\xFF");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().key, "error.invalid_utf8");
  EXPECT_EQ(bad.error().arguments.at(0).second, "2");
}

TEST(ByteLevelBpe, DecodesStrayBytesAsReplacementLetters) {
  const auto tokenizer = read(byte_level(kMerges));
  EXPECT_EQ(tokenizer->decode(std::vector<text::Index>{0xE6, 'a', -1, 99'999}), "\uFFFDa");
  EXPECT_EQ(tokenizer->shown(0xE6), "\xE6");
  EXPECT_EQ(tokenizer->shown(-1), "");
}

// As Llama 3: its own pattern, words of the vocabulary taken whole, a token before the text.
TEST(ByteLevelBpe, CutsByThePatternThatTheFileGives) {
  json object = byte_level({{"1", "2"}, {"12", "3"}, {"a", "b"}, {"Ġ", "a"}});
  object["model"]["ignore_merges"] = true;
  object["model"]["vocab"]["xyz"] = object["model"]["vocab"].size();
  const std::string pattern =
      R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
  object["pre_tokenizer"] = {
      {"type", "Sequence"},
      {"pretokenizers",
       json::array({{{"type", "Split"},
                     {"pattern", {{"Regex", pattern}}},
                     {"behavior", "Isolated"},
                     {"invert", false}},
                    {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", false}}})}};
  object["post_processor"] = {
      {"type", "Sequence"},
      {"processors",
       json::array({{{"type", "ByteLevel"}},
                    {{"type", "TemplateProcessing"},
                     {"single", json::array({{{"SpecialToken", {{"id", "<|endoftext|>"}, {"type_id", 0}}}},
                                             {{"Sequence", {{"id", "A"}, {"type_id", 0}}}}})},
                     {"pair", json::array({{{"Sequence", {{"id", "A"}, {"type_id", 0}}}},
                                           {{"Sequence", {{"id", "B"}, {"type_id", 1}}}}})},
                     {"special_tokens",
                      {{"<|endoftext|>",
                        {{"id", "<|endoftext|>"}, {"ids", {260}}, {"tokens", {"<|endoftext|>"}}}}}}}})}};
  const auto tokenizer = read(object);
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  EXPECT_EQ(tokenizer->algorithm(), text::Algorithm::kByteLevelBpe);
  // Digits by three; 'LL is a contraction in capitals too; xyz has no merges and is whole.
  EXPECT_EQ(names(plain(tokenizer, "12345'LLxyz")), (Names{"123", "4", "5", "'", "L", "L", "xyz"}));
  EXPECT_EQ(names(plain(tokenizer, "!\n\nab")), (Names{"!", "Ċ", "Ċ", "ab"}));
  const auto encoding = tokenizer->encode(" ab");
  ASSERT_TRUE(encoding.ok());
  EXPECT_EQ(names(encoding->pieces), (Names{"<|endoftext|>", "Ġ", "ab"}));
  // A million spaces are a million ways to go on with "\s*[\r\n]+": within the limit on effort.
  EXPECT_FALSE(plain(tokenizer, std::string(1'000'000, ' ') + "a").empty());
  const auto steps = tokenizer->steps("xyz");
  ASSERT_EQ(steps->size(), 1U);
  EXPECT_EQ(steps->front().steps.size(), 1U);
}

void expect_golden(const std::string& folder) {
  const auto tokenizer = text::read_tokenizer_json(file("golden/tokenizers/" + folder + "/tokenizer.json"));
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  const json cases = json::parse(file("golden/tokenizers/" + folder + "/cases.json"));
  ASSERT_GT(cases.size(), 15U);
  for (const json& item : cases) {
    const std::string sample = item["text"];
    // Of a letter with two accents, Hugging Face's library rewrites all by the rule for the first.
    if (sample.find("\u0302") != std::string::npos) continue;
    const auto pieces = plain(tokenizer, sample);
    EXPECT_EQ(names(pieces), item["pieces"].get<Names>()) << sample;
    EXPECT_EQ(ids(pieces), item["ids"].get<std::vector<text::Index>>()) << sample;
    EXPECT_EQ(tokenizer->decode(ids(pieces)), item["decoded"].get<std::string>()) << sample;
  }
}

TEST(Bpe, AgreesWithSentencepiece) {
  expect_golden("bpe");
}

TEST(Unigram, AgreesWithSentencepiece) {
  expect_golden("unigram");
}

TEST(Bpe, PutsTheBeginningBeforeTheText) {
  const auto tokenizer = text::read_tokenizer_json(file("golden/tokenizers/bpe/tokenizer.json"));
  const auto encoding = tokenizer->encode("the é漢", "cat");
  ASSERT_TRUE(encoding.ok());
  EXPECT_EQ(names(encoding->pieces),
            (Names{"<s>", "▁the", "▁", "é", "<0xE6>", "<0xBC>", "<0xA2>", "<s>", "▁c", "at"}));
  EXPECT_EQ(shown(encoding->pieces)[1], " the");
  EXPECT_EQ(shown(encoding->pieces)[4], "\xE6");
  EXPECT_EQ(encoding->pieces[1].begin, 0U);
  EXPECT_EQ(encoding->pieces[1].end, 3U);
  EXPECT_EQ(encoding->pieces[4].begin, 6U);
  EXPECT_EQ(encoding->pieces[4].end, 7U);
  EXPECT_EQ(encoding->pieces[9].text, 1);
  EXPECT_EQ(tokenizer->special().begin, 1);
}

TEST(Bpe, UnknownLettersWithoutBytesAreOnePiece) {
  json object = {{"model",
                  {{"type", "BPE"},
                   {"unk_token", "<unk>"},
                   {"fuse_unk", true},
                   {"vocab", {{"<unk>", 0}, {"a", 1}, {"b", 2}, {"ab", 3}}},
                   {"merges", json::array({json::array({"a", "b"})})}}}};
  EXPECT_EQ(names(plain(read(object), "xyab?")), (Names{"<unk>", "ab", "<unk>"}));
  object["model"]["fuse_unk"] = false;
  EXPECT_EQ(names(plain(read(object), "xyab?")), (Names{"<unk>", "<unk>", "ab", "<unk>"}));
  object["model"].erase("unk_token");
  EXPECT_EQ(names(plain(read(object), "xyab?")), (Names{"ab"}));
}

}  // namespace
}  // namespace tokenizer_cases
