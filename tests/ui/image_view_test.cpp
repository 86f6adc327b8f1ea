// The picture with attention over its patches: a patch is pointed at, chosen, and other maps are laid over.
#include "app/views/pictures/image_view.h"

#include <gtest/gtest.h>

#include <cmath>

#include "driver.h"

namespace app {
namespace {

const std::string kPicture = std::string(HEADLIGHT_TEST_DATA) + "/golden/checkpoints/vit/image.png";

// As many tokens as a class token and 2 × 2 patches: a trace is a trace, whatever its tokens stand for.
State with_picture(const std::string& stage = "encoder.0.self.head.1.weights") {
  State state;
  state.document.text = "class a b c d";
  state.document.image = kPicture;
  set_architecture(state, engine::Architecture::kEncoder);
  state.document.focus.stage = stage;
  state.document.focus.view = "image";
  return state;
}

TEST(ImageView, IsOfferedOnlyWhereThereIsAPicture) {
  Driver with(with_picture());
  EXPECT_TRUE(with.shows("Image##picture.image"));
  State state = with_picture();
  state.document.image.clear();
  state.document.focus.view = "stage";
  Driver without(state);
  EXPECT_FALSE(without.shows("Image##picture.image"));
  EXPECT_TRUE(without.shows("Lines##picture.lines"));
}

TEST(ImageView, PointingAtAPatchExplainsWhatTheClassTokenReadsFromIt) {
  Driver driver(with_picture());
  ASSERT_TRUE(driver.shows("patch 3"));
  EXPECT_FALSE(driver.shows("patch 4"));
  driver.move_to("patch 2");
  EXPECT_EQ(driver.hover(), (engine::Cell{driver.session().focused_stage(), 0, 3}));
  EXPECT_EQ(driver.session().hovered(), nullptr);
}

TEST(ImageView, AClickChoosesThePatchThatReads) {
  Driver driver(with_picture());
  driver.click("patch 1");
  ASSERT_TRUE(driver.document().focus.pinned.has_value());
  EXPECT_EQ(driver.document().focus.pinned->first, 2);
  driver.move_to("patch 3");
  EXPECT_EQ(driver.hover().row, 2);
  EXPECT_EQ(driver.hover().column, 4);
  driver.click("Back to the class token##image.choose_class");
  EXPECT_EQ(driver.document().focus.pinned->first, 0);
}

TEST(ImageView, LaysTheMeanOfTheHeadsOrTheRolloutOver) {
  State state = with_picture("encoder.1.self.head.2.weights");
  Driver driver(state);
  const auto shown = [&] {
    driver.frames(2);
    driver.move_to("patch 0");
    const auto& derived = driver.session().hovered();
    return derived ? derived->stage(driver.hover().stage).address : "";
  };
  driver.click("Mean of the heads##image.mean");
  EXPECT_EQ(shown(), "mean.0");
  driver.click("Rollout##image.rollout");
  EXPECT_EQ(shown(), "rollout.1");
  const engine::Cell cell = driver.hover();
  const auto& derived = driver.session().hovered();
  EXPECT_NEAR(derived->explain(cell.stage, cell.row, cell.column).result,
              derived->at(cell.stage, cell.row, cell.column), 1e-5);
  driver.click("This head##image.head");
  EXPECT_EQ(shown(), "");
}

TEST(ImageView, TheGridAndTheStrengthAreChosen) {
  Driver driver(with_picture());
  driver.click("Patch grid##image.grid");
  EXPECT_FALSE(driver.session().desk().overlay.has_grid);
  driver.click("##image strength");
  EXPECT_NEAR(driver.session().desk().overlay.strength, 0.5, 0.1);
}

TEST(ImageView, APictureThatCannotBeReadLeavesTheWeights) {
  State state = with_picture();
  state.document.image = kPicture + ".gone";
  Driver driver(state);
  EXPECT_EQ(driver.session().desk().overlay.image, nullptr);
  EXPECT_TRUE(driver.shows("patch 3"));
}

TEST(ImageView, SaysWhereTheWeightsAre) {
  Driver driver(with_picture("encoder.1.ffn.hidden"));
  EXPECT_FALSE(driver.shows("patch 0"));
  EXPECT_TRUE(driver.shows("Head 1 · Attention weights##go there"));
}

TEST(PatchGrid, IsASquareWithOrWithoutAClassToken) {
  EXPECT_EQ(views::patch_grid(197)->first, 1);
  EXPECT_EQ(views::patch_grid(197)->side, 14);
  EXPECT_EQ(views::patch_grid(196)->first, 0);
  EXPECT_EQ(views::patch_grid(196)->side, 14);
  EXPECT_FALSE(views::patch_grid(7).has_value());
  EXPECT_FALSE(views::patch_grid(0).has_value());
}

}  // namespace
}  // namespace app
