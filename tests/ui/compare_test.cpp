// Comparing a run that was pinned with the run as it is now, driven by labels.
#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "driver.h"

namespace app {
namespace {

State opened(std::string view, std::string stage = "encoder.0.self.head.0.weights") {
  State state{four_tokens(), {}};
  state.document.focus.view = std::move(view);
  state.document.focus.stage = std::move(stage);
  return state;
}

TEST(Compare, WithoutAPinThereIsOneButton) {
  Driver driver(opened("compare"));
  EXPECT_FALSE(driver.shows("compare map a"));
  driver.click("Pin this run##compare.pin");
  EXPECT_TRUE(driver.document().baseline.has_value());
  EXPECT_TRUE(driver.shows("compare map a"));
  EXPECT_TRUE(driver.shows("compare map b"));
  EXPECT_TRUE(driver.shows("compare map difference"));
}

TEST(Compare, ShowsWhatAChangeMoved) {
  Driver driver(opened("compare"));
  driver.click("Pin this run##compare.pin");
  driver.click("On##setting.scale");
  ASSERT_FALSE(driver.document().config.scale);
  ASSERT_NE(driver.session().baseline_trace(), nullptr);
  EXPECT_NE(driver.session().baseline_trace(), driver.session().trace());
  driver.move_to("compare map difference");
  const auto& hovered = driver.session().hovered();
  ASSERT_NE(hovered, nullptr);
  const engine::Cell cell = driver.hover();
  ASSERT_EQ(hovered->stage(cell.stage).address, "difference");
  const std::string address = "encoder.0.self.head.0.weights";
  const auto at = [&](const engine::Trace& trace) {
    return trace.at(trace.find(address).value(), cell.row, cell.column);
  };
  EXPECT_EQ(hovered->at(cell.stage, cell.row, cell.column),
            at(*driver.session().trace()) - at(*driver.session().baseline_trace()));
}

TEST(Compare, PointingAtAExplainsTheRunThatWasPinned) {
  Driver driver(opened("compare"));
  driver.click("Pin this run##compare.pin");
  driver.click("On##setting.scale");
  driver.move_to("compare map a");
  EXPECT_EQ(driver.session().hovered(), driver.session().baseline_trace());
}

TEST(Compare, SwapsAndLetsGo) {
  Driver driver(opened("compare"));
  driver.click("Pin this run##compare.pin");
  driver.click("On##setting.scale");
  driver.click("Swap##compare.swap");
  EXPECT_TRUE(driver.document().config.scale);
  EXPECT_FALSE(driver.session().baseline()->config.scale);
  driver.click("Unpin##compare.drop");
  EXPECT_FALSE(driver.document().baseline.has_value());
  EXPECT_TRUE(driver.shows("Pin this run##compare.pin"));
}

TEST(Compare, RunsOfOtherLengthsStandWithoutADifference) {
  Driver driver(opened("compare"));
  driver.click("Pin this run##compare.pin");
  driver.click("##sequence");
  driver.press(ImGuiKey_End);
  driver.type(" again");
  EXPECT_TRUE(driver.shows("compare map a"));
  EXPECT_TRUE(driver.shows("compare map b"));
  EXPECT_FALSE(driver.shows("compare map difference"));
}

TEST(Compare, AClickPinsTheCellInAllThree) {
  Driver driver(opened("compare"));
  driver.click("Pin this run##compare.pin");
  driver.click("compare map b");
  EXPECT_TRUE(driver.document().focus.pinned.has_value());
}

}  // namespace
}  // namespace app
