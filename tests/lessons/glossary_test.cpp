// The glossary's file: whole, without a name that two terms share, with every word that the project has
// agreed on.
#include "app/pages/glossary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "app/text/plain_text.h"
#include "embedded/glossary.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> faults_of_glossary(std::string_view file) {
  std::vector<std::string> all;
  for (const DataFault& fault : read_glossary(file).faults)
    all.push_back(std::to_string(fault.line) + " " + fault.why);
  return all;
}

constexpr std::string_view kWhole = "## a\nen: A | One.\nzh-Hant: 甲 | 一。\nzh-Hans: 甲 | 一。\n";

std::string with_line(std::string_view line) {
  return std::string(kWhole).append(line).append("\n");
}

// The terms that go by exactly this name.
std::vector<std::string> named(std::string_view name) {
  std::vector<std::string> ids;
  for (const Term& term : glossary()) {
    if (names_term(name, term) == Naming::kExactly) ids.push_back(term.id);
  }
  return ids;
}

TEST(Glossary, ItsFileIsWhole) {
  const ReadGlossary read = read_glossary(glossary::file("terms.txt"));
  for (const DataFault& fault : read.faults)
    ADD_FAILURE() << "assets/glossary/terms.txt:" << fault.line << ": " << fault.why;
  EXPECT_GT(read.terms.size(), 100u);
}

TEST(Glossary, EveryNameBelongsToOneTerm) {
  for (const Term& term : glossary()) {
    std::vector<std::string> names(term.names.begin(), term.names.end());
    names.insert(names.end(), term.also.begin(), term.also.end());
    for (const std::string& name : names)
      EXPECT_THAT(named(name), ElementsAre(term.id))
          << "assets/glossary/terms.txt:" << term.line << ": " << name;
  }
}

TEST(Glossary, SaysOneSentenceInEachLanguage) {
  for (const Term& term : glossary()) {
    for (const LanguageInfo& row : languages()) {
      const std::string& says = term.sentence(row.language);
      const bool is_english = row.language == Language::kEnglish;
      EXPECT_TRUE(says.ends_with(is_english ? "." : "。"))
          << "assets/glossary/terms.txt:" << term.line << ": " << row.code << ": " << says;
    }
  }
}

// "query · key": the names of one language in a line of glossary_words.txt.
std::vector<std::string> words_of(std::string_view cell) {
  constexpr std::string_view kBetween = " · ";
  std::vector<std::string> words;
  for (size_t at = 0; at <= cell.size();) {
    const size_t end = std::min(cell.find(kBetween, at), cell.size());
    words.emplace_back(trimmed(cell.substr(at, end - at)));
    at = end + kBetween.size();
  }
  return words;
}

TEST(Glossary, HasEveryAgreedWordAsOneTermInThreeLanguages) {
  std::ifstream file(HEADLIGHT_TEST_DATA "/lessons/glossary_words.txt");
  ASSERT_TRUE(file.is_open());
  int number = 0;
  int words = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with('#')) continue;
    std::vector<std::vector<std::string>> columns;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '|');) columns.push_back(words_of(cell));
    ASSERT_EQ(columns.size(), 3u) << "glossary_words.txt:" << number;
    ASSERT_EQ(columns[0].size(), columns[1].size()) << "glossary_words.txt:" << number;
    ASSERT_EQ(columns[0].size(), columns[2].size()) << "glossary_words.txt:" << number;
    for (size_t i = 0; i < columns[0].size(); ++i) {
      const auto english = named(columns[0][i]);
      EXPECT_EQ(english.size(), 1u) << "glossary_words.txt:" << number << ": " << columns[0][i];
      EXPECT_EQ(named(columns[1][i]), english) << "glossary_words.txt:" << number << ": " << columns[1][i];
      EXPECT_EQ(named(columns[2][i]), english) << "glossary_words.txt:" << number << ": " << columns[2][i];
      ++words;
    }
  }
  EXPECT_GT(words, 80);
}

TEST(Glossary, HasEveryLetterAndSystemOfTheCourse) {
  for (const char* const name :
       {"q",   "k",   "v",   "Q",   "K",   "V",   "α",    "α̂",     "a",    "b",         "h",    "u",
        "o",   "m",   "S",   "S′",  "S″",  "M",   "A",    "O",     "X",    "E",         "P",    "L",
        "T",   "γ",   "β",   "μ",   "σ",   "d_k", "√d_k", "d_v",   "d_o",  "d_model",   "i_q",  "i_k",
        "i_v", "W_q", "W_k", "W_v", "W_o", "PE",  "N²",   "O(n²)", "−1e9", "MaxLength", "10000"})
    EXPECT_EQ(named(name).size(), 1u) << name;
  for (const char* const name : {"Bahdanau",
                                 "Transformer",
                                 "BERT",
                                 "GPT",
                                 "RNN",
                                 "LSTM",
                                 "CNN",
                                 "ResNet",
                                 "LN",
                                 "Post-LN",
                                 "Pre-LN",
                                 "B2T",
                                 "FFN",
                                 "ReLU",
                                 "ViT",
                                 "TransUNet",
                                 "DETR",
                                 "Context-Transformer",
                                 "Taming Transformers",
                                 "TransGAN",
                                 "ImageGPT",
                                 "DALL·E",
                                 "Reformer",
                                 "Linformer",
                                 "Performer",
                                 "Lambda layer",
                                 "Random Feature Attention",
                                 "softmax",
                                 "感受野",
                                 "複雜度",
                                 "复杂度",
                                 "梯度"})
    EXPECT_EQ(named(name).size(), 1u) << name;
}

TEST(Glossary, TakesItsLettersFromTheTableOfLetters) {
  const Term* const weights = find_term("attention-weights");
  ASSERT_NE(weights, nullptr);
  EXPECT_EQ(weights->symbol_in(engine::Notation::kPaper), "A");
  EXPECT_EQ(weights->symbol_in(engine::Notation::kNotes), "\\hat{α}");
  const Term* const output = find_term("head-output");
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(output->symbol_in(engine::Notation::kPaper), "O_{h}");
  EXPECT_EQ(output->symbol_in(engine::Notation::kNotes), "b");
  EXPECT_EQ(output->symbol_in(engine::Notation::kShapes), "O^{(h)}");
}

TEST(Glossary, NamesATermWhateverItsCapitalsBlanksAndHyphens) {
  const Term& term = *find_term("pre-ln");
  EXPECT_EQ(names_term("Pre-LN", term), Naming::kExactly);
  EXPECT_EQ(names_term("pre ln", term), Naming::kNamed);
  EXPECT_EQ(names_term("preln", term), Naming::kNamed);
  EXPECT_EQ(names_term("pre", term), Naming::kBegins);
  EXPECT_EQ(names_term("ln", term), Naming::kNot);
  EXPECT_EQ(names_term(" - ", term), Naming::kNot);
}

TEST(GlossaryReader, FindsFaultsWithTheirLines) {
  EXPECT_THAT(faults_of_glossary(kWhole), IsEmpty());
  EXPECT_THAT(faults_of_glossary("en: A | One.\n"), ElementsAre("1 no field of a term"));
  EXPECT_THAT(faults_of_glossary("## a\nen: A | One.\nzh-Hant: 甲 | 一。\n"),
              ElementsAre("1 a has no zh-Hans"));
  EXPECT_THAT(faults_of_glossary(std::string(kWhole).append(kWhole)), ElementsAre("5 the id a is taken"));
  EXPECT_THAT(faults_of_glossary(with_line("en: A")), ElementsAre("5 a name | a sentence"));
  EXPECT_THAT(faults_of_glossary(with_line("colour: red")), ElementsAre("5 no such field: colour: red"));
  EXPECT_THAT(faults_of_glossary(with_line("symbol: of nothing")),
              ElementsAre("5 no stage has this kind: of nothing"));
  EXPECT_THAT(faults_of_glossary(with_line("symbol: a | b")), ElementsAre("5 one symbol, or three"));
  EXPECT_THAT(faults_of_glossary(with_line("go: moon far")), ElementsAre("5 no place: moon far"));
  EXPECT_THAT(faults_of_glossary(with_line("lessons: 3, 21")), ElementsAre("5 no lesson: 21"));
}

}  // namespace
}  // namespace app
