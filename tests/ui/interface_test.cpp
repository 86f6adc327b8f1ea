// Every way through the interface, driven by its items' labels.
#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/session/steps.h"
#include "app/views/stage/stage_layout.h"
#include "driver.h"
#include "tests/ui/states.h"

namespace app {
namespace {

constexpr const char* kField = "##sequence";

TEST(Interface, TypingAddsATokenAndItsMapInTheNextFrame) {
  Driver driver(example(0));
  driver.click(kField);
  driver.press(ImGuiKey_End);
  ImGui::GetIO().AddInputCharactersUTF8(" purring");
  driver.frame();  // the field takes the letters
  driver.frame();  // the next frame draws from their trace
  EXPECT_EQ(driver.document().text, "the cat sat down purring");
  EXPECT_EQ(driver.session().trace()->sequence(0).tokens.size(), 5U);
  EXPECT_TRUE(driver.shows("token 4"));
}

TEST(Interface, TypesIdeographsAndCutsThem) {
  Driver driver(example(0));
  driver.click(kField);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("我，不想延畢");
  EXPECT_EQ(driver.session().trace()->sequence(0).tokens.size(), 6U);
  driver.click("Bytes");
  EXPECT_EQ(driver.session().trace()->sequence(0).tokens.size(), 18U);
}

TEST(Interface, EmptyTextSaysSoAndTypingGoesOn) {
  Driver driver(example(0));
  driver.click(kField);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_Delete);
  ASSERT_TRUE(driver.session().error().has_value());
  EXPECT_EQ(driver.session().error()->key, "error.no_tokens");
  driver.type("a b");
  EXPECT_FALSE(driver.session().error().has_value());
  EXPECT_EQ(driver.session().trace()->sequence(0).tokens.size(), 2U);
}

TEST(Interface, AHundredThousandCharactersAreRefusedAndKept) {
  Driver driver(example(0));
  driver.click(kField);
  std::string much;
  for (int i = 0; i < 50'000; ++i) much += "a ";
  driver.type(much);
  ASSERT_TRUE(driver.session().error().has_value());
  EXPECT_EQ(driver.session().error()->key, "error.too_many_tokens");
  EXPECT_GT(driver.document().text.size(), 100'000U);
}

TEST(Interface, ArrowsWalkOneHeadAndThenWhatFollows) {
  Driver driver(example(0));
  driver.press(ImGuiKey_Home);
  EXPECT_EQ(driver.document().focus.stage, "tokens");
  std::vector<std::string> seen = {driver.document().focus.stage};
  for (int i = 0; i < 20; ++i) {
    driver.press(ImGuiKey_RightArrow);
    if (driver.document().focus.stage != seen.back()) seen.push_back(driver.document().focus.stage);
  }
  const std::string head = "encoder.0.self.head.0.";
  EXPECT_EQ(seen,
            (std::vector<std::string>{
                "tokens", "embedding", "position", "input", head + "q", head + "k", head + "v",
                head + "scores", head + "scaled", head + "mask", head + "masked", head + "weights",
                head + "output", "encoder.0.self.concat", "encoder.0.self.wo", "encoder.0.self.output"}));
}

TEST(Interface, ShiftArrowShowsTheSameStageInTheNextHead) {
  Driver driver(example(0));
  driver.press(ImGuiKey_RightArrow, ImGuiMod_Shift);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.scores");
  driver.press(ImGuiKey_4);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.3.scores");
  driver.press(ImGuiKey_RightArrow, ImGuiMod_Shift);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.scores");
}

TEST(Interface, ArrowsMoveTheCursorWhileTyping) {
  Driver driver(example(0));
  driver.click(kField);
  driver.press(ImGuiKey_LeftArrow);
  driver.press(ImGuiKey_1);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.scores");
}

TEST(Interface, TheRailAndTheHeadsGoWhereTheySay) {
  Driver driver(example(0));
  driver.click("step encoder.0.self.head.0.weights");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.weights");
  driver.click("head 3");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.weights");
  driver.click("Heads##view.heads");
  EXPECT_EQ(driver.document().focus.view, "heads");
  driver.click("map 2");
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.weights");
}

// Somewhere on the canvas is the result; scanning finds it without knowing the layout.
ImVec2 place_of_cell(Driver& driver, const engine::Cell& wanted) {
  const auto canvas = driver.find("stage canvas");
  if (!canvas) return {-1, -1};
  for (float y = canvas->low.y; y < canvas->high.y; y += 6) {
    for (float x = canvas->low.x; x < canvas->high.x; x += 6) {
      driver.move({x, y});
      if (driver.hover() == wanted) return {x, y};
    }
  }
  return {-1, -1};
}

TEST(Interface, HoverExplainsTheCellAndAClickPinsIt) {
  State state = example(0);
  state.document.focus.pinned.reset();
  Driver driver(state, {1280, 720});
  const int stage = driver.session().focused_stage();
  const engine::Cell wanted{stage, 3, 1};
  const ImVec2 place = place_of_cell(driver, wanted);
  ASSERT_GT(place.x, 0);
  EXPECT_EQ(driver.session().explained_cell(), wanted);
  driver.click_at(place);
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{3, 1}));
  driver.move({5, 700});
  EXPECT_EQ(driver.session().explained_cell(), wanted);
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.document().focus.pinned.has_value());
}

TEST(Interface, APinnedCellStaysPinnedThroughTheHeadsMaps) {
  Driver driver(example(0));
  ASSERT_TRUE(driver.document().focus.pinned.has_value());
  const auto pinned = driver.document().focus.pinned;
  driver.press(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.scaled");
  EXPECT_EQ(driver.document().focus.pinned, pinned);
}

TEST(Interface, TheWheelZoomsAndADoubleClickFits) {
  Driver driver(example(2), {1280, 720});
  const ImVec2 place = place_of_cell(driver, {driver.session().focused_stage(), 4, 4});
  ASSERT_GT(place.x, 0);
  driver.wheel(3);
  EXPECT_LT(driver.session().viewport().width, 0.7);
  for (int click = 0; click < 2; ++click) {
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    driver.frame();
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    driver.frame();
  }
  driver.frames(2);
  EXPECT_TRUE(driver.session().viewport().whole());
}

TEST(Interface, TheMaskChangesWhatIsSeen) {
  Driver driver(example(0));
  driver.click("None##setting.mask");
  driver.click("Causal");
  EXPECT_TRUE(driver.document().config.causal);
  const auto& trace = *driver.session().trace();
  EXPECT_EQ(trace.at(*trace.find("encoder.0.self.head.3.weights"), 0, 1), 0.0f);
}

TEST(Interface, ATokenIsSwitchedOffAsPaddingAndOnAgain) {
  Driver driver(example(0));
  driver.click("token 3");
  EXPECT_EQ(driver.document().padded, (std::vector<engine::Index>{3}));
  EXPECT_TRUE(driver.document().config.mask_padding);
  const auto& trace = *driver.session().trace();
  EXPECT_EQ(trace.at(*trace.find("encoder.0.self.head.3.weights"), 0, 3), 0.0f);
  driver.click("token 3");
  EXPECT_TRUE(driver.document().padded.empty());
}

TEST(Interface, UndoTakesBackAStrayClickAndRedoMakesItAgain) {
  Driver driver(example(0));
  const State before = driver.session().state();
  driver.click("token 1");
  const State after = driver.session().state();
  EXPECT_NE(before, after);
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.session().state(), before);
  driver.press(ImGuiKey_Y, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.session().state(), after);
}

TEST(Interface, UndoReachesIntoTheTextField) {
  Driver driver(example(0));
  driver.click(kField);
  driver.press(ImGuiKey_End);
  driver.type("!");
  EXPECT_EQ(driver.document().text, "the cat sat down!");
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().text, "the cat sat down");
  driver.frames(3);
  EXPECT_EQ(driver.document().text, "the cat sat down");
}

TEST(Interface, ResetReturnsToTheExamplesSettingsAndKeepsTheText) {
  Driver driver(example(0));
  driver.click("On##setting.scale");
  EXPECT_FALSE(driver.document().config.scale);
  driver.click(kField);
  driver.press(ImGuiKey_End);
  driver.type(" now");
  driver.click("Reset##action.reset");
  EXPECT_TRUE(driver.document().config.scale);
  EXPECT_EQ(driver.document().text, "the cat sat down now");
}

TEST(Interface, ASizeThatTheCraftedModelLacksSwitchesToSeededAndSaysSo) {
  Driver driver(example(0));
  const auto item = driver.find("##setting.heads");
  ASSERT_TRUE(item.has_value());
  const ImVec2 middle((item->low.x + item->high.x) / 2, (item->low.y + item->high.y) / 2);
  driver.move(middle);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  driver.frame();
  driver.move({middle.x + 40, middle.y});
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  driver.frames(3);
  EXPECT_GT(driver.document().config.n_heads, 4);
  EXPECT_EQ(driver.document().config.model, engine::ModelKind::kSeeded);
  ASSERT_TRUE(driver.session().notice().has_value());
  EXPECT_EQ(driver.session().notice()->key, "notice.switched_to_seeded");
  driver.click("Seeded##setting.model");
  driver.click("Crafted");
  EXPECT_EQ(driver.document().config, engine::Config());
}

TEST(Interface, LanguageChangesWhileItRuns) {
  Driver driver(example(0));
  driver.click("English##language");
  driver.click("繁體中文");
  driver.frames(2);
  EXPECT_EQ(driver.session().preferences().language, Language::kTraditionalChinese);
  EXPECT_TRUE(driver.shows("繁體中文##language"));
  driver.click("繁體中文##language");
  driver.click("简体中文");
  driver.frames(2);
  EXPECT_TRUE(driver.shows("简体中文##language"));
}

TEST(Interface, ThemeAndTextSizeChange) {
  Driver driver(example(0));
  driver.click("Dark##theme");
  EXPECT_EQ(driver.session().preferences().theme, Theme::kDark);
  driver.press(ImGuiKey_Equal, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.session().preferences().text_size, 125);
  driver.press(ImGuiKey_0, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.session().preferences().text_size, 100);
}

TEST(Interface, EveryExampleOpens) {
  for (const Example& example_row : examples()) {
    Driver driver(example(1), {1600, 1500});  // the whole menu is in sight
    driver.click("Examples##examples");
    const std::string name = words(Language::kEnglish)(example_row.key);
    ASSERT_TRUE(driver.shows(name)) << name;
    driver.click(name);
    EXPECT_EQ(driver.document(), example_row.document) << name;
  }
}

TEST(Interface, EscapeClosesAMenuAndLeavesThePinnedCell) {
  Driver driver(example(0));
  driver.click("Export##export");
  ASSERT_TRUE(driver.shows("Export PNG##write"));
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.shows("Export PNG##write"));
  EXPECT_TRUE(driver.document().focus.pinned.has_value());
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.document().focus.pinned.has_value());
}

TEST(Interface, ExportAsksForTheStageInTheChosenFormat) {
  Driver driver(example(0));
  driver.click("Export##export");
  driver.click("SVG##format.svg");
  driver.frames(2);
  ASSERT_TRUE(driver.shows("Export SVG##write"));
  const auto item = *driver.find("Export SVG##write");
  driver.move({(item.low.x + item.high.x) / 2, (item.low.y + item.high.y) / 2});
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  driver.frame();
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  driver.frame();
  ASSERT_EQ(driver.last_requests().of<ExportRequest>().size(), 1U);
  EXPECT_EQ(driver.last_requests().of<ExportRequest>()[0].format, "svg");
  EXPECT_EQ(driver.last_requests().of<ExportRequest>()[0].scope, ExportScope::kStage);
}

TEST(Interface, DrawsAtEverySizeAndTextSizeWithoutLosingTheStage) {
  for (const ImVec2 size : {ImVec2(1024, 640), ImVec2(1280, 720), ImVec2(1920, 1080), ImVec2(3840, 2160)}) {
    for (const int text_size : {75, 100, 200, 250}) {
      State state = example(2);
      state.preferences.text_size = text_size;
      Driver driver(state, size);
      const auto canvas = driver.find("stage canvas");
      ASSERT_TRUE(canvas.has_value()) << size.x << " at " << text_size;
      EXPECT_GT(canvas->high.x - canvas->low.x, 100) << size.x << " at " << text_size;
      EXPECT_GT(canvas->high.y - canvas->low.y, 60) << size.x << " at " << text_size;
    }
  }
}

}  // namespace
}  // namespace app
