// The export panel: how figures and films are made, the notice after it, and Ctrl+C.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/export/figure.h"
#include "driver.h"
#include "engine/core/number_text.h"
#include "states.h"

namespace app {
namespace {

// All requests of this kind from now on.
template <class Kind>
void collect(Driver& driver, std::vector<Kind>& all) {
  driver.serve([&all](const Requests& requests) {
    for (const Kind& one : requests.of<Kind>()) all.push_back(one);
  });
}

TEST(ExportPanel, ChoosesHowFiguresAreMade) {
  Driver driver(looking_at("encoder.0.self.head.0.weights"));
  driver.click("Export##export");
  driver.click("Two columns (178 mm)##figure.width_two");
  driver.frames(2);
  EXPECT_EQ(driver.session().preferences().figure.width, FigureWidth::kTwoColumns);
  const std::vector<std::pair<const char*, bool FigureChoices::*>> parts = {
      {"Title##figure.part_title", &FigureChoices::title},
      {"Formula##figure.part_formula", &FigureChoices::formula},
      {"Numbers##figure.part_numbers", &FigureChoices::numbers},
      {"Colour bar##figure.part_bar", &FigureChoices::colour_bar},
      {"Caption##figure.part_caption", &FigureChoices::caption},
      {"No background##figure.part_transparent", &FigureChoices::is_transparent}};
  for (const auto& [label, part] : parts) {
    const bool before = driver.session().preferences().figure.*part;
    driver.click(label);
    driver.frames(2);
    EXPECT_NE(driver.session().preferences().figure.*part, before) << label;
  }
  EXPECT_TRUE(driver.shows("Export PNG##write")) << "the panel stays open";
}

TEST(ExportPanel, ChoosesHowFilmsAreMade) {
  Driver driver(looking_at("encoder.0.self.head.0.weights"));
  driver.click("Export##export");
  driver.click("Film of this step##export.film");
  driver.frames(2);
  driver.click("Square##film.square");
  driver.click("Dark##film.dark");
  driver.frames(2);
  EXPECT_EQ(driver.session().preferences().film, (FilmChoices{FilmShape::kSquare, FilmGround::kDark}));
}

TEST(ExportPanel, WritesWhatWasChosenWithItsOneButton) {
  Driver driver(looking_at("encoder.0.self.head.0.weights"));
  std::vector<ExportRequest> asked;
  collect(driver, asked);
  driver.click("Export##export");
  driver.click("This step in every head##export.heads");
  driver.click("SVG##format.svg");
  driver.frames(2);
  EXPECT_TRUE(asked.empty()) << "a choice writes nothing";
  driver.click("Export SVG##write");
  driver.frames(2);
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].scope, ExportScope::kHeads);
  EXPECT_EQ(asked[0].format, "svg");
  EXPECT_FALSE(driver.shows("SVG##format.svg")) << "the panel closes";
  driver.click("Export##export");
  EXPECT_TRUE(driver.shows("Export SVG##write")) << "the choice is kept";
}

TEST(ExportPanel, OffersAHandoutWithBlanks) {
  Driver driver(looking_at("encoder.0.self.head.0.weights"));
  std::vector<ExportRequest> asked;
  collect(driver, asked);
  driver.click("Export##export");
  driver.click("One-page handout##export.handout");
  driver.frames(2);
  driver.click("Blanks to fill in##export.handout_blanks");
  driver.frames(2);
  driver.click("Export PDF##write");
  driver.frames(2);
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].scope, ExportScope::kHandoutBlanks);
}

TEST(ExportPanel, StaysInTheWindow) {
  for (const ImVec2 size : {ImVec2(1024, 640), ImVec2(1280, 720), ImVec2(1600, 1000)}) {
    for (const Language language : {Language::kEnglish, Language::kTraditionalChinese}) {
      State state = looking_at("encoder.0.self.head.0.weights");
      state.preferences.language = language;
      Driver driver(state, size);
      driver.press(ImGuiKey_E, ImGuiMod_Ctrl);
      driver.frames(3);
      const auto folder = driver.find("##folder");
      ASSERT_TRUE(folder.has_value());
      EXPECT_LE(folder->high.y, size.y) << size.x;
      EXPECT_GE(folder->low.x, 0) << size.x;
    }
  }
}

TEST(ExportedFigure, HasTheColourRangeOfTheScreen) {
  State state = looking_at("encoder.0.self.head.0.scores");
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.architecture = engine::Architecture::kEncoder;
  for (const bool fixed : {true, false}) {
    state.preferences.fixed_range = fixed;
    Driver driver(state);
    const views::Frame frame = driver.view();
    for (const char* address : {"encoder.0.self.head.1.scores", "encoder.1.self.head.0.scores",
                                "encoder.1.self.head.2.weights", "encoder.0.ffn.hidden"}) {
      const int stage = frame.trace().find(address).value();
      const bool is_signed = look::is_signed(frame.trace().stage(stage));
      const look::ColourScale& scale = is_signed ? frame.facts.own_scale(stage) : frame.facts.scale(stage);
      const std::string svg =
          exporter::draw_figure(frame.trace(), stage, {.fixed_range = fixed}, exporter::Medium::kSvg).value();
      EXPECT_THAT(svg, testing::HasSubstr(">" + engine::short_number(scale.high) + "</text>")) << address;
    }
  }
}

TEST(CopyPicture, IsCtrlCUnlessTextIsTyped) {
  Driver driver(looking_at("encoder.0.self.head.0.weights"));
  std::vector<ExportRequest> asked;
  collect(driver, asked);
  driver.press(ImGuiKey_C, ImGuiMod_Ctrl);
  driver.frames(2);
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].scope, ExportScope::kCopy);
  driver.click("##sequence");
  driver.press(ImGuiKey_C, ImGuiMod_Ctrl);
  driver.frames(2);
  EXPECT_EQ(asked.size(), 1U);
}

TEST(WrittenNotice, ShowsTheFolderAndCopiesThePath) {
  const std::string path = "/home/ann/Pictures/Headlight/a.png";
  Driver driver(looking_at("encoder.0.self.head.0.weights"));
  std::vector<request::ShowFolder> shown;
  std::vector<request::CopyText> copied;
  driver.serve([&](const Requests& requests) {
    for (const auto& one : requests.of<request::ShowFolder>()) shown.push_back(one);
    for (const auto& one : requests.of<request::CopyText>()) copied.push_back(one);
  });
  driver.session().notify({"export.wrote", {{"path", path}}, 0, false, {}, path});
  driver.frames(2);
  driver.click("Show folder##show folder");
  driver.click("Copy path##copy path");
  driver.frames(2);
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].path, path);
  ASSERT_EQ(copied.size(), 1U);
  EXPECT_EQ(copied[0].text, path);
  driver.session().notify({"notice.session_copied", {}, 0, false, {}});
  driver.frames(2);
  EXPECT_FALSE(driver.shows("Show folder##show folder"));
}

TEST(UnreadableNotice, OffersToRemoveWhatItFound) {
  Driver driver(looking_at("encoder.0.self.head.0.weights"));
  int removed = 0;
  driver.serve([&](const Requests& requests) {
    removed += static_cast<int>(requests.of<request::RemoveUnreadable>().size());
  });
  driver.session().notify({.key = "notice.unreadable",
                           .arguments = {{"count", "2"}},
                           .offered = {},
                           .written = "/home/me/unreadable/a",
                           .removes = true});
  driver.frames(2);
  EXPECT_TRUE(driver.shows("Show folder##show folder"));
  driver.click("Remove##remove");
  driver.frames(2);
  EXPECT_EQ(removed, 1);
  EXPECT_FALSE(driver.session().notice().has_value());
}

}  // namespace
}  // namespace app
