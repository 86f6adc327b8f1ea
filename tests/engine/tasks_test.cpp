// The tasks that small models learn: their examples are right, the same everywhere, and none of those that
// they are tested on is among those that they learn from.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/tokenizer_files.h"
#include "engine/training/run.h"
#include "engine/training/task.h"
#include "engine/training/tasks/tokenizer_text.h"

namespace tasks_test {
namespace {

using namespace engine;
using testing::ElementsAre;

constexpr uint64_t kExamples = 20000;

const Task& named(std::string_view name) {
  const Task* const task = find_task(name);
  EXPECT_NE(task, nullptr) << name;
  return *task;
}

// "the big red house", without tokens that have a duty.
std::string text_of(const Task& task, const std::vector<Index>& ids) {
  std::string text;
  for (const Index id : ids) {
    const std::string& token = task.vocabulary().tokens.at(static_cast<size_t>(id));
    if (token.starts_with('<') && id != task.vocabulary().unknown) continue;
    if (!text.empty()) text += ' ';
    text += token;
  }
  return text;
}

std::string label_text(const Task& task, const TaskCase& example) {
  std::vector<Index> ids;
  std::ranges::copy_if(example.labels, std::back_inserter(ids), [](Index id) { return id != kNoLabel; });
  return text_of(task, ids);
}

text::ModelTokenizer tokenizer_of(const Task& task) {
  auto tokenizer = text::read_tokenizer_json(tokenizer_text(task));
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  return std::move(tokenizer).value();
}

// "the big red <unk>"
std::string cut(const Task& task, std::string_view typed) {
  const auto pieces = tokenizer_of(task).encode_plain(typed);
  EXPECT_TRUE(pieces.ok()) << typed;
  std::string cut;
  for (const text::Piece& piece : *pieces) {
    if (!cut.empty()) cut += ' ';
    cut += piece.name;
  }
  return cut;
}

// What the model reads: ids, hidden words put back; or the signs of a picture's numbers, which tell the
// colours apart whatever the noise.
std::vector<Index> read_by_model(const Task& task, const TaskCase& example) {
  std::vector<Index> read = example.source;
  for (size_t row = 0; row < read.size(); ++row) {
    const bool is_scored = std::ranges::find(example.scored, static_cast<Index>(row)) != example.scored.end();
    if (task.vocabulary().mask >= 0 && read[row] == task.vocabulary().mask && !is_scored)
      read[row] = example.labels[row];
  }
  for (Index i = 0; i < example.patches.size(); ++i) read.push_back(example.patches.data()[i] > 0 ? 1 : 0);
  return read;
}

bool same(const TaskCase& one, const TaskCase& other) {
  const auto aims = [](const TaskCase& example) {
    std::vector<std::vector<Index>> all;
    for (const AimedRow& aimed : example.aims) {
      all.push_back({aimed.aim, aimed.row});
      all.back().insert(all.back().end(), aimed.keys.begin(), aimed.keys.end());
    }
    return all;
  };
  return one.source == other.source && one.target == other.target && one.labels == other.labels &&
         one.scored == other.scored && one.group == other.group && one.patches == other.patches &&
         aims(one) == aims(other);
}

class EveryTask : public testing::TestWithParam<const Task*> {
 protected:
  const Task& task() const { return *GetParam(); }
  bool is_picture() const { return task().held_out().front().patches.size() > 0; }
};

TEST_P(EveryTask, GivesTheSameExampleForTheSameSeedAndNumber) {
  std::set<std::vector<Index>> different;
  for (uint64_t index = 0; index < 200; ++index) {
    EXPECT_TRUE(same(task().example(3, index), task().example(3, index)));
    different.insert(read_by_model(task(), task().example(3, index)));
    different.insert(read_by_model(task(), task().example(4, index)));
  }
  EXPECT_GT(different.size(), 200U);
}

TEST_P(EveryTask, NeverTeachesWhatItIsTestedOn) {
  std::set<std::vector<Index>> tested;
  for (const TaskCase& example : task().held_out()) tested.insert(read_by_model(task(), example));
  EXPECT_EQ(tested.size(), task().held_out().size()) << "a case stands twice";
  EXPECT_GE(tested.size(), 1000U);
  Index among = 0;
  for (uint64_t index = 0; index < kExamples; ++index)
    among += tested.contains(read_by_model(task(), task().example(index % 3, index))) ? 1 : 0;
  EXPECT_EQ(among, 0);
}

void expect_ids(const std::vector<Index>& ids, Index count) {
  EXPECT_TRUE(std::ranges::all_of(ids, [&](Index id) { return id >= 0 && id < count; }));
}

void expect_fits(const Task& task, const TaskCase& example) {
  const auto tokens = static_cast<Index>(task.vocabulary().tokens.size());
  const bool is_picture = example.patches.size() > 0;
  const bool has_target = task.target_length() > 0;
  expect_ids(example.source, tokens);
  expect_ids(example.target, tokens);
  EXPECT_LE(static_cast<Index>(example.source.size()), task.source_length());
  EXPECT_LE(static_cast<Index>(example.target.size()), task.target_length());
  const Index read = is_picture ? task.source_length() : static_cast<Index>(example.source.size());
  const Index rows = has_target ? static_cast<Index>(example.target.size()) : read;
  ASSERT_LE(static_cast<Index>(example.labels.size()), rows);
  for (const Index label : example.labels) {
    EXPECT_GE(label, kNoLabel);
    EXPECT_LT(label, task.labels());
  }
  EXPECT_TRUE(std::ranges::is_sorted(example.scored));
  for (const Index row : example.scored) EXPECT_NE(example.labels.at(static_cast<size_t>(row)), kNoLabel);
  for (const AimedRow& aimed : example.aims) {
    const AimedAttention attention = task.aims()[static_cast<size_t>(aimed.aim)].attention;
    EXPECT_LT(aimed.row, attention == AimedAttention::kEncoder ? read : rows);
    EXPECT_FALSE(aimed.keys.empty());
    for (const Index key : aimed.keys) EXPECT_LT(key, attention == AimedAttention::kDecoder ? rows : read);
  }
  EXPECT_LT(example.group, static_cast<int>(task.groups().size()));
}

TEST_P(EveryTask, FitsItsOwnVocabularyAndLengths) {
  const TaskVocabulary& vocabulary = task().vocabulary();
  const std::set<std::string> tokens(vocabulary.tokens.begin(), vocabulary.tokens.end());
  EXPECT_EQ(tokens.size(), vocabulary.tokens.size()) << "a token stands twice";
  if (!is_picture()) {
    EXPECT_EQ(vocabulary.tokens.front(), "<pad>");
  }
  size_t longest_source = 0;
  size_t longest_target = 0;
  for (uint64_t index = 0; index < kExamples; ++index) {
    const TaskCase example = task().example(1, index);
    expect_fits(task(), example);
    longest_source = std::max(longest_source, example.source.size());
    longest_target = std::max(longest_target, example.target.size());
  }
  for (const TaskCase& example : task().held_out()) expect_fits(task(), example);
  if (!is_picture()) {
    EXPECT_EQ(static_cast<Index>(longest_source), task().source_length());
  }
  EXPECT_EQ(static_cast<Index>(longest_target), task().target_length());
}

TEST_P(EveryTask, HasARecipeThatFits) {
  const Recipe recipe = task().recipe();
  EXPECT_EQ(recipe.config.vocabulary, static_cast<Index>(task().vocabulary().tokens.size()));
  EXPECT_EQ(recipe.config.has_target(), task().target_length() > 0);
  const auto bad = check_recipe(recipe, task());
  EXPECT_FALSE(bad.has_value()) << bad->key;
}

// Whatever is measured, is measured often.
TEST_P(EveryTask, MeasuresEveryAimAndGroup) {
  std::map<int, Index> groups;
  std::map<int, Index> aims;
  for (const TaskCase& example : task().held_out()) {
    ++groups[example.group];
    for (const AimedRow& aimed : example.aims) ++aims[aimed.aim];
  }
  EXPECT_EQ(groups.size(), task().groups().size());
  EXPECT_EQ(aims.size(), task().aims().size());
  for (const auto& [group, count] : groups)
    EXPECT_GE(count, 30) << task().groups()[static_cast<size_t>(group)].name;
  for (const auto& [aim, count] : aims) EXPECT_GE(count, 80) << task().aims()[static_cast<size_t>(aim)].name;
}

std::vector<Index> without_duties(const Task& task, const std::vector<Index>& ids) {
  std::vector<Index> words;
  for (const Index id : ids) {
    const bool is_tag = task.vocabulary().tokens[static_cast<size_t>(id)].starts_with('<');
    if (!is_tag || id == task.vocabulary().unknown || id == task.vocabulary().mask) words.push_back(id);
  }
  return words;
}

TEST_P(EveryTask, ReadsItsOwnSentencesWhenTheyAreTyped) {
  if (is_picture()) GTEST_SKIP() << "nothing is typed";
  const text::ModelTokenizer tokenizer = tokenizer_of(task());
  const auto typed_ids = [&](std::string_view typed) {
    std::vector<Index> ids;
    const auto pieces = tokenizer.encode_plain(typed);
    for (const text::Piece& piece : *pieces) ids.push_back(piece.id);
    return ids;
  };
  for (uint64_t index = 0; index < 300; ++index) {
    const TaskCase example = task().example(2, index);
    for (const std::vector<Index>* const ids : {&example.source, &example.target}) {
      const std::vector<Index> words = without_duties(task(), *ids);
      EXPECT_EQ(without_duties(task(), typed_ids(tokenizer.decode(words, true))), words)
          << tokenizer.decode(words, true);
    }
  }
  EXPECT_EQ(*tokenizer.vocabulary(), task().vocabulary().tokens);
  EXPECT_EQ(tokenizer.special().unknown, task().vocabulary().unknown);
}

TEST_P(EveryTask, ShowsSentencesOfItsOwnWords) {
  if (is_picture()) GTEST_SKIP() << "nothing is typed";
  const text::ModelTokenizer tokenizer = tokenizer_of(task());
  EXPECT_GE(task().shown().size(), 2U);
  for (const std::string& typed : task().shown()) {
    const auto pieces = tokenizer.encode(typed);
    ASSERT_TRUE(pieces.ok());
    EXPECT_LE(static_cast<Index>(pieces->pieces.size()), task().source_length()) << typed;
    Index unknown = 0;
    for (const text::Piece& piece : pieces->pieces)
      unknown += piece.id == task().vocabulary().unknown ? 1 : 0;
    const bool shows_new_words =
        typed.find("zebra") != std::string::npos || typed.find("鋼琴") != std::string::npos;
    EXPECT_EQ(unknown > 0, shows_new_words) << typed;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryTask, testing::ValuesIn(tasks().begin(), tasks().end()),
                         [](const auto& tested) {
                           std::string name(tested.param->name());
                           std::erase(name, '-');
                           return name;
                         });

// The ids of words with spaces between them; -1 where a star stands.
std::vector<Index> ids_of(const Task& task, std::string_view words) {
  std::vector<Index> ids;
  std::istringstream stream{std::string(words)};
  for (std::string word; stream >> word;) {
    const auto& tokens = task.vocabulary().tokens;
    const auto found = std::ranges::find(tokens, word);
    EXPECT_TRUE(word == "*" || found != tokens.end()) << word;
    ids.push_back(word == "*" ? -1 : found - tokens.begin());
  }
  return ids;
}

// The first example that the model reads as these words, a star standing for any.
std::optional<TaskCase> example_of(const Task& task, std::string_view words) {
  const std::vector<Index> wanted = ids_of(task, words);
  const auto fits = [&](const TaskCase& example) {
    std::vector<Index> read = read_by_model(task, example);
    std::erase_if(read, [&](Index id) {
      const std::string& token = task.vocabulary().tokens[static_cast<size_t>(id)];
      return token.starts_with("<2") || token == "<bos>" || token == "<eos>";
    });
    return std::ranges::equal(wanted, read, [](Index want, Index id) { return want < 0 || want == id; });
  };
  const auto held = std::ranges::find_if(task.held_out(), fits);
  if (held != task.held_out().end()) return *held;
  for (uint64_t index = 0; index < 300000; ++index) {
    TaskCase example = task.example(0, index);
    if (fits(example)) return example;
  }
  ADD_FAILURE() << words << " is never said";
  return std::nullopt;
}

// "rouge<red", for each row of the aim: the word that the row says, and those that it should look at.
std::vector<std::string> looks(const Task& task, const TaskCase& example, std::string_view aim) {
  const auto word = [&](Index id) { return task.vocabulary().tokens.at(static_cast<size_t>(id)); };
  std::vector<std::string> all;
  for (const AimedRow& aimed : example.aims) {
    if (task.aims()[static_cast<size_t>(aimed.aim)].name != aim) continue;
    const auto row = static_cast<size_t>(aimed.row);
    const bool is_read = task.aims()[static_cast<size_t>(aimed.aim)].attention == AimedAttention::kEncoder;
    std::string look = word(is_read ? example.source[row] : example.labels[row]);
    for (const Index key : aimed.keys) look += '<' + word(example.source[static_cast<size_t>(key)]);
    all.push_back(look);
  }
  return all;
}

std::string group_of(const Task& task, const TaskCase& example) {
  return std::string(task.groups()[static_cast<size_t>(example.group)].name);
}

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

TEST(LetterTasks, WriteTheirLettersInTheirOrder) {
  const Task& task = named("reverse");
  for (uint64_t index = 0; index < 100; ++index) {
    const TaskCase example = task.example(0, index);
    std::vector<Index> answer(example.source.begin(), example.source.end() - 1);
    std::ranges::reverse(answer);
    answer.push_back(task.vocabulary().end);
    EXPECT_EQ(example.labels, answer);
    for (const AimedRow& aimed : example.aims) EXPECT_EQ(aimed.keys, std::vector<Index>{7 - aimed.row});

    const TaskCase copied = named("copy").example(0, index);
    EXPECT_EQ(copied.labels, copied.source);
    for (const AimedRow& aimed : copied.aims) EXPECT_EQ(aimed.keys, std::vector<Index>{aimed.row});

    const TaskCase sorted = named("sort").example(0, index);
    std::vector<Index> letters(sorted.source.begin(), sorted.source.end() - 1);
    std::ranges::sort(letters);
    EXPECT_EQ(std::ranges::adjacent_find(letters), letters.end()) << "a letter stands twice";
    EXPECT_TRUE(std::ranges::equal(letters, std::span(sorted.labels).first(letters.size())));
    for (const AimedRow& aimed : sorted.aims)
      EXPECT_EQ(sorted.source[static_cast<size_t>(aimed.keys.front())],
                sorted.labels[static_cast<size_t>(aimed.row)]);
  }
}

// "LIKES<queen": in small letters, the predicted words and what they look at.
TEST(GrammarTask, VerbsAgreeWithTheirOwnSubject) {
  const Task& task = named("grammar");
  const auto behind = example_of(task, "the girl * the kings sings because she * .");
  ASSERT_TRUE(behind);
  EXPECT_EQ(looks(task, *behind, "subject"), (std::vector<std::string>{"sings<girl"}));
  EXPECT_EQ(looks(task, *behind, "pronoun"), (std::vector<std::string>{"she<girl"}));
  EXPECT_THAT(looks(task, *behind, "pronoun_verb"), ElementsAre(testing::EndsWith("s<she")));
  EXPECT_EQ(group_of(task, *behind), "one_noun_between");
  const auto that = example_of(task, "the boys that the * likes sleep .");
  ASSERT_TRUE(that);
  const std::string& agent = task.vocabulary().tokens[static_cast<size_t>(that->source[5])];
  EXPECT_EQ(looks(task, *that, "relative"), (std::vector<std::string>{"likes<" + agent}));
  EXPECT_EQ(looks(task, *that, "subject"), (std::vector<std::string>{"sleep<boys"}));
  // Compared with the other form, since nobody can know which verb it is.
  ASSERT_EQ(that->rivals.size(), 2U);
  EXPECT_EQ(text_of(task, {that->rivals[0], that->rivals[1]}), "like sleeps");
  EXPECT_THAT(that->scored, ElementsAre(5, 6));
  const auto alone = example_of(task, "the girl sings .");
  ASSERT_TRUE(alone);
  EXPECT_TRUE(looks(task, *alone, "subject").empty()) << "there is no other noun";
}

TEST(MeasureWordsTask, TheMeasureWordSuitsItsNoun) {
  const Task& task = named("measure-words");
  const auto latter = example_of(task, "貓 和 書 ， 我 看見 後 者 三 本 書 。");
  ASSERT_TRUE(latter);
  EXPECT_EQ(looks(task, *latter, "measure_word"), (std::vector<std::string>{"本<書"}));
  EXPECT_EQ(looks(task, *latter, "counted_noun"), (std::vector<std::string>{"書<書"}));
  EXPECT_THAT(latter->scored, ElementsAre(9));
  const auto former = example_of(task, "貓 和 書 ， 我 看見 前 者 三 隻 貓 。");
  ASSERT_TRUE(former);
  EXPECT_EQ(looks(task, *former, "measure_word"), (std::vector<std::string>{"隻<貓"}));
}

// "animal<animal": what the pronoun's row says, and where it should look.
TEST(WhoTask, TheReasonDecidesWhoIsMeant) {
  const Task& task = named("who");
  const auto says = [&](std::string_view text) {
    const auto example = example_of(task, text);
    if (!example) return std::string();
    const auto row = static_cast<size_t>(example->scored.front());
    const AimedRow& aimed = example->aims.front();
    const auto& tokens = task.vocabulary().tokens;
    return tokens[static_cast<size_t>(example->source[row])] + " " +
           tokens[static_cast<size_t>(example->labels[row])] + "<" +
           tokens[static_cast<size_t>(
               read_by_model(task, *example)[static_cast<size_t>(aimed.keys.front())])] +
           " " + group_of(task, *example);
  };
  EXPECT_EQ(says("the animal * * cross the street because it was too tired"), "it animal<animal it");
  EXPECT_EQ(says("the animal * * cross the street because it was too wide"), "it street<street it");
  EXPECT_EQ(says("the * didn't fit in the suitcase because it was too small ."), "it suitcase<suitcase it");
  EXPECT_EQ(says("the <unk> left the <unk> because it was too old"), "it <unk><<unk> it_new");
  EXPECT_EQ(says("the ball broke the table because the <mask> was too heavy"),
            "<mask> ball<ball hidden_noun");
  EXPECT_EQ(says("the girl thanked the king because <mask> had *"), "<mask> he<king hidden_pronoun");
  EXPECT_EQ(says("the girl thanked the king because she felt *"), "she girl<girl two_kinds");
  EXPECT_EQ(says("the girl * the queen because she had * ."), "she queen<queen one_kind");
}

TEST(WhoTask, ChineseHasTheSameRules) {
  const Task& task = named("who-zh");
  const auto example = example_of(task, "書 放 不 進 箱子 ， 因為 它 太 小 了 。");
  ASSERT_TRUE(example);
  EXPECT_EQ(looks(task, *example, "it"), (std::vector<std::string>{"它<箱子"}));
  const auto hidden = example_of(task, "女孩 感謝 國王 ， 因為 <mask> 幫 了 忙 。");
  ASSERT_TRUE(hidden);
  EXPECT_EQ(looks(task, *hidden, "hidden_pronoun"), (std::vector<std::string>{"<mask><國王"}));
}

// A tenth of the other words; only training examples, and never what is already unknown.
TEST(WhoTask, HidesWordsInTrainingAlone) {
  const Task& task = named("who");
  double hidden = 0;
  double words = 0;
  for (uint64_t index = 0; index < 5000; ++index) {
    const TaskCase example = task.example(0, index);
    for (size_t row = 1; row < example.source.size(); ++row) {
      if (static_cast<Index>(row) == example.scored.front()) continue;
      const bool is_asked = example.labels[row] != kNoLabel;
      EXPECT_EQ(is_asked, example.source[row] == task.vocabulary().mask);
      EXPECT_NE(example.labels[row], task.vocabulary().unknown);
      hidden += is_asked ? 1 : 0;
      words += example.source[row] == task.vocabulary().unknown ? 0 : 1;
    }
  }
  EXPECT_NEAR(hidden / words, 0.1, 0.01);
  for (const TaskCase& example : task.held_out())
    EXPECT_EQ(std::ranges::count_if(example.labels, [](Index label) { return label != kNoLabel; }), 1);
}

TEST(ShapesTask, TheClassTokenIsAskedForTheLargestShape) {
  const Task& task = named("shapes");
  EXPECT_EQ(task.labels(), 12);
  EXPECT_EQ(task.vocabulary().tokens.front(), "red circle");
  for (const TaskCase& example : std::span(task.held_out()).first(200)) {
    EXPECT_EQ(example.patches.rows(), 16);
    EXPECT_EQ(example.patches.cols(), 48);
    EXPECT_EQ(example.labels.size(), 1U) << "a model that says a class has one row of logits";
    const AimedRow& largest = example.aims.front();
    EXPECT_EQ(largest.row, 0);
    float area = 0;
    for (const float part : largest.parts) area += 16 * part;
    EXPECT_GE(area, 4 * 4 / 2);
    EXPECT_LE(area, 7 * 7);
    EXPECT_EQ(example.aims.size(), example.group == 0 ? 1U : 2U);
  }
}

TEST(TaskTokenizer, ReadsWordsAsTheyAreTyped) {
  const Task& who = named("who");
  EXPECT_EQ(cut(who, "The animal didn’t cross the street, because it was too TIRED"),
            "the animal didn't cross the street because it was too tired");
  EXPECT_EQ(cut(who, "the zebra did not cross the lane because <mask> was too tired."),
            "the <unk> did not cross the <unk> because <mask> was too tired .");
  EXPECT_EQ(cut(named("phrase"), "The big red zebra."), "the big red <unk>");
  EXPECT_EQ(cut(named("numbers"), "Three hundred and forty-two"), "<2zh> three hundred forty two");
  EXPECT_EQ(cut(named("numbers"), "七千零一十九"), "<2en> 七 千 零 一 十 九");
  EXPECT_EQ(cut(named("numbers"), "两百〇五"), "<2en> 二 百 零 五");
  EXPECT_EQ(cut(named("dates"), "November 22, 2026"), "november 2 2 , 2 0 2 6");
  EXPECT_EQ(cut(named("dates"), "2026-11-22"), "2 0 2 6 - 1 1 - 2 2");
  EXPECT_EQ(cut(named("reverse"), "CGBF"), "C G B F");
  EXPECT_EQ(cut(named("reverse"), "c g bf"), "C G B F");
  EXPECT_EQ(cut(named("reverse"), "CXYZB"), "C <unk> B");
}

TEST(TaskTokenizer, CutsChineseLongestFirst) {
  const Task& who = named("who-zh");
  EXPECT_EQ(cut(who, "書放不進箱子，因為它太大了"), "書 放 不 進 箱子 ， 因為 它 太 大 了");
  EXPECT_EQ(cut(who, "书放不进箱子,因为它太大了."), "書 放 不 進 箱子 ， 因為 它 太 大 了 。");
  EXPECT_EQ(cut(who, "鋼琴 放不進箱子，因為它太大了"), "<unk> 放 不 進 箱子 ， 因為 它 太 大 了");
  EXPECT_EQ(cut(who, "钢琴 放不进箱子，因为它太大了"), "<unk> 放 不 進 箱子 ， 因為 它 太 大 了");
  EXPECT_EQ(cut(who, "斑馬放不進箱子"), "<unk> 放 不 進 箱子");
  EXPECT_EQ(cut(who, "孩子們感謝女孩"), "孩子們 感謝 女孩");
  EXPECT_EQ(cut(who, "女孩感謝國王，因為<mask>幫了忙。"), "女孩 感謝 國王 ， 因為 <mask> 幫 了 忙 。");
  EXPECT_EQ(cut(named("measure-words"), "猫和书，我看见后者三本书。"),
            "貓 和 書 ， 我 看見 後 者 三 本 書 。");
}

TEST(TaskTokenizer, PutsTheTokensAroundThatTheModelReads) {
  const auto around = [](std::string_view name, std::string_view typed) {
    const auto encoding = tokenizer_of(named(name)).encode(typed);
    std::vector<std::string> names;
    for (const text::Piece& piece : encoding->pieces) names.push_back(piece.name);
    return names;
  };
  EXPECT_THAT(around("phrase", "the house"), ElementsAre("the", "house", "<eos>"));
  EXPECT_THAT(around("who", "it broke"), ElementsAre("<bos>", "it", "broke"));
  EXPECT_THAT(around("grammar", "the girl"), ElementsAre("<bos>", "the", "girl"));
  EXPECT_THAT(around("repeat", "AB"), ElementsAre("A", "B"));
}

TEST(TaskTokenizer, WritesWordsApartAndCharactersTogether) {
  const auto written = [](std::string_view name, std::string_view typed) {
    const text::ModelTokenizer tokenizer = tokenizer_of(named(name));
    std::vector<Index> ids;
    const auto encoding = tokenizer.encode(typed);
    for (const text::Piece& piece : encoding->pieces) ids.push_back(piece.id);
    return tokenizer.decode(ids);
  };
  EXPECT_EQ(written("phrase", "la grande maison rouge"), "la grande maison rouge");
  EXPECT_EQ(written("numbers", "三百零五"), "三百零五");
  EXPECT_EQ(written("numbers", "three hundred five"), "three hundred five");
  EXPECT_EQ(written("dates", "2026-11-22"), "2026-11-22");
  EXPECT_EQ(written("reverse", "CGBF"), "C G B F");
  EXPECT_EQ(written("grammar", "the girl sings."), "the girl sings.");
  EXPECT_EQ(written("measure-words", "貓，我看見三隻貓。"), "貓，我看見三隻貓。");
}

TEST(RepeatTask, SaysItsBlockAgain) {
  const Task& task = named("repeat");
  std::set<size_t> blocks;
  for (uint64_t index = 0; index < 500; ++index) {
    const TaskCase example = task.example(0, index);
    const std::set<Index> letters(example.source.begin(), example.source.end());
    const size_t period = letters.size();
    blocks.insert(period);
    ASSERT_EQ(example.labels.size(), example.source.size());
    for (size_t i = 0; i + 1 < example.source.size(); ++i)
      EXPECT_EQ(example.labels[i], example.source[i + 1]);
    for (size_t i = period; i < example.source.size(); ++i)
      EXPECT_EQ(example.source[i], example.source[i - period]);
    EXPECT_EQ(example.scored.front(), static_cast<Index>(period));
    EXPECT_EQ(example.scored.size(), example.source.size() - period);
    for (const AimedRow& aimed : example.aims) {
      const auto row = static_cast<size_t>(aimed.row);
      for (const Index key : aimed.keys) {
        if (aimed.aim == 0) {
          EXPECT_EQ(example.source[static_cast<size_t>(key)], example.labels[row]);
          EXPECT_EQ(example.source[static_cast<size_t>(key) - 1], example.source[row]);
        } else {
          EXPECT_EQ(key, aimed.row - 1);
          EXPECT_LT(row, period);
        }
      }
    }
  }
  EXPECT_EQ(blocks.size(), 13U);  // of 4 to 16 letters
  EXPECT_EQ(*blocks.begin(), 4U);
}

}  // namespace
}  // namespace tasks_test
