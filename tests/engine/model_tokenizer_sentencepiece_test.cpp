// model_tokenizer_sentencepiece_test.cpp: SentencePiece's own files are read as that library reads them, and
// are explained by the algorithms that they hold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <sstream>
#include <thread>

#include "engine/text/json_fields.h"
#include "engine/text/sentencepiece_file.h"
#include "engine/text/tokenizer_settings.h"
#include "engine/text/vocabulary.h"
#include "tests/engine/scratch_folder.h"
#include "tests/engine/sentencepiece_cases.h"
#include "tests/engine/tokenizer_cases.h"

namespace tokenizer_cases {
namespace {

using sentencepiece_cases::field;
using sentencepiece_cases::kBpe;
using sentencepiece_cases::kUnigram;
using sentencepiece_cases::letters;
using sentencepiece_cases::llama_model;
using sentencepiece_cases::piece;
using sentencepiece_cases::settings;
using sentencepiece_cases::t5_model;
using testing::ElementsAre;
using Names = std::vector<std::string>;

struct Trained {
  const char* folder;
  const char* model;
};
constexpr Trained kTrained[] = {{"bpe", "tokenizer.model"}, {"unigram", "spiece.model"}};

std::string model_file(const Trained& trained) {
  return file(std::string("golden/tokenizers/") + trained.folder + "/" + trained.model);
}

json cases_of(const Trained& trained) {
  return json::parse(file(std::string("golden/tokenizers/") + trained.folder + "/cases.json"));
}

std::string refusal(const std::string& model, const std::string& config = "{}",
                    text::TokenizerFamily family = text::TokenizerFamily::kAuto) {
  const auto read = text::read_sentencepiece(model, config, family);
  return read ? "" : read.error().key;
}

std::vector<text::Index> ids_of_steps(const std::vector<text::WordSteps>& words) {
  std::vector<text::Index> ids;
  for (const text::WordSteps& word : words) ids.insert(ids.end(), word.ids.begin(), word.ids.end());
  return ids;
}

// "0-4 4-5": where the library says that each piece is.
std::vector<std::pair<size_t, size_t>> spans_of(const json& item) {
  std::vector<std::pair<size_t, size_t>> spans;
  std::istringstream words(item["spans"].get<std::string>());
  size_t begin = 0;
  size_t end = 0;
  for (char dash = 0; words >> begin >> dash >> end;) spans.emplace_back(begin, end);
  return spans;
}

TEST(SentencePiece, GivesThePiecesIdsAndTextsOfTheLibrary) {
  for (const Trained& trained : kTrained) {
    const auto tokenizer = text::read_sentencepiece(model_file(trained), "{}");
    ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key;
    for (const json& item : cases_of(trained)) {
      const std::string sample = item["text"];
      const auto pieces = plain(tokenizer, sample);
      EXPECT_EQ(names(pieces), item["pieces"].get<Names>()) << sample;
      EXPECT_EQ(ids(pieces), item["ids"].get<std::vector<text::Index>>()) << sample;
      EXPECT_EQ(tokenizer->decode(ids(pieces)), item["decoded"].get<std::string>()) << sample;
    }
  }
}

// Of the bytes and parts of a letter the library places only the last.
TEST(SentencePiece, PlacesPiecesWhereTheLibraryDoes) {
  for (const Trained& trained : kTrained) {
    const auto tokenizer = text::read_sentencepiece(model_file(trained), "{}");
    for (const json& item : cases_of(trained)) {
      const std::string sample = item["text"];
      const auto pieces = plain(tokenizer, sample);
      const auto spans = spans_of(item);
      ASSERT_EQ(spans.size(), pieces.size()) << sample;
      for (size_t i = 0; i < pieces.size(); ++i) {
        const bool is_byte = pieces[i].name.starts_with("<0x");
        const bool has_place = spans[i].first < spans[i].second;
        EXPECT_LE(pieces[i].end, sample.size());
        if (is_byte) continue;
        EXPECT_EQ(pieces[i].begin, spans[i].first) << sample << i;
        EXPECT_TRUE(!has_place || pieces[i].end == spans[i].second) << sample << i;
      }
    }
  }
}

TEST(SentencePiece, PlacesEachByteOfALetterAndEachPartOfOne) {
  const auto bpe = text::read_sentencepiece(model_file(kTrained[0]), "{}");
  const auto bytes = plain(bpe, "a漢");
  EXPECT_EQ(names(bytes), (Names{"▁a", "<0xE6>", "<0xBC>", "<0xA2>"}));
  EXPECT_EQ(shown(bytes), (Names{" a", "\xE6", "\xBC", "\xA2"}));
  for (size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(bytes[i].begin, i);
    EXPECT_EQ(bytes[i].end, i + 1);
  }
  // "①" becomes "(1)": each has the whole letter, and the mark before them none of the text.
  const auto unigram = text::read_sentencepiece(model_file(kTrained[1]), "{}");
  const auto parts = plain(unigram, "①");
  ASSERT_GT(parts.size(), 2U);
  for (const text::Piece& part : parts) {
    EXPECT_EQ(part.begin, 0U) << part.name;
    EXPECT_EQ(part.end, part.name == "▁" ? 0U : 3U) << part.name;
  }
}

// The same model once converted and once as it is: two readers, and one explanation.
TEST(SentencePiece, IsExplainedAsItsTokenizerJsonIs) {
  for (const Trained& trained : kTrained) {
    const auto tokenizer = text::read_sentencepiece(model_file(trained), "{}");
    const auto converted = text::read_tokenizer_json(
        file(std::string("golden/tokenizers/") + trained.folder + "/tokenizer.json"));
    EXPECT_EQ(*tokenizer->vocabulary(), *converted->vocabulary());
    EXPECT_EQ(tokenizer->algorithm(), converted->algorithm());
    size_t steps = 0;
    for (const std::string sample :
         {"the cat sat on the mat", "unknownŋʒword", "我不想延畢", "words\u3000that a"}) {
      const auto words = tokenizer->steps(sample);
      EXPECT_EQ(ids_of_steps(*words), ids_of_steps(*converted->steps(sample))) << sample;
      EXPECT_EQ(ids_of_steps(*words), ids(plain(tokenizer, sample))) << sample;
    }
    const auto words = tokenizer->steps("the cat");
    const auto theirs = converted->steps("the cat");
    // The converted BPE takes the text as one word: only what is inside its words compares.
    ASSERT_EQ(words->size(), 2U);
    EXPECT_EQ(words->at(0).word, "▁the");
    EXPECT_EQ(words->at(1).begin, 3U);
    EXPECT_EQ(words->at(1).end, 7U);
    for (const text::WordSteps& word : *words) steps += word.steps.size();
    EXPECT_GT(steps, 4U);
    if (theirs->size() != words->size()) continue;
    for (size_t i = 0; i < words->size(); ++i) {
      ASSERT_EQ(words->at(i).steps.size(), theirs->at(i).steps.size());
      for (size_t k = 0; k < words->at(i).steps.size(); ++k) {
        EXPECT_EQ(words->at(i).steps[k].tried, theirs->at(i).steps[k].tried);
        EXPECT_EQ(words->at(i).steps[k].best, theirs->at(i).steps[k].best);
        EXPECT_EQ(words->at(i).steps[k].chosen, theirs->at(i).steps[k].chosen);
      }
    }
  }
}

TEST(SentencePiece, BeginsOrEndsATextAsItsFamilyDoes) {
  const auto llama = text::read_sentencepiece(llama_model(), "{}");
  ASSERT_TRUE(llama.ok()) << llama.error().key;
  EXPECT_EQ(llama->algorithm(), text::Algorithm::kBpe);
  EXPECT_EQ(names(llama->encode("ab", "b")->pieces), (Names{"<s>", "▁ab", "<s>", "▁", "b"}));
  EXPECT_EQ(llama->special().begin, 1);
  EXPECT_EQ(llama->special().end, 2);
  const auto t5 = text::read_sentencepiece(t5_model(), "{}");
  ASSERT_TRUE(t5.ok()) << t5.error().key;
  EXPECT_EQ(t5->algorithm(), text::Algorithm::kUnigram);
  EXPECT_EQ(names(t5->encode("the cat", "the")->pieces),
            (Names{"▁the", "▁", "c", "at", "</s>", "▁the", "</s>"}));
  EXPECT_TRUE(t5->encode("the")->pieces.back().special);
}

TEST(SentencePiece, DoesWhatTheTokenizersSettingsSay) {
  const std::string both = R"({"add_bos_token": true, "add_eos_token": true})";
  EXPECT_EQ(names(text::read_sentencepiece(llama_model(), both)->encode("ab")->pieces),
            (Names{"<s>", "▁ab", "</s>"}));
  // T5 has no token that begins a text.
  EXPECT_EQ(names(text::read_sentencepiece(t5_model(), both)->encode("the")->pieces),
            (Names{"▁the", "</s>"}));
  const std::string none = R"({"add_bos_token": false, "add_eos_token": false})";
  EXPECT_EQ(names(text::read_sentencepiece(llama_model(), none)->encode("ab")->pieces), (Names{"▁ab"}));
  const std::string more = R"({"added_tokens_decoder": {
    "9": {"content": "<pad>", "special": true}, "10": {"content": "[x]", "lstrip": true},
    "1": {"content": "<s>", "special": true}}})";
  const auto added = text::read_sentencepiece(llama_model(), more);
  ASSERT_TRUE(added.ok()) << added.error().key;
  EXPECT_EQ(names(plain(added, "ab [x]<pad>ab")), (Names{"▁ab", "[x]", "<pad>", "▁ab"}));
  EXPECT_EQ(added->special().padding, 9);
  EXPECT_EQ(added->decode(std::vector<text::Index>{4, 9, 4}), "ab ab");
  EXPECT_EQ(added->decode(std::vector<text::Index>{4, 9, 4}, true), "ab<pad>ab");
  EXPECT_EQ(refusal(llama_model(), R"({"added_tokens_decoder": {"x": {"content": "y"}}})"),
            "error.tokenizer_field");
  EXPECT_EQ(refusal(llama_model(), R"({"added_tokens_decoder": {"2000000": {"content": "y"}}})"),
            "error.tokenizer_id_large");
  EXPECT_EQ(refusal(llama_model(), R"({"add_bos_token": 1})"), "error.tokenizer_field");
}

// "legacy": false of Llama and T5: a space before the text, and none behind a special token.
TEST(SentencePiece, PutsTheFirstSpaceAsItsClassDoes) {
  constexpr const char* kNew = R"({"tokenizer_class": "LlamaTokenizer", "legacy": false})";
  const auto tokenizer = text::read_sentencepiece(llama_model(), kNew);
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  EXPECT_EQ(names(plain(tokenizer, "ab</s>ab</s> ab")), (Names{"▁ab", "</s>", "ab", "</s>", "▁ab"}));
  const auto begun = plain(tokenizer, "</s>ab");
  EXPECT_EQ(names(begun), (Names{"</s>", "ab"}));
  EXPECT_EQ(begun[1].begin, 4U);
  EXPECT_EQ(begun[1].end, 6U);
  EXPECT_THAT(ids_of_steps(*tokenizer->steps("</s>ab")), ElementsAre(3));
  EXPECT_EQ(tokenizer->decode(ids(plain(tokenizer, "ab</s>ab"))), "abab");
  for (const char* old : {"{}", R"({"legacy": null})", R"({"legacy": true, "add_prefix_space": false})",
                          R"({"tokenizer_class": "GemmaTokenizer", "legacy": false})"})
    EXPECT_EQ(names(plain(text::read_sentencepiece(llama_model(), old), "ab</s>ab")),
              (Names{"▁ab", "</s>", "▁ab"}))
        << old;
  const auto bare =
      text::read_sentencepiece(llama_model(), R"({"legacy": false, "add_prefix_space": false})");
  EXPECT_EQ(names(plain(bare, "ab</s> ab")), (Names{"ab", "</s>", "▁ab"}));
  EXPECT_EQ(refusal(llama_model(), R"({"legacy": "no"})"), "error.tokenizer_field");
}

TEST(SentencePiece, DrawsNoLots) {
  const auto with = [](const std::string& options) {
    return text::read_sentencepiece(llama_model(), R"({"sp_model_kwargs": )" + options + "}");
  };
  for (const char* usual : {"null", "{}", R"({"enable_sampling": false, "nbest_size": -1, "alpha": 0.1})",
                            R"({"add_bos": false, "num_threads": 2})"}) {
    ASSERT_TRUE(with(usual).ok()) << usual;
    EXPECT_TRUE(with(usual)->notes().empty()) << usual;
  }
  EXPECT_EQ(with(R"({"enable_sampling": true, "nbest_size": -1})").error().key, "error.tokenizer_sampling");
  for (const char* wrong : {"7", R"({"enable_sampling": 1})", R"({"add_eos": true})", R"({"reverse": true})"})
    EXPECT_EQ(with(wrong).error().key, "error.tokenizer_field") << wrong;
  const auto odd = with(R"({"wobble": 1})");
  ASSERT_EQ(odd->notes().size(), 1U);
  EXPECT_EQ(odd->notes().front().key, "note.tokenizer_option");
  EXPECT_EQ(odd->notes().front().arguments.front().second, "wobble");
}

// A token that only a role names: a piece keeps its number, another follows all.
TEST(SentencePiece, AddsTheTokensOfRoles) {
  const auto tokenizer = text::read_sentencepiece(
      llama_model(), R"({"pad_token": "[PAD]", "additional_special_tokens": ["<sep>"], "bos_token": "a"})");
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  EXPECT_EQ(names(tokenizer->encode("b[PAD]<sep>")->pieces), (Names{"a", "▁", "b", "[PAD]", "<sep>"}));
  EXPECT_EQ(tokenizer->find("[PAD]"), 9);
  EXPECT_TRUE(tokenizer->is_special(8));
  EXPECT_EQ(
      names(plain(text::read_sentencepiece(llama_model(), R"({"split_special_tokens": true})"), "ab</s>"))
          .size(),
      2U);
}

TEST(SentencePiece, ReadsTypedControlTokensAsTokens) {
  const auto tokenizer = text::read_sentencepiece(llama_model(), "{}");
  const auto pieces = plain(tokenizer, "ab</s>ab");
  EXPECT_EQ(names(pieces), (Names{"▁ab", "</s>", "▁ab"}));
  EXPECT_TRUE(pieces[1].special);
  EXPECT_EQ(pieces[2].begin, 6U);
  EXPECT_EQ(tokenizer->decode(ids(pieces)), "ab ab");
  EXPECT_EQ(tokenizer->decode(ids(pieces), true), "ab</s>ab");
}

// Letters that are no pieces and have no bytes are one unknown piece.
TEST(SentencePiece, JoinsUnknownLetters) {
  for (const std::string& model : {llama_model(), t5_model()}) {
    const auto tokenizer = text::read_sentencepiece(model, "{}");
    const auto pieces = plain(tokenizer, "xyza");
    ASSERT_EQ(names(pieces), (Names{"▁", "<unk>", "a"}));
    EXPECT_EQ(pieces[1].begin, 0U);
    EXPECT_EQ(pieces[1].end, 3U);
    EXPECT_EQ(ids_of_steps(*tokenizer->steps("xyza")), ids(pieces));
  }
}

// The library takes a user's own piece whole before any merge: a BPE's steps cannot end in it.
TEST(SentencePiece, ShowsPiecesAloneWhereNoMergesLeadToThem) {
  const auto tokenizer = text::read_sentencepiece(llama_model(), "{}");
  const auto words = tokenizer->steps("ab<sep>ab");
  EXPECT_EQ(names(plain(tokenizer, "ab<sep>ab")), (Names{"▁ab", "<sep>", "ab"}));
  EXPECT_THAT(ids_of_steps(*words), ElementsAre(4, 8, 3));
  ASSERT_EQ(words->size(), 1U);
  ASSERT_EQ(words->front().steps.size(), 3U);
  EXPECT_EQ(words->front().steps[1].tried, "<sep>");
  EXPECT_EQ(words->front().steps[1].left, "");
  const auto merged = tokenizer->steps("ab");
  ASSERT_EQ(merged->front().steps.size(), 2U);
  EXPECT_EQ(merged->front().steps[0].left, "a");
}

TEST(SentencePiece, OfPegasusBeginsAt103) {
  const auto pegasus = text::read_sentencepiece(t5_model(), "{}", text::TokenizerFamily::kPegasus);
  ASSERT_TRUE(pegasus.ok()) << pegasus.error().key;
  const auto encoding = pegasus->encode("the cx");
  EXPECT_EQ(names(encoding->pieces), (Names{"▁the", "▁", "c", "<unk>", "</s>"}));
  EXPECT_THAT(ids(encoding->pieces), ElementsAre(107, 106, 109, 105, 1));
  EXPECT_EQ(pegasus->vocabulary()->at(2), "<mask_1>");
  EXPECT_EQ(pegasus->vocabulary()->at(104), "<unk_102>");
  EXPECT_EQ(pegasus->vocabulary()->size(), 113U);
  EXPECT_EQ(ids_of_steps(*pegasus->steps("the c")), ids(plain(pegasus, "the c")));
  EXPECT_EQ(pegasus->decode(ids(encoding->pieces)), "the c");
  EXPECT_EQ(refusal(llama_model(), "{}", text::TokenizerFamily::kPegasus), "error.tokenizer_step");
}

TEST(SentencePiece, IsReadByManyAtOnce) {
  const auto tokenizer = text::read_sentencepiece(model_file(kTrained[1]), "{}");
  const auto alone = ids(plain(tokenizer, "the cat sat on the mat"));
  std::vector<std::vector<text::Index>> found(4);
  std::vector<std::thread> threads;
  threads.reserve(found.size());
  for (auto& mine : found) {
    threads.emplace_back([&mine, &tokenizer] {
      for (int i = 0; i < 50; ++i) mine = ids(plain(tokenizer, "the cat sat on the mat"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : found) EXPECT_EQ(mine, alone);
}

TEST(SentencePiece, NamesWhatIsWrongWithAFile) {
  EXPECT_EQ(refusal(""), "error.tokenizer_empty");
  EXPECT_EQ(refusal("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 499723\n"),
            "error.tokenizer_lfs");
  EXPECT_EQ(refusal("{\"model\": {}}"), "error.tokenizer_proto");
  EXPECT_EQ(refusal(std::string(text::kLargestSentencePiece + 1, '\n')), "error.tokenizer_large");
  const std::string whole = llama_model();
  EXPECT_EQ(refusal(whole), "");
  EXPECT_EQ(refusal(whole.substr(0, whole.size() - 3)), "error.tokenizer_proto");
  const auto number = text::read_sentencepiece(whole + field(1, uint64_t{5}), "{}");
  ASSERT_FALSE(number.ok());
  EXPECT_EQ(number.error().key, "error.tokenizer_proto");
  EXPECT_EQ(number.error().arguments.front().second, std::to_string(whole.size() + 1));
  EXPECT_EQ(refusal(whole + piece("\xFF", 0)), "error.tokenizer_proto");
  EXPECT_EQ(refusal(whole + piece("x", std::numeric_limits<float>::quiet_NaN())), "error.tokenizer_proto");
  EXPECT_EQ(refusal(whole + piece("ab", 0)), "error.tokenizer_sentencepiece");
  EXPECT_EQ(refusal(whole + piece("", 0)), "error.tokenizer_proto");
  EXPECT_EQ(refusal(piece("a", 0) + settings(kUnigram)), "error.tokenizer_sentencepiece");
  EXPECT_EQ(refusal(whole + settings(4)), "error.tokenizer_step");
  EXPECT_EQ(refusal(whole + piece(std::string(2000, 'x'), 0)), "error.tokenizer_piece_long");
}

// Units of a double array that lead outside of it, or to a text that does not end: the library follows them.
TEST(SentencePiece, RefusesATableOfLettersThatLeadsOutside) {
  const auto table = [](const std::vector<uint32_t>& units, const std::string& texts) {
    std::string bytes;
    const auto append = [&bytes](uint32_t value) {
      for (uint32_t shift = 0; shift < 32; shift += 8) bytes += static_cast<char>((value >> shift) & 0xFFU);
    };
    append(static_cast<uint32_t>(units.size() * 4));
    for (const uint32_t unit : units) append(unit);
    return bytes + texts;
  };
  constexpr uint32_t kHasValue = 1U << 8U;
  constexpr uint32_t kValue = 1U << 31U;
  const auto offset = [](uint32_t by) { return by << 10U; };
  std::vector<uint32_t> units(256, 0);
  units['a'] = 'a' | kHasValue | offset('a' ^ 0x80U);  // its value is at 0x80
  units[0x80] = kValue | 0U;
  const std::string whole = t5_model();
  const auto key = [&](const std::vector<uint32_t>& changed, const std::string& texts) {
    return refusal(whole + letters(table(changed, texts)));
  };
  const std::string texts("c\0", 2);
  EXPECT_EQ(key(units, texts), "");
  EXPECT_EQ(names(plain(text::read_sentencepiece(whole + letters(table(units, texts)), "{}"), "aat")),
            (Names{"▁", "c", "c", "t"}));
  EXPECT_EQ(key(units, "c"), "error.tokenizer_letters");
  EXPECT_EQ(key(units, ""), "error.tokenizer_letters");
  std::vector<uint32_t> far = units;
  far['a'] = 'a' | offset(0x1000);
  EXPECT_EQ(key(far, texts), "error.tokenizer_letters");
  far = units;
  far[0x80] = kValue | 1000U;
  EXPECT_EQ(key(far, texts), "error.tokenizer_letters");
  far = units;
  far.resize(255);
  EXPECT_EQ(key(far, texts), "error.tokenizer_letters");
  EXPECT_EQ(refusal(whole + letters("abc")), "error.tokenizer_letters");
}

TEST(SentencePiece, SurvivesEveryCutAndManyChangedBytes) {
  for (const Trained& trained : kTrained) {
    const std::string whole = model_file(trained);
    for (size_t size = 0; size < whole.size(); size += 7) {
      const auto cut = text::read_sentencepiece(std::string_view(whole).substr(0, size), "{}");
      EXPECT_TRUE(!cut || cut->encode("the cat").ok());
    }
    std::mt19937 random(7);
    for (int i = 0; i < 200; ++i) {
      std::string changed = whole;
      for (int k = 0; k < 3; ++k) changed[random() % changed.size()] = static_cast<char>(random());
      const auto read = text::read_sentencepiece(changed, "{}");
      EXPECT_TRUE(!read || read->encode("the cat 漢字").ok());
    }
  }
}

// A few bytes each, of which the library would make objects of a hundred.
TEST(SentencePiece, CountsBeforeItMakesObjects) {
  std::string pieces;
  for (size_t i = 0; i <= text::kMostPieces; ++i) pieces += field(1, field(1, std::string("a")));
  EXPECT_EQ(refusal(pieces), "error.tokenizer_many_pieces");
  std::string fields;
  for (size_t i = 0; i <= 100'000; ++i) fields += field(1, std::string());
  EXPECT_EQ(refusal(field(4, fields)), "error.tokenizer_proto");
}

class SentencePieceFolder : public ScratchFolder {
 protected:
  std::string key(text::TokenizerFamily family = text::TokenizerFamily::kAuto) const {
    const auto opened = text::open_tokenizer(folder_, family);
    return opened ? "" : opened.error().key;
  }
};

TEST_F(SentencePieceFolder, IsReadWhereThereIsNoTokenizerJson) {
  write("spiece.model", t5_model());
  EXPECT_EQ(names(text::open_tokenizer(folder_)->encode("the")->pieces), (Names{"▁the", "</s>"}));
  EXPECT_EQ(text::open_tokenizer(folder_, text::TokenizerFamily::kPegasus)->find("▁the"), 107);
  EXPECT_EQ(key(text::TokenizerFamily::kMbart), "error.tokenizer_step");
  write("tokenizer.model", llama_model());
  EXPECT_EQ(names(text::open_tokenizer(folder_)->encode("ab")->pieces), (Names{"<s>", "▁ab"}));
  write("tokenizer_config.json", R"({"add_bos_token": false})");
  EXPECT_EQ(names(text::open_tokenizer(folder_)->encode("ab")->pieces), (Names{"▁ab"}));
  write("tokenizer_config.json", "{");
  EXPECT_EQ(key(), "error.tokenizer_json");
  write("tokenizer_config.json", "{}");
  write("tokenizer.json", R"({"model": {"type": "WordLevel", "unk_token": "<unk>", "vocab": {"<unk>": 0}}})");
  EXPECT_EQ(names(text::open_tokenizer(folder_)->encode("ab")->pieces), (Names{"<unk>"}));
}

// Behind the library's pieces, the first of them last.
TEST_F(SentencePieceFolder, OfT5HasTheTokensThatReplaceWhatIsLeftOut) {
  constexpr auto kT5 = text::TokenizerFamily::kT5;
  write("spiece.model", t5_model());
  const auto pieces = static_cast<text::Index>(text::open_tokenizer(folder_)->vocabulary()->size());
  const auto usual = text::open_tokenizer(folder_, kT5);
  ASSERT_TRUE(usual.ok()) << usual.error().key;
  EXPECT_EQ(names(usual->encode("the<extra_id_0>")->pieces), (Names{"▁the", "<extra_id_0>", "</s>"}));
  EXPECT_EQ(names(usual->encode("the</s>", "")->pieces), (Names{"▁the", "</s>", "</s>"}));
  EXPECT_EQ(usual->find("<extra_id_99>"), pieces);
  EXPECT_EQ(usual->find("<extra_id_0>"), pieces + 99);
  write("tokenizer_config.json", R"({"extra_ids": 2})");
  const auto two = text::open_tokenizer(folder_, kT5);
  EXPECT_EQ(two->vocabulary()->size(), static_cast<size_t>(pieces + 2));
  EXPECT_EQ(two->find("<extra_id_1>"), pieces);
  for (const char* wrong : {R"({"extra_ids": 1000000})", R"({"extra_ids": "2"})"}) {
    write("tokenizer_config.json", wrong);
    EXPECT_EQ(key(kT5), "error.tokenizer_field") << wrong;
  }
}

// fairseq's ids: four tokens of its own come first, and <mask> last.
TEST_F(SentencePieceFolder, OfMovedIdsNeedsAClass) {
  using Family = text::TokenizerFamily;
  write("sentencepiece.bpe.model", llama_model());
  EXPECT_EQ(key(), "error.tokenizer_shifted");
  const auto xlm = text::open_tokenizer(folder_, Family::kXlmRoberta);
  ASSERT_TRUE(xlm.ok()) << xlm.error().key;
  EXPECT_EQ(names(xlm->encode("ab", "ab")->pieces), (Names{"<s>", "▁ab", "</s>", "</s>", "▁ab", "</s>"}));
  EXPECT_THAT(ids(xlm->encode("ab <mask>")->pieces), ElementsAre(0, 5, 10, 2));
  EXPECT_EQ(xlm->find("<pad>"), 1);
  EXPECT_EQ(xlm->find("<unk>"), 3);
  const auto camembert = text::open_tokenizer(folder_, Family::kCamembert);
  EXPECT_THAT(ids(camembert->encode("ab<mask>")->pieces), ElementsAre(5, 8, 13, 6));
  write("tokenizer_config.json", R"({"tokenizer_class": "XLNetTokenizer"})");
  EXPECT_EQ(key(Family::kXlmRoberta), "error.tokenizer_class_pieces");
}

TEST_F(SentencePieceFolder, OfMbartNamesTheLanguageOfEachSide) {
  constexpr auto kMbart = text::TokenizerFamily::kMbart;
  const auto opened = [&](text::TextSide side) {
    const auto tokenizer = text::open_tokenizer(folder_, kMbart, side);
    return tokenizer ? names(tokenizer->encode("ab")->pieces) : Names{tokenizer.error().key};
  };
  constexpr auto kSource = text::TextSide::kSource;
  constexpr auto kTarget = text::TextSide::kTarget;
  write("sentencepiece.bpe.model", llama_model());
  EXPECT_TRUE(text::has_target_tokenizer(folder_, kMbart));
  EXPECT_FALSE(text::has_target_tokenizer(folder_, text::TokenizerFamily::kXlmRoberta));
  EXPECT_EQ(opened(kSource), (Names{"▁ab", "</s>", "en_XX"}));
  EXPECT_EQ(opened(kTarget), (Names{"▁ab", "</s>"}));
  write("tokenizer_config.json", R"({"src_lang": "de_DE", "tgt_lang": "ro_RO"})");
  EXPECT_EQ(opened(kSource), (Names{"▁ab", "</s>", "de_DE"}));
  EXPECT_EQ(opened(kTarget), (Names{"▁ab", "</s>", "ro_RO"}));
  EXPECT_EQ(text::open_tokenizer(folder_, kMbart)->encode("ab")->behind, 2U);
  write("tokenizer_config.json", R"({"tokenizer_class": "MBart50Tokenizer", "tgt_lang": "sl_SI"})");
  EXPECT_EQ(opened(kSource), (Names{"en_XX", "▁ab", "</s>"}));
  EXPECT_EQ(opened(kTarget), (Names{"sl_SI", "▁ab", "</s>"}));
  for (const char* wrong : {R"({"src_lang": "sl_SI"})", R"({"src_lang": 5})"}) {
    write("tokenizer_config.json", wrong);
    EXPECT_EQ(key(kMbart), "error.tokenizer_field") << wrong;
  }
  write("tokenizer_config.json", R"({"tgt_lang": "sl_SI"})");
  const auto wrong = text::open_tokenizer(folder_, kMbart, kTarget);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().arguments.front().second, "tokenizer_config.tgt_lang");
  // The class may be config.json's.
  write("config.json", R"({"tokenizer_class": "MBart50Tokenizer"})");
  write("tokenizer_config.json", "{}");
  EXPECT_TRUE(text::has_class_of_config(folder_));
  EXPECT_EQ(opened(kSource), (Names{"en_XX", "▁ab", "</s>"}));
  write("tokenizer_config.json", R"({"tokenizer_class": "MBartTokenizer"})");
  EXPECT_FALSE(text::has_class_of_config(folder_));
  EXPECT_EQ(opened(kSource), (Names{"▁ab", "</s>", "en_XX"}));
}

// A model for each language, and one vocabulary.
TEST_F(SentencePieceFolder, OfMarianHasAModelForEachSide) {
  constexpr auto kMarian = text::TokenizerFamily::kMarian;
  const auto ids_on = [&](text::TextSide side, const char* text) {
    return ids(text::open_tokenizer(folder_, kMarian, side)->encode(text)->pieces);
  };
  write("source.spm", llama_model());
  write("target.spm", t5_model());
  EXPECT_EQ(key(kMarian), "error.tokenizer_none");
  write("vocab.json",
        R"({"</s>": 0, "<unk>": 1, "▁": 2, "a": 3, "b": 4, "▁the": 5, ">>fra<<": 6, "<pad>": 7})");
  EXPECT_TRUE(text::has_target_tokenizer(folder_, kMarian));
  EXPECT_THAT(ids_on(text::TextSide::kSource, "ab"), ElementsAre(1, 0))
      << "its piece is not in the vocabulary";
  EXPECT_THAT(ids_on(text::TextSide::kSource, "ba"), ElementsAre(2, 4, 3, 0));
  EXPECT_THAT(ids_on(text::TextSide::kTarget, "the"), ElementsAre(5, 0));
  EXPECT_THAT(ids_on(text::TextSide::kSource, ">>fra<< b"), ElementsAre(6, 2, 4, 0));
  EXPECT_THAT(ids_on(text::TextSide::kSource, ">>x<< b"), ElementsAre(1, 2, 4, 0));
  const auto pieces = text::open_tokenizer(folder_, kMarian)->encode(">>fra<< b")->pieces;
  EXPECT_EQ(pieces[2].begin, 8U) << "where the letter stands in what was typed";
  EXPECT_EQ(ids_of_steps(*text::open_tokenizer(folder_, kMarian)->steps(">>fra<< b")),
            (std::vector<text::Index>{6, 2, 4}));
  EXPECT_EQ(text::open_tokenizer(folder_, kMarian)->decode(std::vector<text::Index>{5, 3, 0}), "thea")
      << "pieces of the other model, too";
  for (const char* wrong : {"[1]", R"({"</s>": 0})", R"({"<unk>": "1"})"}) {
    write("vocab.json", wrong);
    EXPECT_EQ(key(kMarian), "error.tokenizer_field") << wrong;
  }
  write("vocab.json", "{");
  EXPECT_EQ(key(kMarian), "error.tokenizer_json");
  std::filesystem::remove(folder_ / "target.spm");
  EXPECT_EQ(key(kMarian), "error.tokenizer_none") << "neither side is cut by the other's model";
}

}  // namespace
}  // namespace tokenizer_cases
