// Tasks that translate: phrases, numbers, dates.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/engine/task_texts.h"

namespace tasks_test {
namespace {

TEST(PhraseTask, AdjectivesCrossOverAndAgree) {
  const Task& task = named("phrase");
  const std::map<std::string_view, std::string_view> pairs = {
      {"the big red house", "la grande maison rouge"},
      {"a small black cat", "un petit chat noir"},
      {"the beautiful white flower", "la belle fleur blanche"},
      {"a old green bridge", "un vieux pont vert"},
      {"the old table", "la vieille table"},
      {"the big red <unk>", "le grand <unk> rouge"},
      {"a bread", "un pain"}};
  for (const auto& [english, french] : pairs) {
    const auto example = example_of(task, english);
    ASSERT_TRUE(example);
    EXPECT_EQ(label_text(task, *example), french);
  }
  const auto example = example_of(task, "the big red house");
  ASSERT_TRUE(example);
  EXPECT_EQ(looks(task, *example, "adjective"), (std::vector<std::string>{"grande<big", "rouge<red"}));
  EXPECT_EQ(looks(task, *example, "noun"), (std::vector<std::string>{"maison<house"}));
  EXPECT_EQ(looks(task, *example, "article"), (std::vector<std::string>{"la<the"}));
  EXPECT_EQ(looks(task, *example, "gender"), (std::vector<std::string>{"the<house"}));
  const auto unknown = example_of(task, "the big red <unk>");
  EXPECT_EQ(looks(task, *unknown, "new_noun"), (std::vector<std::string>{"<unk><<unk>"}));
  EXPECT_EQ(group_of(task, *unknown), "new_words");
}

// What is called wrong on the screen is what the examples call wrong.
TEST(PhraseTask, AnswersASourceAsItsExamplesDo) {
  const Task& task = named("phrase");
  for (uint64_t index = 0; index < 3000; ++index) {
    const TaskCase example = task.example(0, index);
    std::vector<Index> labels;
    for (const Index label : example.labels) {
      if (label != task.vocabulary().end) labels.push_back(label);
    }
    EXPECT_EQ(task.answer(example.source), labels) << text_of(task, example.source);
  }
  const std::vector<Index> noun_alone = {example_of(task, "the old table")->source[2]};
  EXPECT_TRUE(task.answer(noun_alone).empty());
}

TEST(PhraseTask, ATenthOfTheNounsIsNew) {
  const Task& task = named("phrase");
  double nouns = 0;
  double unknown = 0;
  for (uint64_t index = 0; index < 5000; ++index) {
    for (const AimedRow& aimed : task.example(0, index).aims) {
      const std::string_view aim = task.aims()[static_cast<size_t>(aimed.aim)].name;
      nouns += aim == "noun" || aim == "new_noun" ? 1 : 0;
      unknown += aim == "new_noun" ? 1 : 0;
    }
  }
  EXPECT_NEAR(unknown / nouns, 0.1, 0.01);
}

// A second way to write numbers: by words for each place, and repairs.
std::string simple_chinese(int number) {
  static const std::vector<std::string> kDigits{"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
  static const std::vector<std::string> kUnits{"千", "百", "十", ""};
  const std::string digits = std::to_string(10000 + number).substr(1);
  std::string text;
  for (size_t i = 0; i < 4; ++i)
    text += kDigits[static_cast<size_t>(digits[i] - '0')] + (digits[i] == '0' ? "" : kUnits[i]);
  const auto replace = [&](const std::string& from, const std::string& into) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from))
      text.replace(at, from.size(), into);
  };
  replace("零零", "零");
  if (number == 0) return "零";
  if (text.starts_with("零")) text.erase(0, 3);
  if (text.ends_with("零")) text.erase(text.size() - 3);
  if (text.starts_with("一十")) text.erase(0, 3);
  return text;
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

TEST(NumbersTask, WritesNumbersAsPeopleDo) {
  const Task& task = named("numbers");
  const std::map<std::string_view, int> numbers = {{"zero", 0},
                                                   {"seven", 7},
                                                   {"ten", 10},
                                                   {"nineteen", 19},
                                                   {"twenty", 20},
                                                   {"ninety nine", 99},
                                                   {"one hundred", 100},
                                                   {"one hundred five", 105},
                                                   {"one hundred ten", 110},
                                                   {"one hundred nineteen", 119},
                                                   {"three hundred five", 305},
                                                   {"three hundred forty two", 342},
                                                   {"one thousand", 1000},
                                                   {"one thousand five", 1005},
                                                   {"one thousand ten", 1010},
                                                   {"one thousand two hundred", 1200},
                                                   {"four thousand thirty", 4030},
                                                   {"seven thousand nineteen", 7019},
                                                   {"nine thousand nine hundred ninety nine", 9999}};
  for (const auto& [english, number] : numbers) {
    const auto example = example_of(task, english);
    ASSERT_TRUE(example);
    EXPECT_EQ(without_spaces(label_text(task, *example)), simple_chinese(number)) << english;
  }
  EXPECT_EQ(simple_chinese(305), "三百零五");
  EXPECT_EQ(simple_chinese(7019), "七千零一十九");
}

TEST(NumbersTask, EveryNumberHasItsOwnWordsBothWays) {
  const Task& task = named("numbers");
  std::map<std::string, std::string> chinese;
  std::map<std::string, std::string> english;
  for (uint64_t index = 0; index < 150000; ++index) {
    const TaskCase example = task.example(0, index);
    const std::string source = text_of(task, example.source);
    const std::string target = label_text(task, example);
    auto& pairs = group_of(task, example) == "to_chinese" ? chinese : english;
    const auto [found, is_new] = pairs.emplace(source, target);
    EXPECT_EQ(found->second, target);
  }
  EXPECT_GT(chinese.size(), 8000U);
  EXPECT_LE(chinese.size(), 8500U);
  std::set<std::string> expected;
  for (int number = 0; number < 10000; ++number) expected.insert(simple_chinese(number));
  for (const auto& [words, characters] : chinese) {
    EXPECT_TRUE(expected.contains(without_spaces(characters))) << characters;
    const auto back = english.find(characters);
    if (back != english.end()) {
      EXPECT_EQ(back->second, words);
    }
  }
}

TEST(NumbersTask, DigitsLookAtTheirOwnWord) {
  const Task& task = named("numbers");
  const auto example = example_of(task, "three hundred forty two");
  ASSERT_TRUE(example);
  EXPECT_EQ(looks(task, *example, "digit"), (std::vector<std::string>{"三<three", "四<forty", "二<two"}));
  EXPECT_EQ(looks(task, *example, "place"), (std::vector<std::string>{"百<hundred", "十<forty"}));
  const auto teen = example_of(task, "七 千 零 一 十 九");
  ASSERT_TRUE(teen);
  EXPECT_EQ(looks(task, *teen, "digit"), (std::vector<std::string>{"seven<七", "nineteen<一<十<九"}));
  EXPECT_EQ(looks(task, *teen, "place"), (std::vector<std::string>{"thousand<千"}));
}

// A half in which every length is as frequent as any other: numbers below 100 are a quarter of all.
TEST(NumbersTask, ShortNumbersAreNotForgotten) {
  const Task& task = named("numbers");
  Index bare = 0;
  for (uint64_t index = 0; index < 4000; ++index) {
    const TaskCase example = task.example(0, index);
    bare += example.source.size() == 3 ? 1 : 0;
  }
  EXPECT_GT(bare, 500);
  const TaskCase& held = task.held_out().front();
  EXPECT_EQ(task.held_out().size(), 3000U);
  EXPECT_EQ(held.source.front(), 4);
  EXPECT_EQ(task.vocabulary().tokens[4], "<2zh>");
}

TEST(DatesTask, WritesDatesInOrderOfSize) {
  const Task& task = named("dates");
  for (const auto& [said, written] : std::map<std::string_view, std::string_view>{
           {"november 2 2 , 2 0 2 6", "2 0 2 6 - 1 1 - 2 2"}, {"may 3 , 1 9 8 7", "1 9 8 7 - 0 5 - 0 3"}}) {
    const auto example = example_of(task, said);
    ASSERT_TRUE(example);
    EXPECT_EQ(label_text(task, *example), written);
  }
  const auto example = example_of(task, "november 2 2 , 2 0 2 6");
  EXPECT_EQ(looks(task, *example, "year"), (std::vector<std::string>{"2<2", "0<0", "2<2", "6<6"}));
  EXPECT_EQ(looks(task, *example, "month"), (std::vector<std::string>{"1<november", "1<november"}));
  EXPECT_EQ(looks(task, *example, "day"), (std::vector<std::string>{"2<2", "2<2"}));
}

TEST(DatesTask, FebruaryHas29DaysInLeapYearsAlone) {
  const Task& task = named("dates");
  Index leap_days = 0;
  for (uint64_t index = 0; index < 40000; ++index) {
    const TaskCase example = task.example(0, index);
    const std::string said = text_of(task, example.source);
    if (!said.starts_with("february 2 9")) continue;
    ++leap_days;
    const int year = std::stoi(without_spaces(said.substr(said.find(',') + 1)));
    EXPECT_TRUE((year % 4 == 0 && year % 100 != 0) || year == 2000) << said;
  }
  EXPECT_GT(leap_days, 10);
}

}  // namespace
}  // namespace tasks_test
