// The drawn world: scenes by rule, of which everything is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/world/scene.h"

namespace world_test {
namespace {

using namespace world;

std::string drawn(const Figure& figure) {
  std::string text;
  for (int y = 0; y < figure.size; ++y) {
    for (int x = 0; x < figure.size; ++x) text += covers(figure, figure.x + x, figure.y + y) ? '#' : '.';
    text += '\n';
  }
  return text;
}

TEST(World, ShapesAreDrawnPixelByPixel) {
  EXPECT_EQ(drawn({Outline::kCircle, Colour::kRed, 5, 3, 7}), ".###.\n#####\n#####\n#####\n.###.\n");
  EXPECT_EQ(drawn({Outline::kCircle, Colour::kRed, 4, 0, 0}), ".##.\n####\n####\n.##.\n");
  EXPECT_EQ(drawn({Outline::kSquare, Colour::kBlue, 4, 12, 12}), "####\n####\n####\n####\n");
  EXPECT_EQ(drawn({Outline::kTriangle, Colour::kGreen, 4, 1, 1}), ".##.\n.##.\n####\n####\n");
  EXPECT_EQ(drawn({Outline::kTriangle, Colour::kGreen, 7, 1, 1}),
            "...#...\n..###..\n..###..\n.#####.\n.#####.\n#######\n#######\n");
}

TEST(World, ScenesAreTheSameForTheSameSeedAndNumber) {
  for (uint64_t index = 0; index < 100; ++index) EXPECT_EQ(draw_scene(4, index), draw_scene(4, index));
  EXPECT_NE(draw_scene(4, 0), draw_scene(5, 0));
  EXPECT_NE(draw_scene(4, 0), draw_scene(4, 1));
}

TEST(World, FiguresLieInsideThePictureAndApart) {
  std::array<int, kMostFigures + 1> counts{};
  std::array<int, kKinds> kinds{};
  for (uint64_t index = 0; index < 2000; ++index) {
    const Scene scene = draw_scene(1, index);
    ++counts.at(scene.figures.size());
    Matrix sum = Matrix::Zero(kSide, kSide);
    for (const Figure& figure : scene.figures) {
      ++kinds.at(static_cast<size_t>(kind_of(figure)));
      EXPECT_GE(std::min(figure.x, figure.y), 0);
      EXPECT_LE(std::max(figure.x, figure.y) + figure.size, kSide);
      EXPECT_GE(figure.size, kSmallest);
      EXPECT_LE(figure.size, kLargest);
      // The box and the pixels right of it and below it.
      const Figure wide{Outline::kSquare, Colour::kRed, figure.size + 1, figure.x, figure.y};
      sum += mask_of(wide);
    }
    EXPECT_LE(sum.maxCoeff(), 1);
  }
  EXPECT_EQ(counts[0], 0);
  for (size_t count = 1; count < counts.size(); ++count) EXPECT_NEAR(counts.at(count), 667, 100);
  EXPECT_GT(*std::ranges::min_element(kinds), 200);
}

TEST(World, OneFigureIsTheLargestWhereThatIsAsked) {
  for (uint64_t index = 0; index < 500; ++index) {
    const Scene scene = draw_scene(1, index, {.one_is_largest = true});
    const auto found = largest(scene);
    ASSERT_TRUE(found);
    for (size_t i = 0; i < scene.figures.size(); ++i) {
      if (i == *found) continue;
      EXPECT_LT(scene.figures[i].size, scene.figures[*found].size);
    }
  }
  EXPECT_FALSE(largest({{{.size = 5}, {.size = 5, .x = 8}}}));
  EXPECT_FALSE(largest({}));
}

TEST(World, PixelsHaveTheColoursOfThePalette) {
  const Scene scene{{{Outline::kSquare, Colour::kYellow, 4, 2, 1}}};
  const Matrix pixels = pixels_of(scene);
  ASSERT_EQ(pixels.rows(), 256);
  EXPECT_FLOAT_EQ(pixels(1 * kSide + 2, 0), 2 * 0.95F - 1);
  EXPECT_FLOAT_EQ(pixels(1 * kSide + 2, 2), 2 * 0.15F - 1);
  EXPECT_FLOAT_EQ(pixels(0, 0), 2 * 0.10F - 1);
  EXPECT_EQ(palette_picture(scene).sum(), 4 * 16);
  EXPECT_EQ(mask_of(scene.figures.front()).sum(), 16);
}

TEST(World, PatchesAreSquaresOfThePicture) {
  Matrix pixels(256, 3);
  for (Index i = 0; i < pixels.size(); ++i) pixels.data()[i] = static_cast<float>(i);
  const Matrix patches = patches_of(pixels, 4);
  ASSERT_EQ(patches.rows(), 16);
  ASSERT_EQ(patches.cols(), 48);
  // The square in row 1, column 2 begins with pixel (4, 8); green follows sixteen red values.
  EXPECT_EQ(patches(6, 0), pixels(4 * kSide + 8, 0));
  EXPECT_EQ(patches(6, 1), pixels(4 * kSide + 9, 0));
  EXPECT_EQ(patches(6, 4), pixels(5 * kSide + 8, 0));
  EXPECT_EQ(patches(6, 16), pixels(4 * kSide + 8, 1));
  EXPECT_EQ(patches(15, 47), pixels(255, 2));
}

TEST(World, NoiseHasItsSize) {
  Matrix pixels = Matrix::Zero(256, 3);
  const engine::RandomStream stream(3, "noise");
  engine::Draw choices(stream, 0);
  add_noise(pixels, 0.05F, choices);
  EXPECT_NEAR(pixels.mean(), 0, 0.01);
  EXPECT_NEAR(std::sqrt(pixels.array().square().mean()), 0.05, 0.005);
}

TEST(World, CaptionsSayWhereTheFirstTwoLie) {
  const auto words = [](const Scene& scene) {
    std::string text;
    for (const std::string_view word : caption(scene)) text.append(word).append(" ");
    return text;
  };
  const Figure circle{Outline::kCircle, Colour::kGreen, 4, 0, 0};
  EXPECT_EQ(words({{circle}}), "green circle ");
  EXPECT_EQ(words({{circle, {Outline::kSquare, Colour::kRed, 5, 9, 3}}}), "green circle left-of red square ");
  EXPECT_EQ(words({{circle, {Outline::kTriangle, Colour::kBlue, 5, 3, 9}}}),
            "green circle above blue triangle ");
  EXPECT_EQ(kind_name(kind_of(circle)), "green circle");
}

}  // namespace
}  // namespace world_test
