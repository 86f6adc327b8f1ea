// Captions and larger pictures of the world of shapes: what is written is what is meant.
#include "engine/world/caption.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/world/canvas.h"
#include "engine/world/checker.h"
#include "engine/world/halves.h"
#include "engine/world/scene_text.h"

namespace world {
namespace {

TEST(Caption, ComesBackFromItsText) {
  EXPECT_EQ(all_captions().size(), 12U + 576U);
  for (const Caption& caption : all_captions()) {
    const auto read = parse_caption(text_of(caption));
    ASSERT_TRUE(read.ok()) << text_of(caption);
    EXPECT_EQ(*read, caption);
  }
}

TEST(Caption, IsReadWithHyphensAndCapitals) {
  const Caption expected = parse_caption("red circle left-of blue square").value();
  for (const char* const text : {"red circle left of blue square", "RED Circle left-of Blue-square",
                                 "  red-circle  left of blue square "})
    EXPECT_EQ(parse_caption(text).value(), expected) << text;
}

TEST(Caption, WhatMakesNoSenseIsNamed) {
  const auto key = [](const char* text) { return parse_caption(text).error().key; };
  EXPECT_EQ(key(""), "error.caption_empty");
  EXPECT_EQ(key(" - "), "error.caption_empty");
  EXPECT_EQ(key("pink circle"), "error.caption_word");
  EXPECT_EQ(key("red"), "error.caption_unfinished");
  EXPECT_EQ(key("red circle left"), "error.caption_unfinished");
  EXPECT_EQ(key("red circle beside blue square"), "error.caption_word");
  EXPECT_EQ(key("red circle above blue"), "error.caption_unfinished");
  EXPECT_EQ(key("red circle above blue square above"), "error.caption_more");
}

TEST(Caption, IsThatOfTheSceneItWasMadeOf) {
  for (uint64_t i = 0; i < 300; ++i) {
    Scene scene = draw_scene(2, i, {.most = 2});
    const Caption caption = caption_of(scene).value();
    EXPECT_TRUE(is_right(caption, scene));
    // The checker may find the figures in another order.
    std::ranges::reverse(scene.figures);
    EXPECT_TRUE(is_right(caption, scene));
    scene.figures.front().colour =
        static_cast<Colour>((static_cast<int>(scene.figures.front().colour) + 1) % 4);
    EXPECT_FALSE(is_right(caption, scene));
    scene.figures.clear();
    EXPECT_FALSE(is_right(caption, scene));
  }
}

TEST(Caption, AnotherRelationIsWrong) {
  const Scene scene = parse_scene("red circle left of blue square").value();
  EXPECT_TRUE(is_right(parse_caption("red circle left of blue square").value(), scene));
  EXPECT_TRUE(is_right(parse_caption("blue square right of red circle").value(), scene));
  EXPECT_FALSE(is_right(parse_caption("red circle right of blue square").value(), scene));
  EXPECT_FALSE(is_right(parse_caption("red circle above blue square").value(), scene));
  EXPECT_FALSE(is_right(parse_caption("red circle").value(), scene));
}

TEST(Caption, FortyEightOfTwoKindsAreHeldOut) {
  int held_out = 0;
  for (const Caption& caption : all_captions()) {
    if (!is_held_out(caption)) continue;
    ++held_out;
    EXPECT_TRUE(caption.second);
  }
  EXPECT_EQ(held_out, 48);
}

TEST(Canvas, HoldsWholeShapesApart) {
  for (uint64_t i = 0; i < 50; ++i) {
    const Matrix canvas = draw_canvas(4, i);
    const InnerParts inner = inner_parts(canvas);
    EXPECT_EQ(inner.parts, inner.shapes);
    EXPECT_LE(inner.parts, 8);
  }
}

TEST(Canvas, PartsThatTouchTheBorderAreLeftOutAndBrokenOnesAreNoShapes) {
  Scene scene;
  scene.figures = {{Outline::kCircle, Colour::kRed, 5, 3, 3}, {Outline::kSquare, Colour::kBlue, 4, 12, 12}};
  Matrix palette = palette_picture(scene);
  EXPECT_EQ(inner_parts(palette).parts, 1);
  EXPECT_EQ(inner_parts(palette).shapes, 1);
  palette(5, 5) = 0;
  EXPECT_EQ(inner_parts(palette).shapes, 0);
}

TEST(Halves, EveryPictureOfTheWorldHasAPossibleHalf) {
  for (uint64_t i = 0; i < 300; ++i) EXPECT_TRUE(has_possible_half(palette_picture(draw_scene(5, i)))) << i;
  Matrix lone = Matrix::Zero(kSide, kSide);
  lone(3, 3) = 1;
  EXPECT_FALSE(has_possible_half(lone));
  lone(3, 3) = 0;
  lone(12, 12) = 1;  // only the upper half counts
  EXPECT_TRUE(has_possible_half(lone));
}

TEST(Halves, AShapeAcrossTheMiddleIsCompletedByOneThatFits) {
  Scene cut;
  cut.figures = {{Outline::kSquare, Colour::kRed, 6, 4, 5}, {Outline::kCircle, Colour::kBlue, 4, 11, 1}};
  EXPECT_EQ(cut_shapes(cut, cut).all, 1);
  EXPECT_EQ(cut_shapes(cut, cut).completed, 1);
  Scene other = cut;
  other.figures[0].size = 5;
  EXPECT_EQ(cut_shapes(cut, other).completed, 1);
  other.figures[0].colour = Colour::kGreen;
  EXPECT_EQ(cut_shapes(cut, other).completed, 0);
  EXPECT_EQ(cut_shapes(cut, {}).completed, 0);
}

}  // namespace
}  // namespace world
