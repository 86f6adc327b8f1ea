// The table of actions: every key does what its action does, and everything is undone.
#include "app/views/actions.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <random>
#include <set>

#include "app/checkpoints.h"
#include "app/session/examples.h"
#include "app/session/exploring.h"
#include "app/session/presets.h"
#include "app/views/palette.h"
#include "driver.h"

namespace app {
namespace {

using views::Action;
using views::Chord;
using views::Held;

State example(size_t index) {
  return {examples()[index].document, {}};
}

State transformer() {
  State state = example(0);
  set_preset(state, presets()[1]);
  state.document.config.encoder_layers = 3;
  set_switch(state, "encoder.0.ffn.norm", false);
  state.document.focus.stage = "encoder.1.self.head.1.weights";
  state.document.focus.token = 1;
  state.preferences.text_size = 125;
  return state;
}

// At a mask that was painted.
State painted() {
  State state = example(0);
  state.document.focus.view = "stage";
  state.document.focus.stage = "encoder.0.self.head.1.mask";
  paint_mask(state, "encoder.0.self", {0, 1, 1, 1, engine::kHide});
  return state;
}

// A number that may be typed over, a token that was moved, and a run to compare with.
State explored() {
  State state{Document{.text = "the cat sat down"}, {}};
  pin_baseline(state);
  state.document.config.temperature = 2;
  move_token(state, 0, 2, 4);
  state.document.focus.view = "stage";
  state.document.focus.stage = "encoder.0.self.head.1.q";
  state.document.focus.pinned = {1, 2};
  return state;
}

// With a bookmark for every key that goes to one.
State bookmarked() {
  State state = example(0);
  for (int head = 0; head < 9; ++head) {
    Focus focus;
    focus.stage = "encoder.0.self.head." + std::to_string(head % 4) +
                  (head < 4   ? ".q"
                   : head < 8 ? ".k"
                              : ".v");
    state.document.bookmarks.push_back(focus);
  }
  return state;
}

State trained(const char* name) {
  State state;
  const auto path = std::filesystem::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints" / name;
  EXPECT_FALSE(checkpoints::use(path.string(), state.document).has_value());
  return state;
}

// A model that looks at a picture.
State seeing() {
  State state = trained("vit");
  state.document.image = state.document.config.checkpoint + "/image.png";
  return state;
}

// A word of a trained model's text that is being cut.
State cut() {
  State state = trained("gpt2");
  state.document.focus.view = "pieces";
  state.document.focus.stage = "tokens";
  return state;
}

// A window in which something was done, so that much can be done. Every action is available in one of them.
struct Situation {
  State state;
  std::function<void(Driver&)> prepare;
};

const std::vector<Situation>& situations() {
  static const std::vector<Situation> kAll = {
      {example(1),
       [](Driver& driver) {
         driver.press(ImGuiKey_RightArrow);
         driver.pause();
         driver.press(ImGuiKey_3);
         driver.pause();
         driver.press(ImGuiKey_RightArrow);
         driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
       }},
      {example(1),
       [](Driver& driver) {
         driver.press(ImGuiKey_2);
         driver.press(ImGuiKey_LeftArrow, ImGuiMod_Alt);
       }},
      {transformer(), [](Driver&) {}},
      {example(2), [](Driver& driver) { driver.press(ImGuiKey_Equal); }},
      {example(10), [](Driver& driver) { driver.press(ImGuiKey_Enter); }},
      {example(8), [](Driver&) {}},
      {painted(), [](Driver&) {}},
      {explored(), [](Driver&) {}},
      {seeing(), [](Driver&) {}},
      {cut(), [](Driver& driver) { driver.press(ImGuiKey_LeftArrow); }},
      {example(0),
       [](Driver& driver) {
         driver.press(ImGuiKey_Space);
         driver.frames(30);
         driver.press(ImGuiKey_Space);
       }},
      {bookmarked(),
       [](Driver& driver) {
         driver.press(ImGuiKey_F5);
         driver.press(ImGuiKey_5);
       }},
      {bookmarked(),
       [](Driver& driver) {
         driver.press(ImGuiKey_F5);
         driver.press(ImGuiKey_1);
       }},
      {[] {
         State state = example(0);
         set_size(state, &engine::Config::n_heads, 16);
         return state;
       }(),
       [](Driver&) {}},
  };
  return kAll;
}

// One at a time: each has the Dear ImGui context to itself.
std::unique_ptr<Driver> start(const Situation& situation) {
  auto driver = std::make_unique<Driver>(situation.state);
  situation.prepare(*driver);
  driver->pause();
  return driver;
}

// The situation in which an action is available: for one of its keys alone, in the view that this is for.
const Situation* situation_for(const Action& action, std::string_view view = {}) {
  for (const Situation& situation : situations()) {
    const auto driver = start(situation);
    const bool shown = view.empty() || driver->document().focus.view == view;
    // Where it is how things stand already, it would do nothing.
    const views::Frame frame = driver->view();
    if (shown && action.is_available(frame) && !action.is_chosen(frame)) return &situation;
  }
  return nullptr;
}

// All that an action can do.
struct Outcome {
  State state;
  Desk desk;
  Viewport viewport;
  std::string notice;
  size_t exports = 0;
  size_t files = 0;
  bool copied = false;
  bool quits = false;

  bool operator==(const Outcome&) const = default;
};

void PrintTo(const Outcome& outcome, std::ostream* out) {
  *out << to_line(outcome.state.document) << " text " << outcome.state.preferences.text_size << "%, panel \""
       << outcome.desk.panel << "\", opens \"" << outcome.desk.opens << "\", notice \"" << outcome.notice
       << "\", " << outcome.exports << " exports" << (outcome.copied ? ", copied" : "")
       << (outcome.quits ? ", quits" : "");
}

Outcome finish(Driver& driver) {
  Outcome outcome;
  const Requests& requests = driver.last_requests();
  outcome.exports = requests.exports().size();
  outcome.files = requests.files().size();
  outcome.copied = requests.wants_session_copied();
  outcome.quits = requests.wants_quit();
  driver.frame();
  outcome.desk = driver.session().desk();
  outcome.desk.browser.folder.reset();  // read anew each time
  outcome.desk.presenting.touched = 0;  // a key is touched, an action is not
  outcome.state = driver.session().state();
  outcome.viewport = driver.session().viewport();
  if (driver.session().notice()) outcome.notice = driver.session().notice()->key;
  return outcome;
}

Outcome run(Driver& driver, const Action& action) {
  action.run(driver.view());
  return finish(driver);
}

Outcome press(Driver& driver, const Chord& chord) {
  ImGuiIO& io = ImGui::GetIO();
  if (chord.control) io.AddKeyEvent(ImGuiMod_Ctrl, true);
  if (chord.alt) io.AddKeyEvent(ImGuiMod_Alt, true);
  if (chord.shift == Held::kDown) io.AddKeyEvent(ImGuiMod_Shift, true);
  io.AddKeyEvent(chord.key, true);
  driver.frame();
  return finish(driver);
}

TEST(Actions, HaveANameAndASentenceInEveryLanguage) {
  std::set<std::string> ids;
  for (const Action& action : views::actions()) {
    EXPECT_TRUE(ids.insert(action.id).second) << action.id << " stands twice";
    for (const LanguageInfo& row : languages()) {
      const Words& tr = words(row.language);
      EXPECT_NE(views::action_name(action, tr), action.key) << action.id;
      EXPECT_NE(views::action_tip(action, tr), action.tip) << action.id;
      EXPECT_EQ(views::action_name(action, tr).find('{'), std::string::npos) << action.id;
      EXPECT_NE(tr(action.needs), action.needs) << action.id;
      for (const auto& [name, value] : action.arguments) {
        EXPECT_TRUE(tr(value) != value || value.find('.') == std::string::npos) << action.id << " " << value;
      }
    }
  }
  EXPECT_GT(ids.size(), 100U);
}

// What presents, plays or paints has its keys to itself while it does: the keys of other rows may be the
// same.
std::string mode_of(const Action& action) {
  switch (action.group) {
    case views::ActionGroup::kPresent:
      return "presenting ";
    case views::ActionGroup::kPlay:
      return "playing ";
    case views::ActionGroup::kMask:
      return "painting ";
    default:
      return "";
  }
}

TEST(Actions, NoTwoHaveTheSameKey) {
  std::map<std::string, std::string> taken;
  for (const Action& action : views::actions()) {
    for (const Chord& chord : action.chords) {
      const std::string key = mode_of(action) + views::chord_name(chord) + " " + std::string(chord.view);
      const auto [entry, is_new] = taken.try_emplace(key, action.id);
      EXPECT_TRUE(is_new) << key << ": " << action.id << " and " << entry->second;
    }
  }
}

TEST(Actions, EveryKeyDoesWhatItsActionDoes) {
  for (const Action& action : views::actions()) {
    for (const Chord& chord : action.chords) {
      const Situation* const situation = situation_for(action, chord.view);
      ASSERT_NE(situation, nullptr) << action.id << " is never available";
      const auto [before, by_action] = [&] {
        const auto driver = start(*situation);
        const Outcome at_first = finish(*driver);
        return std::pair(at_first, run(*driver, action));
      }();
      const Outcome by_key = press(*start(*situation), chord);
      EXPECT_EQ(by_action, by_key) << action.id << " by " << views::chord_name(chord);
      EXPECT_NE(by_action, before) << action.id << " does nothing";
    }
  }
}

TEST(Actions, EachIsAvailableSomewhereAndFoundByItsWordsInEveryLanguage) {
  for (const LanguageInfo& row : languages()) {
    std::set<std::string> found;
    for (Situation situation : situations()) {
      situation.state.preferences.language = row.language;
      const auto driver = start(situation);
      for (const Action& action : views::actions()) {
        if (found.contains(action.id) || !action.is_available(driver->view())) continue;
        for (const Language language : {row.language, Language::kEnglish}) {
          const std::string name = views::action_name(action, words(language));
          const auto entries = views::find_entries(driver->view(), name);
          const auto first = std::min<size_t>(entries.size(), 3);
          const bool listed =
              std::any_of(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(first),
                          [&](const views::Entry& entry) { return entry.id == action.id; });
          EXPECT_TRUE(listed) << row.code << ": " << name;
        }
        found.insert(action.id);
      }
    }
    for (const Action& action : views::actions()) EXPECT_TRUE(found.contains(action.id)) << action.id;
  }
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

// Actions that only change what undo takes back, and one of them by chance.
bool is_undone(const Action& action) {
  const std::set<std::string> others = {
      "quit", "copy session", "paste session", "undo",   "redo",    "tour",  "palette",   "help",
      "text", "target",       "model",         "export", "history", "brush", "mask.open", "mask.save"};
  return action.group != views::ActionGroup::kExport && !others.contains(action.id);
}

void act(Driver& driver, std::mt19937& chance) {
  const auto pick = [&](size_t count) { return static_cast<size_t>(chance()) % count; };
  const views::Frame frame = driver.view();
  const std::vector<std::string> typed = {"heads 3", "width 32", "temperature 2", "layers 3",
                                          "seed 5",  "1 2",      "padding 1",     "residual"};
  if (pick(4) == 0) {
    const auto entries = views::find_entries(frame, typed[pick(typed.size())]);
    if (!entries.empty()) entries[pick(entries.size())].run(frame);
  } else {
    std::vector<const Action*> possible;
    for (const Action& action : views::actions()) {
      if (is_undone(action) && action.is_available(frame)) possible.push_back(&action);
    }
    possible[pick(possible.size())]->run(frame);
  }
  driver.pause();
  driver.frame();
}

TEST(Actions, UndoAfterAnyTwoHundredReturnsTheFirstStateAndTrace) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    std::mt19937 chance(seed);
    Driver driver(example(0), {1024, 640});
    const State first = driver.session().state();
    const std::vector<float> first_numbers = numbers(*driver.session().trace());
    for (int i = 0; i < 200; ++i) act(driver, chance);
    driver.session().settle();
    driver.frame();
    const State last = driver.session().state();
    const std::vector<float> last_numbers = numbers(*driver.session().trace());
    ASSERT_GT(driver.session().step_count(), 100U);
    while (driver.session().can_undo()) {
      driver.view().requests.undo();
      driver.frame();
    }
    driver.session().settle();
    EXPECT_EQ(driver.session().state(), first) << "seed " << seed;
    EXPECT_EQ(numbers(*driver.session().trace()), first_numbers) << "seed " << seed;
    while (driver.session().can_redo()) {
      driver.view().requests.redo();
      driver.frame();
    }
    driver.session().settle();
    EXPECT_EQ(driver.session().state(), last) << "seed " << seed;
    EXPECT_EQ(numbers(*driver.session().trace()), last_numbers) << "seed " << seed;
  }
}

TEST(Actions, LettersAreTypedWhileATextIsTyped) {
  Driver driver(example(0));
  driver.press(ImGuiKey_I);
  driver.frames(2);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  driver.press(ImGuiKey_H);
  EXPECT_EQ(driver.document().focus.view, "stage");
  driver.press(ImGuiKey_End);
  driver.type("!");
  EXPECT_EQ(driver.document().text, "the cat sat down!");
}

TEST(Actions, ControlArrowsMoveThePinnedCell) {
  State state = example(0);
  state.document.focus.pinned.reset();
  Driver driver(state);
  driver.press(ImGuiKey_RightArrow, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{0, 0}));
  driver.press(ImGuiKey_RightArrow, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_DownArrow, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{1, 1}));
  driver.press(ImGuiKey_UpArrow, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_UpArrow, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{0, 1}));
}

TEST(Actions, WhatOpensWhereItStandsIsOpenedByAKey) {
  Driver driver(example(0));
  driver.press(ImGuiKey_P);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("preset.transformer"));
  driver.press(ImGuiKey_Escape);
  driver.press(ImGuiKey_E, ImGuiMod_Ctrl);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("PNG##export.stage"));
}

}  // namespace
}  // namespace app
