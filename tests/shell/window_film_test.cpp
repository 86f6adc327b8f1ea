// A film that the window makes in the background: its end is drawn when it comes, with nobody at the
// keyboard.
#include "real_window.h"

namespace app {
namespace {

class FilmingWindow : public RealWindow {
 protected:
  // The process that makes the film; 0 where there is none.
  pid_t maker() const {
    const std::string program = std::to_string(program_);
    std::istringstream children(bytes_of("/proc/" + program + "/task/" + program + "/children"));
    pid_t child = 0;
    children >> child;
    return child;
  }
  // Chooses the film in the panel Export, and clicks down its right side until its button is met.
  void start_film() {
    xdotool({"mousemove", "1540", "26", "click", "1"});
    xdotool({"mousemove", "1216", "217", "click", "1"});
    for (int y = 300; y < 900 && maker() == 0; y += 14)
      xdotool({"mousemove", "1510", std::to_string(y), "click", "1"});
    ASSERT_TRUE(eventually([&] { return maker() != 0; })) << "no film was started";
  }
};

TEST_F(FilmingWindow, SaysThatTheFilmHasEndedWhenItHas) {
  open({"--text", "a b"});
  start_film();
  xdotool({"mousemove", "700", "30"});
  kill(maker(), SIGKILL);
  ASSERT_TRUE(eventually([&] { return maker() == 0; })) << "its end is noticed";
  ASSERT_TRUE(becomes_idle());
  const std::string left = display_.picture();
  // Whatever an event would still bring is there.
  xdotool({"key", "Shift_L"});
  ASSERT_TRUE(becomes_idle());
  EXPECT_TRUE(display_.picture() == left) << "the end is drawn at the next event only";
}

}  // namespace
}  // namespace app
