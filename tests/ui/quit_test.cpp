// The window's end: what nobody saved is kept without a word, or asked about where it cannot be kept.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/document/document_line.h"
#include "app/shell/quitting.h"
#include "driver.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class QuitTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "headlight_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    home_ = name;
    ASSERT_EQ(setenv("HOME", home_.c_str(), 1), 0);
    std::ofstream(home_ / "file") << "no folder can be made below it";
  }
  void TearDown() override { fs::remove_all(home_); }

  // A window whose state folder is this one.
  void open(const fs::path& state_folder) {
    driver_ = std::make_unique<Driver>();
    files_ = std::make_unique<FileDesk>(driver_->session(), state_folder);
    quitting_ = std::make_unique<Quitting>(driver_->session(), *files_);
    // As the window's loop does.
    driver_->serve([this](const Requests& requests) {
      for (const FileRequest& request : requests.of<FileRequest>()) files_->carry_out(request, 1);
      files_->keep_set_aside();
      has_ended_ = has_ended_ || quitting_->may_end(requests.has<request::Quit>());
    });
  }
  void open_without_room() { open(home_ / "file/state"); }

  Driver& window() { return *driver_; }
  void press(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) {
    driver_->press(key, modifier);
    driver_->frames(4);
  }
  void quit() { press(ImGuiKey_Q, ImGuiMod_Ctrl); }
  void type(const std::string& text) {
    driver_->click("##sequence");
    driver_->type(text);
    driver_->frames(2);
  }
  bool is_asked() const { return driver_->shows("Quit without saving##quit.leave"); }
  static std::string saved(const fs::path& path) {
    std::ifstream file(path);
    const std::string all{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto read = from_line(all);
    return read ? read->text : "";
  }

  fs::path home_;
  std::unique_ptr<Driver> driver_;
  std::unique_ptr<FileDesk> files_;
  std::unique_ptr<Quitting> quitting_;
  bool has_ended_ = false;
};

TEST_F(QuitTest, WhatIsKeptIsNotAskedAbout) {
  open(home_ / "state");
  type("!");
  quit();
  EXPECT_TRUE(has_ended_);
  int kept = 0;
  for (const auto& entry : fs::directory_iterator(home_ / "state/sessions")) {
    EXPECT_EQ(saved(entry.path()), driver_->document().text);
    ++kept;
  }
  EXPECT_EQ(kept, 1);
}

TEST_F(QuitTest, NothingIsAskedWhereNothingWasChanged) {
  open_without_room();
  press(ImGuiKey_RightArrow);
  quit();
  EXPECT_TRUE(has_ended_);
}

TEST_F(QuitTest, ChangesThatCannotBeKeptAreAskedAboutAndEscapeStays) {
  open_without_room();
  type("!");
  const Document before = window().document();
  quit();
  EXPECT_FALSE(has_ended_);
  ASSERT_TRUE(is_asked());
  press(ImGuiKey_Escape);
  EXPECT_FALSE(is_asked());
  EXPECT_FALSE(has_ended_);
  EXPECT_EQ(window().document(), before);
  quit();
  EXPECT_TRUE(is_asked()) << "every time";
  window().click("Stay##quit.stay");
  window().frames(3);
  EXPECT_FALSE(is_asked());
  EXPECT_FALSE(has_ended_);
}

TEST_F(QuitTest, WithoutAHomeItIsAskedToo) {
  open("");
  type("!");
  quit();
  EXPECT_FALSE(has_ended_);
  EXPECT_TRUE(is_asked());
}

TEST_F(QuitTest, QuittingWithoutSavingTakesAnArrowAndEnter) {
  open_without_room();
  type("!");
  quit();
  ASSERT_TRUE(is_asked());
  window().press(ImGuiKey_RightArrow);
  EXPECT_FALSE(has_ended_);
  press(ImGuiKey_Enter);
  EXPECT_TRUE(has_ended_);
}

TEST_F(QuitTest, EnterSavesUnderANameThatIsAskedForAndThenQuits) {
  open_without_room();
  type("!");
  quit();
  ASSERT_TRUE(is_asked());
  press(ImGuiKey_Enter);
  EXPECT_FALSE(has_ended_);
  ASSERT_EQ(window().session().desk().panel, "files");
  window().press(ImGuiKey_A, ImGuiMod_Ctrl);
  window().type("talk");
  window().frames(3);
  press(ImGuiKey_Enter);
  EXPECT_TRUE(has_ended_);
  EXPECT_EQ(saved(home_ / "talk.headlight"), window().document().text);
}

TEST_F(QuitTest, AFileOfItsOwnIsSavedAtOnce) {
  open_without_room();
  files_->carry_out({"save", (home_ / "talk.headlight").string()}, 1);
  type("!");
  quit();
  ASSERT_TRUE(is_asked());
  window().click("Save##quit.save");
  window().frames(3);
  EXPECT_TRUE(has_ended_);
  EXPECT_EQ(saved(home_ / "talk.headlight"), window().document().text);
}

TEST_F(QuitTest, SavingThatIsGivenUpStays) {
  open_without_room();
  type("!");
  quit();
  press(ImGuiKey_Enter);
  ASSERT_EQ(window().session().desk().panel, "files");
  press(ImGuiKey_Escape);
  EXPECT_FALSE(has_ended_);
  files_->carry_out({"save", (home_ / "talk.headlight").string()}, 1);
  window().frames(3);
  EXPECT_FALSE(has_ended_) << "a later save is no answer to the question";
}

TEST_F(QuitTest, OpeningAnotherSessionInsteadOfSavingIsNoAnswer) {
  open_without_room();
  type("!");
  quit();
  press(ImGuiKey_Enter);
  std::ofstream(home_ / "other.headlight") << to_lines({});
  files_->carry_out({"open", (home_ / "other.headlight").string()}, 1);
  window().frames(3);
  EXPECT_FALSE(has_ended_);
}

TEST_F(QuitTest, SavingThatFailsStaysAndSaysSo) {
  open_without_room();
  files_->carry_out({"save", (home_ / "talk.headlight").string()}, 1);
  type("!");
  fs::remove(home_ / "talk.headlight");
  fs::create_directory(home_ / "talk.headlight");
  quit();
  press(ImGuiKey_Enter);
  EXPECT_FALSE(has_ended_);
  ASSERT_TRUE(window().session().notice().has_value());
  EXPECT_EQ(window().session().notice()->key, "files.not_saved");
  quit();
  EXPECT_TRUE(is_asked());
}

TEST_F(QuitTest, ADialogThatIsOpenWaitsForTheAnswer) {
  open_without_room();
  type("!");
  Requests requests;
  requests.arrange([](Desk& desk) { desk.matrix.address = "encoder.0.self.head.0.scores"; });
  window().session().apply(requests, 1000);
  window().frames(4);
  ASSERT_TRUE(window().shows("##matrix text"));
  quitting_->may_end(true);
  window().frames(4);
  EXPECT_TRUE(is_asked());
  press(ImGuiKey_Escape);
  EXPECT_FALSE(is_asked());
  EXPECT_TRUE(window().shows("##matrix text"));
}

TEST_F(QuitTest, WhatWasOpenBeforeIsSaidNotToBeKept) {
  open_without_room();
  type("!");
  std::ofstream(home_ / "other.headlight") << to_lines({});
  files_->carry_out({"open", (home_ / "other.headlight").string()}, 1);
  ASSERT_TRUE(window().session().notice().has_value());
  EXPECT_EQ(window().session().notice()->key, "files.not_set_aside");
}

}  // namespace
}  // namespace app
