// The experiments, driven by labels.
#include "app/views/labs/experiments/experiments.h"

#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/session/exploring.h"
#include "driver.h"

namespace app {
namespace {

State page(std::string text = "the cat sat on the mat") {
  State state{four_tokens(), {}};
  state.document.text = std::move(text);
  state.document.focus.view = "experiments";
  return state;
}

TEST(Experiments, EachCanBeChosenAndIsDrawn) {
  Driver driver(page());
  for (const char* const name :
       {"Scale##experiment.scale", "Heads##experiment.heads", "Temperature##experiment.temperature",
        "One head or several##experiment.views"}) {
    driver.click(name);
    EXPECT_TRUE(driver.shows(name));
  }
  EXPECT_EQ(driver.session().desk().experiment.shown, "views");
  EXPECT_FALSE(driver.session().can_undo()) << "to look is no change";
}

TEST(Experiments, TheScaleIsSwitchedWhereItIsAskedAbout) {
  Driver driver(page());
  EXPECT_TRUE(driver.shows("variance plot"));
  driver.click("On##experiment scale");
  EXPECT_FALSE(driver.document().config.scale);
  driver.click("Off##experiment scale");
  EXPECT_TRUE(driver.document().config.scale);
}

TEST(Experiments, TheWidthOfTheDrawnHeadsIsNoChangeOfTheModel) {
  Driver driver(page());
  EXPECT_EQ(driver.session().desk().experiment.d_k, 64);
  driver.click("##experiment width");  // in the middle of a logarithmic slider from 1 to 256
  EXPECT_GT(driver.session().desk().experiment.d_k, 8);
  EXPECT_LT(driver.session().desk().experiment.d_k, 32);
  EXPECT_EQ(driver.document().config.d_k, 16);
  EXPECT_FALSE(driver.session().can_undo());
  EXPECT_TRUE(driver.shows("largest weight plot"));
}

TEST(Experiments, TheCraftedModelAloneIsSaidToBeSharpEitherWay) {
  engine::Config config;
  EXPECT_TRUE(views::is_sharp_either_way(config, 0.97, 1.0));
  EXPECT_FALSE(views::is_sharp_either_way(config, 0.2, 0.2)) << "its even head";
  config.model = engine::ModelKind::kSeeded;
  EXPECT_FALSE(views::is_sharp_either_way(config, 0.97, 1.0));
}

TEST(Experiments, AHeadIsSwitchedBesideItsMap) {
  Driver driver(page());
  driver.click("Heads##experiment.heads");
  driver.click("switch encoder.0.self.head.2");
  EXPECT_EQ(head_state(driver.document().config, "encoder.0.self.head.2"), engine::HeadState::kUniform);
}

TEST(Experiments, OneHeadIsOfferedToBeCut) {
  State state = page();
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.n_heads = 1;
  state.document.config.d_k = state.document.config.d_v = 64;
  Driver driver(std::move(state));
  driver.click("One head or several##experiment.views");
  driver.click("Split into 4 heads##experiment.views.cut");
  EXPECT_EQ(driver.document().config.n_heads, 4);
  EXPECT_EQ(driver.document().config.d_k, 16);
}

TEST(Experiments, ManyTokensAndLayersAreDrawnToo) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "word" + std::to_string(i % 7) + " ";
  State state = page(text);
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.architecture = engine::Architecture::kTransformer;
  state.document.target = "le chat est assis";
  state.document.focus.stage = "decoder.1.cross.head.1.weights";
  Driver driver(std::move(state));
  for (const char* const name :
       {"Scale##experiment.scale", "Heads##experiment.heads", "Temperature##experiment.temperature",
        "One head or several##experiment.views"}) {
    driver.click(name);
    driver.move({800, 600});
  }
  EXPECT_FALSE(driver.session().error().has_value());
}

}  // namespace
}  // namespace app
