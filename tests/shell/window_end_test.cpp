// The window is ended from outside: by a signal, or by the loss of its display. Nobody can be asked, and
// nothing that was typed is lost.
#include <gmock/gmock.h>

#include <array>

#include "app/session/learning.h"
#include "real_window.h"

namespace app {
namespace {

class EndedWindow : public RealWindow {
 protected:
  // A model that is being trained for as long as the window is open.
  void open_training() {
    const engine::Plan plan = plan_of(*engine::find_task("phrase"));
    State state;
    set_trainings(state, std::array{plan});
    show_moment(state, plan, plan.recipe.steps);
    open({"--session", to_line(state.document)});
  }
  void type_on() {
    go_to_end_of_text();
    xdotool({"type", "--delay", "1", " there"});
  }
  // That it ended as quitting does.
  void expect_kept(const std::string& text) {
    EXPECT_THAT(left_texts(), testing::Contains(text));
    EXPECT_FALSE(std::filesystem::exists(kept())) << "the next start takes it for a crash";
  }
};

TEST_F(EndedWindow, KeepsWhatWasTypedWhenASignalAsksIt) {
  for (const int signal : {SIGHUP, SIGTERM, SIGINT}) {
    const std::string text = "hello " + std::to_string(signal);
    open({"--text", text});
    type_on();
    kill(program_, signal);
    EXPECT_EQ(wait_for_end(), 0) << signal;
    expect_kept(text + " there");
  }
}

TEST_F(EndedWindow, EndsByASignalWhileATrainingRuns) {
  open_training();
  kill(program_, SIGTERM);
  EXPECT_EQ(wait_for_end(), 0);
  EXPECT_FALSE(std::filesystem::exists(kept()));
}

TEST_F(EndedWindow, KeepsWhatWasTypedWhenItsDisplayIsGone) {
  open({"--text", "hello"});
  type_on();
  ASSERT_TRUE(eventually([&] { return text() == "hello there"; }));
  display_.close();
  EXPECT_EQ(wait_for_end(), 1) << "it says why";
  expect_kept("hello there");
}

TEST_F(EndedWindow, EndsWellWhenItsDisplayIsGoneWhileATrainingRuns) {
  open_training();
  display_.close();
  EXPECT_EQ(wait_for_end(), 1) << "by no signal of its own";
  EXPECT_FALSE(std::filesystem::exists(kept()));
}

// What it could not keep stays where a crash would leave it.
TEST_F(EndedWindow, LeavesWhatItCannotKeepToTheNextStart) {
  open({"--text", "hello"});
  std::ofstream(folder_ / "headlight/sessions") << "no folder";
  type_on();
  kill(program_, SIGTERM);
  EXPECT_EQ(wait_for_end(), 0);
  EXPECT_EQ(text(), "hello there");
}

}  // namespace
}  // namespace app
