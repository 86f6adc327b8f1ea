// The view Learning: a teacher's way from the first start to a model that was trained before the class.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/examples.h"
#include "app/session/inside_step.h"
#include "app/session/learning.h"
#include "app/views/core/next_tokens.h"
#include "drawn_text.h"
#include "driver.h"

namespace app {
namespace {

// A short run of a task, at its beginning.
State short_run(const char* task, int steps) {
  engine::Plan plan = plan_of(*engine::find_task(task));
  plan.recipe.steps = steps;
  State state;
  set_trainings(state, std::array{plan});
  state.document.focus.view = "learning";
  return state;
}

int shown_step(const Driver& driver) {
  return engine::step_of(driver.document().config.checkpoint).value_or(-1);
}

// What stands in the last frame on the line that begins so, behind these words; fonts part it, and a letter
// that is a bar, such as an I, is none.
std::string said_after(std::string_view words) {
  std::string said;
  const DrawnText* begin = nullptr;
  const DrawnFrame frame = drawn_frame();
  for (const DrawnText& drawn : frame.texts) {
    if (begin == nullptr && drawn.text.starts_with(words)) begin = &drawn;
    const bool is_behind = begin != nullptr && drawn.low.y < begin->high.y && drawn.high.y > begin->low.y &&
                           drawn.low.x >= begin->low.x;
    if (is_behind) said += &drawn == begin ? drawn.text.substr(words.size()) : drawn.text;
  }
  return said;
}

void settle_run(Driver& driver) {
  driver.frames(2);
  driver.session().settle();
  driver.frames(2);
}

TEST(LearningView, TwoClicksFromTheFirstStartATranslatorLearns) {
  State first{first_document(Language::kEnglish), {}};
  Driver driver(first);
  driver.frames(2);
  driver.click("Learning##view.learning");
  driver.frame();
  ASSERT_TRUE(driver.shows("Play##learning.play"));
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  EXPECT_EQ(shown_step(driver), 400);
  EXPECT_THAT(engine::shown_tokens(driver.session().trace()->sequence(1)),
              testing::ElementsAre("<bos>", "la", "grande", "maison", "rouge"));
  // The row that says "rouge", that of "maison", looks at "red".
  const engine::Trace& trace = *driver.session().trace();
  const int map = trace.find(driver.document().focus.stage).value();
  engine::Index looked_at = 0;
  trace.read_row(map, 3).row(0).maxCoeff(&looked_at);
  EXPECT_EQ(trace.sequence(0).tokens.at(static_cast<size_t>(looked_at)), "red");
  EXPECT_TRUE(driver.shows("Train again (new seed)##learning.again"));
}

// On a projector nothing of it is scrolled to, before the first step and after it.
TEST(LearningView, CurvesAndMapAreInSightOnAProjector) {
  const auto bottom = [](Driver& driver) { return driver.view().panel_rects.of("stage")->second.y - 12; };
  State unbegun{first_document(Language::kEnglish), {}};
  unbegun.document.focus.view = "learning";
  Driver before(unbegun, {1280, 720});
  before.frames(3);
  EXPECT_LE(before.find("rate curve")->high.y, bottom(before));
  EXPECT_TRUE(says("Before training"));
  Driver driver(short_run("copy", 4), {1280, 720});
  settle_run(driver);
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  EXPECT_LE(driver.find("rate curve")->high.y, bottom(driver));
  for (const DrawnText& text : drawn_frame().texts) EXPECT_FALSE(text.is_cut) << text.text;
}

// While a run is on its way, its lines are named where they end, not at the end of the axis.
TEST(LearningView, LinesAreNamedWhereTheyEnd) {
  Driver driver(short_run("copy", 20), {1280, 720});
  settle_run(driver);
  for (int i = 0; i < 4; ++i) {
    driver.press(ImGuiKey_Period);
    settle_run(driver);
  }
  const auto plot = driver.find("loss curve").value();
  const auto texts = drawn_frame().texts;
  const auto name = std::ranges::find_if(texts, [&](const DrawnText& text) {
    return text.text.find("Unseen") != std::string::npos && text.low.y > plot.low.y;
  });
  ASSERT_NE(name, texts.end());
  EXPECT_LT(name->low.x, (plot.low.x + plot.high.x) / 2);
}

// What the track's colours are, how the map's rows are named and what its colours mean is said.
TEST(LearningView, ExplainsItsTrackAndItsMap) {
  Driver driver(short_run("phrase", 4), {1280, 720});
  settle_run(driver);
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  EXPECT_TRUE(says("trained"));
  EXPECT_TRUE(says("snapshot"));
  EXPECT_TRUE(says("token written next"));
  // Words are above the map, so that how it formed has room beside it.
  const auto texts = drawn_frame().texts;
  const auto words = std::ranges::find_if(
      texts, [](const DrawnText& text) { return text.text.find("token read") != std::string::npos; });
  ASSERT_NE(words, texts.end());
  EXPECT_TRUE(driver.shows("moment of step 0"));
  for (const DrawnText& text : texts) {
    const bool names_a_row = text.text.find("▸") != std::string::npos && &text != &*words;
    EXPECT_TRUE(!names_a_row || text.low.y > words->high.y) << text.text;
  }
}

// The map at rest is the end of a story: its beginning and its middle are beside it, each a click away.
TEST(LearningView, ShowsHowTheMapFormedAndLeadsThere) {
  Driver driver(short_run("copy", 40), {1280, 720});
  settle_run(driver);
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  constexpr std::string_view kBefore = "moment of step ";
  std::vector<int> steps;
  for (const auto& [name, item] : driver.items()) {
    const size_t at = name.find(kBefore);
    if (at != std::string::npos) steps.push_back(std::stoi(name.substr(at + kBefore.size())));
  }
  std::ranges::sort(steps);
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps.front(), 0);
  EXPECT_EQ(steps.back(), 40);
  // Those between are where the loss fell: each is lower than the one before.
  const auto measured = driver.session().training_runs().front()->measured();
  double before = HUGE_VAL;
  for (const int step : steps) {
    const auto found = std::ranges::find(*measured, step, &MeasuredMoment::step);
    ASSERT_NE(found, measured->end());
    EXPECT_LT(found->figures.loss, before);
    before = found->figures.loss;
  }
  driver.click("moment of step " + std::to_string(steps[1]));
  settle_run(driver);
  EXPECT_EQ(shown_step(driver), steps[1]);
}

// The rings on the loss are the steps of the small maps, and the shown step is a dot on each curve.
TEST(LearningView, TheStepsOfTheSmallMapsAreNamedOnTheLoss) {
  Driver driver(short_run("copy", 40), {1280, 720});
  settle_run(driver);
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  const auto texts = drawn_frame().texts;
  const auto plot = driver.find("loss curve").value();
  int named = 0;
  for (const auto& [name, item] : driver.items()) {
    constexpr std::string_view kBefore = "moment of step ";
    const size_t at = name.find(kBefore);
    if (at == std::string::npos) continue;
    const std::string step = name.substr(at + kBefore.size());
    EXPECT_TRUE(std::ranges::any_of(texts, [&](const DrawnText& text) {
      return text.text == step && text.low.x >= plot.low.x && text.high.x <= plot.high.x + 1 &&
             text.high.y <= plot.high.y && text.low.y >= plot.low.y - 20;
    })) << step;
    ++named;
  }
  EXPECT_EQ(named, 4);
}

// The last row says what the model writes behind it.
TEST(LearningView, TheLastRowIsNamedByWhatIsWrittenNext) {
  Driver driver(short_run("copy", 4), {1280, 720});
  settle_run(driver);
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  EXPECT_FALSE(says("▸ ?"));
  const engine::Trace& trace = *driver.session().trace();
  const int stage = views::probabilities_of(trace, -1).value();
  engine::Index next = 0;
  trace.read_row(stage, views::next_row(trace, stage)).row(0).maxCoeff(&next);
  EXPECT_TRUE(says("▸ " + trace.vocabulary()[static_cast<size_t>(next)]));
}

// In a trained map the weights stand alone: what rounds to 0 has no number, and the step of the half is
// named.
TEST(LearningView, ATrainedMapShowsItsWeightsAlone) {
  State state = short_run("copy", 200);
  Driver driver(state, {1920, 1080});
  settle_run(driver);
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  EXPECT_TRUE(says("half by step"));
  int numbers = 0;
  for (const DrawnText& text : drawn_frame().texts) {
    const bool is_number =
        text.text.size() >= 3 && text.text.find_first_not_of("0123456789.") == std::string::npos;
    if (!is_number || text.low.x < 1100 || text.low.y < 400) continue;
    ++numbers;
    EXPECT_NE(text.text.find_first_not_of("0."), std::string::npos) << text.text;
  }
  EXPECT_GE(numbers, 9);
}

// After AdamW comes the next batch; and what the decoder writes is called a translation only where it is one.
TEST(LearningView, SaysThatStepsRepeatAndWhatIsWritten) {
  Driver copy(short_run("copy", 30), {1280, 720});
  settle_run(copy);
  EXPECT_TRUE(says("× 30"));
  EXPECT_TRUE(says("Target"));
  EXPECT_FALSE(says("Translation"));
  Driver phrase(short_run("phrase", 30), {1280, 720});
  settle_run(phrase);
  EXPECT_TRUE(says("Translation"));
}

// What goes on with texts writes one of itself, another after some steps; what translates does not.
TEST(LearningView, ALanguageModelWritesOfItself) {
  Driver driver(short_run("everyday-zh", 3), {1280, 720});
  settle_run(driver);
  const std::string before = said_after("t writes");
  EXPECT_FALSE(before.empty());
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  EXPECT_EQ(shown_step(driver), 3);
  EXPECT_FALSE(said_after("t writes").empty());
  EXPECT_NE(said_after("t writes"), before);
  Driver phrase(short_run("phrase", 3), {1280, 720});
  settle_run(phrase);
  EXPECT_TRUE(said_after("t writes").empty());
}

// A sentence too long for one station would take those of all.
TEST(LearningView, StationsSayWhatTheyDoOnAProjector) {
  for (const Language language :
       {Language::kEnglish, Language::kTraditionalChinese, Language::kSimplifiedChinese}) {
    State state = short_run("copy", 4);
    state.preferences.language = language;
    Driver driver(state, {1280, 720});
    settle_run(driver);
    driver.press(ImGuiKey_Space);
    settle_run(driver);
    EXPECT_TRUE(says(words(language)("learning.clip.does"))) << info(language).code;
  }
}

TEST(LearningView, SpaceStopsWhatItBegan) {
  Driver driver(short_run("repeat", 5000));
  settle_run(driver);
  driver.press(ImGuiKey_Space);
  driver.frames(3);
  EXPECT_TRUE(driver.session().desk().learning.is_playing);
  EXPECT_TRUE(driver.shows("Pause##learning.pause"));
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  EXPECT_FALSE(driver.session().desk().learning.is_playing);
  const int step = driver.session().training_runs().front()->step();
  EXPECT_LT(step, 5000);
  settle_run(driver);
  EXPECT_EQ(driver.session().training_runs().front()->step(), step);
}

TEST(LearningView, OneStepIsOpenedDownToAWeight) {
  Driver driver(short_run("reverse", 20));
  settle_run(driver);
  driver.click("learning.backward");
  settle_run(driver);
  EXPECT_FALSE(driver.shows("example 0"));
  driver.press(ImGuiKey_Period);
  settle_run(driver);
  EXPECT_EQ(shown_step(driver), 1);
  settle_run(driver);
  const auto inside = driver.session().desk().learning.inside;
  ASSERT_NE(inside, nullptr);
  ASSERT_TRUE(inside->is_done());
  EXPECT_TRUE(driver.shows("block output"));
  driver.click("block output");
  settle_run(driver);
  settle_run(driver);
  const auto other = driver.session().desk().learning.inside->update();
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->tensor.substr(0, 6), "output");
  // What it explains is what the run has.
  const auto model =
      driver.session().training_runs().front()->parameters_of(driver.document().config.checkpoint);
  ASSERT_NE(model, nullptr);
  const engine::WeightPlace place = other->place;
  EXPECT_EQ(other->step.number, (*model->tensors()[place.tensor].numbers)(place.row, place.column));
  const std::string before = driver.document().text;
  driver.click("example 1");
  driver.frame();
  EXPECT_NE(driver.document().text, before);
}

TEST(LearningView, TheKeysWalkThroughTheSnapshots) {
  Driver driver(short_run("reverse", 20));
  settle_run(driver);
  driver.press(ImGuiKey_Space);
  settle_run(driver);
  ASSERT_EQ(shown_step(driver), 20);
  driver.press(ImGuiKey_Comma);
  settle_run(driver);
  const int back = shown_step(driver);
  EXPECT_LT(back, 20);
  driver.press(ImGuiKey_Period, ImGuiMod_Shift);
  settle_run(driver);
  EXPECT_EQ(shown_step(driver), 20);
}

TEST(LearningView, RunsStandSideBySide) {
  Driver driver(short_run("reverse", 10));
  settle_run(driver);
  driver.click("Side by side##comparisons");
  driver.frames(2);
  driver.click("One layer or two");
  settle_run(driver);
  EXPECT_EQ(driver.document().trainings.size(), 2U);
  ASSERT_EQ(driver.session().training_runs().size(), 2U);
  const std::string first = driver.document().config.checkpoint;
  driver.click("     Layers 2##run 1");
  settle_run(driver);
  EXPECT_NE(driver.document().config.checkpoint, first);
  EXPECT_EQ(driver.session().shown_run(), 1U);
  EXPECT_EQ(driver.document().config.decoder_layers, 2);
}

TEST(LearningView, ARunIsAddedAndItsSettingsAreItsOwn) {
  Driver driver(short_run("reverse", 10));
  settle_run(driver);
  driver.click("Side by side##comparisons");
  driver.frames(2);
  driver.click("Add a run to change");
  settle_run(driver);
  ASSERT_EQ(driver.session().training_runs().size(), 2U);
  EXPECT_EQ(driver.session().shown_run(), 1U);
  EXPECT_EQ(driver.session().training_runs()[1]->plan().recipe.seed, 1U);
  driver.click("− This run##learning.remove_run");
  settle_run(driver);
  EXPECT_EQ(driver.session().training_runs().size(), 1U);
}

TEST(LearningView, TheLabOnDepthLeadsHereAndBack) {
  State state{first_document(Language::kEnglish), {}};
  state.document.focus.view = "depth";
  state.document.labs.depth.shown = "gradients";
  state.document.labs.depth.layers = 2;
  state.document.labs.depth.draws = 1;
  Driver driver(state);
  ASSERT_TRUE(driver.frames_until([&] { return driver.shows("weight gradients"); }));
  driver.session().settle();  // what arrives may move the button
  driver.frame();
  driver.click("The same while a model learns##lab.depth.while_learning");
  driver.frame();
  EXPECT_EQ(driver.document().focus.view, "learning");
}

TEST(LearningView, ASavedModelIsNamedAfterItsTask) {
  Driver driver(short_run("reverse", 10));
  settle_run(driver);
  driver.click("Save model…##learning.save");
  driver.frames(3);
  EXPECT_EQ(driver.session().desk().browser.purpose, "model_save");
  EXPECT_EQ(driver.session().desk().browser.typed, "reverse");
}

}  // namespace
}  // namespace app
