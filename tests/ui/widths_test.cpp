// Attention alone with widths of its own.
#include <gtest/gtest.h>

#include "app/views/core/view.h"
#include "driver.h"
#include "engine/model/settings.h"
#include "tests/ui/states.h"

namespace app {
namespace {

State of_three_widths() {
  State state = looking_at("key.input");
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.i_k = 10;
  state.document.config.i_v = 6;
  state.document.config.d_o = 20;
  return state;
}

TEST(Widths, AreDrawnInEveryView) {
  Driver driver(of_three_widths());
  for (const views::View& view : views::central_views()) {
    driver.view().requests.edit(
        "", [name = std::string(view.name)](State& state) { state.document.focus.view = name; });
    driver.frames(2);
    EXPECT_FALSE(driver.session().error().has_value()) << view.name;
  }
}

TEST(Widths, AreDrawnAtEveryStep) {
  Driver driver(of_three_widths());
  driver.press(ImGuiKey_Home);
  EXPECT_EQ(driver.document().focus.stage, "tokens");
  for (int step = 0; step < 24; ++step) driver.press(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.output");
  EXPECT_EQ(driver.session().trace()->stage(driver.session().focused_stage()).columns, 20);
}

TEST(Widths, AreFieldsOfTheModelPanelAndOfTheLineOnceTheyAreSet) {
  Driver driver(looking_at("encoder.0.self.head.0.q"));
  EXPECT_FALSE(driver.shows("##setting.i_k"));
  driver.click("Attention alone ▾##setting.architecture");
  for (const char* const field : {"i_q", "i_k", "i_v", "d_o"})
    EXPECT_TRUE(driver.shows(std::string("##panel setting.") + field)) << field;
  driver.view().requests.edit("", [](State& state) { set_number(state, engine::setting_named("i_k"), 10); });
  driver.frames(2);
  EXPECT_EQ(driver.document().config.model, engine::ModelKind::kSeeded);
  EXPECT_TRUE(driver.session().trace()->find("key.input").has_value());
  driver.press(ImGuiKey_Escape);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("##setting.i_k"));
  EXPECT_FALSE(driver.shows("##setting.i_v"));
}

}  // namespace
}  // namespace app
