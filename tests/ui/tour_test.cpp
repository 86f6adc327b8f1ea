// The tour: eight stops, never by force.
#include "app/views/window/tour.h"

#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/session/presets.h"
#include "driver.h"
#include "tests/ui/states.h"

namespace app {
namespace {

void offer(Driver& driver) {
  driver.view().requests.arrange([](Desk& desk) { desk.panel = "tour offer"; });
  driver.frames(3);
}

void take(Driver& driver) {
  driver.view().requests.arrange([](Desk& desk) { desk.panel = "tour"; });
  driver.frames(3);
}

TEST(Tour, IsNotShownUnasked) {
  Driver driver(example(0));
  EXPECT_FALSE(driver.shows("Show me##tour start"));
  EXPECT_EQ(driver.session().desk().panel, "");
}

TEST(Tour, IsOfferedAndCanBePutOff) {
  Driver driver(example(0));
  offer(driver);
  ASSERT_TRUE(driver.shows("Show me##tour start"));
  driver.press(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.scaled") << "the offer takes no key";
  driver.click("Not now##tour not now");
  EXPECT_FALSE(driver.shows("Show me##tour start"));
  EXPECT_TRUE(driver.session().preferences().tour_seen);
}

TEST(Tour, WalksThroughAllStopsByMouse) {
  Driver driver(example(0));
  offer(driver);
  driver.click("Show me##tour start");
  driver.frames(3);
  const auto count = static_cast<int>(views::tour_stops().size());
  for (int stop = 0; stop + 1 < count; ++stop) {
    EXPECT_EQ(driver.session().desk().tour_stop, stop);
    driver.click("Next##tour next");
  }
  driver.click("Back##tour back");
  EXPECT_EQ(driver.session().desk().tour_stop, count - 2);
  driver.click("Next##tour next");
  driver.click("Done##tour next");
  EXPECT_EQ(driver.session().desk().panel, "");
  EXPECT_TRUE(driver.session().preferences().tour_seen);
  EXPECT_FALSE(driver.session().can_undo());
}

TEST(Tour, GoesByKeysAndChangesNothing) {
  Driver driver(example(0));
  const Document before = driver.document();
  take(driver);
  driver.press(ImGuiKey_RightArrow);
  driver.press(ImGuiKey_Enter);
  driver.press(ImGuiKey_Space);
  EXPECT_EQ(driver.session().desk().tour_stop, 3);
  driver.press(ImGuiKey_LeftArrow);
  EXPECT_EQ(driver.session().desk().tour_stop, 2);
  driver.press(ImGuiKey_Escape);
  EXPECT_EQ(driver.session().desk().panel, "");
  EXPECT_EQ(driver.document(), before);
}

// What is lit is where the part was drawn, and the card does not hide it where there is room beside it.
TEST(Tour, LightsWhereThePartsAreDrawn) {
  for (const ImVec2 size : {ImVec2(1024, 640), ImVec2(1600, 1000)}) {
    Driver driver(example(0), size);
    for (const views::TourStop& stop : views::tour_stops()) {
      const auto place = driver.view().panel_rects.of(stop.part);
      ASSERT_TRUE(place.has_value()) << stop.part;
      EXPECT_GT(place->second.x - place->first.x, 30) << stop.part;
      EXPECT_GT(place->second.y - place->first.y, 20) << stop.part;
      EXPECT_LE(place->second.x, size.x + 8) << stop.part;
    }
    const auto canvas = driver.find("stage canvas");
    const auto stage = driver.view().panel_rects.of("stage");
    EXPECT_GE(canvas->low.x, stage->first.x);
    EXPECT_LE(canvas->high.y, stage->second.y);
    const auto field = driver.find("##sequence");
    const auto sequence = driver.view().panel_rects.of("sequence");
    EXPECT_GE(field->low.y, sequence->first.y);
    EXPECT_LE(field->high.y, sequence->second.y);
  }
}

// 200 words a minute: a reader needs about two minutes, with a look at each part.
TEST(Tour, ReadsInTwoMinutes) {
  const Words& tr = words(Language::kEnglish);
  size_t count = 0;
  for (const views::TourStop& stop : views::tour_stops()) {
    for (const char* part : {"title", "text"}) {
      const std::string text = tr(std::string(stop.key) + part);
      count += 1 + static_cast<size_t>(std::count(text.begin(), text.end(), ' '));
    }
    const std::string text = tr(std::string(stop.key) + "text");
    EXPECT_LE(std::count(text.begin(), text.end(), '.'), 3) << stop.key << ": two or three sentences";
  }
  EXPECT_GT(count, 250U);
  EXPECT_LT(count, 420U);
}

}  // namespace
}  // namespace app
