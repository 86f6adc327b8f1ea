// Terms by their names in a text: what somebody means who points at a word.
#include "app/pages/term_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace app {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

// "text=id" of each.
std::vector<std::string> meant_in(std::string_view text, Language language = Language::kEnglish) {
  std::vector<std::string> terms;
  for (const TermInText& found : terms_meant_in(text, language))
    terms.push_back(std::string(text.substr(found.at, found.size)).append("=").append(found.term->id));
  return terms;
}

TEST(TermNames, AreWholeWordsInThePluralToo) {
  EXPECT_THAT(meant_in("Softmax of the keys"), ElementsAre("Softmax=softmax", "keys=key"));
  EXPECT_THAT(meant_in("a monkey in a keyhole, softmaxed"), IsEmpty());
}

TEST(TermNames, TheLongestThatBeginsAtAWordIsMeant) {
  EXPECT_THAT(meant_in("its attention weights"), ElementsAre("attention weights=attention-weights"));
  EXPECT_THAT(meant_in("the causal mask"), ElementsAre("causal mask=causal-mask", "mask=mask"));
}

TEST(TermNames, OtherNamesCountShortOnesOnlyAsTheyAreWritten) {
  EXPECT_THAT(meant_in("FFN after a residual"),
              ElementsAre("FFN=feed-forward", "residual=residual-connection"));
  EXPECT_THAT(meant_in("an lm, an ffn and an A"), IsEmpty());
}

TEST(TermNames, WhatTextsSayOfOtherThingsTooIsNotMeant) {
  EXPECT_THAT(meant_in("Add a window in this order"), IsEmpty());
  for (const Term& term : glossary()) {
    std::vector<std::string> names(term.names.begin(), term.names.end());
    names.insert(names.end(), term.also.begin(), term.also.end());
    for (const std::string& name : term.loosely)
      EXPECT_THAT(names, Contains(name)) << "assets/glossary/terms.txt:" << term.line;
  }
}

TEST(TermNames, IdeographsAreFoundInsideASentenceOneAloneByItself) {
  constexpr Language kTraditional = Language::kTraditionalChinese;
  EXPECT_THAT(meant_in("第一步的注意力權重", kTraditional), ElementsAre("注意力權重=attention-weights"));
  EXPECT_THAT(meant_in("值", kTraditional), ElementsAre("值=value"));
  EXPECT_THAT(meant_in("鍵（3）", kTraditional), ElementsAre("鍵=key"));
  EXPECT_THAT(meant_in("數值、開頭、鍵盤", kTraditional), IsEmpty());
  EXPECT_THAT(meant_in("注意力权重", Language::kSimplifiedChinese),
              ElementsAre("注意力权重=attention-weights"));
}

}  // namespace
}  // namespace app
