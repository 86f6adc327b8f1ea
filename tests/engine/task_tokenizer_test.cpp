// The tokenizers of tasks read what a person types.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/engine/task_texts.h"

namespace tasks_test {
namespace {

using testing::ElementsAre;

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

}  // namespace
}  // namespace tasks_test
