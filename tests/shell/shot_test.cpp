// `headlight shot` pictures the interface without a display, and refuses what it cannot picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/shell/program.h"

namespace app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Ran shot(const std::string& path, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"shot", "--out", path});
  return headlight(more);
}

TEST(Shot, PicturesTheInterfaceInTheSizeAskedFor) {
  const TemporaryFolder folder;
  const std::string path = folder / "shot.png";
  const Ran ran = shot(path, {"--size", "640x400", "--text", "我，不想延畢", "--lang", "zh-Hant"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, path + "\n");
  const std::string bytes = bytes_of(path);
  EXPECT_THAT(bytes, StartsWith("\x89PNG"));
  EXPECT_EQ(bytes.substr(16, 8), std::string("\0\0\x02\x80\0\0\x01\x90", 8));
}

TEST(Shot, ThemesDiffer) {
  const TemporaryFolder folder;
  ASSERT_EQ(shot(folder / "light.png", {"--size", "640x400", "--theme", "light"}).exit_code, 0);
  ASSERT_EQ(shot(folder / "dark.png", {"--size", "640x400", "--theme", "dark"}).exit_code, 0);
  EXPECT_NE(bytes_of(folder / "light.png"), bytes_of(folder / "dark.png"));
}

TEST(Shot, AViewAloneLooksAtTheNearestStageThatItCanShow) {
  const TemporaryFolder folder;
  const std::vector<std::string> view = {"--size", "640x400", "--view", "lines"};
  std::vector<std::string> named = view;
  named.insert(named.end(), {"--stage", "encoder.0.self.head.0.weights"});
  ASSERT_EQ(shot(folder / "alone.png", view).exit_code, 0);
  ASSERT_EQ(shot(folder / "named.png", named).exit_code, 0);
  EXPECT_EQ(bytes_of(folder / "alone.png"), bytes_of(folder / "named.png"));
}

TEST(Shot, AModelThatLearnsIsShownAsItLearns) {
  const TemporaryFolder folder;
  const std::vector<std::string> task = {"--size", "640x400", "--task", "copy", "--steps", "2"};
  const auto with = [&](const std::string& option, const std::string& value) {
    std::vector<std::string> more = task;
    more.insert(more.end(), {option, value});
    return more;
  };
  ASSERT_EQ(shot(folder / "alone.png", task).exit_code, 0);
  ASSERT_EQ(shot(folder / "named.png", with("--view", "learning")).exit_code, 0);
  ASSERT_EQ(shot(folder / "stage.png", with("--stage", "decoder.0.cross.head.0.weights")).exit_code, 0);
  EXPECT_EQ(bytes_of(folder / "alone.png"), bytes_of(folder / "named.png"));
  EXPECT_NE(bytes_of(folder / "alone.png"), bytes_of(folder / "stage.png"));
}

TEST(Shot, PanelsLieOverTheWindow) {
  const TemporaryFolder folder;
  ASSERT_EQ(shot(folder / "none.png", {"--size", "640x400"}).exit_code, 0);
  for (const std::string& panel : std::vector<std::string>{"palette", "model"}) {
    ASSERT_EQ(shot(folder / (panel + ".png"), {"--size", "640x400", "--panel", panel}).exit_code, 0);
    EXPECT_NE(bytes_of(folder / (panel + ".png")), bytes_of(folder / "none.png")) << panel;
  }
}

TEST(Shot, OneTokenIsAnotherPictureThanAll) {
  const TemporaryFolder folder;
  ASSERT_EQ(shot(folder / "all.png", {"--size", "640x400"}).exit_code, 0);
  ASSERT_EQ(shot(folder / "one.png", {"--size", "640x400", "--token", "1"}).exit_code, 0);
  EXPECT_NE(bytes_of(folder / "all.png"), bytes_of(folder / "one.png"));
}

TEST(Shot, WithoutOpenGLSaysSoInOneSentenceAndLeavesNothing) {
  const TemporaryFolder folder;
  for (const std::string variable :
       {"__EGL_VENDOR_LIBRARY_DIRS=/nonexistent", "MESA_GL_VERSION_OVERRIDE=2.1"}) {
    const Ran ran = headlight({"shot", "--out", folder / "shot.png"}, "", {variable});
    EXPECT_EQ(ran.exit_code, 1) << variable;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(split(ran.err, '\n').size(), 1U) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("libgl1-mesa-dri"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Shot, WhatTheDriverSaysOfItselfIsNotPassedOn) {
  const TemporaryFolder folder;
  const Ran ran = headlight({"shot", "--out", folder / "shot.png"}, "", {"LIBGL_DRIVERS_PATH=/nowhere"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, StartsWith("OpenGL 3.3 is needed"));
  EXPECT_EQ(split(ran.err, '\n').size(), 1U) << ran.err;
}

TEST(Shot, WhatCannotBePicturedIsOneSentenceAndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string path = folder / "shot.png";
  for (const auto& [option, value, named] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"--size", "640", "1600x900"},
           {"--size", "0x0", "1600x900"},
           {"--size", "99999x99999", "1600x900"},
           {"--view", "nonsense", "stage"},
           {"--theme", "blue", "light, dark"},
           {"--token", "-1", "0 to 16383"},
           {"--text-size", "10", "75 to 250"},
           {"--text-size", "large", "75 to 250"},
           {"--stage", "nowhere", "nearest"},
           {"--cell", "99,0", "99,0"},
           {"--lang", "fr", "en, zh-Hant, zh-Hans"},
           {"--heads", "0", "--heads"},
           {"--out", "/nowhere/shot.png", "/nowhere/shot.png"},
           {"--out", folder / "shot.gif", ".png"}}) {
    const Ran ran = shot(path, {option, value});
    EXPECT_EQ(ran.exit_code, 1) << option << " " << value;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(split(ran.err, '\n').size(), 1u) << ran.err;
    EXPECT_LE(ran.err.size(), 601u);
    EXPECT_THAT(ran.err, HasSubstr(named));
  }
  EXPECT_THAT(headlight({"shot"}).err, HasSubstr("--out"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace app
