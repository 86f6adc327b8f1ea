// What a person does in the window.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "app/export/file.h"
#include "real_window.h"

namespace app {
namespace {

TEST_F(RealWindow, TakesTypingAndKeysAndEndsWell) {
  open({"--text", "hello"});
  xdotool({"key", "Home"});
  EXPECT_TRUE(eventually([&] { return document() && document()->focus.stage == "tokens"; }));
  xdotool({"key", "Right"});
  EXPECT_TRUE(eventually([&] { return document() && document()->focus.stage == "embedding"; }));
  xdotool({"mousemove", "500", "80", "click", "1"});
  xdotool({"key", "End"});
  xdotool({"type", "--delay", "30", " world"});
  EXPECT_TRUE(eventually([&] { return text() == "hello world"; })) << text();
  xdotool({"key", "ctrl+q"});
  EXPECT_EQ(wait_for_end(), 0);
  EXPECT_FALSE(std::filesystem::exists(kept())) << "a window that ended well leaves nothing to restore";
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "headlight/sessions"))
    texts.push_back(from_line(bytes_of(entry.path())).value().text);
  EXPECT_EQ(texts, std::vector<std::string>{"hello world"}) << "what was open can be opened again";
}

TEST_F(RealWindow, TakesIdeographs) {
  open({"--text", "a"});
  xdotool({"mousemove", "500", "80", "click", "1"});
  xdotool({"key", "End"});
  type_ideograph("漢", "a漢");
  type_ideograph("字", "a漢字");
}

// A frame for each of them would take ten seconds of the processor.
TEST_F(RealWindow, TakesAllKeysThatWaitTogether) {
  open({"--text", "a"});
  xdotool({"mousemove", "500", "80", "click", "1"});
  xdotool({"key", "End"});
  std::string typed;
  for (int i = 0; i < 400; ++i) typed += static_cast<char>('a' + i % 26);
  xdotool_while_it_sleeps({"type", "--delay", "1", typed});
  const double before = processor_seconds();
  EXPECT_TRUE(eventually([&] { return text() == "a" + typed; })) << text().size();
  EXPECT_LT(processor_seconds() - before, 5);
}

TEST_F(RealWindow, TypesWhatFollowsAChord) {
  open({"--text", "hello"});
  xdotool({"mousemove", "500", "80", "click", "1"});
  for (const char* const word : {"quick", "hat", "zebra", "kiosk"}) {
    xdotool_while_it_sleeps({"key", "--delay", "1", "ctrl+a", "type", "--delay", "1", word});
    EXPECT_TRUE(eventually([&] { return text() == word; })) << text();
  }
  EXPECT_EQ(document().value_or(Document()).focus.view, "stage");
  xdotool({"key", "Escape"});
  xdotool_while_it_sleeps({"key", "--delay", "1", "i", "type", "--delay", "1", "hm"});
  EXPECT_TRUE(eventually([&] { return text() == "kioskhm"; })) << text();
  xdotool_while_it_sleeps({"key", "--delay", "1", "ctrl+q"});
  EXPECT_EQ(wait_for_end(), 0);
}

TEST_F(RealWindow, KeepsTheTypedTextThroughACrash) {
  open({"--text", "precious"});
  xdotool({"mousemove", "500", "80", "click", "1"});
  xdotool({"key", "End"});
  xdotool({"type", "--delay", "30", " words"});
  ASSERT_TRUE(eventually([&] { return text() == "precious words"; }));
  kill(program_, SIGKILL);
  waitpid(program_, nullptr, 0);
  program_ = -1;
  const std::string left = kept();
  open({"--text", "other"});
  EXPECT_EQ(text(), "other");
  EXPECT_TRUE(std::filesystem::exists(left)) << "until it is answered, the offer stays";
  // “Open it again” is the left button of the notice, which comes up at the foot of the window.
  EXPECT_TRUE(eventually([&] {
    xdotool({"mousemove", "572", "952", "click", "1"});
    return text() == "precious words";
  })) << text();
  EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(left); }));
}

TEST_F(RealWindow, SavesInTheFileThatItWasStartedWith) {
  const std::string file = folder_ / "talk.headlight";
  std::ofstream(file) << R"({"headlight":1,"text":"hello"})";
  open({"--session", file});
  xdotool({"mousemove", "500", "80", "click", "1"});
  xdotool({"key", "End"});
  xdotool({"type", "--delay", "30", " there"});
  EXPECT_TRUE(eventually([&] { return text() == "hello there"; }));
  xdotool({"key", "ctrl+s"});
  EXPECT_TRUE(eventually([&] {
    const auto saved = from_line(bytes_of(file));
    return saved.ok() && saved->text == "hello there";
  }));
  EXPECT_GT(split(bytes_of(file), '\n').size(), 10U) << "a field a line";
}

TEST_F(RealWindow, LooksTheNextDayAsItWasLeft) {
  open();
  const auto is_kept = [&](int text_size, PanelFold card) {
    const auto kept = preferences();
    return kept && kept->preferences.text_size == text_size && kept->panels.card == card;
  };
  xdotool({"key", "F7"});
  xdotool({"key", "ctrl+equal"});
  EXPECT_TRUE(eventually([&] { return is_kept(125, PanelFold::kAway); })) << "while it is open";
  quit();
  EXPECT_TRUE(is_kept(125, PanelFold::kAway));
  open();
  xdotool({"key", "ctrl+equal"});
  EXPECT_TRUE(eventually([&] { return is_kept(150, PanelFold::kAway); }));
  xdotool({"key", "F7"});
  EXPECT_TRUE(eventually([&] { return is_kept(150, PanelFold::kShown); })) << "from 125, where it was left";
  quit();
  open({"--text-size", "200", "--theme", "dark"});
  quit();
  EXPECT_EQ(preferences()->preferences.text_size, 150) << "what the command line said holds for one window";
  EXPECT_EQ(preferences()->preferences.theme, Theme::kLight);
}

TEST_F(RealWindow, OpensWhateverItsPreferencesHold) {
  ASSERT_FALSE(exporter::make_folder(folder_ / "config/headlight").has_value());
  for (const std::string& bytes :
       {std::string("{\"theme\": 7"), std::string(20'000, '['), std::string("\xff\0", 2)}) {
    ASSERT_FALSE(exporter::write_file(preferences_path(), bytes).has_value());
    open();
    quit();
    EXPECT_TRUE(preferences().has_value()) << "it is written anew";
  }
}

TEST_F(RealWindow, FillsTheScreenWhileItPresentsAndComesBackToItsPlace) {
  Kept kept;
  kept.window = WindowPlace{{60, 50, 900, 700}, false};
  ASSERT_FALSE(exporter::make_folder(folder_ / "config/headlight").has_value());
  ASSERT_FALSE(exporter::write_file(preferences_path(), to_json(kept)).has_value());
  open();
  const DesktopArea own{60, 50, 900, 700};
  EXPECT_TRUE(eventually([&] { return place() == own; })) << place().x << " " << place().width;
  xdotool({"key", "F5"});
  EXPECT_TRUE(eventually([&] { return place() == DesktopArea{0, 0, 1600, 1000}; })) << place().width;
  xdotool({"key", "Escape"});
  EXPECT_TRUE(eventually([&] { return place() == own; })) << place().x << " " << place().width;
  quit();
  EXPECT_EQ(preferences()->window, kept.window);
}

TEST_F(RealWindow, ComesBackOntoTheScreen) {
  Kept kept;
  kept.window = WindowPlace{{-7000, 90'000, 900, 700}, false};
  ASSERT_FALSE(exporter::make_folder(folder_ / "config/headlight").has_value());
  ASSERT_FALSE(exporter::write_file(preferences_path(), to_json(kept)).has_value());
  open();
  EXPECT_TRUE(eventually([&] { return place() == DesktopArea{350, 150, 900, 700}; })) << place().x;
}

TEST_F(RealWindow, AsksBeforeItLosesWhatCannotBeKept) {
  type_where_nothing_is_kept();
  xdotool({"key", "ctrl+q"});
  ASSERT_TRUE(goes_on());
  xdotool({"key", "Escape"});
  ASSERT_TRUE(goes_on());
  xdotool({"key", "ctrl+q"});
  ASSERT_TRUE(goes_on());
  xdotool({"key", "Right"});
  xdotool({"key", "Return"});
  EXPECT_EQ(wait_for_end(), 0) << "without saving";
}

TEST_F(RealWindow, SavesWhatCannotBeKeptAndThenEnds) {
  type_where_nothing_is_kept();
  xdotool({"key", "ctrl+q"});
  ASSERT_TRUE(goes_on());
  xdotool({"key", "Return"});
  ASSERT_TRUE(goes_on());
  xdotool({"key", "ctrl+a"});
  xdotool({"type", "--delay", "30", "talk"});
  xdotool({"key", "Return"});
  EXPECT_EQ(wait_for_end(), 0);
  const auto saved = from_line(bytes_of(folder_ / "talk.headlight"));
  ASSERT_TRUE(saved.ok());
  EXPECT_EQ(saved->text, "hello world");
}

TEST_F(RealWindow, WithoutOpenGLSaysSoInOneSentence) {
  const Ran ran = headlight({}, "", {"DISPLAY=" + display_.name(), "MESA_GL_VERSION_OVERRIDE=2.1"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(split(ran.err, '\n').size(), 1U) << ran.err;
  EXPECT_THAT(ran.err, testing::HasSubstr("LIBGL_ALWAYS_SOFTWARE=1"));
}

TEST_F(RealWindow, UsesNoProcessorWhileIdle) {
  open();
  EXPECT_TRUE(becomes_idle());
}

TEST_F(RealWindow, PlaysAndUsesNoProcessorWhilePaused) {
  open();
  ASSERT_TRUE(becomes_idle());
  xdotool({"key", "space"});
  const long still = ticks();
  EXPECT_TRUE(eventually([&] { return ticks() - still > 2; })) << "it plays";
  xdotool({"key", "space"});
  EXPECT_TRUE(becomes_idle());
}

// xclip serves the selection in this process.
TEST_F(RealWindow, PastesAndGoesOnWhereTheClipboardIsSilent) {
  std::string copied;
  while (copied.size() < 100'000) copied += "attention ";
  std::ofstream(folder_ / "copied") << copied;
  const pid_t holder = start_process({"xclip", "-quiet", "-selection", "clipboard", "-i", folder_ / "copied"},
                                     {{"DISPLAY", display_.name()}});
  open({"--text", "hello"});
  go_to_end_of_text();
  EXPECT_TRUE(eventually([&] {
    xdotool({"key", "ctrl+a", "ctrl+v"});
    return text().size() > 50'000;
  })) << "what comes in parts: "
      << text().size();
  xdotool({"key", "ctrl+a"});
  xdotool({"type", "--delay", "30", "hi"});
  EXPECT_TRUE(eventually([&] { return text() == "hi"; }));
  kill(holder, SIGSTOP);
  xdotool({"key", "ctrl+v"});
  xdotool({"type", "--delay", "30", " there"});
  EXPECT_TRUE(eventually([&] { return text() == "hi there"; })) << text();
  kill(holder, SIGKILL);
  waitpid(holder, nullptr, 0);
  quit();
}

// Nothing reads it: the window would wait for good.
TEST_F(RealWindow, GoesOnWhereItsPreferencesAreAPipe) {
  ASSERT_FALSE(exporter::make_folder(folder_ / "config/headlight").has_value());
  ASSERT_EQ(mkfifo(preferences_path().c_str(), 0600), 0);
  open({"--text", "hello"});
  xdotool({"key", "F7"});
  std::this_thread::sleep_for(3s);  // past the time after which they are written
  go_to_end_of_text();
  xdotool({"type", "--delay", "30", " there"});
  EXPECT_TRUE(eventually([&] { return text() == "hello there"; })) << text();
  quit();
}

TEST_F(RealWindow, GoesOnWhereASessionIsSavedInAPipe) {
  const std::string pipe = folder_ / "talk.headlight";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  open({"--text", "hello"});
  xdotool({"key", "ctrl+shift+s"});
  std::this_thread::sleep_for(1s);
  xdotool({"key", "ctrl+a"});
  xdotool({"type", "--delay", "30", pipe});
  xdotool({"key", "Return"});
  std::this_thread::sleep_for(1s);
  xdotool({"key", "Return", "Escape", "Escape"});
  go_to_end_of_text();
  xdotool({"type", "--delay", "30", " there"});
  EXPECT_TRUE(eventually([&] { return text() == "hello there"; })) << text();
  quit();
}

}  // namespace
}  // namespace app
