// Comparing a run that was pinned with the run as it is now, driven by labels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/document/checkpoints.h"
#include "app/session/examples.h"
#include "drawn_text.h"
#include "driver.h"
#include "engine/core/number_text.h"

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

TEST(Compare, WithoutAPinTheExampleSaysWhatTemperatureDoesToThePinnedCell) {
  State state = opened("compare");
  state.document.focus.pinned = {1, 0};
  Driver driver(state, {1280, 720});
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  const int weights = trace.find("encoder.0.self.head.0.weights").value();
  const engine::Matrix row = trace.read_row(weights, 1);
  // At twice the temperature weights are in proportion to their roots.
  const auto flatter = static_cast<double>(std::sqrt(row(0, 0)) / row.array().sqrt().sum());
  std::string said = driver.view().facts.label(trace.stage(weights).rows_are(), 1);
  said.append(" → ").append(driver.view().facts.label(trace.stage(weights).columns_are(), 0));
  said.append(": ").append(engine::fixed_number(static_cast<double>(row(0, 0)), 2)).append(" in A, ");
  EXPECT_TRUE(says(said.append(engine::fixed_number(flatter, 2)).append(" in B."))) << said;
}

TEST(Compare, WithoutAPinTheExampleUsesTheWidth) {
  State state = opened("compare");
  state.document.text = "the animal did not cross the street because it was tired";
  ASSERT_FALSE(checkpoints::use("who", state.document));
  Driver driver(state, {1280, 720});
  driver.frames(2);
  const DrawnFrame drawn = drawn_frame();
  const auto last = std::ranges::find_if(
      drawn.texts, [](const DrawnText& text) { return text.text.find("B − A") != std::string::npos; });
  ASSERT_NE(last, drawn.texts.end());
  std::ptrdiff_t zeros = 0;
  for (const DrawnText& text : drawn.texts) {
    if (text.low.y > last->high.y) zeros += std::ranges::count(text.text, '0');
  }
  EXPECT_GT(zeros, 3 * 12 * 12 / 2) << "cells have their numbers";
  EXPECT_GT(last->low.x, 0.6f * 1280) << "and the maps before it fill what is left of it";
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
