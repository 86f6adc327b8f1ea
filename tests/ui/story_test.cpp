// The story of the first minute, and the walk through the window: offered, never forced.
#include <gtest/gtest.h>

#include "app/lessons/shelf.h"
#include "app/session/examples.h"
#include "app/views/core/motion.h"
#include "app/views/core/panel_rects.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/lesson/pointed_part.h"
#include "app/views/lesson/story_offer.h"
#include "driver.h"
#include "tests/ui/states.h"

namespace app {
namespace {

void offer(Driver& driver) {
  driver.view().requests.arrange([](Desk& desk) { desk.panel = "story"; });
  driver.frames(3);
}

const Lesson& lesson_named(std::string_view id) {
  return *find_lesson(Language::kEnglish, id);
}

TEST(Story, IsNotShownUnasked) {
  Driver driver(example(0));
  EXPECT_FALSE(driver.shows("Show me##story start"));
  EXPECT_EQ(driver.session().desk().panel, "");
}

TEST(Story, IsOfferedAndCanBePutOff) {
  Driver driver(example(0));
  offer(driver);
  ASSERT_TRUE(driver.shows("Show me##story start"));
  driver.press(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.scaled") << "the offer takes no key";
  driver.click("Not now##story not now");
  EXPECT_FALSE(driver.shows("Show me##story start"));
  EXPECT_TRUE(driver.session().preferences().story_seen);
  EXPECT_EQ(driver.session().desk().lesson.id, "");
}

TEST(Story, TellsOnTheStageItself) {
  Driver driver(example(0));
  offer(driver);
  driver.click("Show me##story start");
  driver.frames(3);
  EXPECT_TRUE(driver.session().preferences().story_seen);
  EXPECT_EQ(driver.session().desk().panel, "");
  ASSERT_EQ(driver.session().desk().lesson.id, views::kStoryLesson);
  EXPECT_FALSE(driver.view().motion.arcs().empty()) << "one word looks at the others";
  driver.click("Next ›##lesson next");
  driver.frame();
  EXPECT_TRUE(driver.view().motion.folding()) << "the arcs fold into the row";
  for (int i = 0; i < 60; ++i) driver.frame();
  EXPECT_FALSE(driver.view().motion.folding());
  driver.click("Next ›##lesson next");
  driver.frames(4);
  EXPECT_TRUE(driver.session().desk().playback.is_playing) << "the scores appear one by one";
  driver.click("‹ Back##lesson back");
  driver.frames(4);
  EXPECT_FALSE(driver.session().desk().playback.is_open);
}

TEST(Story, ItsFilmBeginsOnce) {
  Driver driver(example(0));
  views::go_to_lesson_step(driver.view(), lesson_named(views::kStoryLesson), 2);
  driver.frames(4);
  ASSERT_TRUE(driver.session().desk().playback.is_playing);
  driver.press(ImGuiKey_Space);
  driver.frames(4);
  EXPECT_FALSE(driver.session().desk().playback.is_playing);
}

TEST(WalkThroughTheWindow, ChangesNothing) {
  Driver driver(example(1));
  const Document before = driver.document();
  views::open_lesson_named(driver.view(), views::kTourLesson);
  const size_t stops = lesson_named(views::kTourLesson).steps.size();
  for (size_t stop = 0; stop < stops; ++stop) {
    driver.frames(2);
    EXPECT_EQ(driver.session().desk().lesson.step, stop);
    EXPECT_FALSE(driver.shows("Back to the step##lesson return"));
    if (stop + 1 < stops) driver.press(ImGuiKey_RightArrow);
  }
  EXPECT_EQ(driver.document(), before);
  EXPECT_FALSE(driver.session().can_undo());
}

TEST(WalkThroughTheWindow, PointsAtEveryPartWhereItIsDrawn) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1600, 1000)}) {
    Driver driver(example(0), size);
    const Lesson& walk = lesson_named(views::kTourLesson);
    ASSERT_EQ(walk.steps.size(), views::kWindowParts.size());
    for (size_t stop = 0; stop < walk.steps.size(); ++stop) {
      views::go_to_lesson_step(driver.view(), walk, stop);
      driver.frames(3);
      const std::string& part = walk.steps.at(stop).point;
      EXPECT_TRUE(views::points_at_part(driver.view(), part));
      const auto place = driver.view().panel_rects.of(part);
      ASSERT_TRUE(place.has_value()) << part << " at " << size.x;
      EXPECT_GT(place->second.x - place->first.x, 30) << part;
      EXPECT_GT(place->second.y - place->first.y, 20) << part;
      EXPECT_LE(place->second.x, size.x + 8) << part;
    }
  }
}

}  // namespace
}  // namespace app
