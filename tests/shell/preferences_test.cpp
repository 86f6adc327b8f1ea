// What is kept from one day to the next: written and read back, and never trusted.
#include <gtest/gtest.h>

#include <random>

#include "app/export/file.h"
#include "app/shell/preferences_file.h"
#include "program.h"

namespace app {
namespace {

Kept unusual() {
  Kept kept;
  kept.preferences.theme = Theme::kDark;
  kept.preferences.language = Language::kTraditionalChinese;
  kept.preferences.text_size = 175;
  kept.preferences.map = SequentialMap::kCividis;
  kept.preferences.fixed_range = false;
  kept.preferences.predicted_rows = true;
  kept.preferences.merged_pieces = true;
  kept.preferences.motion = false;
  kept.preferences.count_from = 0;
  kept.preferences.export_folder = "/tmp/圖 \"1\"";
  kept.preferences.figure = {.width = FigureWidth::kTwoColumns,
                             .title = false,
                             .formula = false,
                             .numbers = false,
                             .colour_bar = false,
                             .caption = false,
                             .is_transparent = true};
  kept.preferences.film = {FilmShape::kSquare, FilmGround::kDark};
  kept.panels = {RailFold::kPictures, PanelFold::kAway, PanelFold::kShown, 300, 420, 150};
  kept.window = WindowPlace{{-1200, 40, 1111, 777}, true};
  return kept;
}

TEST(Preferences, AreReadAsTheyWereWritten) {
  for (const Kept& kept : {Kept{}, unusual()}) {
    const auto read = kept_from_json(to_json(kept));
    ASSERT_TRUE(read.ok()) << read.error().key;
    EXPECT_EQ(*read, kept);
    EXPECT_EQ(to_json(*read), to_json(kept));
  }
}

TEST(Preferences, WhatIsLeftOutIsAsUsualAndWhatIsUnknownIsPassedOver) {
  const auto read = kept_from_json(R"({"theme": "dark", "from a later version": [1, {"a": 2}]})");
  ASSERT_TRUE(read.ok());
  Kept expected;
  expected.preferences.theme = Theme::kDark;
  EXPECT_EQ(*read, expected);
}

TEST(Preferences, AFieldOfNoUseIsNamed) {
  const std::vector<std::pair<std::string, std::string>> bad = {
      {R"({"text_size": 1e9})", "text_size"},
      {R"({"text_size": 99.5})", "text_size"},
      {R"({"text_size": "100"})", "text_size"},
      {R"({"theme": "pink"})", "theme"},
      {R"({"theme": 1})", "theme"},
      {R"({"language": "xx"})", "language"},
      {R"({"fixed_range": 1})", "fixed_range"},
      {R"({"rail": "shown"})", "rail"},
      {R"({"card_width": -1})", "card_width"},
      {R"({"window_x": 1e300})", "window_x"},
      {R"({"window_width": 0})", "window_width"},
      {R"({"export_folder": null})", "export_folder"},
      {R"({"figure_width": "85mm"})", "figure_width"},
      {R"({"film_ground": 1})", "film_ground"},
      {R"({"strip_height": [[[[1]]]]})", "strip_height"}};
  for (const auto& [written, field] : bad) {
    const auto read = kept_from_json(written);
    ASSERT_FALSE(read.ok()) << written;
    EXPECT_EQ(read.error().key, "error.preferences");
    EXPECT_EQ(read.error().arguments.front().second, field) << written;
  }
}

TEST(Preferences, WhatIsNoObjectIsSaidToBeNone) {
  for (const std::string& written : {std::string(), std::string("{"), std::string("[1]"), std::string("null"),
                                     std::string(30'000, '['), std::string("\xff\xfe\0", 3)}) {
    EXPECT_FALSE(kept_from_json(written).ok());
  }
}

TEST(Preferences, AnyBytesAreReadOrRefused) {
  std::mt19937 random(3);
  const std::string good = to_json(unusual());
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = good;
    for (unsigned changes = random() % 4 + 1; changes > 0; --changes)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    if (random() % 3 == 0) bytes.resize(random() % bytes.size());
    const auto read = kept_from_json(bytes);
    if (!read) continue;
    EXPECT_GE(read->preferences.text_size, kSmallestText);
    EXPECT_LE(read->preferences.text_size, kLargestText);
  }
}

TEST(PreferencesFile, IsWrittenOnceItRestsAndReadByTheNextWindow) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "config/headlight/preferences.json";
  PreferencesFile file(path);
  ASSERT_TRUE(file.read().ok()) << "no file is no error";
  EXPECT_FALSE(file.due(0).has_value());
  file.keep(unusual(), 1);
  EXPECT_FALSE(std::filesystem::exists(path)) << "what is dragged is not written in every frame";
  ASSERT_TRUE(file.due(1).has_value());
  file.keep(unusual(), 1 + *file.due(1));
  ASSERT_TRUE(std::filesystem::exists(path));
  EXPECT_FALSE(file.due(10).has_value());
  PreferencesFile next(path);
  const auto read = next.read();
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, unusual());
  next.keep(*read, 100);
  EXPECT_FALSE(next.due(100).has_value()) << "nothing has changed";
}

// Each window writes what it has changed, and no more.
TEST(PreferencesFile, KeepsWhatTwoWindowsHaveChanged) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "preferences.json";
  PreferencesFile one(path);
  PreferencesFile other(path);
  Kept of_one = *one.read();
  Kept of_other = *other.read();
  const auto on_disk = [&] { return *PreferencesFile(path).read(); };
  of_one.preferences.text_size = 150;
  of_one.window = WindowPlace{{10, 20, 800, 600}, false};
  one.keep(of_one, 0);
  ASSERT_TRUE(one.flush());
  of_other.preferences.theme = Theme::kDark;
  other.keep(of_other, 0);
  ASSERT_TRUE(other.flush());
  EXPECT_EQ(on_disk().preferences.text_size, 150);
  EXPECT_EQ(on_disk().preferences.theme, Theme::kDark);
  EXPECT_EQ(on_disk().window, of_one.window);
  of_one.preferences.text_size = 175;
  one.keep(of_one, 0);
  ASSERT_TRUE(one.flush());
  EXPECT_EQ(on_disk().preferences.theme, Theme::kDark) << "what it never knew of";
  of_other.preferences.text_size = 125;
  other.keep(of_other, 0);
  ASSERT_TRUE(other.flush());
  EXPECT_EQ(on_disk().preferences.text_size, 125) << "of both the last";
  of_other.preferences.theme = Theme::kLight;
  other.keep(of_other, 0);
  ASSERT_TRUE(other.flush());
  EXPECT_EQ(on_disk().preferences.theme, Theme::kLight) << "back to what it was is a change too";
}

TEST(PreferencesFile, KeepsWhatANewerHeadlightWrote) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "preferences.json";
  ASSERT_FALSE(exporter::write_file(path, R"({"theme": "dark", "of_tomorrow": 7})").has_value());
  PreferencesFile file(path);
  Kept kept = *file.read();
  kept.preferences.text_size = 150;
  file.keep(kept, 0);
  ASSERT_TRUE(file.flush());
  EXPECT_NE(bytes_of(path).find("\"of_tomorrow\": 7"), std::string::npos);
  EXPECT_EQ(PreferencesFile(path).read()->preferences.theme, Theme::kDark);
}

// What could not be written is written later, and not forgotten.
TEST(PreferencesFile, WritesAgainWhatCouldNotBeWritten) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "config/preferences.json";
  ASSERT_FALSE(exporter::write_file(folder / "config", "no folder").has_value());
  PreferencesFile file(path);
  file.keep(unusual(), 1);
  EXPECT_FALSE(file.flush());
  EXPECT_TRUE(file.failed().has_value());
  std::filesystem::remove(folder / "config");
  file.keep(unusual(), 1 + PreferencesFile::kEvery + PreferencesFile::kRetry);
  EXPECT_FALSE(file.failed().has_value());
  EXPECT_EQ(*PreferencesFile(path).read(), unusual());
}

TEST(PreferencesFile, ABadOneIsASentenceThatNamesIt) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "preferences.json";
  ASSERT_FALSE(exporter::write_file(path, R"({"theme": "pink"})").has_value());
  const auto read = PreferencesFile(path).read();
  ASSERT_FALSE(read.ok());
  const std::string sentence = words(Language::kEnglish)(read.error());
  EXPECT_NE(sentence.find(path.string()), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("theme"), std::string::npos) << sentence;
  ASSERT_FALSE(exporter::write_file(path, std::string(1 << 20, ' ')).has_value());
  EXPECT_EQ(PreferencesFile(path).read().error().key, "error.file_too_large");
}

TEST(PreferencesFile, WithoutAPlaceNothingIsKept) {
  PreferencesFile file("");
  ASSERT_TRUE(file.read().ok());
  file.keep(unusual(), 0);
  EXPECT_FALSE(file.due(0).has_value());
}

TEST(OnAScreen, AWindowThatCanBeTakenHoldOfStays) {
  const std::vector<DesktopArea> screens = {{0, 0, 1920, 1080}, {1920, 200, 1280, 720}};
  for (const DesktopArea& window : {DesktopArea{100, 100, 800, 600}, DesktopArea{2000, 300, 900, 500},
                                    DesktopArea{-600, 10, 800, 600}, DesktopArea{1700, 900, 800, 600}}) {
    EXPECT_EQ(on_a_screen(window, screens), window) << window.x;
  }
}

TEST(OnAScreen, ALostWindowComesToTheMiddleOfTheFirst) {
  const std::vector<DesktopArea> screens = {{0, 30, 1920, 1050}, {1920, 200, 1280, 720}};
  for (const DesktopArea& window :
       {DesktopArea{-5000, 100, 800, 600}, DesktopArea{100, -300, 800, 600}, DesktopArea{100, 1060, 800, 600},
        DesktopArea{90'000, 90'000, 800, 600}}) {
    EXPECT_EQ(on_a_screen(window, screens), (DesktopArea{560, 255, 800, 600})) << window.x;
  }
  const DesktopArea huge = on_a_screen({0, 30, 9000, 9000}, screens);
  EXPECT_EQ(huge, (DesktopArea{0, 30, 1920, 1050}));
  EXPECT_EQ(on_a_screen({7, 8, 9, 10}, {}), (DesktopArea{7, 8, 9, 10})) << "no screen is known";
}

}  // namespace
}  // namespace app
