// The chrome around the stage: menus, the settings' labels, the labs' steps, chips, and what differs between
// runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/document/labs/labs.h"
#include "app/session/changes.h"
#include "app/session/exploring.h"
#include "app/session/presets.h"
#include "app/views/actions/help_overlay.h"
#include "app/views/actions/palette.h"
#include "app/views/core/folding.h"
#include "app/views/core/navigation.h"
#include "app/views/core/outline.h"
#include "app/views/core/place_name.h"
#include "engine/labs/labs.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

using testing::Contains;
using testing::Each;
using testing::Not;

float height_of(const Driver& driver, std::string_view label) {
  const auto found = driver.find(label);
  return found ? found->high.y - found->low.y : 0;
}

TEST(Menus, OfTheViewFitsALowWindow) {
  for (const int text : {100, 200}) {
    State state = example(0);
    choose_text_size(state.preferences, text);
    Driver driver(state, {1280, 720});
    driver.click("View##view");
    driver.frames(2);
    const std::string last = driver.view().tr("word_pieces.merged");
    for (const std::string& row : {std::string("75 %"), driver.view().tr("map.greys"), last}) {
      const auto found = driver.find(row);
      ASSERT_TRUE(found.has_value()) << row;
      EXPECT_GE(found->low.y, 0) << row << " at " << text;
      EXPECT_LE(found->high.y, 720) << row << " at " << text;
      EXPECT_LE(found->high.x, 1280) << row << " at " << text;
    }
  }
}

TEST(Menus, HaveRowsThatAreEasyToHit) {
  Driver driver(example(0));
  driver.click("File##file");
  driver.frames(2);
  EXPECT_GE(height_of(driver, "Save"), 28);
  EXPECT_LE(height_of(driver, "Save"), 30);
  driver.press(ImGuiKey_Escape);
  driver.click("View##view");
  driver.frames(2);
  EXPECT_GE(height_of(driver, "125 %"), 28);
  driver.click("125 %");
  EXPECT_EQ(driver.session().preferences().text_size, 125);
  driver.frames(2);
  EXPECT_FALSE(driver.shows("150 %")) << "a choice closes the menu";
}

TEST(Menus, SayWhatEachViewUnderMoreShows) {
  Driver driver(example(0), {1280, 720});
  driver.click("More ▾##views");
  driver.frames(2);
  const auto row = driver.find("Lower cost##view.cheaper");
  ASSERT_TRUE(row.has_value());
  EXPECT_GT(row->high.y - row->low.y, 40) << "two lines";
  driver.click("Lower cost##view.cheaper");
  EXPECT_EQ(driver.document().focus.view, "cheaper");
}

TEST(Settings, AreOpenedAndTypedByTheirLabelsToo) {
  Driver driver(example(0));
  driver.click("label setting.mask");
  driver.frames(2);
  driver.click("Causal");
  EXPECT_TRUE(driver.document().config.causal);
  driver.click("label setting.heads");
  driver.frames(2);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("2");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().config.n_heads, 2);
}

size_t lab_steps(Driver& driver) {
  const views::Frame frame = driver.view();
  const auto& steps = views::walk_now(frame).steps;
  return static_cast<size_t>(std::count_if(steps.begin(), steps.end(),
                                           [](const Step& step) { return step.group == StepGroup::kLab; }));
}

// Large text: the window is as low as 360 pixels at 100 %.
State with_large_text() {
  State state = example(0);
  choose_text_size(state.preferences, 200);
  return state;
}

// How often a number is written in the stage of a head's weights of a dozen tokens in a small window.
std::ptrdiff_t times_written(std::string number,
                             std::optional<std::pair<engine::Index, engine::Index>> pinned) {
  State state = example(0);
  state.document.text = "the animal did not cross the street because it was so tired";
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.focus.pinned = pinned;
  Driver driver(state, {1280, 720});
  driver.frames(3);
  const auto panel = driver.view().panel_rects.of("stage").value();
  std::string all;
  for (const DrawnText& text : drawn_frame().texts) {
    const bool is_in = text.low.x > panel.first.x && text.high.x < panel.second.x;
    if (is_in) all += text.text + "|";
  }
  // Points in small type are read as gaps.
  std::ranges::replace(number, '.', ' ');
  std::ptrdiff_t times = 0;
  for (size_t at = all.find(number); at != std::string::npos; at = all.find(number, at + 1)) ++times;
  return times;
}

// Scores of half the width leave the weights room for their numbers, each of which has a nought.
TEST(Stage, WeightsOfADozenTokensHaveNumbersInASmallWindow) {
  EXPECT_GE(times_written("0", std::nullopt), 144);
}

// Around a pinned one only its row and the large ones have theirs: a token's neighbours weigh 0.01.
TEST(Stage, OfSmallWeightsThePinnedRowAndTheLargeOnesHaveNumbers) {
  const std::pair<engine::Index, engine::Index> pinned(6, 5);
  EXPECT_GE(times_written("0.01", std::nullopt), 10);
  EXPECT_GE(times_written("0.01", pinned), 1);
  EXPECT_LE(times_written("0.01", pinned), 2);
  EXPECT_GE(times_written("0.97", pinned), 9);
}

// What the card begins with is said below the operand, where the card is folded away.
TEST(Stage, SaysThePinnedNumberWhereTheCardHasNoRoom) {
  State state = with_large_text();
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.focus.pinned = {1, 2};
  Driver driver(state, {1280, 720});
  driver.frames(3);
  ASSERT_FALSE(views::shows_card(driver.view()));
  const auto labels = driver.view().facts.labels(0);
  const float weight = numbers_of(driver, "encoder.0.self.head.0.weights")(1, 2);
  EXPECT_TRUE(says(labels[1] + " → " + labels[2] + " = " + ui::fixed_number(double{weight}, 4)));
}

TEST(Settings, AreAButtonBesideTheSentenceWhereTextIsLarge) {
  Driver driver(with_large_text(), {1280, 720});
  EXPECT_FALSE(driver.shows("##setting.d_model"));
  EXPECT_FALSE(driver.shows("Undo##action.undo")) << "it is in the Edit menu";
  const auto stage = driver.view().panel_rects.of("stage");
  ASSERT_TRUE(stage.has_value());
  EXPECT_GE(stage->second.y - stage->first.y, 0.7f * 720) << "most of the window is the stage's";
  driver.click("Settings ▾##settings");
  ASSERT_TRUE(driver.shows("##panel setting.d_model"));
  driver.click("Attention alone ▾##panel setting.architecture");
  driver.frames(2);
  EXPECT_FALSE(driver.shows("##panel setting.architecture"));
  EXPECT_TRUE(driver.shows("Open a model…##open model")) << "the panel of models is open";
}

TEST(Pictures, AreChosenInTheTitlesLineWhereTextIsLarge) {
  Driver driver(with_large_text(), {1280, 720});
  const auto list = driver.find("Matrix ▾##pictures");
  ASSERT_TRUE(list.has_value());
  driver.click("Matrix ▾##pictures");
  driver.frames(2);
  driver.click("Bars");
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.view, "bars");
  EXPECT_TRUE(driver.shows("Bars ▾##pictures"));
  const auto other = driver.find("Bars ▾##pictures");
  EXPECT_NEAR(other->low.y, list->low.y, 20) << "all pictures have it in the same line";
}

TEST(Labs, LeaveTheWalkWhenOneLeavesThem) {
  Driver driver(example(0));
  const size_t steps = views::walk_now(driver.view()).steps.size();
  for (const LabRow& lab : lab_rows()) {
    Requests& requests = driver.view().requests;
    requests.edit("", [&lab](State& state) { state.document.focus.view = lab.name; });
    driver.frames(2);
    driver.session().settle();  // the gallery learns from examples first
    driver.frame();
    EXPECT_GT(lab_steps(driver), 0U) << lab.name;
    driver.press(ImGuiKey_H);
    driver.frames(2);
    EXPECT_EQ(driver.document().focus.view, "heads");
    EXPECT_EQ(views::walk_now(driver.view()).steps.size(), steps) << lab.name;
    EXPECT_FALSE(driver.session().can_undo()) << "to look into a lab is no change";
  }
}

TEST(Labs, StayWhileOneOfTheirStepsIsLookedAt) {
  Driver driver(example(0));
  driver.view().requests.edit("", [](State& state) { state.document.focus.view = "positions"; });
  driver.frames(2);
  driver.click("step lab.positions.table");
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.view, "stage") << "the page shows no step";
  EXPECT_GT(lab_steps(driver), 0U);
  driver.press(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  EXPECT_EQ(driver.document().focus.view, "positions");
  driver.press(ImGuiKey_RightArrow, ImGuiMod_Alt);
  driver.frames(2);
  driver.press(ImGuiKey_Home);
  driver.frames(2);
  EXPECT_EQ(lab_steps(driver), 0U);
}

TEST(Labs, ShowTheStepsOfNoOtherLab) {
  State state = example(0);
  for (const LabRow& lab : lab_rows()) lab.is_on(engine::labs_of(state.document.config)) = true;
  Driver driver(state);
  driver.session().settle();
  driver.frames(2);
  EXPECT_EQ(lab_steps(driver), 0U) << "none is in sight";
  driver.view().requests.edit("", [](State& s) { s.document.focus.view = "positions"; });
  driver.frames(2);
  const views::Frame frame = driver.view();
  for (const Step& step : views::walk_now(frame).steps) {
    if (step.group != StepGroup::kLab) continue;
    EXPECT_EQ(engine::lab_of(step.place), "positions");
  }
}

TEST(Compare, LeadsToTheFirstStepThatDiffers) {
  State state = example(0);
  focus_on(state, "encoder.0.self.head.0.scores");
  pin_baseline(state);
  state.document.config.scale = false;
  state.document.focus.view = "compare";
  Driver driver(state);
  driver.frames(3);
  driver.click("First difference: Scaled scores →##compare.first");
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.scaled");
  EXPECT_FALSE(driver.shows("First difference: Scaled scores →##compare.first"));
}

TEST(Compare, KnowsOfEveryStepWhetherItDiffers) {
  State state = example(0);
  pin_baseline(state);
  state.document.config.scale = false;
  Driver driver(state);
  driver.frames(3);
  const views::Frame frame = driver.view();
  const auto& pinned = driver.session().baseline_trace();
  ASSERT_NE(pinned, nullptr);
  const auto differs = [&](const char* address) {
    return frame.facts.differs(frame.trace().find(address).value(), pinned);
  };
  EXPECT_FALSE(differs("encoder.0.self.head.0.q"));
  EXPECT_FALSE(differs("encoder.0.self.head.0.scores"));
  EXPECT_TRUE(differs("encoder.0.self.head.0.scaled"));
  EXPECT_TRUE(differs("encoder.0.self.head.0.weights"));
  EXPECT_FALSE(frame.facts.differs(0, nullptr));
}

TEST(Chips, ShowThePinnedTokenInWholeLines) {
  State state = example(0);
  state.document.text =
      "the animal did not cross the street because it was too tired and the street was far too wide for it "
      "to cross in one night without a rest";
  state.preferences.text_size = 200;
  state.document.focus.stage = "encoder.0.self.head.0.scores";
  state.document.focus.pinned = {24, 1};
  Driver driver(state, {1280, 720});
  driver.frames(4);
  const auto chip = driver.find("token 24");
  ASSERT_TRUE(chip.has_value()) << "it is scrolled into view";
  for (const auto& [label, item] : driver.items()) {
    if (!label.starts_with("token ")) continue;
    EXPECT_NEAR(item.low.y, chip->low.y, 1) << label << ": no part of another line";
  }
}

TEST(Palette, FindsWhatOthersCallIt) {
  Driver driver(example(0));
  const auto first = [&](const char* typed) {
    const auto entries = views::find_entries(driver.view(), typed);
    std::vector<std::string> ids;
    for (size_t i = 0; i < std::min<size_t>(entries.size(), 5); ++i) ids.push_back(entries[i].id);
    return ids;
  };
  for (const char* const typed : {"cnn", "rnn", "receptive field", "卷積", "卷积", "循環", "循环", "感受野"})
    EXPECT_THAT(first(typed), Contains("view relatives")) << typed;
  for (const char* const typed : {"bert"}) EXPECT_THAT(first(typed), Contains("preset.encoder")) << typed;
  EXPECT_THAT(first("gpt"), Contains("preset.decoder"));
  EXPECT_THAT(first("linformer"), Contains("view cheaper"));
  for (const char* const typed : {"gradient", "梯度"})
    EXPECT_THAT(first(typed), Contains("view attribution")) << typed;
  EXPECT_THAT(first("softmax"), Not(testing::IsEmpty()));
}

TEST(Help, ListsNoKeyTwice) {
  for (const char* const stage : {"encoder.0.self.head.0.mask", "encoder.0.self.head.0.scores"}) {
    State state = example(0);
    state.document.config.causal = true;
    state.document.focus.stage = stage;
    Driver driver(state);
    std::vector<std::string> keys;
    for (const views::HelpGroup& group : views::help_groups(driver.view())) {
      for (const views::HelpLine& line : group.lines)
        keys.insert(keys.end(), line.keys.begin(), line.keys.end());
    }
    EXPECT_EQ(std::count(keys.begin(), keys.end(), "P"), 1) << stage;
  }
}

TEST(Outline, NamesEveryGroupBrieflyInEveryLanguage) {
  State state;
  set_architecture(state, engine::Architecture::kTransformer);
  for (const LanguageInfo& row : languages()) {
    state.preferences.language = row.language;
    Driver driver(state);
    const views::Frame frame = driver.view();
    const auto& walk = views::walk_now(frame);
    for (size_t group = 0; group < walk.groups.size(); ++group)
      EXPECT_LE(views::short_group_name(frame, walk, group).size(), 6U);
    for (const Step& step : walk.steps)
      EXPECT_FALSE(views::step_letters(frame, frame.trace().stage(step.stage)).empty())
          << frame.trace().stage(step.stage).address;
  }
}

// Folded to letters, all of a layer's steps and every other group are in sight without scrolling.
TEST(Outline, IsWholeOnAProjector) {
  State state = looking_at("decoder.1.cross.head.0.weights");
  set_architecture(state, engine::Architecture::kTransformer);
  state.document.target = "le chat est assis";
  Driver driver(state, {1280, 720});
  driver.frames(2);
  const auto rail = driver.view().panel_rects.of("rail");
  ASSERT_TRUE(rail.has_value());
  size_t lines = 0;
  for (const auto& [label, item] : driver.items()) {
    const std::string kind = label.substr(0, label.find(' '));
    const bool is_line = kind == "step" || kind == "group" || kind == "layer";
    if (!is_line || label.find('.') == std::string::npos) continue;  // of a stage's address
    ++lines;
    EXPECT_LE(item.high.y, rail->second.y) << label;
  }
  EXPECT_GT(lines, 18U);
}

// With large text the chosen view's name stays whole, and clear of what follows it.
TEST(Chrome, TheChosenViewIsReadAtTwiceTheTextSize) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1024, 640)}) {
    State state;
    choose_text_size(state.preferences, 200);
    Driver driver(state, size);
    driver.frames(2);
    const auto ending = [&](std::string_view id) {
      return std::ranges::find_if(driver.items(), [&](const auto& item) { return item.first.ends_with(id); });
    };
    const auto views = ending("##views");
    const auto language = ending("##language");
    ASSERT_NE(views, driver.items().end()) << size.x;
    ASSERT_NE(language, driver.items().end()) << size.x;
    EXPECT_LE(views->second.high.x, language->second.low.x) << size.x;
    EXPECT_NE(views->first.find("▾"), std::string::npos);
    EXPECT_EQ(views->first.find("…"), std::string::npos) << "its name is not cut";
  }
}

// The way back to the stage is in the header of every view, though the path is long.
TEST(Chrome, TheStageIsOneClickAwayOnAProjector) {
  State state{four_tokens(), {}};
  set_preset(state, presets()[1]);
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.focus.view = "heads";
  Driver driver(state, {1280, 720});
  driver.frames(2);
  const auto shown = std::ranges::any_of(
      driver.items(), [](const auto& item) { return item.first.ends_with("##view.stage"); });
  EXPECT_TRUE(shown);
}

// Heads are seen whole in a low window with large text.
TEST(Chrome, HeadsFitALowWindowWithLargeText) {
  State state;
  state.document.focus.view = "heads";
  choose_text_size(state.preferences, 200);
  Driver driver(state, {1280, 720});
  driver.frames(2);
  ASSERT_TRUE(driver.shows("map 1"));
  EXPECT_LT(driver.find("map 1").value().high.y, 700);
}

std::vector<std::string> path_in(const char* view) {
  State state = looking_at("encoder.0.self.head.1.scores");
  state.document.focus.view = view;
  open_lab_of_view(state.document);
  Driver driver(state, {1280, 720});
  driver.frames(2);
  return views::path_on_screen(driver.view(), false);
}

TEST(Breadcrumb, NamesWhatIsOnTheScreen) {
  using Path = std::vector<std::string>;
  EXPECT_EQ(path_in("stage"), (Path{"Encoder 1", "Self-attention", "Head 2", "Scores"}));
  EXPECT_EQ(path_in("heads"), (Path{"Encoder 1", "Self-attention", "All heads", "Scores"}));
  EXPECT_EQ(path_in("grid"), Path{"Grid"});
  EXPECT_EQ(path_in("experiments"), Path{"Experiments"});
  EXPECT_EQ(path_in("cheaper"), (Path{"Labs", "Lower cost"}));
  EXPECT_EQ(path_in("positions"), (Path{"Labs", "Positions", "Table"}));
}

TEST(Rail, NamesTheLayersOfWhatALabCompares) {
  Driver driver;
  const views::Frame frame = driver.view();
  using Part = views::LabPart;
  EXPECT_EQ(views::lab_part(frame, "lab.relatives.convolution.1.sum"), (Part{"Convolution", "Layer 2"}));
  EXPECT_EQ(views::lab_part(frame, "lab.relatives.recurrent.reach"), (Part{"Recurrence", ""}));
  EXPECT_EQ(views::lab_part(frame, "lab.depth.pure.0.output"), (Part{"Attention alone", "Input"}));
  EXPECT_EQ(views::lab_part(frame, "lab.depth.pure.3.cosines"), (Part{"Attention alone", "Layer 3"}));
  EXPECT_EQ(views::lab_part(frame, "encoder.0.self.head.0.q"), Part{});
}

TEST(Rail, MarksAStepOnlyWhereItIsOnTheScreen) {
  for (const auto& [view, is_there] : {std::pair{"stage", true}, std::pair{"heads", true},
                                       std::pair{"experiments", false}, std::pair{"rollout", false}}) {
    State state = looking_at("encoder.0.self.head.1.scores");
    state.document.focus.view = view;
    Driver driver(state);
    driver.frames(2);
    EXPECT_EQ(!views::address_on_screen(driver.view()).empty(), is_there) << view;
  }
}

}  // namespace
}  // namespace app
