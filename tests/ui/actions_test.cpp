// The table of actions: each has its words and its keys, and every key does what its action does.

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <set>

#include "app/document/checkpoints.h"
#include "app/document/document_line.h"
#include "app/session/changes.h"
#include "app/session/examples.h"
#include "app/session/exploring.h"
#include "app/session/learning.h"
#include "app/session/presets.h"
#include "app/views/actions/palette.h"
#include "app/views/core/action.h"
#include "driver.h"
#include "engine/labs/positions/positions_lab.h"
#include "tests/ui/states.h"

namespace app {
namespace {

using views::Action;
using views::Chord;
using views::ShiftKey;

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

// A word of a trained model's text that is being cut.
State cut() {
  State state;
  const auto path = std::filesystem::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints/gpt2";
  EXPECT_FALSE(checkpoints::use(path.string(), state.document).has_value());
  state.document.focus.view = "pieces";
  state.document.focus.stage = "tokens";
  return state;
}

// A model that looks at a picture.
State pictured() {
  State state;
  const auto path = std::filesystem::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints/vit";
  EXPECT_FALSE(checkpoints::use(path.string(), state.document).has_value());
  state.document.image = (path / "image.png").string();
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  return state;
}

// The lab on positions, at its circles.
State in_circles() {
  State state = example(0);
  state.document.focus.view = "positions";
  engine::positions_lab_of(state.document.config).is_on = true;
  state.document.labs.positions.shown = "circles";
  return state;
}

// The lab of attention at lower cost, with a way that draws.
State at_lower_cost() {
  State state = example(0);
  state.document.focus.view = "cheaper";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.attention.kind = engine::AttentionKind::kPerformer;
  return state;
}

// The wall of ways of attending.
State at_ways() {
  State state = example(0);
  state.document.focus.view = "ways";
  return state;
}

// A number that is asked what moves it.
State asked() {
  State state = example(0);
  state.document.focus.view = "stage";
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.gradient =
      engine::GradientRequest{.target = engine::CellTarget{"encoder.0.self.output", 1, 2}};
  return state;
}

// A translator of the box, with a target that somebody typed.
State translating() {
  State state;
  state.document.text = "the big red house";
  EXPECT_FALSE(checkpoints::use("phrase", state.document).has_value());
  set_target(state, "la maison");
  return state;
}

// A run of training in its middle, with snapshots on both sides.
State training() {
  engine::Plan plan = plan_of(*engine::find_task("reverse"));
  plan.recipe.steps = 5000;  // runs are shared: no test comes to its end
  State state;
  set_trainings(state, std::array{plan});
  show_moment(state, plan, 10);
  state.document.focus.view = "learning";
  return state;
}

void go_back_in_training(Driver& driver) {
  driver.session().settle();
  driver.frame();
  driver.press(ImGuiKey_Comma);
  driver.session().settle();
  driver.press(ImGuiKey_Comma);
  driver.session().settle();
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
         for (const double temperature : {2.0, 3.0}) {
           driver.view().requests.edit(
               "", [temperature](State& state) { state.document.config.temperature = temperature; });
           driver.frame();
         }
         driver.press(ImGuiKey_LeftArrow);
         driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
       }},
      {example(1),
       [](Driver& driver) {
         driver.press(ImGuiKey_2);
         driver.press(ImGuiKey_LeftArrow, ImGuiMod_Alt);
       }},
      {transformer(), [](Driver&) {}},
      {asked(), [](Driver&) {}},
      {example(2), [](Driver& driver) { driver.press(ImGuiKey_Equal); }},
      {example(10), [](Driver& driver) { driver.press(ImGuiKey_Enter); }},
      {example(8), [](Driver&) {}},
      {painted(), [](Driver&) {}},
      {explored(), [](Driver&) {}},
      {pictured(), [](Driver&) {}},
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
      {[] {
         State state = example(0);
         state.preferences.count_from = 0;
         return state;
       }(),
       [](Driver& driver) { driver.press(ImGuiKey_1); }},
      {at_lower_cost(), [](Driver&) {}},
      {translating(), [](Driver&) {}},
      {example(0),
       [](Driver& driver) {
         driver.view().requests.arrange([](Desk& desk) {
           desk.lesson.id = "why-scale";
           desk.lesson.step = 1;
           desk.progress["why-scale"].step = 1;
         });
         driver.frame();
       }},
      {training(), go_back_in_training},
      {at_ways(),
       [](Driver& driver) {
         driver.press(ImGuiKey_RightArrow);
         driver.press(ImGuiKey_RightArrow);
         driver.press(ImGuiKey_DownArrow);
       }},
      {in_circles(), [](Driver& driver) { driver.press(ImGuiKey_RightArrow); }},
      {example(0),
       [](Driver& driver) {
         views::find_action("figures")->run(driver.view());
         driver.frame();
       }},
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

// Once what was asked for last is applied, by a frame where it is not yet.
Outcome finish(Driver& driver, bool is_applied = false) {
  Outcome outcome;
  const Requests& requests = driver.last_requests();
  outcome.exports = requests.of<ExportRequest>().size();
  outcome.files = requests.of<FileRequest>().size();
  outcome.copied = requests.has<request::CopySession>();
  outcome.quits = requests.has<request::Quit>();
  if (!is_applied) driver.frame();
  outcome.desk = driver.session().desk();
  outcome.desk.browser.folder.reset();  // read anew each time
  outcome.desk.presenting.touched = 0;  // a key is touched, an action is not
  outcome.state = driver.session().state();
  // How far a run has come in a frame is left to the machine.
  const LearningState& learning = outcome.desk.learning;
  if (learning.is_playing || learning.single_steps > 0) outcome.state.document.config.checkpoint.clear();
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
  if (chord.shift == ShiftKey::kDown) io.AddKeyEvent(ImGuiMod_Shift, true);
  io.AddKeyEvent(chord.key, true);
  driver.frame();
  // What a key asks of the session is applied in its frame; what it asks of the shell, the shell does first.
  return finish(driver, !driver.last_requests().want_shell());
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

// What presents, plays, paints or teaches has its keys to itself while it does: the keys of other rows may be
// the same.
std::string mode_of(const Action& action) {
  switch (action.group) {
    case views::ActionGroup::kPresent:
      return "presenting ";
    case views::ActionGroup::kPlay:
      return "playing ";
    case views::ActionGroup::kMask:
      return "painting ";
    case views::ActionGroup::kLesson:
      return "in a lesson ";
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

}  // namespace
}  // namespace app
