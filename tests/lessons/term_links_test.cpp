// Terms of the glossary in a text: the first place of each, as whole words.
#include "app/pages/term_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "words>target" of each link.
std::vector<std::string> links_in(std::string_view markdown, Language language = Language::kEnglish) {
  std::vector<std::string> links;
  for (const ProseBlock& block : *kept_prose(markdown, language)) {
    for (const ProseSpan& span : block.spans) {
      if (!span.link.empty()) links.push_back(span.text + ">" + span.link);
    }
  }
  return links;
}

TEST(TermLinks, MarkTheFirstPlaceOfEachTerm) {
  EXPECT_THAT(links_in("A query meets a key; the query asks.\n\nEach Query is new."),
              ElementsAre("query>term:query", "key>term:key"));
  EXPECT_THAT(links_in("Queries are plural, tokens too."), ElementsAre("tokens>term:token"));
}

TEST(TermLinks, TakeTheLongestNameAndWholeWords) {
  EXPECT_THAT(links_in("The causal mask hides."), ElementsAre("causal mask>term:causal-mask"));
  EXPECT_THAT(links_in("Masked, keyboard, unmask, maskx."), IsEmpty());
}

TEST(TermLinks, LeaveHeadingsFormulasAndQuotationsAlone) {
  EXPECT_THAT(links_in("# The mask\n\n`mask` *mask* $mask$ [mask](page:won)"), ElementsAre("mask>page:won"));
  EXPECT_THAT(links_in("A **mask** hides."), ElementsAre("mask>term:mask"));
}

TEST(TermLinks, ReadChineseWithoutBlanks) {
  EXPECT_THAT(links_in("每個詞元有查詢和鍵，注意力權重加起來是 1。", Language::kTraditionalChinese),
              ElementsAre("詞元>term:token", "查詢>term:query", "注意力權重>term:attention-weights"));
  EXPECT_THAT(links_in("多头注意力里每个头的 softmax。", Language::kSimplifiedChinese),
              ElementsAre("多头注意力>term:multi-head-attention", "softmax>term:softmax"));
}

TEST(TermLinks, KeepEveryLetterOfTheText) {
  constexpr std::string_view kText = "A **query** meets *a key*; softmax gives weights: 0.5.";
  EXPECT_EQ(plain_prose(*kept_prose(kText, Language::kEnglish)), plain_prose(read_prose(kText)));
}

TEST(Prose, ReadsWhereALinkLeads) {
  const auto blocks = read_prose("See [the *other* page](page:won) now.");
  ASSERT_EQ(blocks.size(), 1u);
  ASSERT_EQ(blocks[0].spans.size(), 5u);
  EXPECT_EQ(blocks[0].spans[1].link, "page:won");
  EXPECT_EQ(blocks[0].spans[2].link, "page:won");
  EXPECT_TRUE(blocks[0].spans[2].is_emphasised);
  EXPECT_EQ(blocks[0].spans[4].link, "");
}

}  // namespace
}  // namespace app
