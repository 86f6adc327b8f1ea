// A picture shows the numbers' colours, in the same bytes each time, and its text fits.
#include "app/export/figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/document/document.h"
#include "app/document/labs/labs.h"
#include "app/export/file.h"
#include "app/look/labels.h"
#include "app/session/steps.h"
#include "engine/core/drawn.h"
#include "tests/export/drawn.h"

namespace exporter {
namespace {

using engine::Index;
using testing::HasSubstr;
namespace fs = std::filesystem;

std::shared_ptr<const engine::Trace> trace_of(const std::string& text, bool causal = false) {
  app::Document document;
  document.text = text;
  document.config.causal = causal;
  return app::make_trace(document).value();
}

std::string words_text(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word" + std::to_string(i % 7) + " ";
  return text;
}

TEST(Figure, OfEveryLabSaysWhatIsAlongItsSides) {
  for (const char* lab : {"positions", "relatives", "depth"}) {
    app::Document document;
    document.focus.view = lab;
    app::open_lab_of_view(document);
    const auto trace = app::make_trace(document).value();
    int labs = 0;
    for (int stage = 0; stage < trace->size(); ++stage) {
      if (!trace->stage(stage).address.starts_with("lab.")) continue;
      ++labs;
      const std::string caption = figure_caption(app::words(app::Language::kEnglish), *trace, stage);
      EXPECT_EQ(caption.find("rows are ,"), std::string::npos) << trace->stage(stage).address;
      EXPECT_FALSE(
          look::axis_title(app::words(app::Language::kEnglish), trace->stage(stage)).starts_with(" "));
    }
    EXPECT_GT(labs, 4) << lab;
  }
}

// Characters of three words: five words, as spaces count.
TEST(Figure, PiecesOfWordsAreMergedWhereTheyAreWeightsAndTheCaptionSaysHow) {
  app::Document document;
  document.text = "ab cd ef";
  document.tokenizer = text::TokenizerKind::kCharacters;
  const auto trace = app::make_trace(document).value();
  FigureOptions options;
  options.merged_pieces = true;
  const auto numbers_in = [&](const char* address) {
    const std::string svg = draw_figure(*trace, trace->find(address).value(), options, Medium::kSvg).value();
    size_t count = 0;
    for (size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) ++count;
    EXPECT_EQ(svg.find("mean over") != std::string::npos, count < 60) << address;
    return count;
  };
  const size_t whole = 8 * 8 + 8 + 8;
  const size_t merged = 5 * 5 + 5 + 5;
  EXPECT_GE(numbers_in("encoder.0.self.head.1.scores"), whole);
  EXPECT_GE(numbers_in("encoder.0.self.head.1.weights"), merged);
  EXPECT_LT(numbers_in("encoder.0.self.head.1.weights"), whole / 2 + 20);
  options.merged_pieces = false;
  EXPECT_GE(numbers_in("encoder.0.self.head.1.weights"), whole);
}

void expect_colour(unsigned pixel, look::Rgb colour) {
  EXPECT_NEAR(pixel >> 16U, colour.r * 255, 1);
  EXPECT_NEAR(pixel >> 8U & 0xFFU, colour.g * 255, 1);
  EXPECT_NEAR(pixel & 0xFFU, colour.b * 255, 1);
}

// Every cell's centre has its number's colour; cells whose number is printed over it are not for this.
void expect_true_colours(const engine::Trace& trace, const char* address, FigureOptions options) {
  const int stage = trace.find(address).value();
  const Drawn picture(draw_figure(trace, stage, options, Medium::kPng).value());
  const Box map = figure_size(trace, stage, options).map;
  const engine::Stage& shown = trace.stage(stage);
  const auto on_it = look::is_signed(shown) ? std::vector{stage} : app::across_heads(trace, stage);
  const look::ColourScale scale =
      look::scale_for(trace, on_it, options.sequential, options.dark, options.fixed_range);
  for (Index row = 0; row < shown.rows; ++row) {
    for (Index column = 0; column < shown.columns; ++column) {
      const float value = trace.at(stage, row, column);
      if (!std::isfinite(value) || engine::is_drawn_hidden(trace, stage, row, column)) continue;
      const double x =
          map.x + (static_cast<double>(column) + 0.5) * map.width / static_cast<double>(shown.columns);
      const double y =
          map.y + (static_cast<double>(row) + 0.5) * map.height / static_cast<double>(shown.rows);
      expect_colour(picture.at(x * options.scale, y * options.scale), look::colour_of(scale, value));
    }
  }
}

TEST(Figure, CellCentresHaveTheirNumbersColour) {
  const auto trace = trace_of("the cat sat on the mat because the cat was tired", true);
  expect_true_colours(*trace, "input", {});
  expect_true_colours(*trace, "encoder.0.self.concat", {.dark = true, .scale = 2});
  expect_true_colours(*trace, "encoder.0.self.head.1.wq", {.dark = true, .scale = 1.5});
}

TEST(Figure, CellCentresOfALargeMapHaveTheirNumbersColour) {
  const auto trace = trace_of(words_text(150), true);
  expect_true_colours(*trace, "encoder.0.self.head.1.masked", {.dark = true});
  expect_true_colours(*trace, "encoder.0.self.head.1.weights",
                      {.sequential = look::ColourMap::kCividis, .scale = 2});
}

TEST(Figure, HiddenCellsAreNeverAValuesColour) {
  const auto trace = trace_of("a b c d", true);
  const int stage = trace->find("encoder.0.self.head.0.masked").value();
  const Drawn picture(draw_figure(*trace, stage, {}, Medium::kPng).value());
  const Box map = figure_size(*trace, stage, {}).map;
  int paper = 0;
  for (double x = map.x + map.width * 0.76; x < map.right(); ++x) {
    const unsigned pixel = picture.at(x, map.y + map.height * 0.1);
    // Paper, the muted colour, or between: all grey, where values are green or pink.
    EXPECT_NEAR(pixel >> 16U, pixel & 0xFFU, 13);
    if (pixel == 0xFFFFFF) ++paper;
  }
  EXPECT_GT(paper, 10);
}

TEST(Figure, EverythingStaysInsideThePicture) {
  for (const int tokens : {1, 4, 11, 40, 300}) {
    const auto trace = trace_of(words_text(tokens));
    for (const char* address : {"tokens", "embedding.table", "encoder.0.self.head.0.weights",
                                "encoder.0.self.head.0.q", "encoder.0.self.concat", "encoder.0.self.wo"}) {
      const int stage = trace->find(address).value();
      const FigureSize size = figure_size(*trace, stage, {});
      EXPECT_GE(size.map.x, 24) << address << tokens;
      EXPECT_LE(size.map.right() + 24 + 10 + 24, size.width) << address << tokens;
      EXPECT_LE(size.map.bottom() + 48, size.height) << address << tokens;
      const Drawn picture(draw_figure(*trace, stage, {}, Medium::kPng).value());
      // A margin of 8 pixels around is paper: no letter was cut off.
      for (int x = 0; x < picture.width(); ++x) {
        EXPECT_EQ(picture.at(x, 8), 0xFFFFFFU);
        EXPECT_EQ(picture.at(x, picture.height() - 8), 0xFFFFFFU);
      }
      for (int y = 0; y < picture.height(); ++y) {
        EXPECT_EQ(picture.at(8, y), 0xFFFFFFU);
        EXPECT_EQ(picture.at(picture.width() - 8, y), 0xFFFFFFU) << address << tokens;
      }
    }
  }
}

TEST(Figure, TheSameStageMakesTheSameBytes) {
  const auto trace = trace_of("我 cat the the 👩‍👩‍👧");
  const int stage = trace->find("encoder.0.self.head.0.weights").value();
  for (const Medium medium : {Medium::kPng, Medium::kSvg, Medium::kPdf}) {
    const std::string first = draw_figure(*trace, stage, {}, medium).value();
    EXPECT_EQ(first, draw_figure(*trace, stage, {}, medium).value());
    EXPECT_GT(first.size(), 1000U);
  }
}

TEST(Figure, ScaleMultipliesThePixels) {
  const auto trace = trace_of("a b");
  const FigureSize size = figure_size(*trace, 0, {});
  const Drawn picture(draw_figure(*trace, 0, {.scale = 3}, Medium::kPng).value());
  EXPECT_EQ(picture.width(), std::lround(size.width * 3));
  EXPECT_EQ(draw_figure(*trace, 0, {.scale = 0}, Medium::kPng).error().key, "error.scale");
  EXPECT_EQ(draw_figure(*trace, 0, {.scale = std::nan("")}, Medium::kPng).error().key, "error.scale");
}

TEST(Figure, APictureTooLargeIsRefusedWithItsSize) {
  const auto trace = trace_of(words_text(1200));
  const int stage = trace->find("encoder.0.self.head.0.weights").value();
  const auto drawn = draw_figure(*trace, stage, {.scale = 16}, Medium::kPng);
  ASSERT_FALSE(drawn.ok());
  EXPECT_EQ(drawn.error().key, "error.picture_too_large");
}

class Exports : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "headlight_export_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(Exports, ThePdfsTextCanBeSelected) {
  if (std::system("command -v pdftotext >/dev/null") != 0) GTEST_SKIP() << "pdftotext is not installed";
  const auto trace = trace_of("我 cat the the");
  const int stage = trace->find("encoder.0.self.head.0.weights").value();
  const auto path = export_stage(*trace, stage, {}, folder_ / "a.pdf").value();
  FILE* pipe = ::popen(("pdftotext -layout '" + path + "' -").c_str(), "r");
  std::string text(20'000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), pipe));
  ::pclose(pipe);
  for (const char* expected : {"Head 1 · Attention weights", "rows are queries", "我", "cat", "the₃"}) {
    EXPECT_THAT(text, HasSubstr(expected));
  }
}

TEST_F(Exports, TheEndingChoosesTheFormat) {
  const auto trace = trace_of("a b");
  const auto begins = [&](const char* name) {
    const auto path = export_stage(*trace, 0, {}, folder_ / name);
    return path.ok() ? read_file(*path).value().substr(0, 5) : path.error().key;
  };
  EXPECT_EQ(begins("a.PNG"), "\x89PNG\r");
  EXPECT_EQ(begins("a.svg"), "<?xml");
  EXPECT_EQ(begins("a.pdf"), "%PDF-");
  EXPECT_EQ(begins("a.csv"), ",id\r\n");
  EXPECT_EQ(begins("a.npy"), "\x93NUMP");
  EXPECT_EQ(begins("a.jpg"), "error.unknown_format");
  EXPECT_EQ(begins("a"), "error.unknown_format");
  EXPECT_EQ(begins("no/a.png"), "error.no_folder");
  EXPECT_EQ(export_stage(*trace, 0, {}, "/dev/full").error().key, "error.unknown_format");
}

TEST_F(Exports, EveryStageIsOneFileNamedByItsAddress) {
  const auto trace = trace_of("a b");
  EXPECT_EQ(export_all(*trace, folder_ / "new/all", "png", {}).value(), trace->size());
  for (const engine::Stage& stage : trace->stages()) {
    EXPECT_TRUE(fs::is_regular_file(folder_ / "new/all" / (stage.address + ".png"))) << stage.address;
  }
  EXPECT_EQ(export_all(*trace, folder_ / "other", "gif", {}).error().key, "error.unknown_format");
  EXPECT_FALSE(fs::exists(folder_ / "other"));
}

}  // namespace
}  // namespace exporter
