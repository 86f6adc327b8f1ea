// A figure for a paper has its width, type that can be read there, and labels that stay text.
#include "app/export/figure_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <regex>

#include "app/document/document.h"
#include "app/export/figure.h"
#include "app/export/figure_layout.h"
#include "tests/export/drawn.h"

namespace exporter {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kShownWeights = "encoder.0.self.head.1.weights";

std::shared_ptr<const engine::Trace> trace_for_page(const std::string& text) {
  app::Document document;
  document.text = text;
  return app::make_trace(document).value();
}

std::string svg_of(const engine::Trace& trace, const FigureOptions& options,
                   const char* address = kShownWeights) {
  return draw_figure(trace, trace.find(address).value(), options, Medium::kSvg).value();
}

// The type sizes of all <text> elements.
std::vector<double> type_sizes(const std::string& svg) {
  const std::regex tag("<text[^>]*font-size=\"([0-9.]+)\"");
  std::vector<double> sizes;
  for (auto at = std::sregex_iterator(svg.begin(), svg.end(), tag); at != std::sregex_iterator(); ++at)
    sizes.push_back(std::stod((*at)[1]));
  return sizes;
}

TEST(FigurePage, IsNamedByANumberAndItsUnit) {
  EXPECT_EQ(page_named("85mm"), kOneColumn);
  EXPECT_EQ(page_named("240pt"), (FigurePage{.width = 240, .unit = LengthUnit::kPoints}));
  EXPECT_EQ(page_named("1600px"), (FigurePage{.width = 1600, .unit = LengthUnit::kPixels}));
  EXPECT_EQ(page_named("88.9mm")->width, 88.9);
  for (const char* bad :
       {"", "85", "mm", "85 mm", "85cm", "85mmm", "-85mm", "0mm", "nanmm", "infpt", "1e9px", "5mm"})
    EXPECT_FALSE(page_named(bad)) << bad;
}

TEST(FigureText, AnSvgHasATextForEachLabel) {
  const auto trace = trace_for_page("the cat sat down");
  // Title, formula and caption; the bar's three numbers; four queries and four keys; sixteen numbers.
  EXPECT_EQ(type_sizes(svg_of(*trace, {})).size(), 3U + 3 + 8 + 16);
  EXPECT_EQ(type_sizes(svg_of(*trace, {.page = kOneColumn})).size(), 3U + 3 + 8 + 16);
  FigureOptions bare;
  bare.parts = {.title = false, .formula = false, .numbers = false, .colour_bar = false, .caption = false};
  EXPECT_EQ(type_sizes(svg_of(*trace, bare)).size(), 8U);
  bare.parts.numbers = true;
  EXPECT_EQ(type_sizes(svg_of(*trace, bare)).size(), 8U + 16);
  bare.parts.colour_bar = true;
  EXPECT_EQ(type_sizes(svg_of(*trace, bare)).size(), 8U + 16 + 3);
}

TEST(FigureText, NamesItsFontsAndEscapesWhatATokenSays) {
  const auto trace = trace_for_page("<b> & 我 \"x\"");
  const std::string svg = svg_of(*trace, {});
  EXPECT_THAT(svg, HasSubstr(">&lt;</text>"));
  EXPECT_THAT(svg, HasSubstr(">&amp;</text>"));
  EXPECT_THAT(svg, HasSubstr(">我</text>"));
  EXPECT_THAT(svg, HasSubstr("font-family=\"Inter, "));
  EXPECT_THAT(svg, HasSubstr("sans-serif\""));
  EXPECT_THAT(svg, Not(HasSubstr("<glyph")));
  EXPECT_THAT(svg, Not(HasSubstr("<use")));
}

TEST(FigureText, AFormulaIsOneTextWithItsSubscriptsLowered) {
  const std::string svg = svg_of(*trace_for_page("a b"), {});
  const std::regex formula(
      "<text[^>]*>(?:(?!</text>).)*softmax</tspan><tspan dy=\"[0-9.]+\"[^>]*>row</tspan>"
      "<tspan dy=\"-[0-9.]+\"");
  EXPECT_TRUE(std::regex_search(svg, formula)) << svg;
}

TEST(FigurePage, TypeInAColumnIsEightToNinePointsHigh) {
  for (const char* text : {"the cat", "The animal did not cross the street because it was too tired"}) {
    const auto trace = trace_for_page(text);
    for (const FigurePage& page : {kOneColumn, kTwoColumns}) {
      for (const char* address :
           {kShownWeights, "encoder.0.self.head.1.q", "encoder.0.self.concat", "tokens"}) {
        const std::string svg = svg_of(*trace, {.page = page}, address);
        // Its units are points.
        EXPECT_NEAR(layout_width(page), page.width * 72 / 25.4, 1e-9);
        EXPECT_THAT(svg, HasSubstr("width=\"" + std::to_string(std::lround(page.width)) + "mm\""));
        for (const double size : type_sizes(svg)) {
          EXPECT_GE(size, 7.5) << address << text;
          EXPECT_LE(size, 9.5) << address << text;
        }
      }
    }
  }
}

// The pixels a metre of a PNG's chunk pHYs, as libpng reads them: it skips a chunk whose check is wrong.
png_uint_32 dots_per_metre(const std::string& png) {
  std::string rest = png;
  png_structp reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(reader);
  png_set_read_fn(reader, &rest, [](png_structp of, png_bytep to, size_t count) {
    auto& from = *static_cast<std::string*>(png_get_io_ptr(of));
    from.erase(0, from.copy(reinterpret_cast<char*>(to), count));
  });
  png_read_info(reader, info);
  const png_uint_32 dots = png_get_pixels_per_meter(reader, info);
  png_destroy_read_struct(&reader, &info, nullptr);
  return dots;
}

// Word processors place a PNG by it: 300 dots an inch, twice that where the picture is enlarged twice.
TEST(FigurePage, APngKnowsHowLargeItIsOnPaper) {
  const auto trace = trace_for_page("the cat sat down");
  const auto png = [&](const FigureOptions& options) {
    return draw_figure(*trace, trace->find(kShownWeights).value(), options, Medium::kPng).value();
  };
  EXPECT_EQ(dots_per_metre(png({.page = kOneColumn})), 11811U);
  EXPECT_EQ(dots_per_metre(png({.scale = 2, .page = kOneColumn})), 23622U);
  EXPECT_EQ(dots_per_metre(png({})), 0U) << "as wide as its content: no size on paper";
  const std::string enlarged = png({.scale = 2, .page = kOneColumn});
  EXPECT_NEAR(Drawn(enlarged).width() / 23622.0, 0.085, 0.0001);
}

TEST(FigurePage, EverythingStaysInsideIt) {
  for (const int tokens : {1, 3, 12, 60}) {
    std::string text;
    for (int i = 0; i < tokens; ++i) text += "word" + std::to_string(i) + " ";
    const auto trace = trace_for_page(text);
    for (const FigurePage& page : {kOneColumn, kTwoColumns, kSlide}) {
      for (const char* address :
           {kShownWeights, "encoder.0.self.head.1.q", "encoder.0.self.concat", "tokens"}) {
        const int stage = trace->find(address).value();
        const Drawn drawn(draw_figure(*trace, stage, {.page = page}, Medium::kPng).value());
        EXPECT_EQ(drawn.width(), std::lround(layout_width(page) * page.type * kDotsPerPoint));
        if (page.ratio > 0) {
          EXPECT_NEAR(drawn.width(), drawn.height() * page.ratio, 2);
        }
        for (int x = 0; x < drawn.width(); ++x) {
          EXPECT_EQ(drawn.at(x, 4), 0xFFFFFFU) << address << tokens;
          EXPECT_EQ(drawn.at(x, drawn.height() - 4), 0xFFFFFFU) << address << tokens;
        }
        for (int y = 0; y < drawn.height(); ++y) {
          EXPECT_EQ(drawn.at(4, y), 0xFFFFFFU) << address << tokens;
          EXPECT_EQ(drawn.at(drawn.width() - 2, y), 0xFFFFFFU) << address << tokens << " " << y;
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST(FigurePage, ATransparentFigureIsClearBesideItsCells) {
  const auto trace = trace_for_page("the cat");
  const int stage = trace->find(kShownWeights).value();
  const FigureOptions options{.page = kOneColumn, .is_transparent = true};
  const Drawn drawn(draw_figure(*trace, stage, options, Medium::kPng).value());
  const Box map = figure_size(*trace, stage, options).map;
  EXPECT_TRUE(drawn.is_clear(2, 2));
  EXPECT_FALSE(drawn.is_clear((map.x + 2) * kDotsPerPoint, (map.y + 2) * kDotsPerPoint));
  EXPECT_FALSE(Drawn(draw_figure(*trace, stage, {}, Medium::kPng).value()).is_clear(2, 2));
}

TEST(FigureCaption, SaysWhatIsShownAndNoAddress) {
  const auto trace = trace_for_page("the cat");
  const std::string svg = svg_of(*trace, {});
  EXPECT_THAT(svg, HasSubstr("Head 2 · Attention weights: rows are queries"));
  for (const char* internal : {"encoder.", "self.head", " kB", "numbers ·"})
    EXPECT_THAT(svg, Not(HasSubstr(internal)));
  app::Document document;
  document.text = "the cat";
  document.target = "le chat";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kTransformer;
  const auto layered = app::make_trace(document).value();
  EXPECT_EQ(figure_caption(app::words(app::Language::kEnglish), *layered,
                           layered->find("decoder.1.cross.head.2.weights").value()),
            "Head 3 · Attention weights (Decoder 2 · Cross-attention): rows are queries (L = 2), columns are "
            "keys (T = 2).");
}

}  // namespace
}  // namespace exporter
