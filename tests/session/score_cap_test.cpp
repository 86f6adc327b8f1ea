// The cap of scores, which is a row of the table of settings and nothing else outside the engine.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/document/document_line.h"
#include "app/session/changes.h"
#include "app/session/history_words.h"
#include "app/session/session.h"
#include "app/session/setting_words.h"
#include "engine/model/settings.h"

namespace app {
namespace {

using engine::AttentionKind;

Document capped(double cap) {
  Document document;
  document.text = "who saw the red cat";
  document.config.cap = cap;
  return document;
}

TEST(ScoreCap, ComesBackFromALineAndStandsThereOnlyWhereItIsSet) {
  const auto read = from_line(to_line(capped(2.5)));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->config.cap, 2.5);
  EXPECT_EQ(to_line(capped(0)).find("score_cap"), std::string::npos);
}

TEST(ScoreCap, ABadOneIsRefused) {
  for (const double cap : {-1.0, 1e-4, 1e7}) {
    const auto read = from_line(to_line(capped(cap)));
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().key, "error.score_cap") << cap;
  }
}

TEST(ScoreCap, WaysThatMakeNoScoresRefuseIt) {
  size_t refusing = 0;
  for (const engine::MethodRow& row : engine::attention_methods()) {
    Document document = capped(2);
    document.config.attention.kind = row.kind;
    const auto bad = engine::check(document.config);
    const bool has_scores = row.kind == AttentionKind::kExact || row.kind == AttentionKind::kTiled ||
                            row.kind == AttentionKind::kWindow;
    EXPECT_EQ(!bad, has_scores) << row.name;
    if (!bad) continue;
    EXPECT_EQ(bad->key, "error.attention_score_cap") << row.name;
    document.config.cap = 0;
    EXPECT_FALSE(engine::check(document.config)) << row.name;
    ++refusing;
  }
  EXPECT_EQ(refusing, 8U);
}

TEST(ScoreCap, IsNamedInTheHistoryAndTheHandout) {
  const Words& english = words(Language::kEnglish);
  EXPECT_EQ(describe_change(english, {capped(0), {}}, {capped(30), {}}), "Score cap: None → 30");
  using engine::SettingGroup;
  const auto phrases = handout_phrases(english, SettingGroup::kScores, capped(30).config);
  EXPECT_NE(std::find(phrases.begin(), phrases.end(), "scores capped at 30"), phrases.end());
  for (const std::string& phrase : handout_phrases(english, SettingGroup::kScores, capped(0).config))
    EXPECT_EQ(phrase.find("capped"), std::string::npos);
}

TEST(ScoreCap, IsAStageOfEveryHeadWithThePinnedCellOfTheOthers) {
  const auto trace = make_trace(capped(0.5));
  ASSERT_TRUE(trace.ok());
  const auto stage = (*trace)->find("encoder.0.self.head.2.capped");
  ASSERT_TRUE(stage);
  EXPECT_TRUE((*trace)->stage(*stage).kind.is_map());
  for (engine::Index row = 0; row < 5; ++row) {
    for (engine::Index column = 0; column < 5; ++column)
      EXPECT_LE(std::abs((*trace)->at(*stage, row, column)), 0.5);
  }
  EXPECT_FALSE((*make_trace(capped(0)))->find("encoder.0.self.head.2.capped"));
  EXPECT_TRUE(same_cells("encoder.0.self.head.2.scaled", "encoder.0.self.head.2.capped"));
}

}  // namespace
}  // namespace app
