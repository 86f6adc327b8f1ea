// What several requests of one frame come to: they are carried out in the order in which they were made.
#include "app/session/requests.h"

#include <gtest/gtest.h>

#include "app/session/changes.h"
#include "app/session/session.h"

namespace app {
namespace {

void type(Requests& requests, const std::string& text) {
  requests.edit("", [text](State& state) { set_text(state, text); });
}

// A session that was typed in, a step at a time: "a", "b", "c".
std::unique_ptr<Session> typed_in() {
  auto session = std::make_unique<Session>(State());
  for (const char* const text : {"a", "b", "c"}) {
    Requests requests;
    type(requests, text);
    session->apply(requests, 0);
  }
  return session;
}

TEST(RequestOrder, TwoUndosOfOneFrameAreTwoSteps) {
  const auto session = typed_in();
  Requests requests;
  requests.undo();
  requests.undo();
  session->apply(requests, 1);
  EXPECT_EQ(session->document().text, "a");
}

TEST(RequestOrder, AnUndoAndARedoOfOneFrameKeepTheirOrder) {
  const auto session = typed_in();
  Requests there_and_back;
  there_and_back.undo();
  there_and_back.redo();
  session->apply(there_and_back, 1);
  EXPECT_EQ(session->document().text, "c");
  EXPECT_FALSE(session->can_redo());
  // Nothing was undone yet that could be done again, so only the undo remains.
  Requests redo_first;
  redo_first.redo();
  redo_first.undo();
  session->apply(redo_first, 2);
  EXPECT_EQ(session->document().text, "b");
  EXPECT_TRUE(session->can_redo());
}

TEST(RequestOrder, WhatIsTypedAfterAnUndoChangesTheEarlierState) {
  const auto session = typed_in();
  Requests undo_first;
  undo_first.undo();
  undo_first.edit("", [](State& state) { set_text(state, state.document.text + " then"); });
  session->apply(undo_first, 1);
  EXPECT_EQ(session->document().text, "b then");
  Requests undo_last;
  type(undo_last, "gone");
  undo_last.undo();
  session->apply(undo_last, 2);
  EXPECT_EQ(session->document().text, "b then");
  EXPECT_TRUE(session->can_redo());
}

TEST(RequestOrder, AnExampleThatIsOpenedAfterAnEditStandsOverIt) {
  const auto session = typed_in();
  Requests requests;
  requests.open_example(1);
  type(requests, "typed");
  session->apply(requests, 1);
  EXPECT_EQ(session->document().text, "typed");
  requests.undo();
  requests.undo();
  session->apply(requests, 2);
  EXPECT_EQ(session->document().text, "typed");
}

TEST(RequestOrder, TheLastCellThatIsPointedAtCounts) {
  const auto session = typed_in();
  Requests requests;
  requests.hover({0, 0, 0});
  requests.hover({1, 0, 0});
  session->apply(requests, 1);
  EXPECT_EQ(session->hover(), (engine::Cell{1, 0, 0}));
  session->apply(Requests(), 2);
  EXPECT_EQ(session->hover(), engine::Cell{});
}

TEST(RequestOrder, WhatTheShellCarriesOutIsToldApart) {
  Requests requests;
  requests.undo();
  requests.dismiss_notice();
  EXPECT_FALSE(requests.want_shell());
  requests.use_file({"open", "b"});
  requests.use_file({"open", "a"});
  EXPECT_TRUE(requests.want_shell());
  ASSERT_EQ(requests.of<FileRequest>().size(), 2U);
  EXPECT_EQ(requests.of<FileRequest>()[0].path, "b");
  EXPECT_FALSE(requests.has<request::Quit>());
  requests.quit();
  EXPECT_TRUE(requests.has<request::Quit>());
}

}  // namespace
}  // namespace app
