// A text that cannot be run: no view goes on to draw the one before, each says why, and Esc still leads out.
#include <gtest/gtest.h>

#include "app/views/core/action.h"
#include "app/views/core/view.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/driver.h"
#include "tests/ui/every_view.h"

namespace app {
namespace {

// One that is opened in the place of what is shown, and has no token.
void refuse(Driver& driver, const std::string& view) {
  Requests requests;
  requests.edit("", [view](State& state) {
    state.document.text.clear();
    state.document.focus.view = view;
  });
  driver.session().apply(requests, 0);
  driver.frames(3);
}

// In a window, and before a class, where no field stands above the view.
TEST(RefusedText, LeavesNothingOfTheOneBeforeInAnyView) {
  for (const views::View& view : views::central_views()) {
    for (const bool presents : {false, true}) {
      State state;
      state.document.text = "zebra yak zebra";
      state.document.focus.view = view.name;
      Driver driver(state);
      driver.view().requests.arrange([presents](Desk& desk) { desk.presenting.is_on = presents; });
      driver.frames(2);
      driver.session().settle();
      refuse(driver, std::string(view.name));
      const std::string where = std::string(view.name) + (presents ? " presented" : "");
      ASSERT_TRUE(driver.session().error().has_value()) << where;
      EXPECT_EQ(driver.session().trace(), nullptr) << where;
      EXPECT_EQ(times_said("zebra"), 0U) << where;
      // Above the view, and in its place: "There is no token to look at: type some text."
      const size_t above = presents ? 0 : 1;
      const size_t within = view.shows == views::Shows::kRuns ? 0 : 1;
      EXPECT_EQ(times_said("type some text"), above + within) << where;
    }
  }
}

// Every page and overlay, refused after it was drawn: it draws on.
TEST(RefusedText, EndsNothingThatIsOpen) {
  for (const Scene& scene : every_view()) {
    Driver driver(scene.state);
    driver.view().requests.arrange(scene.arrange);
    driver.frames(3);
    Requests requests;
    requests.edit("", [](State& state) {
      state.document.text.clear();
      state.document.config.positions = engine::PositionKind::kLearned;
      state.document.config.context = 0;
    });
    driver.session().apply(requests, 0);
    driver.frames(3);
    driver.session().settle();
    driver.frames(2);
    if (driver.session().error()) {
      EXPECT_EQ(driver.session().trace(), nullptr) << scene.name;
    }
  }
}

// By its key, from a menu and from the palette.
TEST(RefusedText, CanBeActedOnInEveryWayThatIsOffered) {
  for (const views::Action& action : views::actions()) {
    Driver driver;
    driver.frame();
    refuse(driver, "stage");
    ASSERT_EQ(driver.session().trace(), nullptr);
    if (!action.is_available(driver.view())) continue;
    action.run(driver.view());
    driver.frames(2);
    SUCCEED() << action.id;
  }
}

TEST(RefusedText, IsLeftByEscBeforeAClass) {
  Driver driver;
  driver.view().requests.arrange([](Desk& desk) { desk.presenting.is_on = true; });
  driver.frames(2);
  refuse(driver, "stage");
  ASSERT_EQ(driver.session().trace(), nullptr);
  driver.press(ImGuiKey_Escape);
  driver.frames(2);
  EXPECT_FALSE(driver.session().desk().presenting.is_on);
}

}  // namespace
}  // namespace app
