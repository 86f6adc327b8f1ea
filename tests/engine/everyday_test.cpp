// Everyday sentences: what the grammar's language promises, and what the two grammars hold to.
#include "engine/training/everyday/everyday.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/core/utf8.h"
#include "engine/training/everyday/scene_writer.h"
#include "engine/training/task.h"
#include "tests/engine/task_texts.h"

namespace engine {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr uint64_t kLines = 20000;
constexpr std::array kScripts = {EverydayScript::kEnglish, EverydayScript::kTraditional,
                                 EverydayScript::kSimplified};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

const std::vector<std::string>& drawn(EverydayScript script) {
  static std::map<EverydayScript, std::vector<std::string>> all;
  auto [found, is_new] = all.try_emplace(script);
  if (is_new) found->second = lines_of(everyday_text(script, 1, kLines));
  return found->second;
}

// Every different line that the frames of a grammar of our own say in a hundred draws.
std::set<std::string> said_by(std::string_view text) {
  const auto grammar = read_scenes("own.txt", text);
  EXPECT_TRUE(grammar.ok()) << grammar.error().key;
  std::set<std::string> said;
  if (!grammar) return said;
  const RandomStream stream(1, "test");
  for (uint64_t i = 0; i < 100; ++i) {
    Draw choices(stream, i);
    said.insert(draw_scene(*grammar, grammar->kinds[0], choices));
  }
  return said;
}

TEST(SceneGrammar, ASlotSaysTheSameAgainAndAnotherNumberSomethingElse) {
  EXPECT_EQ(said_by("class pet: word | sound\n  cat | meows; dog | barks\n"
                    "kind one\n  {pet} and {pet2}: the {pet} {pet.sound}, the {pet2} {pet2.sound}\n"),
            (std::set<std::string>{"cat and dog: the cat meows, the dog barks",
                                   "dog and cat: the dog barks, the cat meows"}));
}

TEST(SceneGrammar, ACellWithChoicesSaysTheSameAgain) {
  EXPECT_EQ(said_by("class toy: word\n  [red|blue] ball\nkind one\n  {toy}, {toy}\n"),
            (std::set<std::string>{"red ball, red ball", "blue ball, blue ball"}));
}

TEST(SceneGrammar, TagsColumnsRowsAndDifferencesChooseWhatFillsASlot) {
  const std::string words =
      "class who: word | he\n  * | she +girl\n  Anna; Mia\n  * | he\n  Ben; Leo | - +old\nkind one\n  ";
  EXPECT_EQ(said_by(words + "{who+girl}\n"), (std::set<std::string>{"Anna", "Mia"}));
  EXPECT_EQ(said_by(words + "{who=Ben}, {who.he}\n"), (std::set<std::string>{"Ben, he"}));
  EXPECT_EQ(said_by(words + "{who+old}{who.he?, |, nobody}\n"), (std::set<std::string>{"Leo, nobody"}));
  EXPECT_EQ(said_by(words + "{who=Ben} {who.he} and {who2!he} {who2.he}\n"),
            (std::set<std::string>{"Ben he and Anna she", "Ben he and Mia she"}));
}

TEST(SceneGrammar, ACellAsksItsSubjectAndVerbsHaveTheirForms) {
  EXPECT_EQ(said_by("class verb: base | past\n  eat | ate\n"
                    "class act by verb: base\n  eat {.his} [apple|apple]\n"
                    "class who: word | his\n  Anna | her; I | my\n"
                    "kind one\n  {who=Anna} {act.past}, {who2=I} {act@who2}\n"),
            (std::set<std::string>{"Anna ate her apple, I eat my apple"}));
}

struct BadGrammar {
  std::string text, key, line;
};

TEST(SceneGrammar, WhatIsWrongIsNamedWithItsLine) {
  const std::string words = "class pet: word | sound\n  cat | meows; dog +big\n";
  for (const BadGrammar& bad : {
           BadGrammar{"nonsense\n", "error.scenes_line", "1"},
           BadGrammar{"  a row of nothing\n", "error.scenes_line", "1"},
           BadGrammar{words + "  a | b | c\nkind one\n  {pet}\n", "error.scenes_line", "3"},
           BadGrammar{words + "kind one many\n  {pet}\n", "error.scenes_line", "3"},
           BadGrammar{words + "kind one\n  {pet\n", "error.scenes_brackets", "4"},
           BadGrammar{words + "kind one\n  a [b|c\n", "error.scenes_brackets", "4"},
           BadGrammar{words + "kind one\n  a ] b {pet}\n", "error.scenes_brackets", "4"},
           BadGrammar{words + "kind one\n  {pet.sound?a|b|c}\n", "error.scenes_brackets", "4"},
           BadGrammar{words + "kind one\n  {cow}\n", "error.scenes_unknown", "4"},
           BadGrammar{words + "kind one\n  {pet.colour}\n", "error.scenes_unknown", "4"},
           BadGrammar{words + "class act by pet: base\n  run\nkind one\n  {act}\n", "error.scenes_unknown",
                      "4"},
           BadGrammar{words + "kind one\n  no pet\n", "error.scenes_unused", "1"},
           BadGrammar{words + "class pet: word\n", "error.scenes_twice", "3"},
           BadGrammar{words + "kind one\n  {pet}\nkind one\n  {pet}\n", "error.scenes_twice", "5"},
           BadGrammar{words + "kind one\n  {pet+small}\n", "error.scenes_nothing", "4"},
           BadGrammar{words + "kind one\n  {pet+big.sound}\n", "error.scenes_nothing", "4"},
           BadGrammar{words + "kind one\n  {pet} {pet2} {pet3}\n", "error.scenes_nothing", "4"},
           BadGrammar{words + "kind none\nkind one\n  {pet}\n", "error.scenes_nothing", "3"},
           BadGrammar{"", "error.scenes_nothing", "1"},
           BadGrammar{"class act: word\n  wash {.his} hands\nkind one\n  {act}\n", "error.scenes_subject",
                      "4"},
           BadGrammar{words + "kind one\n  {pet} {.sound}\n", "error.scenes_subject", "4"},
           BadGrammar{"class a: word\n  {a}\nkind one\n  {a}\n", "error.scenes_subject", "4"},
           BadGrammar{"simplified: 媽\n", "error.scenes_line", "1"},
       }) {
    const auto read = read_scenes("own.txt", bad.text);
    ASSERT_FALSE(read.ok()) << bad.text;
    EXPECT_EQ(read.error().key, bad.key) << bad.text;
    EXPECT_THAT(read.error().arguments, Contains(std::pair<std::string, std::string>("line", bad.line)))
        << bad.text;
    EXPECT_THAT(read.error().arguments, Contains(std::pair<std::string, std::string>("file", "own.txt")));
  }
}

TEST(EverydayText, IsTheSameForTheSameSeedAndALineDependsOnNoOther) {
  for (const EverydayScript script : kScripts) {
    const std::string text = everyday_text(script, 7, 50);
    EXPECT_EQ(everyday_text(script, 7, 50), text);
    EXPECT_TRUE(text.starts_with(everyday_text(script, 7, 20)));
    EXPECT_NE(everyday_text(script, 8, 50), text);
  }
}

TEST(EverydayText, HasManyKindsOfSceneAndManyWords) {
  EXPECT_GE(everyday_grammar(EverydayScript::kEnglish).kinds.size(), 150U);
  EXPECT_GE(everyday_grammar(EverydayScript::kTraditional).kinds.size(), 150U);
  std::set<std::string> words;
  for (const std::string& line : drawn(EverydayScript::kEnglish)) {
    std::string word;
    for (const char byte : line + " ") {
      if (std::isalpha(static_cast<unsigned char>(byte)) != 0)
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
      else if (!word.empty())
        words.insert(std::exchange(word, {}));
    }
  }
  EXPECT_GE(words.size(), 1500U);
  std::set<std::string_view> signs;
  for (const std::string& line : drawn(EverydayScript::kTraditional)) {
    for (std::string_view rest = line; !rest.empty(); rest.remove_prefix(first_letter(rest).size()))
      signs.insert(first_letter(rest));
  }
  EXPECT_GE(signs.size(), 1200U);
}

TEST(EverydayText, DrawsEachKindAsOftenAsItWeighs) {
  for (const EverydayScript script : {EverydayScript::kEnglish, EverydayScript::kTraditional}) {
    const SceneGrammar& grammar = everyday_grammar(script);
    std::vector<int> times(grammar.kinds.size());
    int weights = 0;
    for (const SceneKind& kind : grammar.kinds) weights += kind.weight;
    const RandomStream stream(3, "kinds");
    const int draws = 200 * weights;
    for (int i = 0; i < draws; ++i) {
      Draw choices(stream, static_cast<uint64_t>(i));
      ++times[static_cast<size_t>(draw_kind(grammar, choices))];
    }
    for (size_t i = 0; i < times.size(); ++i)
      EXPECT_NEAR(times[i], 200 * grammar.kinds[i].weight, 60 * grammar.kinds[i].weight)
          << grammar.kinds[i].name;
  }
}

TEST(EverydayText, EnglishIsWrittenAsPeopleWriteIt) {
  const std::regex a_before_vowel(
      R"((^A|\ba) (?!uniform|useful|one|unicorn|university|European)[aeiouAEIOU])");
  const std::regex an_before_consonant(R"(\b[Aa]n (?!hour|honest)[^aeiouAEIOU])");
  const std::regex odd(R"([^ -~]|[\[\]{}|]|  | [.,?!]|\.\.|[.?!] [a-z])");
  for (const std::string& line : drawn(EverydayScript::kEnglish)) {
    EXPECT_FALSE(std::regex_search(line, a_before_vowel)) << line;
    EXPECT_FALSE(std::regex_search(line, an_before_consonant)) << line;
    std::string plain = line;
    for (const std::string_view accented : {"é", "í"}) {
      const size_t at = plain.find(accented);
      if (at != std::string::npos) plain.replace(at, accented.size(), "e");
    }
    EXPECT_FALSE(std::regex_search(plain, odd)) << line;
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(plain.front())) != 0 || plain.front() == '"' ||
                std::isdigit(static_cast<unsigned char>(plain.front())) != 0)
        << line;
    const bool is_sum = std::isdigit(static_cast<unsigned char>(line.back())) != 0;
    EXPECT_TRUE(is_sum || std::string_view(".?!\"").find(line.back()) != std::string_view::npos) << line;
  }
}

TEST(EverydayText, AnArticleIsNotTheLetter) {
  const SceneGrammar& grammar = everyday_grammar(EverydayScript::kEnglish);
  EXPECT_EQ(finish_english(grammar, "A owl met a hour of a useful ant . \"A apple ?\" it asked"),
            "An owl met an hour of a useful ant. \"An apple?\" it asked");
  EXPECT_EQ(finish_english(grammar, "the letter after A is B, and a  A is first"),
            "The letter after A is B, and an A is first");
}

TEST(EverydayText, PronounsAgreeWithThePersonTheyMean) {
  const std::vector<std::string> lines = lines_of(everyday_text(EverydayScript::kEnglish, 1, 4 * kLines));
  int met = 0;
  for (const auto& [who, other] :
       {std::pair("My grandmother was ", " he "), std::pair("My sister was ", " he "),
        std::pair("My grandfather was ", " she "), std::pair("My brother was ", " she "),
        std::pair("My mother was ", " he "), std::pair("My father was ", " she "),
        std::pair("Anna was ", " he "), std::pair("Tom was ", " she ")}) {
    for (const std::string& line : lines) {
      if (!line.starts_with(who) || line.find(", so ") == std::string::npos) continue;
      ++met;
      EXPECT_THAT(line, Not(HasSubstr(other)));
    }
  }
  EXPECT_GE(met, 10);
}

TEST(EverydayText, SimplifiedIsTheSameSentenceInOtherSigns) {
  const SceneGrammar& grammar = everyday_grammar(EverydayScript::kSimplified);
  const auto& traditional = drawn(EverydayScript::kTraditional);
  const auto& simplified = drawn(EverydayScript::kSimplified);
  std::string all;
  for (size_t i = 0; i < traditional.size(); ++i) {
    EXPECT_EQ(simplified[i], in_simplified(grammar, traditional[i]));
    EXPECT_EQ(count_letters(simplified[i]), count_letters(traditional[i]));
    all += simplified[i];
  }
  for (const auto& [sign, other] : grammar.simplified) {
    EXPECT_NE(sign, other);
    EXPECT_THAT(all, Not(HasSubstr(sign)));
  }
  EXPECT_EQ(in_simplified(grammar, "「媽媽著急了，牠在後面。」"), "“妈妈着急了，它在后面。”");
}

TEST(EverydayText, ChineseHasOnlyItsOwnSigns) {
  for (const EverydayScript script : {EverydayScript::kTraditional, EverydayScript::kSimplified}) {
    for (const std::string& line : drawn(script)) {
      for (std::string_view rest = line; !rest.empty(); rest.remove_prefix(first_letter(rest).size())) {
        const char32_t code = letter_at(rest, 0).code;
        const bool is_han = code >= 0x4E00 && code <= 0x9FFF;
        const bool is_sum = (code >= '0' && code <= '9') || code == '+' || code == '-' || code == '=';
        const bool is_sign =
            std::u32string_view(U"，。？！：「」“”、").find(code) != std::u32string_view::npos;
        EXPECT_TRUE(is_han || is_sum || is_sign) << line;
      }
    }
  }
}

// A fact that is begun is ended as the table says, and no opening has two ends.
TEST(EverydayFacts, HoldWhereverTheyAreSaid) {
  for (const EverydayScript script : kScripts) {
    const std::string space = script == EverydayScript::kEnglish ? " " : "";
    std::map<std::string, std::map<std::string, std::string>> answers;  // by kind, by opening
    size_t facts = 0;
    for (const EverydayFact& fact : everyday_facts(script)) {
      const auto [found, is_new] = answers[fact.kind].emplace(fact.opening + space, fact.answer);
      EXPECT_EQ(found->second, fact.answer) << fact.opening;
      facts += is_new ? 1 : 0;
    }
    for (const char* kind : {"capital", "language", "opposite", "next_day", "next_month", "sum"})
      EXPECT_TRUE(answers.contains(kind)) << kind;
    std::set<std::string> met;
    const RandomStream stream(2, "facts");
    for (uint64_t i = 0; i < kLines; ++i) {
      Draw choices(stream, i);
      const EverydayScene scene = everyday_scene(script, choices);
      const auto of_kind = answers.find(scene.kind->name);
      if (of_kind == answers.end()) continue;
      for (const auto& [opening, answer] : of_kind->second) {
        if (!scene.text.starts_with(opening)) continue;
        EXPECT_TRUE(scene.text.substr(opening.size()).starts_with(answer)) << scene.text;
        met.insert(opening);
      }
    }
    EXPECT_GE(met.size(), facts / 2);
  }
}

TEST(EverydayTask, HoldsOutChineseScenesAndNoFacts) {
  const Task& task = *find_task("everyday-zh");
  std::string held_out;
  for (const TaskCase& example : task.held_out()) {
    for (const Index id : example.source) held_out += task.vocabulary().tokens[static_cast<size_t>(id)];
    held_out += "\n";
  }
  EXPECT_THAT(held_out, Not(HasSubstr("的首都是")));
}

// Between two ends of text stands a line of the sentences, in pieces that were learned of them; a few are cut
// where a part of the text is held out.
TEST(EverydayTask, EnglishIsItsTextInSubwords) {
  const Task& task = *find_task("everyday");
  ASSERT_TRUE(task.cutting()->merges);
  EXPECT_GT(task.cutting()->merges->size(), 500U);
  const std::vector<std::string> all = lines_of(everyday_text(EverydayScript::kEnglish, 0, kLines));
  const std::set<std::string> lines(all.begin(), all.end());
  const text::ModelTokenizer tokenizer = tasks_test::tokenizer_of(task);
  size_t whole = 0;
  size_t cut = 0;
  for (uint64_t index = 0; index < 100; ++index) {
    const std::vector<Index> read = task.example(1, index).source;
    auto end = std::ranges::find(read, task.vocabulary().end);
    while (end != read.end()) {
      const auto begin = std::next(end);
      end = std::find(begin, read.end(), task.vocabulary().end);
      if (end == read.end()) break;
      const bool is_whole = lines.contains(tokenizer.decode(std::vector<Index>(begin, end)));
      is_whole ? ++whole : ++cut;
    }
  }
  EXPECT_GT(whole, 100U);
  EXPECT_LT(100 * cut, whole);
}

}  // namespace
}  // namespace engine
