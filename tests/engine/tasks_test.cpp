// What holds for every task that small models learn: their examples are right, the same everywhere, and none
// of those that they are tested on is among those that they learn from.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/engine/task_texts.h"

namespace tasks_test {
namespace {

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
  // Of a text in subwords each row is tested.
  size_t counted = tested.size();
  if (task().cutting() && task().cutting()->merges) {
    for (const TaskCase& example : task().held_out()) counted += example.labels.size() - 1;
  }
  EXPECT_GE(counted, 1000U);
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
  if (task().cutting() && task().cutting()->merges)
    GTEST_SKIP() << "a part of a text may begin within a word: EverydayTask reads its lines";
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

}  // namespace
}  // namespace tasks_test
