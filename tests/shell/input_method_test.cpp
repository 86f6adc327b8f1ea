// Chinese, typed through fcitx5's pinyin: what the input method takes reaches no field.
#include <algorithm>

#include "real_window.h"

namespace app {
namespace {

class WithPinyin : public RealWindow {
 protected:
  void SetUp() override {
    RealWindow::SetUp();
    std::filesystem::create_directories(folder_ / "config/fcitx5");
    std::ofstream(folder_ / "config/fcitx5/profile")
        << "[Groups/0]\nName=Default\nDefault Layout=us\n"
           "DefaultIM=pinyin\n\n[Groups/0/Items/0]\nName=pinyin\n"
           "Layout=\n\n[GroupOrder]\n0=Default\n";
    variables_ = {{"XMODIFIERS", "@im=fcitx"}, {"LC_ALL", "C.UTF-8"}};
    start_method();
  }
  void TearDown() override {
    RealWindow::TearDown();
    stop_method();
  }

  // With pinyin alone, on this display and no bus.
  void start_method() {
    const std::string left_out =
        "dbus,dbusfrontend,wayland,waylandim,kimpanel,clipboard,notifications,notificationitem,ibusfrontend,"
        "fcitx4frontend,spell";
    method_ = start_process({"fcitx5", "--disable=" + left_out}, {{"DISPLAY", display_.name()},
                                                                  {"HOME", folder_.path()},
                                                                  {"XDG_CONFIG_HOME", folder_ / "config"},
                                                                  {"XDG_DATA_HOME", folder_ / "data"},
                                                                  {"XDG_CACHE_HOME", folder_ / "cache"},
                                                                  {"LC_ALL", "C.UTF-8"}});
  }
  void stop_method() {
    if (method_ <= 0) return;
    kill(method_, SIGKILL);
    waitpid(method_, nullptr, 0);
    method_ = -1;
  }

  // Where the list of candidates is; zeros where there is none.
  DesktopArea candidates() const { return place_of("--name 'Fcitx'"); }
  bool shows_candidates() const { return candidates().width > 0; }

  void keys(const std::vector<std::string>& names) {
    std::vector<std::string> all = {"key", "--delay", "30"};
    all.insert(all.end(), names.begin(), names.end());
    xdotool(all);
  }

  // Opens the window with this text and the caret behind it, and waits until the input method has the keys.
  void open_field(const std::string& before) {
    open({"--text", before});
    go_to_end_of_text();
    wait_for_method(before);
  }
  void wait_for_method(const std::string& before) {
    ASSERT_TRUE(eventually([&] {
      keys({"n"});
      EXPECT_TRUE(eventually([&] { return shows_candidates() || text() == before + "n"; }));
      const bool composes = shows_candidates();
      keys({composes ? "Escape" : "BackSpace"});
      EXPECT_TRUE(eventually([&] { return !shows_candidates() && text() == before; }))
          << text() << (composes ? " composing" : "");
      return composes;
    })) << "fcitx5 did not answer: run scripts/setup.sh tests";
  }

  pid_t method_ = -1;
};

TEST_F(WithPinyin, KeepsWhatStandsFromTheKeysThatCompose) {
  open_field("hello");
  keys({"n", "i", "h", "a", "o"});
  ASSERT_TRUE(eventually([&] { return shows_candidates(); }));
  keys({"space"});
  EXPECT_TRUE(eventually([&] { return text() == "hello你好"; })) << text();
  keys({"n", "i", "BackSpace", "BackSpace"});
  keys({"n", "i", "h", "a", "o", "Left", "Left", "Right", "Right", "space"});
  EXPECT_TRUE(eventually([&] { return text() == "hello你好你好"; })) << text();
  keys({"n", "i", "Escape", "n", "i", "Return"});
  EXPECT_TRUE(eventually([&] { return text() == "hello你好你好ni"; })) << text();
  keys({"BackSpace", "BackSpace", "BackSpace", "Home", "Delete"});
  EXPECT_TRUE(eventually([&] { return text() == "ello你好你"; }))
      << "what it leaves edits the text: " << text();
  keys({"ctrl+a", "n", "i", "h", "a", "o", "space"});
  EXPECT_TRUE(eventually([&] { return text() == "你好"; })) << text();
}

TEST_F(WithPinyin, ShowsItsCandidatesAtTheCaret) {
  open_field("hello");
  keys({"n", "i"});
  ASSERT_TRUE(eventually([&] { return shows_candidates(); }));
  const DesktopArea at_hello = candidates();
  const DesktopArea window = place();
  EXPECT_GT(at_hello.y, window.y + 60);
  EXPECT_LT(at_hello.y, window.y + 160) << "below the field, not below the window";
  keys({"Escape"});
  xdotool({"type", "--delay", "30", "12345678901234567890"});
  ASSERT_TRUE(eventually([&] { return text() == "hello12345678901234567890"; })) << text();
  keys({"n", "i"});
  EXPECT_TRUE(eventually([&] { return candidates().x > at_hello.x + 100; })) << candidates().x;
  EXPECT_EQ(candidates().y, at_hello.y);
}

TEST_F(WithPinyin, IsNotOpenOutsideFields) {
  open_field("hello");
  keys({"Escape"});
  keys({"h"});
  EXPECT_TRUE(eventually([&] { return document() && document()->focus.view == "heads"; }));
  EXPECT_FALSE(shows_candidates());
  keys({"s"});
  EXPECT_TRUE(eventually([&] { return document() && document()->focus.view == "stage"; }));
  EXPECT_EQ(text(), "hello");
}

TEST_F(WithPinyin, TypesOnWithoutAnInputMethodAndWithAnotherOne) {
  open_field("hello");
  stop_method();
  EXPECT_TRUE(eventually([&] {
    keys({"x"});
    return text().ends_with("x");
  })) << text();
  keys({"ctrl+a"});
  xdotool({"type", "--delay", "30", "word"});
  EXPECT_TRUE(eventually([&] { return text() == "word"; })) << text();
  start_method();
  wait_for_method("word");
}

// It is asked on a thread of its own: the window draws, and the mouse works.
TEST_F(WithPinyin, HoldsNoFrameWhileItHangs) {
  open_field("hello");
  kill(method_, SIGSTOP);
  keys({"n", "i", "Escape"});
  const long before = ticks();
  int x = 400;
  EXPECT_TRUE(eventually([&] {
    x = x == 400 ? 900 : 400;
    xdotool({"mousemove", std::to_string(x), "500"});
    return ticks() - before > 100;
  })) << "it draws where the mouse is";
}

}  // namespace
}  // namespace app
