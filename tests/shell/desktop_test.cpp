// Where exports go, and what other programs of the desktop do with them.
#include "app/shell/desktop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <fstream>

#include "app/shell/exports.h"
#include "app/shell/pictures_folder.h"
#include "tests/shell/program.h"

namespace app {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
namespace fs = std::filesystem;

TEST(PicturesFolder, IsTheOneOfTheDesktop) {
  const fs::path home = "/home/ann";
  EXPECT_EQ(pictures_folder(home, nullptr, ""), "/home/ann/Pictures");
  EXPECT_EQ(pictures_folder(home, "/data/pics", "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n"), "/data/pics");
  EXPECT_EQ(pictures_folder(home, "relative", ""), "/home/ann/Pictures");
  const std::string list =
      "# written by hand\nXDG_MUSIC_DIR=\"$HOME/Musik\"\nXDG_PICTURES_DIR=\"$HOME/我的 圖片\"\n";
  EXPECT_EQ(pictures_folder(home, nullptr, list), "/home/ann/我的 圖片");
  EXPECT_EQ(pictures_folder(home, nullptr, "XDG_PICTURES_DIR=\"/srv/pictures\""), "/srv/pictures");
  EXPECT_EQ(pictures_folder(home, nullptr, "XDG_PICTURES_DIR=\"pictures\""), "/home/ann/Pictures");
  EXPECT_EQ(pictures_folder(home, nullptr, "#XDG_PICTURES_DIR=\"$HOME/x\""), "/home/ann/Pictures");
}

// A home, and programs on the PATH that are scripts of ours.
class Desktop : public testing::Test {
 protected:
  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    set("HOME", home_.path());
    set("PATH", home_ / "bin");
    set("DISPLAY", ":99");
    for (const char* unset : {"XDG_CONFIG_HOME", "XDG_PICTURES_DIR", "WAYLAND_DISPLAY"}) {
      keep(unset);
      unsetenv(unset);
    }
    fs::create_directory(home_ / "bin");
  }
  void TearDown() override {
    for (const auto& [name, value] : before_) {
      if (value) setenv(name.c_str(), value->c_str(), 1);
      if (!value) unsetenv(name.c_str());
    }
  }
  void keep(const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    before_.emplace_back(name, value == nullptr ? std::nullopt : std::optional<std::string>(value));
  }
  void set(const std::string& name, const std::string& value) {
    keep(name);
    setenv(name.c_str(), value.c_str(), 1);
  }
  void install(const std::string& name, const std::string& script) {
    const std::string path = home_ / ("bin/" + name);
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(path, fs::perms::owner_all);
  }
  static State looking_at_weights() {
    State state;
    state.document.text = "the cat sat";
    state.document.focus.stage = "encoder.0.self.head.0.weights";
    return state;
  }

  TemporaryFolder home_;
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

TEST_F(Desktop, AFolderIsAlwaysAWholePath) {
  EXPECT_EQ(whole_folder(""), home_ / "Pictures/Headlight");
  EXPECT_EQ(whole_folder("~/figures"), home_ / "figures");
  EXPECT_EQ(whole_folder("figures"), home_ / "figures");
  EXPECT_EQ(whole_folder("/tmp/figures"), "/tmp/figures");
}

TEST_F(Desktop, AnExportSaysItsWholePath) {
  const Session session(looking_at_weights());
  const Notice notice = carry_out({ExportScope::kStage, "png", ""}, session);
  EXPECT_EQ(notice.key, "export.wrote");
  EXPECT_EQ(notice.written, home_ / "Pictures/Headlight/encoder.0.self.head.0.weights.png");
  EXPECT_TRUE(fs::is_regular_file(notice.written));
}

TEST_F(Desktop, APictureIsHandedToTheProgramForIt) {
  install("xclip", "echo \"$@\" > '" + home_ / "asked" + "'; exec /bin/cat > '" + home_ / "copied" + "'");
  const Session session(looking_at_weights());
  EXPECT_EQ(carry_out({ExportScope::kCopy, "png", ""}, session).key, "export.copied");
  EXPECT_THAT(bytes_of(home_ / "copied"), StartsWith("\x89PNG"));
  EXPECT_EQ(bytes_of(home_ / "asked"), "-selection clipboard -t image/png -i\n");
  EXPECT_FALSE(fs::exists(home_ / "Pictures"));
}

TEST_F(Desktop, WhereNoneIsInstalledThePictureIsAFileAndTheNoticeSaysBoth) {
  const Session session(looking_at_weights());
  for (const auto& [wayland, package] : {std::pair{"", "xclip"}, {"wayland-0", "wl-clipboard"}}) {
    setenv("WAYLAND_DISPLAY", wayland, 1);
    const Notice notice = carry_out({ExportScope::kCopy, "png", home_ / "out"}, session);
    EXPECT_EQ(notice.key, "export.copied_to_file");
    EXPECT_TRUE(fs::is_regular_file(notice.written)) << notice.written;
    const std::string sentence = words(Language::kEnglish)(notice.key, notice.arguments);
    EXPECT_THAT(sentence, HasSubstr(std::string(" ") + package + "."));
    EXPECT_THAT(sentence, EndsWith(notice.written));
  }
}

TEST_F(Desktop, TheFolderIsShownOrTheNoticeSaysWhyNot) {
  const auto refused = show_folder(home_ / "out/a.png");
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->key, "error.no_file_manager");
  EXPECT_TRUE(refused->is_error);
  install("xdg-open", "printf %s \"$1\" > '" + home_ / "opened" + "'");
  EXPECT_FALSE(show_folder(home_ / "out/a.png").has_value());
  EXPECT_EQ(bytes_of(home_ / "opened"), home_ / "out");
  install("xdg-open", "exit 3");
  EXPECT_TRUE(show_folder(home_ / "out/a.png").has_value());
}

}  // namespace
}  // namespace app
