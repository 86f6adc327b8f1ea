// Finding one's way in a large map: the minimap, labels that do not touch, and the way to the largest number.
#include "app/views/stage/minimap.h"

#include <gtest/gtest.h>

#include "app/views/stage/small_map.h"
#include "driver.h"

namespace app {
namespace {

constexpr const char* kWeights = "encoder.0.self.head.0.weights";

State words(int tokens) {
  State state;
  state.document.text.clear();
  for (int i = 0; i < tokens; ++i) state.document.text += "w" + std::to_string(i % 17) + " ";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.focus.stage = kWeights;
  return state;
}

// The session's last run is done, and what the frame shows of it.
void settle(Driver& driver) {
  for (int i = 0; i < 4; ++i) {
    driver.session().settle();
    driver.frames(2);
  }
}

TEST(Minimap, StandsBesideALargeMapAndBesideASmallOneThatIsZoomed) {
  Driver small(words(12));
  EXPECT_FALSE(small.shows("minimap"));
  small.press(ImGuiKey_Equal);
  EXPECT_TRUE(small.shows("minimap"));
  small.press(ImGuiKey_F);
  EXPECT_FALSE(small.shows("minimap"));
  Driver large(words(260));
  settle(large);
  EXPECT_TRUE(large.shows("minimap"));
}

TEST(Minimap, AClickGoesThere) {
  Driver driver(words(260));
  settle(driver);
  const auto map = driver.find("minimap");
  ASSERT_TRUE(map.has_value());
  driver.click_at({map->low.x + 0.75f * (map->high.x - map->low.x), map->high.y - 1});
  const Viewport& seen = driver.session().viewport();
  EXPECT_FALSE(seen.whole());
  EXPECT_NEAR(seen.left + seen.width / 2, 0.75, 0.03);
  EXPECT_NEAR(seen.top + seen.height, 1, 1e-6);
  // Another click moves, and zooms no further.
  const double width = seen.width;
  driver.click_at({map->low.x + 0.4f * (map->high.x - map->low.x), (map->low.y + map->high.y) / 2});
  EXPECT_EQ(driver.session().viewport().width, width);
  EXPECT_NEAR(driver.session().viewport().left + width / 2, 0.4, 0.03);
}

TEST(Minimap, JumpsToTheLargestWeightThenToThatOfAnotherRow) {
  Driver driver(words(260));
  settle(driver);
  const engine::Trace& trace = *driver.session().trace();
  const int stage = trace.find(kWeights).value();
  engine::Index row = 0;
  engine::Index column = 0;
  const float largest = trace.read(stage, 0, 0, 260, 260).maxCoeff(&row, &column);
  driver.press(ImGuiKey_W);
  ASSERT_TRUE(driver.document().focus.pinned.has_value());
  const auto first = *driver.document().focus.pinned;
  EXPECT_EQ(trace.at(stage, first.first, first.second), largest);
  const Viewport& seen = driver.session().viewport();
  EXPECT_LE(seen.left, (static_cast<double>(first.second) + 0.5) / 260);
  EXPECT_GE(seen.left + seen.width, (static_cast<double>(first.second) + 0.5) / 260);
  EXPECT_LT(seen.width, 0.2);
  driver.press(ImGuiKey_W);
  const auto second = *driver.document().focus.pinned;
  EXPECT_NE(second.first, first.first);
  EXPECT_LE(trace.at(stage, second.first, second.second), largest);
  driver.click("Largest##jump");
  EXPECT_NE(driver.document().focus.pinned->first, second.first);
}

// Of a map with four cells to a pixel the pointer finds the largest.
TEST(Minimap, TheCellUnderThePointerIsTheLargestOnThatPixel) {
  Driver driver(words(1500), {900, 700});
  settle(driver);
  const engine::Trace& trace = *driver.session().trace();
  const int stage = trace.find(kWeights).value();
  ui::MatrixFrame matrix;
  matrix.stage = stage;
  matrix.corner = {100, 100};
  matrix.size = {300, 300};
  matrix.rows = matrix.columns = 1500;
  ImGui::GetIO().MousePos = {220.5f, 190.5f};
  const auto cell = matrix.cell_at(ImGui::GetIO().MousePos);
  ASSERT_TRUE(cell.has_value());
  const auto peak = views::largest_under_pixel(driver.view(), matrix, *cell);
  const engine::Matrix under = trace.read(stage, 450, 600, 5, 5);
  EXPECT_EQ(peak.rows, 5);
  EXPECT_EQ(peak.columns, 5);
  EXPECT_EQ(trace.at(stage, peak.cell.row, peak.cell.column), under.maxCoeff());
}

}  // namespace
}  // namespace app
