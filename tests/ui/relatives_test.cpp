// The lab on attention's relatives: a teacher's way through it, and each of its pages.
#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/session/layer_times.h"
#include "driver.h"
#include "engine/labs/relatives/relatives_graph.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace app {
namespace {

constexpr const char* kSixteenWords =
    "the old cat that slept on the mat near the door saw a dog outside again";

State relatives_page(const std::string& shown, std::string text = kSixteenWords) {
  State state{four_tokens(), {}};
  state.document.text = std::move(text);
  state.document.focus.view = "relatives";
  engine::relatives_lab_of(state.document.config).is_on = true;
  state.document.labs.relatives.shown = shown;
  return state;
}

// How many inputs reach the last output of a layer, counted from 1.
float reached_from_last(Driver& driver, int layer) {
  const auto& trace = *driver.session().trace();
  const int stage = trace.find("lab.relatives.convolution." + std::to_string(layer - 1) + ".reach").value();
  return trace.read_row(stage, trace.stage(stage).rows - 1).sum();
}

TEST(RelativesLab, ATeacherStepsTheLayersAndTurnsTheGain) {
  Driver driver(relatives_page("reach"));
  driver.click("reach convolution");
  EXPECT_GE(driver.document().labs.relatives.output, 0);
  driver.click("«##reach first");
  EXPECT_EQ(driver.document().labs.relatives.step, 0);
  for (const int step : {1, 2, 3}) {
    driver.click("+##reach step");
    EXPECT_EQ(driver.document().labs.relatives.step, step);
    EXPECT_EQ(reached_from_last(driver, step), static_cast<float>(2 * step + 1));
  }
  driver.click("»##reach last");
  EXPECT_EQ(driver.document().labs.relatives.step, -1);
  driver.view().requests.edit(
      "", [](State& state) { engine::relatives_lab_of(state.document.config).dilation = 2; });
  driver.frame();
  EXPECT_EQ(reached_from_last(driver, 3), 15);
  driver.click("Influence##relatives.page.influence");
  EXPECT_EQ(driver.document().labs.relatives.shown, "influence");
  EXPECT_TRUE(driver.shows("influence curves"));
  driver.click("Costs##relatives.page.costs");
  EXPECT_TRUE(driver.shows("operations by n"));
}

TEST(RelativesLab, PlayingGoesOnStepByStepUntilAllIsDone) {
  Driver driver(relatives_page("reach", "a b c d"));
  driver.click("Play##relatives.play");
  EXPECT_EQ(driver.document().labs.relatives.step, 0);
  driver.frames(40);
  EXPECT_EQ(driver.document().labs.relatives.step, 1);
  driver.frames(200);
  EXPECT_EQ(driver.document().labs.relatives.step, -1);
  EXPECT_TRUE(driver.shows("Play##relatives.play"));
}

TEST(RelativesLab, AMapLeadsToItsStage) {
  Driver driver(relatives_page("influence"));
  driver.click("lab.relatives.recurrent.influence");
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_EQ(driver.document().focus.stage, "lab.relatives.recurrent.influence");
}

TEST(RelativesLab, KernelsStandBesideTheHeads) {
  Driver driver(relatives_page("kernels"));
  EXPECT_TRUE(driver.shows("lab.relatives.convolution.0.kernel.map"));
  EXPECT_TRUE(driver.shows("encoder.0.self.head.3.weights"));
}

TEST(RelativesLab, TimesAreMeasuredAndTakenAway) {
  State state = relatives_page("costs");
  state.document.labs.relatives.width = 8;
  Driver driver(std::move(state));
  driver.click("Measure times here##relatives.measure");
  driver.frame();
  ASSERT_NE(driver.session().desk().layer_times, nullptr);
  driver.session().settle();
  driver.frames(2);
  EXPECT_GT(driver.session().desk().layer_times->done(), 0U);
  const bool is_done = driver.session().desk().layer_times->is_done();
  driver.click(is_done ? "Clear the times##relatives.measure.clear" : "Cancel##relatives.measure.cancel");
  driver.frame();
  EXPECT_EQ(driver.session().desk().layer_times, nullptr);
}

TEST(RelativesLab, EachPageIsDrawnForOneTokenAndForMany) {
  std::string many;
  for (int i = 0; i < 100; ++i) many += "word" + std::to_string(i % 9) + " ";
  for (const std::string& text : {std::string("alone"), many}) {
    for (const char* const page : {"reach", "influence", "kernels", "costs"}) {
      State state = relatives_page(page, text);
      engine::relatives_lab_of(state.document.config).stride = 2;
      engine::relatives_lab_of(state.document.config).pooling = engine::Pooling::kMax;
      Driver driver(std::move(state));
      driver.session().settle();
      driver.frames(2);
      EXPECT_TRUE(driver.shows("Close the lab##lab.close")) << page;
      EXPECT_TRUE(driver.session().trace()->find("lab.relatives.recurrent.state")) << page;
    }
  }
}

TEST(RelativesLab, ClosingItTakesItsStagesAway) {
  Driver driver(relatives_page("reach"));
  EXPECT_TRUE(driver.session().trace()->find("lab.relatives.recurrent.state"));
  driver.click("Close the lab##lab.close");
  driver.frame();
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_FALSE(driver.session().trace()->find("lab.relatives.recurrent.state"));
}

}  // namespace
}  // namespace app
