// A lesson's Markdown, as blocks.
#include "app/lessons/prose.h"

#include <gtest/gtest.h>

namespace app {
namespace {

TEST(Prose, TellsStylesApart) {
  const auto blocks = read_prose("One **strong**, *slanted* `code` and $\\sqrt{d_k}$.\n\nNext.");
  ASSERT_EQ(blocks.size(), 2u);
  const auto& spans = blocks.front().spans;
  ASSERT_EQ(spans.size(), 9u);
  EXPECT_TRUE(spans.at(1).is_strong);
  EXPECT_TRUE(spans.at(3).is_emphasised);
  EXPECT_TRUE(spans.at(5).is_code);
  EXPECT_TRUE(spans.at(7).is_formula);
  EXPECT_EQ(spans.at(7).text, "\\sqrt{d_k}");
  EXPECT_EQ(plain_prose(blocks), "One strong, slanted code and √dₖ.\nNext.\n");
}

TEST(Prose, MarksItems) {
  const auto blocks = read_prose("- a\n- b\n\n3. c\n4. d\n");
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_EQ(plain_prose(blocks), "• a\n• b\n3. c\n4. d\n");
  EXPECT_EQ(blocks.at(2).kind, ProseBlock::Kind::kItem);
}

TEST(Prose, LeavesHtmlAsText) {
  EXPECT_EQ(plain_prose(read_prose("a <b>c</b>")), "a <b>c</b>\n");
}

TEST(Prose, CountsWords) {
  EXPECT_EQ(count_words(""), 0);
  EXPECT_EQ(count_words("Don't divide 0.73 by two."), 5);
  EXPECT_EQ(count_words("注意力就是權重。"), 4);
  EXPECT_EQ(count_words("把 softmax 除以 4"), 4);
}

}  // namespace
}  // namespace app
