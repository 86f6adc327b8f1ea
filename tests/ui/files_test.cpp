// The browser of files, by the keyboard and by the mouse, with the shell that carries out what is asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/document/document_line.h"
#include "app/shell/file_desk.h"
#include "drawn_text.h"
#include "driver.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "headlight_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    home_ = name;
    fs::create_directories(home_ / "lessons/week 1");
    for (const char* lesson : {"attention", "heads", "masks"}) write(home_ / "lessons" / lesson, lesson);
    ASSERT_EQ(setenv("HOME", home_.c_str(), 1), 0);
    driver_ = std::make_unique<Driver>();
    desk_ = std::make_unique<FileDesk>(driver_->session(), home_ / "state");
    driver_->serve([this](const Requests& requests) {
      for (const FileRequest& request : requests.of<FileRequest>()) desk_->carry_out(request, 1);
      desk_->keep_set_aside();
    });
  }
  void TearDown() override { fs::remove_all(home_); }

  static void write(fs::path path, const std::string& text) {
    Document document;
    document.text = text;
    std::ofstream(path += ".headlight") << to_lines(document);
  }
  static std::string text_in(const fs::path& path) {
    std::ifstream file(path);
    const std::string all{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto read = from_line(all);
    return read ? read->text : "";
  }
  Driver& window() { return *driver_; }
  void control(ImGuiKey key) {
    driver_->press(key, ImGuiMod_Ctrl);
    driver_->frames(4);
  }
  void press(ImGuiKey key) {
    driver_->press(key);
    driver_->frames(3);
  }
  void type(const std::string& text) {
    driver_->type(text);
    driver_->frames(3);
  }
  void change_text(const std::string& text) {
    driver_->pause();
    Requests requests;
    requests.edit("", [&](State& state) { set_text(state, text); });
    driver_->session().apply(requests, 1000);
    driver_->frames(3);
  }
  bool is_open() const { return driver_->session().desk().panel == "files"; }
  std::string folder() const { return driver_->session().desk().browser.folder->path; }
  const std::string& text() const { return driver_->document().text; }

  fs::path home_;
  std::unique_ptr<Driver> driver_;
  std::unique_ptr<FileDesk> desk_;
};

TEST_F(FilesTest, SavingAsksForANameOnceAndThenWritesThere) {
  change_text("mine");
  control(ImGuiKey_S);
  ASSERT_TRUE(is_open());
  window().press(ImGuiKey_A, ImGuiMod_Ctrl);
  type("talk");
  press(ImGuiKey_Enter);
  EXPECT_FALSE(is_open());
  EXPECT_EQ(text_in(home_ / "talk.headlight"), "mine");
  change_text("changed");
  control(ImGuiKey_S);
  EXPECT_FALSE(is_open());
  EXPECT_EQ(text_in(home_ / "talk.headlight"), "changed");
}

TEST_F(FilesTest, TheKeyboardAloneFindsAFolderAndAFile) {
  control(ImGuiKey_O);
  ASSERT_TRUE(is_open());
  EXPECT_EQ(folder(), home_.string());
  type("less");
  press(ImGuiKey_Enter);
  EXPECT_EQ(folder(), (home_ / "lessons").string());
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Enter);
  EXPECT_EQ(folder(), (home_ / "lessons/week 1").string());
  press(ImGuiKey_Backspace);
  EXPECT_EQ(folder(), (home_ / "lessons").string());
  type("MASK");
  EXPECT_TRUE(window().shows("file masks.headlight"));
  EXPECT_FALSE(window().shows("file heads.headlight"));
  press(ImGuiKey_Enter);
  EXPECT_FALSE(is_open());
  EXPECT_EQ(text(), "masks");
}

TEST_F(FilesTest, APathCanBeTyped) {
  control(ImGuiKey_O);
  type("~/lessons/heads.headlight");
  press(ImGuiKey_Enter);
  EXPECT_EQ(text(), "heads");
}

TEST_F(FilesTest, TheMouseAloneDoesToo) {
  window().click("File##file");
  window().click("Open…");
  window().frames(4);
  window().click("file lessons");
  window().frames(3);
  window().click("file attention.headlight");
  window().click("Open##use file");
  window().frames(3);
  EXPECT_EQ(text(), "attention");
  EXPECT_FALSE(is_open());
}

TEST_F(FilesTest, ATextsUnitIsChosenWithItsTask) {
  std::ofstream text(home_ / "cats.txt");
  for (int line = 0; line < 60; ++line) text << "the cat number " << line << " sat on the mat\n";
  text.close();
  desk_->dropped({home_ / "cats.txt"}, 1);
  window().frames(2);
  window().session().settle();
  window().frames(2);
  window().click("Task: cats.txt##learning task");
  window().frames(2);
  window().click("By subwords");
  window().frames(2);
  window().session().settle();
  window().frames(2);
  ASSERT_EQ(window().session().training_runs().size(), 1U);
  EXPECT_EQ(window().session().training_runs().front()->plan().data->kind, engine::DataKind::kSubwords);
}

TEST_F(FilesTest, EscapeChangesNothing) {
  const State before = window().session().state();
  control(ImGuiKey_O);
  type("less");
  press(ImGuiKey_Escape);
  EXPECT_FALSE(is_open());
  EXPECT_EQ(window().session().state(), before);
}

TEST_F(FilesTest, WritingOverAFileIsAskedFirst) {
  const fs::path masks = home_ / "lessons/masks.headlight";
  change_text("mine");
  window().click("File##file");
  window().click("Save as…");
  window().frames(4);
  ASSERT_TRUE(is_open());
  window().press(ImGuiKey_A, ImGuiMod_Ctrl);
  type("lessons/masks");
  press(ImGuiKey_Enter);
  ASSERT_TRUE(is_open());
  EXPECT_TRUE(window().shows("Replace it##write over"));
  EXPECT_EQ(text_in(masks), "masks");
  press(ImGuiKey_Escape);
  EXPECT_TRUE(is_open()) << "the question alone is taken back";
  EXPECT_FALSE(window().shows("Replace it##write over"));
  press(ImGuiKey_Enter);
  ASSERT_TRUE(window().shows("Replace it##write over"));
  press(ImGuiKey_Enter);
  EXPECT_FALSE(is_open());
  EXPECT_EQ(text_in(masks), "mine");
}

TEST_F(FilesTest, RecentSessionsAreATabAway) {
  for (const char* name : {"heads", "masks"})
    desk_->carry_out({"open", (home_ / "lessons" / name).string() + ".headlight"}, 1);
  control(ImGuiKey_O);
  EXPECT_EQ(folder(), (home_ / "lessons").string()) << "beside the open file";
  EXPECT_TRUE(window().shows("recent 1"));
  press(ImGuiKey_Tab);
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Enter);
  EXPECT_EQ(text(), "heads");
  control(ImGuiKey_O);
  press(ImGuiKey_Tab);
  press(ImGuiKey_Delete);
  EXPECT_FALSE(window().shows("recent 1"));
  EXPECT_TRUE(is_open());
}

TEST_F(FilesTest, OpeningOverUnsavedWorkIsUndone) {
  change_text("precious");
  window().pause();
  control(ImGuiKey_O);
  type("~/lessons/heads.headlight");
  press(ImGuiKey_Enter);
  ASSERT_EQ(text(), "heads");
  control(ImGuiKey_Z);
  EXPECT_EQ(text(), "precious");
  control(ImGuiKey_O);
  EXPECT_EQ(window().session().desk().recent.front().text, "precious") << "and it is kept";
}

TEST_F(FilesTest, NewBeginsAgainAndUndoReturns) {
  change_text("precious");
  control(ImGuiKey_N);
  EXPECT_EQ(text(), "the cat sat down");
  EXPECT_EQ(window().session().file(), "");
  control(ImGuiKey_Z);
  EXPECT_EQ(text(), "precious");
}

TEST_F(FilesTest, TheOrderCanBeChosen) {
  fs::last_write_time(home_ / "lessons/attention.headlight",
                      fs::file_time_type::clock::now() - std::chrono::hours(5));
  control(ImGuiKey_O);
  type("lessons");
  press(ImGuiKey_Enter);
  const auto above = [&](const char* one, const char* other) {
    return window().find(one)->low.y < window().find(other)->low.y;
  };
  EXPECT_TRUE(above("file heads.headlight", "file attention.headlight"));
  window().click("Newest first##order");
  window().frames(3);
  EXPECT_TRUE(above("file attention.headlight", "file heads.headlight"));
}

TEST_F(FilesTest, AnEmptyFolderSaysFirstWhatItLacks) {
  control(ImGuiKey_O);
  type("lessons");
  press(ImGuiKey_Enter);
  type("week");
  press(ImGuiKey_Enter);
  EXPECT_TRUE(says("No such file in this folder"));
  EXPECT_TRUE(says("name would end in"));
  Requests requests;
  requests.arrange([](Desk& desk) { desk.browser.purpose = "model"; });
  window().session().apply(requests, 1000);
  window().frames(2);
  EXPECT_TRUE(says("No model in this folder"));
  EXPECT_TRUE(says("file would end in"));
}

TEST_F(FilesTest, AFolderThatIsGoneIsExplainedAndCanBeLeft) {
  control(ImGuiKey_O);
  type("lessons");
  press(ImGuiKey_Enter);
  type("week");
  fs::remove_all(home_ / "lessons");
  press(ImGuiKey_Enter);
  ASSERT_TRUE(window().session().desk().browser.folder->error.has_value());
  press(ImGuiKey_Backspace);
  press(ImGuiKey_Backspace);
  EXPECT_EQ(folder(), home_.string());
}

}  // namespace
}  // namespace app
