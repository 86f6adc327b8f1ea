// The first small model in the window.
#include <gtest/gtest.h>

#include "app/session/exploring.h"
#include "app/session/worked_example.h"
#include "app/views/model/setting_rows.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/stage_parts.h"
#include "driver.h"

namespace app {
namespace {

// At the size of a projector every cell has its number, at every step.
TEST(SmallModel, ShowsEveryNumberAtEveryStepOnAProjector) {
  Driver driver({small_model(), {}}, {1280, 720});
  driver.press(ImGuiKey_Home);
  const int steps = static_cast<int>(driver.view().facts.walk("", 0).steps.size());
  for (int step = 0; step < steps; ++step) {
    const auto canvas = driver.find("stage canvas");
    ASSERT_TRUE(canvas.has_value()) << driver.document().focus.stage;
    const views::Frame frame = driver.view();
    const int stage = driver.session().focused_stage();
    const ImVec2 room(canvas->high.x - canvas->low.x - views::room_beside_stage(frame, stage),
                      canvas->high.y - canvas->low.y - frame.style.px(22));
    const auto sizes = views::stage_sizes(frame, stage, canvas->low, room);
    for (const views::PlacedMatrix& placed :
         views::centred_stage(frame, stage, canvas->low, room, sizes).matrices)
      EXPECT_TRUE(views::numbers_fit(frame, placed.frame)) << driver.document().focus.stage;
    driver.press(ImGuiKey_RightArrow);
  }
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.output");
}

// Nothing in it is drawn from a seed; one number less by hand, and the rest is.
TEST(SmallModel, IsByHandInTheSettings) {
  Driver driver({small_model(), {}}, {1920, 1080});
  driver.frames(3);
  EXPECT_TRUE(driver.shows("By hand##setting.model"));
  EXPECT_FALSE(driver.shows("Seeded##setting.model"));
  EXPECT_EQ(views::weights_remark(driver.view()), "(typed by hand)");

  State partly{small_model(), {}};
  set_number(partly, "encoder.0.self.wo", 0, 0, std::nullopt);
  Driver one_less(partly, {1920, 1080});
  one_less.frames(3);
  EXPECT_TRUE(one_less.shows("Seeded##setting.model"));
  EXPECT_EQ(views::weights_remark(one_less.view()), "(partly typed by hand)");
}

}  // namespace
}  // namespace app
