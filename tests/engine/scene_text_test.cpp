// Scenes in words, and the rule that says what is in a picture.
#include "engine/world/scene_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/world/checker.h"

namespace world {
namespace {

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

std::string key_of(std::string_view text) {
  const auto scene = parse_scene(text);
  return scene ? "" : scene.error().key;
}

// Every caption of one and of two figures, and what is drawn for it says the same.
TEST(SceneText, EveryCaptionIsRead) {
  for (int first = 0; first < kKinds; ++first) {
    const auto alone = parse_scene(kind_name(first));
    ASSERT_TRUE(alone);
    EXPECT_EQ(joined(caption(*alone)), kind_name(first));
    for (int second = 0; second < kKinds; ++second) {
      for (const std::string link : {"left-of", "right-of", "above", "below"}) {
        const std::string text = kind_name(first) + " " + link + " " + kind_name(second);
        const auto scene = parse_scene(text);
        ASSERT_TRUE(scene) << text;
        EXPECT_EQ(joined(caption(*scene)), text);
        EXPECT_EQ(largest(*scene), 0U) << text;
        EXPECT_TRUE(read_picture(palette_picture(*scene)).is_legal()) << text;
      }
    }
  }
}

TEST(SceneText, WordsMayStandAsPeopleWriteThem) {
  const auto scene = parse_scene("  A large RED circle above the size 5 blue square, and a green triangle ");
  ASSERT_TRUE(scene);
  ASSERT_EQ(scene->figures.size(), 3U);
  EXPECT_EQ(scene->figures[0].size, kLargest);
  EXPECT_EQ(scene->figures[1].size, 5);
  EXPECT_EQ(kind_name(kind_of(scene->figures[2])), "green triangle");
  EXPECT_EQ(relation(scene->figures[0], scene->figures[1]), "above");
  EXPECT_EQ(*parse_scene("red circle left of blue square"), *parse_scene("red circle left-of blue square"));
}

TEST(SceneText, WhatIsWrongIsSaid) {
  EXPECT_EQ(key_of(""), "error.scene_empty");
  EXPECT_EQ(key_of(" \n"), "error.scene_empty");
  EXPECT_EQ(key_of("purple circle"), "error.scene_word");
  EXPECT_EQ(key_of("red hexagon"), "error.scene_word");
  EXPECT_EQ(key_of("red circle inside blue square"), "error.scene_word");
  EXPECT_EQ(key_of("red circle left blue square"), "error.scene_word");
  EXPECT_EQ(key_of("red"), "error.scene_unfinished");
  EXPECT_EQ(key_of("red circle above"), "error.scene_unfinished");
  EXPECT_EQ(key_of("size 9 red circle"), "error.scene_size");
  EXPECT_EQ(key_of("size x red circle"), "error.scene_size");
  EXPECT_EQ(key_of("red circle, red circle, red circle, red circle"), "error.scene_many");
  EXPECT_EQ(key_of("large red circle left of large red square left of large red circle"), "error.scene_room");
  EXPECT_EQ(key_of("红色圆形"), "error.scene_word");
}

TEST(Checker, RecoversEverySceneThatIsDrawn) {
  for (uint64_t i = 0; i < 2000; ++i) {
    Scene scene = draw_scene(11, i);
    Scene read = read_picture(palette_picture(scene)).scene;
    const auto by_place = [](const Figure& figure) {
      return std::pair(figure.y * kSide + figure.x, figure.size);
    };
    std::ranges::sort(scene.figures, {}, by_place);
    std::ranges::sort(read.figures, {}, by_place);
    EXPECT_EQ(read, scene) << i;
  }
}

TEST(Checker, OnePixelMoreIsNoShape) {
  const Scene scene = *parse_scene("green triangle");
  Matrix palette = palette_picture(scene);
  EXPECT_TRUE(read_picture(palette).is_legal());
  palette(scene.figures[0].y, scene.figures[0].x) = 2;
  const Reading reading = read_picture(palette);
  EXPECT_FALSE(reading.is_legal());
  EXPECT_EQ(reading.parts_unread, 1);
  EXPECT_FALSE(read_picture(Matrix::Zero(kSide, kSide)).is_legal());
}

TEST(Checker, NoiseDoesNotChangeTheNearestColour) {
  for (uint64_t i = 0; i < 200; ++i) {
    const Scene scene = draw_scene(12, i);
    Matrix pixels = pixels_of(scene);
    const engine::RandomStream stream(1, "noise");
    engine::Draw choices(stream, i);
    add_noise(pixels, 0.05F, choices);
    EXPECT_EQ(nearest_palette(pixels), palette_picture(scene)) << i;
  }
}

}  // namespace
}  // namespace world
