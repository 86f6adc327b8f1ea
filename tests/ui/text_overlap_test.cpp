// No text stands on another, and none is cut, in any view, window, size of text and language.
#include <gtest/gtest.h>

#include <array>

#include "app/document/checkpoints.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/driver.h"
#include "tests/ui/every_view.h"
#include "tests/ui/raw_key.h"

namespace app {
namespace {

constexpr std::array kWindows = {ImVec2(1024, 640), ImVec2(1280, 720), ImVec2(1920, 1080),
                                 ImVec2(2560, 1440)};
constexpr std::array kTextSizes = {75, 100, 150, 200};
constexpr std::array kLanguages = {Language::kEnglish, Language::kTraditionalChinese,
                                   Language::kSimplifiedChinese};
constexpr float kMostTouching = 2;  // pixels

DrawnFrame drawn(const Scene& scene, ImVec2 window, int text_size, Language language) {
  State state = scene.state;
  choose_text_size(state.preferences, text_size);
  state.preferences.language = language;
  Driver driver(state, window);
  driver.view().requests.arrange(scene.arrange);
  driver.frames(2);
  driver.session().settle();
  driver.frames(3);
  return drawn_frame();
}

void expect_readable(const Scene& scene, ImVec2 window, int text_size, Language language) {
  const DrawnFrame frame = drawn(scene, window, text_size, language);
  const std::string where = scene.name + " at " + std::to_string(static_cast<int>(window.x)) + " x " +
                            std::to_string(static_cast<int>(window.y)) + ", " + std::to_string(text_size) +
                            " %, language " + std::to_string(static_cast<int>(language));
  EXPECT_GT(frame.texts.size(), 5U) << where;
  for (const auto& [below, above] : overlapping_texts(frame, kMostTouching))
    ADD_FAILURE() << where << ": \"" << above << "\" lies on \"" << below << '"';
  for (const DrawnText& text : frame.texts) {
    EXPECT_FALSE(text.is_cut) << where << ": \"" << text.text << '"';
    EXPECT_EQ(raw_key_in(text.text), "") << where << ": \"" << text.text << '"';
  }
}

class EveryView : public testing::TestWithParam<size_t> {};

// Every scene in every window, with every size of text, in every language.
TEST_P(EveryView, NoTextLiesOnAnotherAndNoneIsCut) {
  const int text_size = kTextSizes.at(GetParam());
  for (const Scene& scene : every_view()) {
    for (const ImVec2 window : kWindows) {
      for (const Language language : kLanguages) expect_readable(scene, window, text_size, language);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfText, EveryView, testing::Range<size_t>(0, kTextSizes.size()),
                         [](const testing::TestParamInfo<size_t>& tried) {
                           return "Of" + std::to_string(kTextSizes.at(tried.param)) + "Percent";
                         });

// A trained model's numbers are larger than those of the views above, and a head's line is written on a cell.
TEST(EveryStepOfAHead, HasNoTextOnAnotherWhereACellIsPinned) {
  State state;
  state.document.text = "The animal did not cross the street because it was tired";
  ASSERT_FALSE(checkpoints::use("who", state.document));
  for (const char* const step : {"scores", "scaled", "mask", "masked", "weights", "output"}) {
    state.document.focus.stage = std::string("encoder.0.self.head.0.") + step;
    state.document.focus.pinned = {9, 11};
    for (const ImVec2 window : {ImVec2(1280, 720), ImVec2(1366, 768), ImVec2(1920, 1080)}) {
      for (const Language language : kLanguages)
        expect_readable({.name = step, .state = state}, window, 100, language);
    }
  }
}

// What hatching stands for is said beside it, or under it where the window ends before the words do.
TEST(LegendOfAMask, IsNotCutBesideAWideMatrix) {
  State state;
  state.document.text = "The animal did not cross the street because it was too tired";
  state.document.config.causal = true;
  for (const char* const step : {"masked", "weights"}) {
    state.document.focus.stage = std::string("encoder.0.self.head.0.") + step;
    for (const ImVec2 window : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
      for (const Language language : kLanguages)
        expect_readable({.name = step, .state = state}, window, 200, language);
    }
  }
}

// What the claim above rests on: an overlap is found, and what is covered is none.
DrawnFrame drawn_by(const std::function<void(ImDrawList&)>& draw) {
  Driver driver;
  ImGui::NewFrame();
  draw(*ImGui::GetForegroundDrawList());
  ImGui::Render();
  return drawn_frame();
}

TEST(DrawnTexts, AreReadAndFoundToOverlap) {
  const auto words = [](float below) {
    return [below](ImDrawList& list) {
      list.AddText({100, 100}, IM_COL32_BLACK, "one word");
      list.AddText({110, 100 + below}, IM_COL32_WHITE, "another");
    };
  };
  const DrawnFrame apart = drawn_by(words(40));
  ASSERT_EQ(apart.texts.size(), 2U);
  EXPECT_EQ(apart.texts[0].text, "one word");
  EXPECT_TRUE(overlapping_texts(apart, kMostTouching).empty());
  EXPECT_EQ(overlapping_texts(drawn_by(words(6)), kMostTouching).size(), 1U);
  const DrawnFrame covered = drawn_by([&](ImDrawList& list) {
    list.AddText({100, 100}, IM_COL32_BLACK, "one word");
    list.AddRectFilled({90, 90}, {300, 140}, IM_COL32_WHITE, 4);
    list.AddText({110, 106}, IM_COL32_BLACK, "another");
  });
  EXPECT_TRUE(overlapping_texts(covered, kMostTouching).empty());
}

TEST(DrawnTexts, AreCutWhereTheirWindowEnds) {
  const auto clipped_at = [](float right) {
    const DrawnFrame frame = drawn_by([right](ImDrawList& list) {
      list.PushClipRect({90, 90}, {right, 140});
      list.AddText({100, 100}, IM_COL32_BLACK, "MMMM");
      list.PopClipRect();
    });
    return frame.texts.size() == 1 && frame.texts[0].is_cut;
  };
  EXPECT_FALSE(clipped_at(400));
  EXPECT_TRUE(clipped_at(106));
}

}  // namespace
}  // namespace app
