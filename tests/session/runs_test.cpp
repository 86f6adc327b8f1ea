// Runs and the film's clock by themselves: which documents are run anew, what stays where one fails, and what
// is compared.
#include "app/session/runs.h"

#include <gtest/gtest.h>

#include <atomic>

#include "app/document/document_line.h"
#include "app/session/player.h"

namespace app {
namespace {

Document reading(std::string text) {
  Document document;
  document.text = std::move(text);
  return document;
}

// Of a sentence and a model so large that it is run on a thread of its own.
Document slow_document() {
  Document document;
  document.config.model = engine::ModelKind::kSeeded;
  document.config.d_model = 512;
  document.config.n_heads = 8;
  document.config.d_k = document.config.d_v = 64;
  document.text.clear();
  for (int i = 0; i < 400; ++i) document.text += "w" + std::to_string(i) + " ";
  return document;
}

TEST(TraceRuns, AnotherTextIsRunAndTheTraceBeforeItStays) {
  Runs runs({});
  runs.refresh(reading("a"));
  const auto first = runs.trace();
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(runs.earlier_trace(), nullptr);
  runs.refresh(reading("a b"));
  EXPECT_EQ(runs.trace()->sequence(0).tokens.size(), 2U);
  EXPECT_EQ(runs.trace_document(), reading("a b"));
  EXPECT_EQ(runs.earlier_trace(), first);
}

TEST(TraceRuns, ADocumentThatOnlyLooksElsewhereIsNotRunAgain) {
  Runs runs({});
  runs.refresh(reading("a"));
  const auto trace = runs.trace();
  Document document = reading("a");
  document.focus.stage = "tokens";
  document.bookmarks.push_back(document.focus);
  runs.refresh(document);
  EXPECT_EQ(runs.trace(), trace);
  runs.look_at(document.focus);
  EXPECT_EQ(runs.trace_document().focus, document.focus);
}

TEST(TraceRuns, WhatWasRunAMomentAgoIsAtHand) {
  Runs runs({});
  runs.refresh(reading("a"));
  const auto first = runs.trace();
  runs.refresh(reading("b"));
  runs.refresh(reading("a"));
  EXPECT_EQ(runs.trace(), first);
  runs.run_again();
  EXPECT_NE(runs.trace(), first);
}

TEST(TraceRuns, WhatCannotBeRunHasNoTraceAndSaysWhy) {
  Runs runs({});
  runs.refresh(reading("a"));
  const auto trace = runs.trace();
  runs.refresh(reading(""));
  ASSERT_TRUE(runs.error().has_value());
  EXPECT_EQ(runs.trace(), nullptr);
  EXPECT_EQ(runs.earlier_trace(), trace);
  runs.refresh(reading("b"));
  EXPECT_FALSE(runs.error().has_value());
  EXPECT_EQ(runs.trace_document(), reading("b"));
  EXPECT_EQ(runs.earlier_trace(), trace) << "the last that was shown";
}

TEST(TraceRuns, ALongRunIsThatOfTheDocumentItWasMadeOf) {
  std::atomic<bool> is_woken = false;
  Runs runs([&] {
    is_woken = true;
    is_woken.notify_all();
  });
  runs.refresh(reading("a"));
  const auto first = runs.trace();
  runs.refresh(slow_document());
  ASSERT_TRUE(runs.computing());
  EXPECT_EQ(runs.trace(), first);
  EXPECT_EQ(runs.trace_document(), reading("a"));
  is_woken.wait(false);
  EXPECT_EQ(runs.trace(), first) << "nothing changes between two calls";
  runs.take_finished();
  EXPECT_FALSE(runs.computing());
  EXPECT_EQ(runs.trace()->sequence(0).tokens.size(), 400U);
  EXPECT_EQ(runs.trace_document(), slow_document());
}

TEST(TraceRuns, ANewerDocumentTakesThePlaceOfTheOneUnderWay) {
  Runs runs({});
  runs.refresh(slow_document());
  EXPECT_EQ(runs.trace(), nullptr);
  runs.refresh(reading("a"));
  runs.settle();
  EXPECT_EQ(runs.trace_document(), reading("a"));
  EXPECT_EQ(runs.trace()->sequence(0).tokens.size(), 1U);
}

TEST(TraceRuns, TheBaselineIsRunBesideTheDocument) {
  Document document = reading("a");
  document.baseline = to_line(reading("a b c"));
  Runs runs({});
  runs.refresh(document);
  ASSERT_NE(runs.baseline_trace(), nullptr);
  EXPECT_EQ(runs.baseline()->text, "a b c");
  EXPECT_EQ(runs.baseline_trace()->sequence(0).tokens.size(), 3U);
  const auto trace = runs.trace();
  document.baseline.reset();
  runs.refresh(document);
  EXPECT_FALSE(runs.baseline().has_value());
  EXPECT_EQ(runs.baseline_trace(), nullptr);
  EXPECT_EQ(runs.trace(), trace);
}

TEST(FilmPlayer, StopsWhereThereIsNoFilm) {
  Player player;
  Playback playback;
  playback.is_open = playback.is_playing = true;
  player.advance(playback, std::nullopt, "", 1);
  EXPECT_FALSE(playback.is_playing);
}

TEST(FilmPlayer, CountsTheTimeBetweenTwoFramesAndNotThatOfAPause) {
  Runs runs({});
  runs.refresh(reading("a b"));
  const PlayPlan plan(*runs.trace(), runs.trace()->find("encoder.0.self.head.0.scores").value());
  Player player;
  Playback playback;
  playback.is_open = playback.is_playing = true;
  player.advance(playback, plan, "scores", 100);
  EXPECT_EQ(playback.position, 0) << "it has just begun";
  player.advance(playback, plan, "scores", 100.5);
  const double played = playback.position;
  EXPECT_DOUBLE_EQ(played, plan.position_at(0.5));
  playback.is_playing = false;
  player.advance(playback, plan, "scores", 200);
  playback.is_playing = true;
  player.advance(playback, plan, "scores", 300);
  EXPECT_EQ(playback.position, played);
  player.advance(playback, plan, "weights", 300);
  EXPECT_EQ(playback.position, 0) << "another stage's film";
}

TEST(FilmPlayer, ShowsAStageWholeWhereTheFilmStandsStill) {
  Runs runs({});
  runs.refresh(reading("a b"));
  const PlayPlan plan(*runs.trace(), runs.trace()->find("encoder.0.self.head.0.scores").value());
  Player player;
  Playback playback;
  playback.is_open = playback.is_playing = true;
  player.advance(playback, plan, "scores", 100);
  playback.is_playing = false;
  player.advance(playback, plan, "weights", 101);
  EXPECT_EQ(playback.position, plan.length()) << "another stage while the film stands still";
  playback.is_playing = true;
  playback.position = 1;
  player.advance(playback, plan, "weights", 102);
  player.advance(playback, std::nullopt, "", 103);
  player.advance(playback, plan, "weights", 104);
  EXPECT_EQ(playback.position, plan.length()) << "back from a view without films";
}

}  // namespace
}  // namespace app
