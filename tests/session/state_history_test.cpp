// The history by itself: steps, files, and the places that were looked at.
#include <gtest/gtest.h>

#include <functional>

#include "app/document/document_limits.h"
#include "app/session/history.h"
#include "app/session/visits.h"
#include "engine/labs/positions/positions_lab.h"

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

// Moves a history to another stage, or another pinned cell.
void walk_to(History& history, const std::string& stage, double seconds = 0) {
  State next = history.now();
  next.document.focus.stage = stage;
  history.change_to(std::move(next), "", seconds);
}

TEST(StateHistory, UndoTakesBackTheLastChangeAcrossAnyWalk) {
  History history(State{});
  const std::string first = history.document().text;
  walk_to(history, "input");
  history.change_to(with_text(history, "painted"), "", 0);
  for (const char* const stage : {"a", "b", "c"}) walk_to(history, stage);
  EXPECT_EQ(history.step_count(), 6U);
  EXPECT_FALSE(history.is_walk_step(2));
  for (const size_t step : {1, 3, 4, 5}) EXPECT_TRUE(history.is_walk_step(step)) << step;
  history.undo();
  EXPECT_EQ(history.document().text, first);
  EXPECT_EQ(history.document().focus.stage, "c") << "one stays where one looks";
  EXPECT_FALSE(history.can_undo()) << "walks are not undone";
  walk_to(history, "d");
  ASSERT_TRUE(history.can_redo()) << "to look elsewhere forgets nothing";
  history.redo();
  EXPECT_EQ(history.document().text, "painted");
  EXPECT_EQ(history.document().focus.stage, "d");
}

TEST(StateHistory, AChangeThatLedElsewhereIsUndoneWhereItWasMade) {
  History history(State{});
  walk_to(history, "input");
  State opened = with_text(history, "an example");
  opened.document.focus.stage = "logits";
  history.change_to(opened, "", 0);
  walk_to(history, "a");
  history.undo();
  EXPECT_EQ(history.document().focus.stage, "input");
  history.redo();
  EXPECT_EQ(history.document().text, "an example");
  EXPECT_EQ(history.document().focus.stage, "logits");
}

TEST(StateHistory, EveryWalkCanBeGoneTo) {
  History history(State{});
  walk_to(history, "a");
  walk_to(history, "b");
  history.change_to(with_text(history, "typed"), "", 0);
  walk_to(history, "c");
  ASSERT_EQ(history.step_count(), 5U);
  EXPECT_EQ(history.step_now(), 4U);
  const std::vector<std::string> stages = {Focus().stage, "a", "b", "b", "c"};
  for (const size_t step : {1, 4, 0, 2, 3}) {
    history.go_to_step(step);
    EXPECT_EQ(history.step_now(), step);
    EXPECT_EQ(history.document().focus.stage, stages[step]);
    EXPECT_EQ(history.document().text == "typed", step > 2) << step;
    EXPECT_EQ(history.now(), history.step_state(step));
  }
}

TEST(StateHistory, KeepsOnlyTheLastOfManyWalks) {
  History history(State{});
  for (int i = 0; i < 1000; ++i) walk_to(history, "stage " + std::to_string(i));
  EXPECT_LT(history.step_count(), 300U);
  EXPECT_EQ(history.step_state(history.step_count() - 1).document.focus.stage, "stage 999");
  EXPECT_EQ(history.step_state(0).document.focus.stage, Focus().stage);
}

TEST(Walk, IsAnotherPlaceAndNothingElse) {
  const State before;
  const auto walks = [&](const std::function<void(State&)>& change) {
    State after = before;
    change(after);
    return is_walk(before, after);
  };
  EXPECT_FALSE(walks([](State&) {}));
  EXPECT_TRUE(walks([](State& s) { s.document.focus.view = "heads"; }));
  EXPECT_TRUE(walks([](State& s) { s.document.focus.pinned = {1, 1}; }));
  EXPECT_TRUE(walks([](State& s) { s.document.focus.token = 2; }));
  EXPECT_TRUE(walks([](State& s) { s.document.labs.positions.shown = "circles"; }));
  EXPECT_TRUE(walks([](State& s) {
    s.document.focus.view = "positions";
    engine::positions_lab_of(s.document.config).is_on = true;
  }));
  EXPECT_FALSE(walks([](State& s) { s.document.config.causal = true; }));
  EXPECT_FALSE(walks([](State& s) { s.preferences.theme = Theme::kDark; }));
  EXPECT_FALSE(walks([](State& s) { s.document.bookmarks.push_back(s.document.focus); }));
  EXPECT_FALSE(walks([](State& s) {
    s.document.focus.view = "heads";
    s.document.config.causal = true;
  }));
}

Place at(const std::string& stage) {
  Document document;
  document.focus.stage = stage;
  return place_of(document);
}

const std::string& stage_of(const Place* place) {
  return place->focus.stage;
}

TEST(VisitedPlaces, AreGoneThroughAsPagesAre) {
  Visits visits;
  EXPECT_EQ(visits.back(), nullptr);
  for (const char* const stage : {"a", "b", "b", "c"}) visits.remember(at(stage));
  ASSERT_NE(visits.back(), nullptr);
  const Place* const first = visits.back();
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(stage_of(first), "a");
  EXPECT_EQ(visits.back(), nullptr);
  EXPECT_EQ(stage_of(visits.forward()), "b");
  visits.remember(at("d"));
  EXPECT_FALSE(visits.can_go_forward());
  EXPECT_EQ(stage_of(visits.back()), "b");
}

TEST(VisitedPlaces, ThatAreGoneAreCorrected) {
  Visits visits;
  visits.remember(at("a"));
  visits.remember(at("gone"));
  visits.correct(at("gone").focus, at("nearest").focus);
  visits.remember(at("nearest"));
  EXPECT_EQ(stage_of(visits.back()), "a");
  EXPECT_EQ(stage_of(visits.forward()), "nearest");
  EXPECT_FALSE(visits.can_go_forward());
}

TEST(VisitedPlaces, APinnedCellIsAPlaceToComeBackTo) {
  Visits visits;
  Place pinned = at("a");
  pinned.focus.pinned = {1, 2};
  visits.remember(pinned);
  visits.remember(at("a"));
  EXPECT_EQ(*visits.back(), pinned);
}

}  // namespace
}  // namespace app
