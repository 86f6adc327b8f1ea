// Keys that have waited for a slow frame: each does what it did when it was pressed, in the order in which
// they came, and what was typed is in the document after the frame.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "app/session/changes.h"
#include "tests/ui/keyboard.h"
#include "tests/ui/states.h"

namespace app {
namespace {

constexpr const char* kField = "##sequence";

struct Move {
  ImGuiKey key;
  bool down;
};

// Every order of these keys' going down and up in which each goes down before it comes up.
std::vector<std::vector<Move>> orders_of(const std::array<ImGuiKey, 3>& keys) {
  std::vector<std::vector<Move>> orders;
  std::vector<Move> order;
  std::array<int, 3> moved{};
  const auto extend = [&](const auto& again) -> void {
    if (order.size() == 2 * keys.size()) orders.push_back(order);
    for (size_t i = 0; i < keys.size(); ++i) {
      if (moved.at(i) == 2) continue;
      order.push_back({keys.at(i), moved.at(i) == 0});
      ++moved.at(i);
      again(again);
      --moved.at(i);
      order.pop_back();
    }
  };
  extend(extend);
  return orders;
}

std::string in_words(const std::vector<Move>& order) {
  std::string text;
  for (const Move& move : order)
    text.append(ImGui::GetKeyName(move.key)).append(move.down ? " down, " : " up, ");
  return text;
}

// The sentence field as a person understands it.
struct Expected {
  std::vector<std::string> texts;  // the last is shown; undo goes to the one before
  bool is_selected = false;
  bool types = false;  // what is typed now joins the last undo step
  bool history = false;
  bool quits = false;
  bool control = false;

  void type(char letter) {
    if (history) return;  // the list has the keyboard
    std::string text = is_selected ? "" : texts.back();
    text += letter;
    is_selected = false;
    if (types) texts.pop_back();
    texts.push_back(text);
    types = true;
  }
  void chord(ImGuiKey key) {
    if (key == ImGuiKey_A && !history) is_selected = true;
    if (key == ImGuiKey_Q) quits = true;
    if (key == ImGuiKey_H) history = true;
    if (key != ImGuiKey_Z) return;
    texts.pop_back();
    is_selected = types = false;
  }
  void move(const Move& move) {
    if (quits) return;
    if (move.key == ImGuiKey_LeftCtrl) control = move.down;
    if (move.key == ImGuiKey_LeftCtrl || !move.down) return;
    control ? chord(move.key) : type(static_cast<char>('a' + (move.key - ImGuiKey_A)));
  }
};

// In one slow frame, or in two of them with `first` of the moves in the first.
void expect_as_pressed(const std::vector<Move>& order, size_t first) {
  Driver driver(example(0));
  Expected expected;
  expected.texts = {driver.document().text};
  driver.click(kField);
  driver.press(ImGuiKey_End);
  driver.type("!");
  driver.pause();
  driver.frame();
  expected.texts.push_back(expected.texts.back() + "!");
  Keyboard keyboard;
  for (size_t i = 0; i < order.size() && !expected.quits; ++i) {
    keyboard.move(order[i].key, order[i].down);
    expected.move(order[i]);
    if (i + 1 == first) slow_frame(driver);
  }
  if (!expected.quits || !driver.last_requests().has<request::Quit>()) slow_frame(driver);
  const std::string said = in_words(order) + std::to_string(first) + " in the first frame";
  EXPECT_EQ(driver.document().text, expected.texts.back()) << said;
  EXPECT_EQ(driver.last_requests().has<request::Quit>(), expected.quits) << said;
  EXPECT_EQ(driver.session().desk().panel, expected.history ? "history" : "") << said;
  EXPECT_EQ(driver.document().focus.view, "stage") << said;
}

TEST(WaitingKeys, ActAsTheyWerePressedInEveryOrder) {
  for (const auto& keys : {std::array{ImGuiKey_LeftCtrl, ImGuiKey_A, ImGuiKey_Q},
                           std::array{ImGuiKey_LeftCtrl, ImGuiKey_Z, ImGuiKey_H}}) {
    const auto orders = orders_of(keys);
    ASSERT_EQ(orders.size(), 90U);
    for (size_t i = 0; i < orders.size(); ++i) {
      expect_as_pressed(orders[i], orders[i].size());
      expect_as_pressed(orders[i], 1 + i % (orders[i].size() - 1));
    }
  }
}

TEST(WaitingKeys, AreChordsOnlyWhileTheModifierIsDownAlsoWhereNothingIsTyped) {
  const std::array<std::pair<std::vector<Move>, const char*>, 6> rows = {
      {{{{ImGuiKey_LeftCtrl, true}, {ImGuiKey_H, true}, {ImGuiKey_LeftCtrl, false}, {ImGuiKey_H, false}},
        "history"},
       {{{ImGuiKey_LeftCtrl, true}, {ImGuiKey_H, true}, {ImGuiKey_H, false}, {ImGuiKey_LeftCtrl, false}},
        "history"},
       {{{ImGuiKey_LeftCtrl, true}, {ImGuiKey_LeftCtrl, false}, {ImGuiKey_H, true}, {ImGuiKey_H, false}}, ""},
       {{{ImGuiKey_H, true}, {ImGuiKey_LeftCtrl, true}, {ImGuiKey_LeftCtrl, false}, {ImGuiKey_H, false}}, ""},
       {{{ImGuiKey_H, true}, {ImGuiKey_LeftCtrl, true}, {ImGuiKey_H, false}, {ImGuiKey_LeftCtrl, false}}, ""},
       {{{ImGuiKey_H, true}, {ImGuiKey_H, false}, {ImGuiKey_LeftCtrl, true}, {ImGuiKey_LeftCtrl, false}},
        ""}}};
  for (const auto& [order, panel] : rows) {
    Driver driver(example(0));
    Keyboard keyboard;
    for (const Move& move : order) keyboard.move(move.key, move.down);
    slow_frame(driver);
    EXPECT_EQ(driver.session().desk().panel, panel) << in_words(order);
    EXPECT_EQ(driver.document().focus.view, *panel == '\0' ? "heads" : "stage") << in_words(order);
  }
}

TEST(WaitingKeys, EditTheTextInTheirOrder) {
  Driver driver(example(0));
  driver.click(kField);
  Keyboard keyboard;
  keyboard.chord(ImGuiKey_A);
  keyboard.type("a");
  keyboard.offset(ImGuiKey_Backspace);
  keyboard.type("bc");
  keyboard.offset(ImGuiKey_LeftArrow);
  keyboard.type("d");
  keyboard.offset(ImGuiKey_Home);
  keyboard.type("e");
  keyboard.offset(ImGuiKey_Delete);
  keyboard.offset(ImGuiKey_End);
  keyboard.type("f g");
  slow_frame(driver);
  EXPECT_EQ(driver.document().text, "edcf g");
}

TEST(WaitingKeys, ThatOverlapAreTypedOnceEach) {
  Driver driver(example(0));
  driver.click(kField);
  Keyboard keyboard;
  keyboard.chord(ImGuiKey_A);
  for (const ImGuiKey key : {ImGuiKey_A, ImGuiKey_B, ImGuiKey_C}) keyboard.move(key, true);
  for (const ImGuiKey key : {ImGuiKey_B, ImGuiKey_A}) keyboard.move(key, false);
  keyboard.offset(ImGuiKey_B);
  slow_frame(driver);
  EXPECT_EQ(driver.document().text, "abcb");
}

// Dear ImGui counts how long a key is down by frames.
TEST(WaitingKeys, ThatAreUpAgainWereNotHeld) {
  Driver driver(example(0));
  driver.click(kField);
  driver.press(ImGuiKey_End);
  const std::string before = driver.document().text;
  Keyboard keyboard;
  keyboard.move(ImGuiKey_Backspace, true);
  driver.frame();
  keyboard.move(ImGuiKey_X, true);
  keyboard.move(ImGuiKey_Backspace, false);
  keyboard.move(ImGuiKey_X, false);
  slow_frame(driver, 1);
  EXPECT_EQ(driver.document().text, before.substr(0, before.size() - 1) + "x");
}

TEST(WaitingKeys, ThatAreHeldRepeat) {
  Driver driver(example(0));
  driver.click(kField);
  driver.press(ImGuiKey_End);
  const size_t before = driver.document().text.size();
  Keyboard keyboard;
  keyboard.move(ImGuiKey_Backspace, true);
  driver.frames(60);
  const size_t erased = before - driver.document().text.size();
  EXPECT_GT(erased, 10U) << "in a second";
  EXPECT_LT(erased, 20U);
}

TEST(WaitingKeys, ThatTypeAreOneRun) {
  Driver driver(example(0));
  driver.click(kField);
  driver.press(ImGuiKey_End);
  const auto before = driver.session().trace();
  Keyboard keyboard;
  keyboard.type(" and slept there for a long");
  keyboard.offset(ImGuiKey_Backspace);
  slow_frame(driver);
  EXPECT_EQ(driver.document().text, "the cat sat down and slept there for a lon");
  EXPECT_EQ(driver.session().trace_document().text, driver.document().text);
  EXPECT_NE(driver.session().trace(), before);
  EXPECT_EQ(driver.session().earlier_trace(), before) << "none was made between";
  EXPECT_EQ(driver.session().trace()->sequence(0).tokens.size(), 10U);
}

TEST(WaitingKeys, ThatTypeAndTakeBackLeaveTheRunAsItIs) {
  Driver driver(example(0));
  driver.click(kField);
  driver.press(ImGuiKey_End);
  const auto before = driver.session().trace();
  const auto earlier = driver.session().earlier_trace();
  Keyboard keyboard;
  keyboard.type("ab");
  keyboard.offset(ImGuiKey_Backspace);
  keyboard.offset(ImGuiKey_Backspace);
  slow_frame(driver);
  EXPECT_EQ(driver.session().trace(), before);
  EXPECT_EQ(driver.session().earlier_trace(), earlier);
}

TEST(WaitingKeys, UndoWhatWasTypedBeforeThemOnly) {
  Driver driver(example(0));
  const std::string base = driver.document().text;
  driver.click(kField);
  driver.press(ImGuiKey_End);
  driver.pause();
  Keyboard keyboard;
  keyboard.type("ab");
  keyboard.chord(ImGuiKey_Z);
  keyboard.type("c");
  slow_frame(driver);
  EXPECT_EQ(driver.document().text, base + "c");
  keyboard.chord(ImGuiKey_Z);
  slow_frame(driver);
  EXPECT_EQ(driver.document().text, base);
  keyboard.chord(ImGuiKey_Y);
  slow_frame(driver);
  EXPECT_EQ(driver.document().text, base + "c");
}

// A run that is put off for text is not put off for what needs it.
TEST(WaitingKeys, ThatNeedTheRunHaveIt) {
  State state = looking_at("logits", "generate");
  set_architecture(state, engine::Architecture::kDecoder);
  Driver driver(state);
  ASSERT_TRUE(driver.session().can_generate());
  driver.click(kField);
  driver.press(ImGuiKey_End);
  Keyboard keyboard;
  keyboard.type(" on");
  keyboard.offset(ImGuiKey_Escape);
  for (int i = 0; i < 3; ++i) keyboard.offset(ImGuiKey_Space);
  slow_frame(driver);
  driver.frame();
  EXPECT_EQ(driver.document().generated.size(), 3U);
}

TEST(WaitingKeys, AreTypedIntoWhatAKeyBeforeThemOpened) {
  Driver driver(example(0));
  const std::string base = driver.document().text;
  Keyboard keyboard;
  keyboard.offset(ImGuiKey_I);
  keyboard.offset(ImGuiKey_End);
  keyboard.type(" xhgm");
  slow_frame(driver);
  EXPECT_EQ(driver.document().text, base + " xhgm");
  EXPECT_EQ(driver.document().focus.view, "stage");
  keyboard.chord(ImGuiKey_K);
  keyboard.type("dark");
  slow_frame(driver);
  EXPECT_EQ(driver.session().desk().search.typed, "dark");
  EXPECT_EQ(driver.document().text, base + " xhgm");
  keyboard.offset(ImGuiKey_Enter);
  keyboard.offset(ImGuiKey_H);
  slow_frame(driver);
  EXPECT_EQ(driver.session().preferences().theme, Theme::kDark);
  driver.frames(2);
  EXPECT_FALSE(driver.shows("##palette"));
}

// The letter that opens a field is not typed into it, nor where the key that left it comes up in the same
// frame.
TEST(WaitingKeys, ThatOpenAFieldAreNotTypedIntoIt) {
  for (const ImGuiKey leaves : {ImGuiKey_Escape, ImGuiKey_Enter}) {
    Driver driver(example(0));
    driver.click(kField);
    driver.press(ImGuiKey_End);
    const std::string base = driver.document().text;
    Keyboard keyboard;
    keyboard.offset(leaves);
    keyboard.offset(ImGuiKey_I);
    keyboard.offset(ImGuiKey_End);
    keyboard.type(" hm");
    slow_frame(driver);
    EXPECT_EQ(driver.document().text, base + " hm") << ImGui::GetKeyName(leaves);
  }
}

TEST(WaitingKeys, TypeANumberIntoTheCellThatAKeyOpened) {
  State state = example(0);
  state.document.focus.stage = "encoder.0.self.head.0.scaled";
  state.document.focus.pinned = {2, 1};
  Driver driver(state);
  Keyboard keyboard;
  keyboard.offset(ImGuiKey_E);
  keyboard.chord(ImGuiKey_A);
  keyboard.offset(ImGuiKey_1);
  keyboard.offset(ImGuiKey_7);
  keyboard.offset(ImGuiKey_Enter);
  slow_frame(driver);
  ASSERT_EQ(driver.document().config.edits.size(), 1U);
  EXPECT_EQ(driver.document().config.edits[0].cells.at(0).value, 17);
}

TEST(WaitingKeys, LeaveWhatTheShellIsAskedForItsMoment) {
  Driver driver(example(0));
  std::vector<std::string> saved;
  driver.serve([&](const Requests& requests) {
    for (const FileRequest& request : requests.of<FileRequest>()) {
      EXPECT_EQ(request.purpose, "save");
      saved.push_back(driver.document().text);
    }
  });
  const std::string base = driver.document().text;
  driver.session().saved_in("/nowhere.headlight", driver.document());
  driver.click(kField);
  driver.press(ImGuiKey_End);
  Keyboard keyboard;
  keyboard.type("ab");
  keyboard.chord(ImGuiKey_S);
  keyboard.type("c");
  slow_frame(driver);
  EXPECT_EQ(saved, std::vector<std::string>{base + "ab"});
  driver.frame();
  EXPECT_EQ(driver.document().text, base + "abc");
  EXPECT_EQ(saved.size(), 1U);
}

TEST(WaitingKeys, FollowAClickIntoTheField) {
  Driver driver(example(0));
  const auto field = driver.find(kField);
  ASSERT_TRUE(field.has_value());
  driver.move({field->high.x - 20, (field->low.y + field->high.y) / 2});
  Keyboard keyboard;
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  keyboard.type(" xh");
  slow_frame(driver);
  EXPECT_EQ(driver.document().text, "the cat sat down xh");
  EXPECT_EQ(driver.document().focus.view, "stage");
}

}  // namespace
}  // namespace app
