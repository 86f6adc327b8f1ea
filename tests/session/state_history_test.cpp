// The history by itself: steps, files, and the places that were looked at.
#include <gtest/gtest.h>

#include "app/document/document_limits.h"
#include "app/session/history.h"
#include "app/session/visits.h"

namespace app {
namespace {

State with_text(const History& history, const std::string& text) {
  State next = history.now();
  next.document.text = text;
  return next;
}

TEST(StateHistory, GoesBackToEveryStepAndForthAgain) {
  History history(State{});
  const std::string first = history.document().text;
  for (const char* const text : {"a", "b", "c"}) {
    EXPECT_FALSE(history.change_to(with_text(history, text), "", 0));
  }
  ASSERT_EQ(history.step_count(), 4U);
  history.go_to_step(0);
  EXPECT_EQ(history.document().text, first);
  EXPECT_FALSE(history.can_undo());
  history.redo();
  EXPECT_EQ(history.document().text, "a");
  history.go_to_step(99);
  EXPECT_EQ(history.document().text, "c");
  EXPECT_EQ(history.step_state(2).document.text, "b");
}

TEST(StateHistory, ForgetsWhatWasUndoneOnceSomethingElseIsDone) {
  History history(State{});
  history.change_to(with_text(history, "a"), "", 0);
  history.undo();
  history.change_to(with_text(history, "b"), "", 0);
  EXPECT_FALSE(history.can_redo());
  EXPECT_EQ(history.step_count(), 2U);
}

TEST(StateHistory, MergesWhatFollowsCloselyUnderOneKey) {
  History history(State{});
  history.change_to(with_text(history, "a"), "text", 0);
  history.change_to(with_text(history, "ab"), "text", 0.5);
  EXPECT_EQ(history.step_count(), 2U);
  history.change_to(with_text(history, "abc"), "text", 2);
  EXPECT_EQ(history.step_count(), 3U);
  history.change_to(with_text(history, "abcd"), "other", 2.1);
  EXPECT_EQ(history.step_count(), 4U);
}

TEST(StateHistory, CountsEveryChangeAndNothingElse) {
  History history(State{});
  const auto before = history.revision();
  history.change_to(history.now(), "", 0);
  history.look_at(history.document().focus);
  history.undo();
  EXPECT_EQ(history.revision(), before);
  Focus elsewhere = history.document().focus;
  elsewhere.stage = "input";
  history.look_at(elsewhere);
  EXPECT_NE(history.revision(), before);
  EXPECT_FALSE(history.can_undo());
}

TEST(StateHistory, RefusesADocumentThatIsTooLargeAndKeepsTheOneBefore) {
  History history(State{});
  const std::string before = history.document().text;
  const auto bad = history.change_to(with_text(history, std::string(kMostTextBytes + 1, 'a')), "", 0);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->key, "error.text_too_long");
  EXPECT_EQ(history.document().text, before);
  EXPECT_FALSE(history.can_undo());
}

TEST(StateHistory, KnowsWhetherTheFileSaysSomethingElse) {
  History history(State{});
  Document opened;
  opened.text = "opened";
  history.open(opened, "a.json", 0);
  history.saved_in("a.json", opened);
  EXPECT_FALSE(history.is_changed());
  Focus elsewhere = opened.focus;
  elsewhere.stage = "input";
  history.look_at(elsewhere);
  EXPECT_FALSE(history.is_changed());
  history.change_to(with_text(history, "other"), "", 0);
  EXPECT_TRUE(history.is_changed());
  history.saved_in("a.json", history.document());
  EXPECT_FALSE(history.is_changed());
  history.undo();
  EXPECT_TRUE(history.is_changed());
  EXPECT_EQ(history.file(), "a.json");
  history.undo();
  EXPECT_EQ(history.file(), "");
}

TEST(StateHistory, SetsAsideWhatWasChangedAndOpenedOver) {
  History history(State{});
  history.open(Document(), "", 0);
  EXPECT_TRUE(history.take_set_aside().empty());
  history.change_to(with_text(history, "mine"), "", 0);
  history.open(Document(), "", 0);
  const auto aside = history.take_set_aside();
  ASSERT_EQ(aside.size(), 1U);
  EXPECT_EQ(aside[0].text, "mine");
  EXPECT_TRUE(history.take_set_aside().empty());
}

TEST(StateHistory, KeepsTheFileWhereWhatIsOpenedIsTooLarge) {
  History history(State{});
  history.saved_in("mine.json", history.document());
  history.change_to(with_text(history, "mine"), "", 0);
  Document large;
  large.text = std::string(kMostTextBytes + 1, 'a');
  EXPECT_TRUE(history.open(large, "large.json", 0));
  EXPECT_EQ(history.file(), "mine.json");
  EXPECT_EQ(history.document().text, "mine");
  EXPECT_TRUE(history.take_set_aside().empty());
}

TEST(VisitedPlaces, AreGoneThroughAsPagesAre) {
  Visits visits;
  EXPECT_EQ(visits.back(), nullptr);
  for (const char* const stage : {"a", "b", "b", "c"}) visits.remember("stage", stage);
  ASSERT_NE(visits.back(), nullptr);
  const Visit* const first = visits.back();
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->stage, "a");
  EXPECT_EQ(visits.back(), nullptr);
  EXPECT_EQ(visits.forward()->stage, "b");
  visits.remember("stage", "d");
  EXPECT_FALSE(visits.can_go_forward());
  EXPECT_EQ(visits.back()->stage, "b");
}

TEST(VisitedPlaces, ThatAreGoneAreCorrected) {
  Visits visits;
  visits.remember("stage", "a");
  visits.remember("stage", "gone");
  visits.correct("stage", "gone", "nearest");
  visits.remember("stage", "nearest");
  EXPECT_EQ(visits.back()->stage, "a");
  EXPECT_EQ(visits.forward()->stage, "nearest");
  EXPECT_FALSE(visits.can_go_forward());
}

}  // namespace
}  // namespace app
