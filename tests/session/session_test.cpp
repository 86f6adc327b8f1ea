// The session: what edits do, what undo takes back, when a trace is made.
#include "app/session/session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "app/document/document_line.h"
#include "app/session/examples.h"
#include "app/session/steps.h"
#include "engine/attention/efficient/method.h"

namespace app {
namespace {

using engine::Index;

void edit(Session& session, std::function<void(State&)> change, double now = 0, std::string_view merge = "") {
  Requests requests;
  requests.edit(merge, std::move(change));
  session.apply(requests, now);
}

void edit_later(Session& session, std::function<void(State&)> change) {
  Requests requests;
  requests.edit("text", std::move(change));
  session.apply(requests, 0, RunTime::kLater);
}

void undo(Session& session) {
  Requests requests;
  requests.undo();
  session.apply(requests, 0);
}

// Every number of a trace, stage after stage.
std::vector<float> numbers(const engine::Trace& trace) {
  std::vector<float> all;
  for (int i = 0; i < trace.size(); ++i) {
    const engine::Matrix stage = trace.read(i, 0, 0, trace.stage(i).rows, trace.stage(i).columns);
    all.insert(all.end(), stage.data(), stage.data() + stage.size());
  }
  return all;
}

// One of the things a person can do, by chance.
void act(Session& session, std::mt19937& chance, double now) {
  const auto pick = [&](int count) { return static_cast<int>(chance() % static_cast<unsigned>(count)); };
  Requests requests;
  switch (pick(9)) {
    case 0:
      requests.edit("",
                    [n = pick(6)](State& s) { set_text(s, s.document.text + " word" + std::to_string(n)); });
      break;
    case 1:
      requests.edit("", [n = pick(4)](State& s) { set_padding(s, n, n % 2 == 0); });
      break;
    case 2:
      requests.edit("", [n = pick(6)](State& s) { set_size(s, &engine::Config::n_heads, n + 1); });
      break;
    case 3:
      requests.edit("", [](State& s) { s.document.config.causal = !s.document.config.causal; });
      break;
    case 4:
      requests.edit("walk", [n = pick(3)](State& s) {
        focus_on(s, engine::in_head("encoder.0.self.head.0.weights", n));
      });
      break;
    case 5:
      requests.edit("", [n = pick(3)](State& s) { s.preferences.text_size = 100 + 25 * n; });
      break;
    case 6:
      requests.edit("", [n = pick(3)](State& s) { s.document.focus.pinned = {n, n}; });
      break;
    case 7:
      requests.open_example(static_cast<size_t>(pick(static_cast<int>(examples().size()))));
      break;
    default:
      requests.reset();
  }
  session.apply(requests, now);
}

// Undo leaves alone where one looks.
State looked_at_from(State state, const State& place) {
  go_to_place(state.document, place_of(place.document));
  return state;
}

TEST(Session, UndoAfterAnyTwoHundredActionsReturnsTheFirstStateAndTrace) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    std::mt19937 chance(seed);
    Session session({four_tokens(), {}});
    const State first = session.state();
    const std::vector<float> first_numbers = numbers(*session.trace());
    for (int i = 0; i < 200; ++i) act(session, chance, 10.0 * i);
    while (session.can_undo()) undo(session);
    EXPECT_EQ(looked_at_from(session.state(), first), first) << "seed " << seed;
    Requests to_start;
    to_start.go_to_step(0);
    session.apply(to_start, 0);
    EXPECT_EQ(session.state(), first) << "seed " << seed;
    EXPECT_EQ(numbers(*session.trace()), first_numbers) << "seed " << seed;
  }
}

TEST(Session, RedoMakesTheSameStateAgain) {
  std::mt19937 chance(7);
  Session session({four_tokens(), {}});
  for (int i = 0; i < 50; ++i) act(session, chance, 10.0 * i);
  const State last = session.state();
  for (int i = 0; i < 20; ++i) undo(session);
  while (session.can_redo()) {
    Requests requests;
    requests.redo();
    session.apply(requests, 0);
  }
  EXPECT_EQ(looked_at_from(session.state(), last), last);
}

TEST(Session, KeystrokesThatFollowEachOtherAreOneUndoStep) {
  Session session({four_tokens(), {}});
  const std::string before = session.document().text;
  for (const char* text : {"a", "ab", "abc"})
    edit(
        session, [=](State& s) { set_text(s, text); }, 0.1, "text");
  undo(session);
  EXPECT_EQ(session.document().text, before);
}

TEST(Session, KeystrokesAfterAPauseAreTheirOwnUndoStep) {
  Session session({four_tokens(), {}});
  edit(
      session, [](State& s) { set_text(s, "a"); }, 0, "text");
  edit(
      session, [](State& s) { set_text(s, "ab"); }, 2, "text");
  undo(session);
  EXPECT_EQ(session.document().text, "a");
}

TEST(Session, AnEditAfterUndoForgetsWhatWasUndone) {
  Session session({four_tokens(), {}});
  edit(session, [](State& s) { set_text(s, "a"); });
  undo(session);
  edit(session, [](State& s) { set_text(s, "b"); });
  EXPECT_FALSE(session.can_redo());
}

TEST(Session, PaddingStaysWithItsTokenWhenTextBeforeItChanges) {
  Session session({four_tokens(), {}});
  edit(session, [](State& s) { set_text(s, "one two three"); });
  edit(session, [](State& s) { set_padding(s, 2, true); });
  edit(session, [](State& s) { set_text(s, "zero one two three"); });
  EXPECT_EQ(session.document().padded, std::vector<Index>{3});
  edit(session, [](State& s) { set_text(s, "zero one two"); });
  EXPECT_TRUE(session.document().padded.empty());
}

TEST(Session, PaddingJustBeforeATokenThatIsAddedStays) {
  Session session({four_tokens(), {}});
  edit(session, [](State& s) { set_text(s, "one two three"); });
  edit(session, [](State& s) { set_padding(s, 1, true); });
  edit(session, [](State& s) { set_text(s, "one two and three"); });
  EXPECT_EQ(session.document().padded, std::vector<Index>{1});
}

TEST(Session, FewerHeadsMoveTheFocusToTheLastHead) {
  Session session({four_tokens(), {}});
  edit(session, [](State& s) { focus_on(s, "encoder.0.self.head.3.weights"); });
  edit(session, [](State& s) { set_size(s, &engine::Config::n_heads, 2); });
  EXPECT_EQ(session.document().focus.stage, "encoder.0.self.head.1.weights");
}

TEST(Session, FewerTokensUnpinACellThatIsGone) {
  Session session({four_tokens(), {}});
  edit(session, [](State& s) { s.document.focus.pinned = {3, 3}; });
  edit(session, [](State& s) { set_text(s, "one two"); });
  EXPECT_FALSE(session.document().focus.pinned.has_value());
}

TEST(Session, ACellBeforeTheFirstIsNotPinned) {
  Document document;
  document.focus.pinned = {-1, 0};
  const Session session({document, {}});
  EXPECT_FALSE(session.document().focus.pinned.has_value());
}

TEST(Session, AWidthThatHeadsDivideKeepsTheHeadsAsWideAsTheyShare) {
  Session session({four_tokens(), {}});
  edit(session, [](State& s) { set_size(s, &engine::Config::d_model, 96); });
  EXPECT_EQ(session.document().config.d_k, 24);
  EXPECT_EQ(session.document().config.d_v, 24);
  EXPECT_EQ(session.document().config.model, engine::ModelKind::kSeeded);
}

TEST(Session, ALongRunIsMadeElsewhereAndArrives) {
  Session session({four_tokens(), {}});
  edit(session, [](State& s) {
    s.document.config.model = engine::ModelKind::kSeeded;
    s.document.config.d_model = 512;
    s.document.config.n_heads = 8;
    s.document.config.d_k = s.document.config.d_v = 64;
    std::string text;
    for (int i = 0; i < 400; ++i) text += "w" + std::to_string(i) + " ";
    set_text(s, text);
  });
  session.settle();
  EXPECT_EQ(session.trace()->sequence(0).tokens.size(), 400U);
  EXPECT_FALSE(session.computing());
}

TEST(Session, RunsOnceForEditsOfWhichTheLastAloneIsRunAtOnce) {
  Session session({four_tokens(), {}});
  const auto first = session.trace();
  edit_later(session, [](State& s) { set_text(s, "a"); });
  edit_later(session, [](State& s) { set_text(s, "a b"); });
  EXPECT_EQ(session.document().text, "a b");
  EXPECT_EQ(session.trace(), first);
  edit(session, [](State& s) { set_text(s, "a b c"); });
  EXPECT_EQ(session.trace()->sequence(0).tokens.size(), 3U);
  EXPECT_EQ(session.earlier_trace(), first);
}

TEST(Session, ARunIsTakenForTheTextThatItWasMadeOf) {
  Session session({four_tokens(), {}});
  const auto first = session.trace();
  std::string text;
  for (int i = 0; i < 400; ++i) text += "w" + std::to_string(i) + " ";
  edit(session, [&](State& s) {
    set_size(s, &engine::Config::d_model, 512);
    set_text(s, text);
  });
  while (session.computing()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  edit_later(session, [](State& s) { set_text(s, "short"); });
  EXPECT_EQ(session.trace(), first);
  EXPECT_NE(session.trace_document().text, "short");
  session.apply(Requests(), 0);
  session.settle();
  EXPECT_EQ(session.trace()->sequence(0).tokens.size(), 1U);
  EXPECT_EQ(session.trace_document().text, "short");
}

TEST(Session, ANewerRunReplacesTheOneUnderWay) {
  Session session({four_tokens(), {}});
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "w" + std::to_string(i) + " ";
  edit(session, [&](State& s) { set_text(s, text); });
  ASSERT_TRUE(session.computing());
  edit(session, [](State& s) { set_text(s, "short again"); });
  session.settle();
  EXPECT_EQ(session.trace()->sequence(0).tokens.size(), 2U);
}

// Wherever the sliders of a cheaper way stand.
TEST(Session, ACheaperWayOf256TokensIsMadeAtOnce) {
  std::string text;
  for (int i = 0; i < 256; ++i) text += "w" + std::to_string(i % 40) + " ";
  Session session({four_tokens(), {}});
  edit(session, [&](State& s) {
    set_text(s, text);
    s.document.config.model = engine::ModelKind::kSeeded;
  });
  session.settle();
  engine::AttentionMethod dearest;
  dearest.features = 1024;
  dearest.feature_map = engine::FeatureMap::kTrigonometric;
  dearest.rank = dearest.window = 256;
  dearest.buckets = 2;
  dearest.rounds = engine::kMaxRounds;
  for (const engine::MethodRow& row : engine::attention_methods()) {
    const auto before = session.trace();
    edit(session, [&](State& s) {
      s.document.config.attention = dearest;
      s.document.config.attention.kind = row.kind;
    });
    EXPECT_FALSE(session.computing()) << row.name;
    EXPECT_EQ(session.trace()->sequence(0).tokens.size(), 256U);
    EXPECT_NE(session.trace(), before) << row.name;
  }
}

// A sentence of the seeded model that is too long to be run within a frame.
Document long_document(Index heads) {
  Document document;
  document.config.model = engine::ModelKind::kSeeded;
  document.config.d_model = 512;
  document.config.n_heads = heads;
  document.config.d_k = document.config.d_v = 64;
  document.text.clear();
  for (int i = 0; i < 400; ++i) document.text += "w" + std::to_string(i) + " ";
  return document;
}

void open(Session& session, const Document& document, double now = 0) {
  Requests requests;
  requests.open_session(to_line(document));
  session.apply(requests, now);
}

TEST(Session, ALongDocumentKeepsItsFocusUntilItsOwnTraceArrives) {
  Session session({four_tokens(), {}});
  Document document = long_document(8);
  document.focus.stage = "encoder.0.self.head.7.weights";
  document.focus.pinned = {100, 100};
  open(session, document);
  session.settle();
  EXPECT_EQ(session.document().focus, document.focus);
  EXPECT_EQ(session.focused_head(), 7);
}

TEST(Session, UndoToALongDocumentKeepsItsFocus) {
  Document document = long_document(8);
  document.focus.stage = "encoder.0.self.head.7.weights";
  document.focus.pinned = {100, 100};
  Session session({document, {}});
  session.settle();
  open(session, four_tokens());
  undo(session);
  session.settle();
  EXPECT_EQ(session.document().focus, document.focus);
}

TEST(Session, ATextThatCannotBeRunKeepsTheFocus) {
  Document document = long_document(8);
  document.focus.stage = "encoder.0.self.head.7.weights";
  Session session({four_tokens(), {}});
  edit(session, [&](State& s) {
    s.document = document;
    s.document.text.clear();
  });
  ASSERT_TRUE(session.error().has_value());
  EXPECT_EQ(session.document().focus.stage, document.focus.stage);
  EXPECT_EQ(session.trace(), nullptr);
  EXPECT_EQ(session.focused_stage(), -1);
}

TEST(Session, WhatIsShownWhileALongRunIsUnderWayExistsInTheOlderTrace) {
  Session session({four_tokens(), {}});
  Document document = long_document(8);
  document.focus.stage = "encoder.0.self.head.7.weights";
  document.focus.pinned = {100, 100};
  open(session, document);
  if (session.trace()->sequence(0).tokens.size() == 4) {
    ASSERT_GE(session.focused_stage(), 0);
    EXPECT_LT(session.focused_head(), 4);
    EXPECT_LT(session.explained_cell().stage, 0) << "the older trace has no such cell";
  }
}

TEST(Session, ResetAfterUndoReturnsToTheSettingsOfWhatIsOpenAgain) {
  Document first;
  first.config.causal = true;
  Document second = first;
  second.text = "another one";
  second.config.causal = false;
  Session session({first, {}});
  open(session, second);
  undo(session);
  edit(session, [](State& s) { s.document.config.temperature = 2; });
  Requests requests;
  requests.reset();
  session.apply(requests, 0);
  EXPECT_EQ(session.document().config, first.config);
  undo(session);
  undo(session);
  requests = Requests();
  requests.redo();
  session.apply(requests, 0);
  EXPECT_EQ(session.document().config.temperature, 2);
}

TEST(Session, RedoOfAnOpenedDocumentResetsToItsOwnSettings) {
  Document second;
  second.config.causal = true;
  Session session({Document(), {}});
  open(session, second);
  undo(session);
  Requests redo;
  redo.redo();
  session.apply(redo, 0);
  edit(session, [](State& s) { s.document.config.causal = false; });
  Requests reset;
  reset.reset();
  session.apply(reset, 0);
  EXPECT_TRUE(session.document().config.causal);
}

TEST(Session, ALargeModelIsMadeElsewhereAndKeptForTheNextRun) {
  Session session({four_tokens(), {}});
  edit(session, [](State& s) {
    set_text(s, "one two three");
    set_size(s, &engine::Config::d_model, 2048);
  });
  EXPECT_EQ(session.trace()->sequence(0).tokens.size(), 4U) << "made on the thread that draws";
  session.settle();
  ASSERT_EQ(session.trace()->sequence(0).tokens.size(), 3U);
  edit(session, [](State& s) { set_text(s, "one two"); });
  EXPECT_EQ(session.trace()->sequence(0).tokens.size(), 2U) << "the model is made again";
}

TEST(Session, ALetterInsideAPaddedTokenLeavesItPadded) {
  Session session({four_tokens(), {}});
  edit(session, [](State& s) { set_text(s, "one two three"); });
  edit(session, [](State& s) { set_padding(s, 1, true); });
  edit(session, [](State& s) { set_text(s, "one twos three"); });
  EXPECT_EQ(session.document().padded, std::vector<Index>{1});
}

TEST(Session, ATokenSwitchedOffAndOnAgainLeavesTheSettingsAsTheyWere) {
  Session session({four_tokens(), {}});
  const Document before = session.document();
  edit(session, [](State& s) { set_padding(s, 1, true); });
  EXPECT_TRUE(session.document().config.mask_padding);
  edit(session, [](State& s) { set_padding(s, 1, false); });
  EXPECT_EQ(session.document(), before);
}

TEST(Session, TypingWithoutAPauseIsAnUndoStepEveryFewSeconds) {
  Session session({four_tokens(), {}});
  std::string text;
  for (int i = 0; i < 24; ++i) {
    text += "a";
    edit(
        session, [=](State& s) { set_text(s, text); }, 100 + 0.5 * i, "text");
  }
  undo(session);
  EXPECT_EQ(session.document().text, std::string(20, 'a'));
}

TEST(Session, SaysHowLongANoticeStays) {
  Session session({four_tokens(), {}});
  EXPECT_FALSE(session.notice_fades_in(100).has_value());
  session.notify({"notice.session_copied", {}, 0, false, {}});
  EXPECT_EQ(session.notice_fades_in(100), 6.0);
  session.apply({}, 100);
  EXPECT_EQ(session.notice_fades_in(104), 2.0);
  session.notify({"error.no_tokens", {}, 0, true, {}});
  EXPECT_FALSE(session.notice_fades_in(104).has_value());
}

TEST(Session, ANoticeFadesUnlessItIsAnErrorOrOffersSomething) {
  Session session({four_tokens(), {}});
  const auto stays = [&](Notice notice) {
    session.notify(std::move(notice));
    session.apply({}, 100);
    session.apply({}, 105.9);
    EXPECT_TRUE(session.notice().has_value());
    session.apply({}, 106.1);
    return session.notice().has_value();
  };
  EXPECT_FALSE(stays({"notice.session_copied", {}, 0, false, {}}));
  EXPECT_TRUE(stays({"error.no_tokens", {}, 0, true, {}}));
  EXPECT_TRUE(stays({"notice.recovered", {}, 0, false, "{\"headlight\":1}"}));
  EXPECT_TRUE(stays({.key = "notice.unreadable", .arguments = {}, .offered = {}, .removes = true}));
}

TEST(Session, ALineThatIsNoSessionLeavesTheWorkUntouched) {
  Session session({four_tokens(), {}});
  const State before = session.state();
  Requests requests;
  requests.open_session("{\"headlight\":99}");
  session.apply(requests, 0);
  EXPECT_EQ(session.state(), before);
  ASSERT_TRUE(session.notice().has_value());
  EXPECT_EQ(session.notice()->key, "error.session_version");
}

}  // namespace
}  // namespace app
