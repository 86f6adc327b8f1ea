// What systems should say of a scene, against pictures written out by hand.
#include "engine/world/targets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace world {
namespace {

Scene two_figures() {
  return {{{.outline = Outline::kTriangle, .colour = Colour::kRed, .size = 4, .x = 0, .y = 0},
           {.outline = Outline::kSquare, .colour = Colour::kBlue, .size = 5, .x = 8, .y = 10}}};
}

std::string drawn(const Matrix& classes) {
  std::string text;
  for (Index pixel = 0; pixel < classes.rows(); ++pixel) {
    text += ".CSTo"[static_cast<size_t>(classes(pixel, 0))];
    if (pixel % kSide == kSide - 1) text += "\n";
  }
  return text;
}

TEST(Targets, OnlyTheLargestFigureKeepsItsOutline) {
  EXPECT_EQ(drawn(pixel_classes(two_figures())),
            ".oo.............\n"
            ".oo.............\n"
            "oooo............\n"
            "oooo............\n"
            "................\n"
            "................\n"
            "................\n"
            "................\n"
            "................\n"
            "................\n"
            "........SSSSS...\n"
            "........SSSSS...\n"
            "........SSSSS...\n"
            "........SSSSS...\n"
            "........SSSSS...\n"
            "................\n");
}

TEST(Targets, BoxesArePartsOfThePicture) {
  const Matrix boxes = boxes_of(two_figures());
  Matrix expected(2, 4);
  expected << 2 / 16.0F, 2 / 16.0F, 4 / 16.0F, 4 / 16.0F,  //
      10.5F / 16, 12.5F / 16, 5 / 16.0F, 5 / 16.0F;
  EXPECT_EQ(boxes, expected);
}

TEST(Targets, OverlapIsThatOfTheAreas) {
  const Eigen::RowVector4d box(0.5, 0.5, 0.5, 0.5);
  EXPECT_EQ(overlap(box, box), 1);
  EXPECT_EQ(overlap(box, Eigen::RowVector4d(0.1, 0.1, 0.1, 0.1)), 0);
  // Half of each: one third of both.
  EXPECT_NEAR(overlap(box, Eigen::RowVector4d(0.75, 0.5, 0.5, 0.5)), 1.0 / 3, 1e-12);
}

TEST(Targets, PriorsNearAFiguresCentreAnswerForIt) {
  const Priors priors = priors_of(two_figures());
  std::set<int> first, second;
  for (int prior = 0; prior < kPriors; ++prior) {
    if (priors.figures[static_cast<size_t>(prior)] == 0) first.insert(prior);
    if (priors.figures[static_cast<size_t>(prior)] == 1) second.insert(prior);
  }
  // Centres at 1, 3, 5 ...: those of the first figure, at (2, 2), lie a pixel from four of them; those of the
  // second, at (10.5, 12.5), half a pixel and one and a half from two across, and the same down.
  EXPECT_EQ(first, (std::set<int>{0, 1, 8, 9}));
  EXPECT_EQ(second, (std::set<int>{5 * 8 + 4, 5 * 8 + 5, 6 * 8 + 4, 6 * 8 + 5}));
  EXPECT_EQ(priors.kinds[9], kind_of(two_figures().figures[0]));
  EXPECT_EQ(priors.kinds[63], -1);
  EXPECT_FLOAT_EQ(priors.offsets(0, 0), static_cast<float>(1 / kPriorSide));
  EXPECT_FLOAT_EQ(priors.offsets(0, 2), static_cast<float>(std::log(4 / kPriorSide)));
  EXPECT_EQ(priors.offsets.row(63), Matrix::Zero(1, 4));
}

TEST(Targets, EveryFigureHasAPrior) {
  for (uint64_t i = 0; i < 300; ++i) {
    const Scene scene = draw_scene(5, i);
    const Priors priors = priors_of(scene);
    for (int figure = 0; figure < static_cast<int>(scene.figures.size()); ++figure)
      EXPECT_NE(std::ranges::find(priors.figures, figure), priors.figures.end()) << i;
  }
}

TEST(Targets, ANovelClassIsDecidedByWhatElseIsThere) {
  std::set<int> met;
  for (uint64_t i = 0; i < 300; ++i) {
    NovelScene novel = draw_novel(1, i);
    EXPECT_EQ(novel_class(novel.scene, 0), novel.novel_class) << i;
    met.insert(novel.novel_class);
    Figure& deciding = novel.scene.figures[1];
    const bool was_square = deciding.outline == Outline::kSquare;
    deciding.outline = was_square ? Outline::kTriangle : Outline::kSquare;
    deciding.colour = was_square ? Colour::kGreen : Colour::kBlue;
    EXPECT_EQ(novel_class(novel.scene, 0), novel.novel_class ^ 1) << i;
    novel.scene.figures.erase(novel.scene.figures.begin() + 1);
    EXPECT_EQ(novel_class(novel.scene, 0), std::nullopt) << i;
  }
  EXPECT_EQ(met.size(), static_cast<size_t>(kNovelClasses));
}

}  // namespace
}  // namespace world
