// Playing a stage, driven by its items' labels and keys.
#include <gtest/gtest.h>

#include <array>
#include <tuple>

#include "app/session/learning.h"
#include "drawn_text.h"
#include "driver.h"

namespace app {
namespace {

constexpr const char* kToggle = "     ##play.toggle";
constexpr const char* kBack = "   ##play.back";
constexpr const char* kOn = "   ##play.on";
constexpr const char* kClose = "   ##play.close";

State on(const std::string& stage, const char* view = "stage") {
  State state;
  state.document.text = "the cat sat on the mat";
  state.document.focus.stage = "encoder.0.self.head.0." + stage;
  state.document.focus.view = view;
  return state;
}

const Playback& playback(Driver& driver) {
  return driver.session().desk().playback;
}

TEST(Transport, SpacePlaysPausesAndPlaysOn) {
  Driver driver(on("scores"));
  EXPECT_FALSE(driver.shows(kToggle));
  driver.press(ImGuiKey_Space);
  EXPECT_TRUE(driver.shows(kToggle));
  driver.frames(90);
  const double played = playback(driver).position;
  EXPECT_GT(played, 1);
  driver.press(ImGuiKey_Space);
  const double paused = playback(driver).position;
  driver.frames(90);
  EXPECT_EQ(playback(driver).position, paused) << "time stands still";
  driver.press(ImGuiKey_Space);
  driver.frames(90);
  EXPECT_GT(playback(driver).position, paused);
}

// Neither what opens nor what plays moves the stage.
TEST(Transport, TheBarTakesAPlaceThatWasKept) {
  for (const ImVec2 size : {ImVec2(1600, 1000), ImVec2(1280, 720), ImVec2(1024, 640)}) {
    Driver driver(on("weights"), size);
    driver.move({5, 5});
    const auto drawn = [&] {
      driver.frames(2);
      const auto at = driver.find("stage canvas");
      return std::array{at->low.x, at->low.y, at->high.x, at->high.y};
    };
    const auto before = drawn();
    driver.press(ImGuiKey_Space);
    driver.press(ImGuiKey_Space);
    ASSERT_TRUE(driver.shows(kToggle));
    for (int i = 0; i < 12; ++i) {
      EXPECT_EQ(drawn(), before) << size.y << " step " << i;
      driver.press(ImGuiKey_Period);
    }
    driver.click(kClose);
    EXPECT_EQ(drawn(), before);
  }
}

TEST(Transport, TheSteppersButtonPlays) {
  Driver driver(on("scores"));
  driver.click("Space##play.start");
  EXPECT_TRUE(playback(driver).is_playing);
  driver.click(kToggle);
  EXPECT_FALSE(playback(driver).is_playing);
}

// e^{score − row's largest} is set as a formula, as everywhere else.
TEST(Transport, ThePowersOfASoftmaxAreAFormula) {
  Driver driver(on("weights"));
  driver.press(ImGuiKey_Space);
  EXPECT_TRUE(driver.frames_until([] { return says("so far"); }));
  EXPECT_TRUE(says("largest"));
  EXPECT_FALSE(says("^"));
  EXPECT_FALSE(says("(score"));
}

TEST(Transport, EachStepIsTheExplainedCell) {
  Driver driver(on("scores"));
  driver.press(ImGuiKey_Space);
  driver.press(ImGuiKey_Space);
  driver.move({5, 5});
  const int stage = driver.session().focused_stage();
  for (engine::Index column = 1; column < 6; ++column) {
    driver.press(ImGuiKey_Period);
    EXPECT_EQ(driver.session().explained_cell(), (engine::Cell{stage, 0, column}));
  }
  driver.press(ImGuiKey_Period);
  EXPECT_EQ(driver.session().explained_cell(), (engine::Cell{stage, 1, 0}));
  driver.press(ImGuiKey_Comma);
  EXPECT_EQ(driver.session().explained_cell(), (engine::Cell{stage, 0, 5}));
  driver.click(kOn);
  driver.click(kOn);
  driver.click(kBack);
  driver.move({5, 5});
  EXPECT_EQ(driver.session().explained_cell(), (engine::Cell{stage, 1, 0}));
}

TEST(Transport, AStepPausesAndTheEndIsTheWholeStage) {
  Driver driver(on("weights"));
  driver.press(ImGuiKey_Space);
  driver.press(ImGuiKey_Period);
  EXPECT_FALSE(playback(driver).is_playing);
  const double end = driver.session().play_plan()->length();
  for (int i = 0; i < 20; ++i) driver.press(ImGuiKey_Period);
  EXPECT_EQ(playback(driver).position, end);
  EXPECT_EQ(driver.session().explained_cell().stage, -1);
  driver.press(ImGuiKey_Space);
  EXPECT_LT(playback(driver).position, 1) << "at the end, playing begins anew";
}

TEST(Transport, EscAndTheCrossCloseTheBarAndKeepThePinnedCell) {
  State state = on("scores");
  state.document.focus.pinned = {2, 3};
  Driver driver(state);
  const engine::Cell pinned{driver.session().focused_stage(), 2, 3};
  driver.press(ImGuiKey_Space);
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.shows(kToggle));
  EXPECT_EQ(driver.session().explained_cell(), pinned);
  driver.press(ImGuiKey_Space);
  driver.click(kClose);
  EXPECT_FALSE(driver.shows(kToggle));
  EXPECT_EQ(driver.document().focus.pinned, std::pair(engine::Index{2}, engine::Index{3}));
}

TEST(Transport, WalkingOnBeginsAnewAtTheNextStage) {
  Driver driver(on("scores"));
  driver.press(ImGuiKey_Space);
  driver.frames(200);
  const double before = playback(driver).position;
  driver.press(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.scaled");
  EXPECT_LT(playback(driver).position, before);
  EXPECT_TRUE(playback(driver).is_playing);
}

TEST(Transport, SpeedAndLoopAreChosenByName) {
  Driver driver(on("scores"));
  driver.press(ImGuiKey_Space);
  driver.click("1 ×##playing speed");
  driver.click("4 ×");
  EXPECT_EQ(playback(driver).speed, 4);
  driver.click("Loop##play.loop");
  EXPECT_TRUE(playback(driver).loops);
  driver.frames(1200);
  EXPECT_TRUE(playback(driver).is_playing) << "a loop does not end";
}

TEST(Transport, TheSliderGoesToAnyStep) {
  Driver driver(on("scores"));
  driver.press(ImGuiKey_Space);
  const auto slider = driver.find("##play.position");
  ASSERT_TRUE(slider.has_value());
  const float y = (slider->low.y + slider->high.y) / 2;
  driver.click_at({slider->high.x - 1, y});
  EXPECT_EQ(playback(driver).position, driver.session().play_plan()->length());
  driver.click_at({(slider->low.x + slider->high.x) / 2, y});
  EXPECT_NEAR(playback(driver).position, driver.session().play_plan()->length() / 2, 1);
  EXPECT_FALSE(playback(driver).is_playing);
}

TEST(Transport, SpaceInATextIsASpace) {
  Driver driver(on("scores"));
  driver.click("##sequence");
  driver.press(ImGuiKey_Space);
  EXPECT_FALSE(playback(driver).is_open);
}

TEST(Transport, FromAnotherViewItGoesToTheStage) {
  Driver driver(on("weights", "heads"));
  driver.press(ImGuiKey_Space);
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_TRUE(playback(driver).is_playing);
  driver.press(ImGuiKey_H);
  EXPECT_FALSE(playback(driver).is_playing) << "what is not seen does not play";
}

TEST(Transport, ACoveredCellIsNotExplained) {
  Driver driver(on("scores"), {1280, 720});
  driver.press(ImGuiKey_Space);
  driver.press(ImGuiKey_Space);
  const auto canvas = driver.find("stage canvas");
  ASSERT_TRUE(canvas.has_value());
  const int stage = driver.session().focused_stage();
  int hovered = 0;
  for (float x = canvas->low.x + 4; x < canvas->high.x; x += 11) {
    for (float y = canvas->low.y + 4; y < canvas->high.y; y += 11) {
      ImGui::GetIO().AddMousePosEvent(x, y);
      driver.frames(2);
      const engine::Cell cell = driver.hover();
      if (cell.stage != stage) continue;
      ++hovered;
      EXPECT_TRUE(cell.row == 0 && cell.column == 0);
    }
  }
  EXPECT_GT(hovered, 0);
}

TEST(Transport, StandsInsideTheStagesPanelInEverySize) {
  for (const ImVec2 size : {ImVec2(1024, 640), ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    for (const int text_size : {100, 200, 250}) {
      State state = on("output");
      state.preferences.text_size = text_size;
      Driver driver(state, size);
      driver.press(ImGuiKey_Space);
      // In a very low window the page scrolls.
      driver.move({6, size.y - 30});
      for (int i = 0; i < 12 && !driver.shows(kToggle); ++i) driver.wheel(-1);
      const auto canvas = driver.find("stage canvas");
      const auto toggle = driver.find(kToggle);
      const auto close = driver.find(kClose);
      ASSERT_TRUE(canvas && toggle && close) << size.x << " " << text_size;
      EXPECT_LE(canvas->high.y, toggle->low.y + 1) << size.x << " " << text_size;
      EXPECT_LE(close->high.x, canvas->high.x + 1) << size.x << " " << text_size;
    }
  }
}

TEST(Films, AreAskedForInTheExportMenu) {
  for (const auto& [word, button, format] :
       {std::tuple{"GIF##format.gif", "Export GIF##write", "gif"},
        {"MP4##format.mp4", "Export MP4##write", "mp4"},
        {"PNG frames##format.frames", "Export PNG frames##write", "png"}}) {
    Driver driver(on("scores"));
    driver.click("Export##export");
    driver.click("Film of this step##export.film");
    driver.frames(2);
    driver.click(word);
    driver.frames(2);
    ASSERT_TRUE(driver.shows(button)) << button;
    driver.move_to(button);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    driver.frame();
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    std::vector<ExportRequest> asked;
    for (int i = 0; i < 3; ++i) {
      driver.frame();
      for (const auto& request : driver.last_requests().of<ExportRequest>()) asked.push_back(request);
    }
    ASSERT_EQ(asked.size(), 1U) << button;
    EXPECT_EQ(asked[0].scope, ExportScope::kFilm);
    EXPECT_EQ(asked[0].format, format);
  }
}

TEST(Films, ThroughATrainingAreThereForAModelThatLearned) {
  constexpr const char* kTraining = "Film of its training##export.training";
  const engine::Plan plan = plan_of(*engine::find_task("reverse"));
  for (const int step : {0, 2}) {
    State state;
    set_trainings(state, std::array{plan});
    show_moment(state, plan, step);
    Driver driver(state);
    driver.session().settle();
    driver.click("Export##export");
    EXPECT_TRUE(driver.shows("Film of this step##export.film"));
    EXPECT_EQ(driver.shows(kTraining), step > 0);
  }
  Driver driver(on("scores"));
  driver.click("Export##export");
  EXPECT_FALSE(driver.shows(kTraining));
}

TEST(Films, ShowHowFarTheyAreAndCanBeCancelled) {
  Driver driver(on("scores"));
  EXPECT_FALSE(driver.shows("Cancel##film"));
  driver.session().show_film(FilmProgress{30, 120});
  driver.frames(3);
  ASSERT_TRUE(driver.shows("Cancel##film"));
  driver.move_to("Cancel##film");
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  driver.frame();
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  driver.frame();
  EXPECT_TRUE(driver.last_requests().has<request::CancelFilm>());
  driver.session().show_film(std::nullopt);
  driver.frames(2);
  EXPECT_FALSE(driver.shows("Cancel##film"));
}

// A noncharacter, a mark that turns what follows, a control.
constexpr const char* kOdd = "a\uFFFE b\u202Ec d\u0001 我";

std::string drawn_together() {
  std::string all;
  for (const DrawnText& text : drawn_frame().texts) all += text.text + "\n";
  return all;
}

TEST(FilmedStage, SpellsOutWhatNoTextMayHold) {
  for (const auto tokenizer : {text::TokenizerKind::kWords, text::TokenizerKind::kBytes}) {
    State state;
    state.document.text = kOdd;
    state.document.tokenizer = tokenizer;
    state.document.focus.stage = "encoder.0.self.head.0.weights";
    const bool are_bytes = tokenizer == text::TokenizerKind::kBytes;
    Driver driver(state, {1280, 720});
    driver.hold_still();
    for (const double position : {0.0, 1.5, 1000.0}) {
      Requests requests;
      requests.arrange([position](Desk& desk) {
        desk.presenting.is_on = true;
        desk.playback.is_open = true;
        desk.playback.in_film = true;
        desk.playback.position = position;
      });
      driver.session().apply(requests, 0);
      driver.frames(3);
      const std::string drawn = drawn_together();
      EXPECT_NE(drawn.find(are_bytes ? "⟨01⟩" : "⟨EF BF BE⟩"), std::string::npos) << drawn;
      for (const char* const odd : {"\uFFFE", "\uFFFD", "\u202E", "\u0001"})
        EXPECT_EQ(drawn.find(odd), std::string::npos) << position << ": " << drawn;
    }
  }
}

}  // namespace
}  // namespace app
