// The lab on depth: a teacher's way through its pages, and what each shows.
#include "engine/labs/depth/depth_lab.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <cmath>

#include "app/session/depth_curves.h"
#include "app/session/examples.h"
#include "drawn_text.h"
#include "driver.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

State depth_page(const std::string& shown, std::string text = "the cat sat on the mat") {
  State state{four_tokens(), {}};
  state.document.text = std::move(text);
  state.document.focus.view = "depth";
  engine::depth_lab_of(state.document.config).is_on = true;
  state.document.labs.depth.shown = shown;
  return state;
}

TEST(DepthLabView, ATeacherGoesFromRankToPaths) {
  Driver driver(depth_page("rank"));
  driver.frames(2);
  EXPECT_TRUE(driver.shows("depth rank"));
  EXPECT_TRUE(says("each layer raises r to the power"));
  driver.click("+ skip##depth.mode.skip");
  EXPECT_EQ(driver.document().labs.depth.mode, "skip");
  driver.click("More ▾##depth more");
  driver.click("r##panel lab.depth.scale");
  driver.click("Straight if r is cubed");
  EXPECT_TRUE(driver.document().labs.depth.is_cubed);
  driver.press(ImGuiKey_Escape);
  driver.click("Paths##lab.depth.page.paths");
  driver.frames(2);
  EXPECT_TRUE(driver.shows("path 6"));
  driver.click("path 2");
  EXPECT_EQ(driver.document().focus.stage, "lab.depth.paths.2.output");
  EXPECT_EQ(driver.document().focus.view, "stage");
}

// The smallest window that a course is held in.
TEST(DepthLabView, ThePageOfRankNeedsNoScrollbar) {
  Driver driver(depth_page("rank", "the animal did not cross the street because it was tired"), {1280, 720});
  driver.frames(3);
  const auto plot = driver.find("depth rank");
  const auto maps = driver.find("Whole layer##depth.mode.model");
  const auto heads = driver.find("label lab.depth.heads");
  ASSERT_TRUE(plot && maps && heads);
  EXPECT_LT(std::abs(maps->low.y - heads->low.y), 4) << "one line of controls";
  const ImGuiWindow* page = nullptr;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (std::string_view(window->Name).find("/depth_") != std::string_view::npos) page = window;
  }
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->ScrollMax.y, 0);
}

TEST(DepthLabView, WhatIsRarelyChangedIsBelowAWord) {
  Driver driver(depth_page("rank"));
  driver.frames(2);
  EXPECT_FALSE(driver.shows("label panel lab.depth.seed"));
  driver.click("More ▾##depth more");
  driver.frames(2);
  for (const char* const key : {"window", "value_gain", "score_gain", "seed", "scale"})
    EXPECT_TRUE(driver.shows(std::string("label panel lab.depth.") + key)) << key;
}

TEST(DepthLabView, CurvesThatEndCloseTogetherSayTheirNumbers) {
  Driver driver(depth_page("rank"));
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  for (const auto& [mode, name] :
       {std::pair("skip", "+ skip"), {"both", "+ both"}, {"model", "Whole layer"}}) {
    const int curve = trace.find(std::string("lab.depth.") + mode + ".curve").value();
    const auto last = static_cast<double>(trace.at(curve, trace.stage(curve).rows - 1, 0));
    EXPECT_TRUE(says(std::string(name) + "  " + engine::difference_number(last))) << name;
  }
}

TEST(DepthLabView, AMapLeadsToItsStage) {
  Driver driver(depth_page("rank"));
  driver.frames(2);
  driver.click("lab.depth.pure.1.output");
  EXPECT_EQ(driver.document().focus.stage, "lab.depth.pure.1.output");
}

TEST(DepthLabView, GradientsAreMeasuredForThreeOrdersOfTheNorm) {
  State state = depth_page("gradients");
  state.document.labs.depth.layers = 2;
  state.document.labs.depth.draws = 1;
  Driver driver(state);
  ASSERT_TRUE(driver.frames_until([&] { return driver.shows("weight gradients"); }));
  const auto curves = driver.session().desk().depth_curves;
  ASSERT_NE(curves, nullptr);
  ASSERT_TRUE(driver.frames_until([&] { return curves->is_done(); }));
  ASSERT_EQ(curves->measured().size(), 3U);
  for (const DepthCurve& curve : curves->measured()) {
    ASSERT_EQ(curve.layers.size(), 2U);
    const auto once = engine::measure_depth({curve.norm, 2, engine::DepthStack::kEncoderDecoder}, 1);
    EXPECT_DOUBLE_EQ(curve.layers[1].weight_gradient, once[1].weight_gradient);
    EXPECT_GT(curve.layers[0].cross_gradient, 0);
  }
}

TEST(DepthLabView, EachPageIsDrawnForOneTokenAndForMany) {
  for (const char* const page : {"rank", "paths", "gradients", "signal"}) {
    for (const char* const text : {"one", "a b c d e f g h i j k l m n o p q r s t u v w x y z"}) {
      State state = depth_page(page, text);
      state.document.labs.depth.layers = 1;
      state.document.labs.depth.draws = 1;
      engine::depth_lab_of(state.document.config).layers = 12;
      Driver driver(state);
      driver.frames(3);
      EXPECT_TRUE(driver.session().trace()->find("lab.depth.pure.12.size").has_value())
          << page << " " << text;
    }
  }
}

TEST(DepthLabView, ClosingItTakesItsStagesAway) {
  Driver driver(depth_page("rank"));
  driver.frames(2);
  driver.click("Close the lab##lab.close");
  driver.frames(2);
  EXPECT_FALSE(driver.session().trace()->find("lab.depth.input").has_value());
  EXPECT_EQ(driver.document().focus.view, "stage");
}

}  // namespace
}  // namespace app
