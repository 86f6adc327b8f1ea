// type_test.cpp: lines, numbers, paragraphs and shaped text.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/ui/shaped_text.h"
#include "tests/ui/type_frame.h"

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Type : public TypeFrame {
 protected:
  // Left edges of the glyphs that a number is drawn with.
  static std::vector<float> glyph_edges(std::string_view number, const ui::TextStyle& style) {
    const int first = list().VtxBuffer.Size;
    ui::draw_number(list(), {500, 100}, number, style);
    std::vector<float> edges;
    for (int i = first; i < list().VtxBuffer.Size; i += 4) edges.push_back(list().VtxBuffer[i].pos.x);
    return edges;
  }

  float width(std::string_view text, float size = 15) const { return ui::text_size(text, style(size)).x; }
};

TEST_F(Type, NumbersOfEqualLengthAreEquallyWide) {
  EXPECT_GT(width("88.88"), width("11.11"));  // as plain text they are not
  EXPECT_EQ(ui::number_width("88.88", style()), ui::number_width("11.11", style()));
}

TEST_F(Type, NumbersAlignAtThePoint) {
  const auto small = glyph_edges("1.11", style());
  const auto large = glyph_edges("−104.88", style());
  ASSERT_EQ(small.size(), 4u);
  ASSERT_EQ(large.size(), 7u);
  EXPECT_EQ(small[1], large[4]);
}

TEST_F(Type, NumbersWearATrueMinusAndNoSignAtZero) {
  EXPECT_EQ(ui::fixed_number(-3.031, 2), "−3.03");
  EXPECT_EQ(ui::fixed_number(-0.001, 2), "0.00");
  EXPECT_EQ(ui::fixed_number(-kInfinity, 2), "−∞");
  EXPECT_EQ(ui::fixed_number(std::nan(""), 2), "NaN");
}

TEST_F(Type, ADifferenceThatIsNotZeroNeverReadsAsZero) {
  EXPECT_EQ(ui::difference_number(0), "0");
  EXPECT_EQ(ui::difference_number(7.88e-7), "7.9 × 10⁻⁷");
  EXPECT_EQ(ui::difference_number(-1e-12), "−1.0 × 10⁻¹²");
  EXPECT_EQ(ui::difference_number(0.25), "0.250");
  EXPECT_EQ(ui::difference_number(kInfinity), "∞");
}

TEST_F(Type, CellsShowAsManyDecimalsAsFit) {
  const float room = ui::number_width("11.1", style(11));
  EXPECT_EQ(ui::format_number(111.04, room, style(11)), "111");
  EXPECT_EQ(ui::format_number(69.62, room, style(11)), "69.6");
  EXPECT_EQ(ui::format_number(0.974, room, style(11)), "0.97");
  EXPECT_EQ(ui::format_number(-1234567, 100, style(11)), "−1.2e6");
  EXPECT_EQ(ui::format_number(9999999, 100, style(11)), "1.0e7");
  EXPECT_EQ(ui::format_number(12345, 5, style(11)), "");
  for (const double value : {-1234.5, -29.84, 0.5, 128.0}) {
    EXPECT_LE(ui::number_width(ui::format_number(value, room, style(11)), style(11)), room) << value;
  }
}

TEST_F(Type, SubscriptsAreSmallerAndLower) {
  EXPECT_LT(width("the₀"), width("the0"));
  EXPECT_GT(width("the₀"), width("the"));
  ui::draw_text(list(), {10, 10}, "0₀", style(30));
  const auto& vertices = list().VtxBuffer;
  const int last = vertices.Size - 4;
  EXPECT_GT(vertices[last + 2].pos.y, vertices[last - 4 + 2].pos.y);  // its foot
  EXPECT_GT(vertices[last].pos.y, vertices[last - 4].pos.y);          // its head
}

TEST_F(Type, TurnedLabelsRiseToTheRight) {
  const int first = list().VtxBuffer.Size;
  // Above the window while it lies flat: still drawn.
  ui::draw_text_rotated(list(), {100, 300}, -40, "because", style());
  ASSERT_EQ(list().VtxBuffer.Size, first + 7 * 4);
  const ImVec2 left = list().VtxBuffer[first].pos;
  const ImVec2 right = list().VtxBuffer[list().VtxBuffer.Size - 4].pos;
  EXPECT_GT(right.x, left.x + 20);
  EXPECT_LT(right.y, left.y - 20);
}

TEST_F(Type, ShortenedTextFitsAndEndsBetweenGraphemes) {
  const std::string text = "a👩‍👩‍👧b👩‍👩‍👧c👩‍👩‍👧 and more";
  for (const float room : {20.0f, 40.0f, 60.0f, 90.0f}) {
    const std::string shortened = ui::ellipsise(text, room, style());
    EXPECT_LE(width(shortened), room);
    EXPECT_TRUE(shortened.ends_with("…"));
    EXPECT_FALSE(shortened.ends_with("\u200D…"));
  }
  EXPECT_EQ(ui::ellipsise("short", 100, style()), "short");
}

TEST_F(Type, WrappedLinesFitAndKeepWordsWhole) {
  const std::string text = "Next: divided by its root so that the numbers do not grow";
  std::string joined;
  for (const std::string& line : ui::wrap_text(text, 120, style())) {
    EXPECT_LE(width(line), 120);
    joined += (joined.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(joined, text);
}

TEST_F(Type, NoLineBeginsWithClosingPunctuationOrEndsWithAnOpeningOne) {
  const std::string text = "我，不想延畢。「不」，我想（延畢）、好嗎？我，不想延畢！";
  for (float room = 64; room < 200; room += 3) {
    for (const std::string& line : ui::wrap_text(text, room, style())) {
      for (const std::string_view mark : {"，", "。", "、", "」", "）", "？", "！"}) {
        EXPECT_FALSE(line.starts_with(mark)) << line << " at " << room;
      }
      for (const std::string_view mark : {"「", "（"}) EXPECT_FALSE(line.ends_with(mark)) << line;
    }
  }
}

TEST_F(Type, AWordWiderThanTheLineIsCutAndEmptyLinesStay) {
  for (const std::string& line : ui::wrap_text("supercalifragilistic", 50, style()))
    EXPECT_LE(width(line), 50);
  EXPECT_EQ(ui::wrap_text("a\n\nb", 100, style()), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(ui::wrap_text("", 100, style()).size(), 1u);
  EXPECT_EQ(ui::wrap_text("Q is 6 × 64", 60, style()), (std::vector<std::string>{"Q is", "6 × 64"}));
}

TEST_F(Type, PlainTextNeedsNoShapingAndMarksEmojiAndIndicDo) {
  for (const std::string_view text : {"the₀ cat", "漢字，「好」", "naïve é", "QKᵀ / √dₖ", "→ … ␣ ↵ −∞"}) {
    EXPECT_FALSE(ui::needs_shaping(text, fonts_.regular)) << text;
  }
  for (const std::string_view text : {"e\u0301", "👩‍👩‍👧", "हिन्दी", "العربية", "ไทย", "⭐"}) {
    EXPECT_TRUE(ui::needs_shaping(text, fonts_.regular)) << text;
  }
}

TEST_F(Type, ShapedTextGivesAPicture) {
  for (const std::string_view text : {"👩‍👩‍👧", "e\u0301", "हिन्दी", "العربية"}) {
    const ui::ShapedPicture picture = ui::shape_picture(text, style());
    ASSERT_EQ(picture.rgba.size(), static_cast<size_t>(picture.width * picture.height * 4));
    int inked = 0;
    for (size_t alpha = 3; alpha < picture.rgba.size(); alpha += 4) inked += picture.rgba[alpha] > 128;
    EXPECT_GT(inked, 10) << text;
    EXPECT_GT(picture.advance, 4) << text;
  }
}

TEST_F(Type, EmojiKeepTheirColoursAndMarksTakeTheInk) {
  const auto coloured = [](const ui::ShapedPicture& picture) {
    for (size_t i = 0; i < picture.rgba.size(); i += 4) {
      if (picture.rgba[i + 3] > 200 && picture.rgba[i] > picture.rgba[i + 2] + 80) return true;
    }
    return false;
  };
  EXPECT_TRUE(coloured(ui::shape_picture("😀", style())));
  EXPECT_FALSE(coloured(ui::shape_picture("e\u0301", style())));
}

TEST_F(Type, ShapedTextTakesTheFaceOfItsStyle) {
  EXPECT_EQ(ui::pango_name(fonts_.semibold), "Inter,Noto Sans CJK TC,DejaVu Sans, Semi-Bold");
  const auto ink = [&](ImFont* font) {
    const ui::ShapedPicture picture = ui::shape_picture("He\u0301", {font, 30, IM_COL32_BLACK});
    int sum = 0;
    for (size_t alpha = 3; alpha < picture.rgba.size(); alpha += 4) sum += picture.rgba[alpha];
    return sum;
  };
  EXPECT_GT(ink(fonts_.semibold), ink(fonts_.regular) * 1.1);
}

TEST_F(Type, ShapedTextStandsOnTheLineOfItsNeighbours) {
  const ui::ShapedPicture marked = ui::shape_picture("He\u0301", style(30));
  int lowest = 0;
  for (int y = 0; y < marked.height; ++y) {
    for (int x = 0; x < marked.width; ++x) {
      if (marked.rgba[static_cast<size_t>((y * marked.width + x) * 4 + 3)] > 128) lowest = y;
    }
  }
  EXPECT_NEAR(lowest + 1, marked.baseline, 1);
  EXPECT_NEAR(width("He\u0301", 30), width("H\u00E9", 30), 3);
}

TEST_F(Type, BytesThatAreNoTextAreDrawnAllTheSame) {
  ui::draw_text(list(), {0, 0}, "\xE6\xBC", style());
  ui::draw_text(list(), {0, 0}, "\xFF\xFE", style());
  ui::draw_text(list(), {0, 0}, "\xF0\x9F\x98", style());
  EXPECT_GT(ui::shape_picture("\xF0\x9F", style()).advance, 0);
  EXPECT_EQ(ui::ellipsise("\xFF\xFF\xFF\xFF", 3, style()), "…");
}

TEST_F(Type, MeasuringMakesNoTexture) {
  next_frame();
  const int before = ImGui::GetPlatformIO().Textures.Size;
  EXPECT_GT(
      ui::wrap_text("👩‍👩‍👧 हिन्दी e\u0301 and 👩‍👩‍👧 again", 60, style())
          .size(),
      2u);
  next_frame();
  EXPECT_EQ(ImGui::GetPlatformIO().Textures.Size, before);
}

TEST_F(Type, ShapedTexturesAreBounded) {
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 300; ++i) {
      ui::draw_text(list(), {0, 0}, "e\u0301 " + std::to_string(round * 300 + i), style());
    }
    next_frame();
  }
  for (int frame = 0; frame < 3; ++frame) {
    ui::draw_text(list(), {0, 0}, "e\u0301 1199", style());
    next_frame();
  }
  const int atlas_textures = ImGui::GetIO().Fonts->TexList.Size;
  EXPECT_LE(ImGui::GetPlatformIO().Textures.Size, 512 + atlas_textures);
}

}  // namespace
