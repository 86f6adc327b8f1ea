// The command palette: what is typed finds it, Enter runs it.
#include "app/views/actions/palette.h"

#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/session/presets.h"
#include "driver.h"
#include "tests/ui/states.h"

namespace app {
namespace {

State second_preset() {
  State state = example(0);
  set_preset(state, presets()[1]);
  return state;
}

// The first that is found, by its id.
std::string first_found(Driver& driver, std::string_view typed) {
  const auto entries = views::find_entries(driver.view(), typed);
  return entries.empty() ? "" : entries.front().id;
}

void look_for(Driver& driver, std::string_view typed) {
  driver.press(ImGuiKey_K, ImGuiMod_Ctrl);
  driver.frames(2);
  driver.type(typed);
}

TEST(Palette, OpensAndClosesByKeyAndByMouse) {
  Driver driver(example(0));
  driver.press(ImGuiKey_K, ImGuiMod_Ctrl);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("##palette"));
  driver.press(ImGuiKey_K, ImGuiMod_Ctrl);
  EXPECT_FALSE(driver.shows("##palette"));
  driver.press(ImGuiKey_K, ImGuiMod_Ctrl);
  driver.frames(2);
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.shows("##palette"));
  EXPECT_TRUE(driver.document().focus.pinned.has_value()) << "Esc let go of the cell too";
  driver.press(ImGuiKey_K, ImGuiMod_Ctrl);
  driver.frames(2);
  driver.click_at({20, 900});
  EXPECT_FALSE(driver.shows("##palette"));
  EXPECT_EQ(driver.session().desk().panel, "");
}

TEST(Palette, EnterRunsTheFirstAndArrowsChooseAnother) {
  Driver driver(example(0));
  look_for(driver, "theme");
  driver.press(ImGuiKey_Enter);
  driver.frames(2);
  EXPECT_FALSE(driver.shows("##palette"));
  EXPECT_EQ(driver.session().preferences().theme, Theme::kLight);
  look_for(driver, "theme");
  driver.press(ImGuiKey_DownArrow);
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.session().preferences().theme, Theme::kDark);
}

TEST(Palette, AClickRunsALine) {
  Driver driver(example(0));
  look_for(driver, "causal");
  driver.click("palette mask.causal");
  EXPECT_TRUE(driver.document().config.causal);
  EXPECT_FALSE(driver.shows("##palette"));
}

TEST(Palette, OneSheetOpensAnother) {
  Driver driver(example(0));
  look_for(driver, "history");
  driver.press(ImGuiKey_Enter);
  driver.frames(3);
  EXPECT_EQ(driver.session().desk().panel, "history");
  EXPECT_TRUE(driver.shows("step 0"));
  EXPECT_FALSE(driver.shows("##palette"));
}

TEST(Palette, GoesToAStageByNameOrAddress) {
  Driver driver(example(0));
  EXPECT_EQ(first_found(driver, "go to Scores, head 2"), "go encoder.0.self.head.1.scores");
  EXPECT_EQ(first_found(driver, "encoder.0.self.head.2.weights"), "go encoder.0.self.head.2.weights");
  EXPECT_EQ(first_found(driver, "attention weights head 4"), "go encoder.0.self.head.3.weights");
  look_for(driver, "weights head 3");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.weights");
}

TEST(Palette, GoesToAStageInChineseAndByItsEnglishName) {
  State state = second_preset();
  state.preferences.language = Language::kTraditionalChinese;
  Driver driver(state);
  EXPECT_EQ(first_found(driver, "解碼器 2 交叉注意力 頭 3 注意力權重"), "go decoder.1.cross.head.2.weights");
  EXPECT_EQ(first_found(driver, "decoder 2 cross head 3 attention weights"),
            "go decoder.1.cross.head.2.weights");
  EXPECT_EQ(first_found(driver, "復原記錄").empty(), true);
  EXPECT_EQ(first_found(driver, "步驟記錄"), "history");
}

TEST(Palette, ANumberSetsASetting) {
  Driver driver(example(0));
  look_for(driver, "heads 8");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().config.n_heads, 8);
  EXPECT_EQ(first_found(driver, "temperature 0.25"), "set setting.temperature");
  look_for(driver, "temperature 0.25");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().config.temperature, 0.25);
  look_for(driver, "score cap 30");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().config.cap, 30);
  // Beyond its limits it is as much as may be.
  look_for(driver, "heads 99");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().config.n_heads, 16);
}

TEST(Palette, TwoNumbersPinACellAndOneNamesAToken) {
  Driver driver(example(0));
  look_for(driver, "pin 3 2");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{2, 1}));
  look_for(driver, "padding 2");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().padded, (std::vector<engine::Index>{1}));
  EXPECT_EQ(first_found(driver, "pin 9 2"), "") << "there is no such cell";
  EXPECT_EQ(first_found(driver, "pin 0 2"), "") << "they count from 1, as on the screen";
}

TEST(Palette, SwitchesPartsOff) {
  Driver driver(second_preset());
  look_for(driver, "switch off encoder 1 feed-forward residual connection");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().config.off, (std::vector<std::string>{"encoder.0.ffn.residual"}));
}

TEST(Palette, SaysWhyNothingFits) {
  Driver driver(example(0));
  const auto why = [&](std::string_view typed) {
    EXPECT_TRUE(views::find_entries(driver.view(), typed).empty()) << typed;
    return views::why_nothing(driver.view(), typed);
  };
  EXPECT_EQ(why("qqqzz"), "Nothing is called “qqqzz”. Try one word of it, or an address such as scores.");
  EXPECT_EQ(why("norm: pre-LN"),
            "“Norm: Pre-LN” is not available now: the model has no such layer: choose one with layers.");
  EXPECT_EQ(why("add next token"),
            "“Add next token” is not available now: the model has no decoder: choose “Decoder only” or "
            "“Transformer”.");
}

TEST(Palette, TypingTakesNoMoreThanAFrameInALargeModel) {
  State state = second_preset();
  state.document.config.encoder_layers = state.document.config.decoder_layers = 6;
  Driver driver(state, {1280, 720});
  look_for(driver, "s");
  EXPECT_TRUE(driver.shows("##palette"));
  EXPECT_EQ(views::find_entries(driver.view(), "s").size(), 200U);
}

}  // namespace
}  // namespace app
