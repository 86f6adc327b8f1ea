// Two windows of one home: neither loses what the other has chosen.
#include <utility>

#include "real_window.h"

namespace app {
namespace {

TEST_F(RealWindow, KeepsWhatAnotherWindowHasChosen) {
  open();
  ASSERT_TRUE(eventually([&] { return preferences().has_value(); })) << "its place";
  const pid_t first = std::exchange(program_, -1);
  open();
  const auto card = [&] { return preferences() ? preferences()->panels.card : PanelFold::kAsFits; };
  xdotool({"key", "F7"});
  EXPECT_TRUE(eventually([&] { return card() == PanelFold::kAway; }));
  quit();
  // The first window knows nothing of it.
  program_ = first;
  xdotool({"mousemove", "500", "500"});
  xdotool({"key", "ctrl+equal"});
  EXPECT_TRUE(eventually([&] { return preferences() && preferences()->preferences.text_size == 125; }));
  EXPECT_EQ(card(), PanelFold::kAway);
  quit();
  EXPECT_EQ(card(), PanelFold::kAway);
}

}  // namespace
}  // namespace app
