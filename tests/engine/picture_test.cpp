// Pictures that somebody changes: what is drawn over a scene, covered and made noisy, and what then is in it.
#include "engine/world/picture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/world/targets.h"

namespace world {
namespace {

const Picture kFirst = first_picture();

TEST(ChangedPicture, IsItsSceneUntilSomethingIsChanged) {
  EXPECT_TRUE(is_possible(kFirst));
  EXPECT_EQ(pixels_of(kFirst), pixels_of(kFirst.scene));
  EXPECT_EQ(scene_of(kFirst), kFirst.scene);
  EXPECT_EQ(novel_class(kFirst.scene, 0), 0) << "a red circle beside a blue square";
  EXPECT_EQ(largest(kFirst.scene), 0U);
}

TEST(ChangedPicture, APixelIsDrawnOnceAndTakenBackByItsOwnColour) {
  Picture picture = kFirst;
  draw_pixel(picture, 5, 2);
  draw_pixel(picture, 3, 1);
  draw_pixel(picture, 5, 4);
  EXPECT_EQ(picture.drawn, (std::vector<DrawnPixel>{{3, 1}, {5, 4}}));
  EXPECT_EQ(palette_of(picture)(0, 5), 4);
  EXPECT_FALSE(scene_of(picture)) << "single pixels are no shapes";
  draw_pixel(picture, 5, 0);
  draw_pixel(picture, 3, 0);
  EXPECT_EQ(picture, kFirst);
}

TEST(ChangedPicture, AShapeDrawnByHandIsOneOfTheScene) {
  Picture picture;
  for (int y = 2; y < 6; ++y) {
    for (int x = 3; x < 7; ++x) draw_pixel(picture, y * kSide + x, 3);
  }
  settle(picture);
  EXPECT_TRUE(picture.drawn.empty());
  const Figure square{.outline = Outline::kSquare, .colour = Colour::kBlue, .size = 4, .x = 3, .y = 2};
  EXPECT_EQ(picture.scene.figures, std::vector{square});
}

TEST(ChangedPicture, ACoverHidesFromSystemsAndNotFromTheChecker) {
  Picture picture = kFirst;
  picture.cover = {.x = 2, .y = 10, .side = 4};
  EXPECT_EQ(scene_of(picture), kFirst.scene);
  const Matrix pixels = pixels_of(picture);
  EXPECT_EQ(pixels(10 * kSide + 2, 0), 0);
  EXPECT_EQ(pixels(13 * kSide + 5, 2), 0);
  EXPECT_EQ(pixels(13 * kSide + 6, 0), pixels_of(kFirst)(13 * kSide + 6, 0));
  picture.cover->x = 13;
  EXPECT_FALSE(is_possible(picture));
}

TEST(ChangedPicture, NoiseDependsOnItsNumberAlone) {
  Picture picture = kFirst;
  picture.noise = 0.2;
  const Matrix once = pixels_of(picture);
  EXPECT_EQ(once, pixels_of(picture));
  const float spread = (once - pixels_of(kFirst)).norm() / std::sqrt(static_cast<float>(once.size()));
  EXPECT_NEAR(spread, 0.2F, 0.02F);
  picture.noise_seed = 1;
  EXPECT_NE(once, pixels_of(picture));
}

TEST(ChangedPicture, AShapeGoesOnlyWhereItFits) {
  Figure moved = kFirst.scene.figures[0];
  moved.x = 3;
  EXPECT_TRUE(with_figure(kFirst.scene, 0, moved));
  moved.x = 4;  // its box would touch the triangle's
  EXPECT_FALSE(with_figure(kFirst.scene, 0, moved));
  moved.x = -1;
  EXPECT_FALSE(with_figure(kFirst.scene, 0, moved));
  EXPECT_EQ(figure_at(kFirst.scene, 3, 11), 0U);
  EXPECT_FALSE(figure_at(kFirst.scene, 0, 0));
}

TEST(ChangedPicture, APaletteOfOnesOwnKeepsEveryPixel) {
  Matrix palette = Matrix::Zero(kSide, kSide);
  palette(4, 9) = 2;
  palette(15, 15) = 4;
  EXPECT_EQ(palette_of(picture_of_palette(palette)), palette);
}

}  // namespace
}  // namespace world
