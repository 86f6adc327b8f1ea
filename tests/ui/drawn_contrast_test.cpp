// Every text that is drawn can be read on what it lies on, in both themes (WCAG 2.1, 1.4.3).
#include <gtest/gtest.h>

#include "tests/ui/drawn_text.h"
#include "tests/ui/driver.h"
#include "tests/ui/every_view.h"

namespace app {
namespace {

constexpr float kReadable = 4.5f;

// What cannot be pressed now is pale, which the guidelines allow.
bool is_disabled(const DrawnText& text) {
  const float alpha = ImGui::ColorConvertU32ToFloat4(text.colour).w;
  return std::abs(alpha - ImGui::GetStyle().DisabledAlpha) < 0.01f;
}

// Numbers in cells are black or white, whatever their colour map; another test holds their contrast.
bool is_in_cell(const DrawnText& text) {
  const ImU32 colour = text.colour | IM_COL32_A_MASK;
  const bool is_number = text.text.find_first_not_of("−∞0123456789. ") == std::string::npos;
  return is_number && (colour == IM_COL32_BLACK || colour == IM_COL32_WHITE);
}

class DrawnContrast : public testing::TestWithParam<Theme> {};

TEST_P(DrawnContrast, OfEveryTextInEveryViewIsEnoughToReadIt) {
  for (const Scene& scene : every_view()) {
    State state = scene.state;
    state.preferences.theme = GetParam();
    Driver driver(state, ImVec2(1280, 720));
    driver.view().requests.arrange(scene.arrange);
    driver.frames(2);
    driver.session().settle();
    driver.frames(3);
    const DrawnFrame frame = drawn_frame();
    int measured = 0;
    for (const DrawnText& text : frame.texts) {
      const auto contrast = contrast_of(frame, text);
      if (!contrast || is_disabled(text) || is_in_cell(text)) continue;
      ++measured;
      EXPECT_GE(*contrast, kReadable) << scene.name << ": \"" << text.text << "\"";
    }
    EXPECT_GT(measured, 5) << scene.name;
  }
}

INSTANTIATE_TEST_SUITE_P(InBothThemes, DrawnContrast, testing::Values(Theme::kLight, Theme::kDark),
                         [](const testing::TestParamInfo<Theme>& tried) {
                           return tried.param == Theme::kDark ? "Dark" : "Light";
                         });

TEST(ContrastOfText, IsMeasuredOnTheLastGroundBelowTheText) {
  Driver driver;
  ImGui::NewFrame();
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled({90, 90}, {300, 140}, IM_COL32_BLACK);
  list.AddRectFilled({90, 90}, {300, 140}, IM_COL32_WHITE);
  list.AddText({100, 100}, IM_COL32(0, 0, 0, 60), "pale");
  list.AddText({180, 100}, IM_COL32_BLACK, "black");
  ImGui::Render();
  const DrawnFrame frame = drawn_frame();
  ASSERT_EQ(frame.texts.size(), 2U);
  EXPECT_LT(contrast_of(frame, frame.texts[0]).value(), 2);
  EXPECT_NEAR(contrast_of(frame, frame.texts[1]).value(), 21, 0.1);
}

}  // namespace
}  // namespace app
