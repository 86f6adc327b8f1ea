// type_fonts_test.cpp: every character has a glyph, and 漢字 sit on the line of Latin.
#include <fontconfig/fontconfig.h>

#include <memory>
#include <string>

#include "app/ui/shaped_text.h"
#include "tests/ui/type_frame.h"

namespace {

// The characters of a text that the font lacks.
std::string missing(std::string_view text, ImFont* font) {
  std::string lacking;
  const std::string copy(text);
  for (size_t at = 0; at < copy.size();) {
    size_t length = 1;
    while (at + length < copy.size() && (copy[at + length] & 0xC0) == 0x80) ++length;
    const std::string letter = copy.substr(at, length);
    at += length;
    if (static_cast<unsigned char>(letter[0]) < 0x20) continue;
    // needs_shaping is true for characters that the font lacks.
    if (ui::needs_shaping(letter, font)) lacking += letter;
  }
  return lacking;
}

class FontsInFrame : public TypeFrame {
 protected:
  // Ink of a glyph in pixels above the baseline at 60 px type.
  struct Ink {
    float top, bottom, left;
  };
  Ink ink(ImWchar code) const {
    const float height = ui::line_height(fonts_.regular, 60);
    ImFontBaked& baked = *fonts_.regular->GetFontBaked(height);
    const ImFontGlyph& glyph = *baked.FindGlyph(code);
    return {baked.Ascent - glyph.Y0, baked.Ascent - glyph.Y1, glyph.X0};
  }
};

TEST_F(FontsInFrame, HaveAGlyphForEveryCharacterOfEveryLanguage) {
  for (const app::LanguageInfo& row : app::languages()) {
    for (const auto& [key, sentence] : app::words(row.language).all()) {
      EXPECT_EQ(missing(sentence, fonts_.regular), "") << key;
      EXPECT_EQ(missing(sentence, fonts_.semibold), "") << key;
    }
    EXPECT_EQ(missing(row.name, fonts_.regular), "");
  }
}

TEST_F(FontsInFrame, HaveTheSignsThatFormulasAndTokensUse) {
  constexpr std::string_view kSigns = "QKᵀ√dₖ₀₁₂₃₄₅₆₇₈₉⁰¹²³ᵢⱼ…␣↵←→↑↓·×÷−±∞Σ∑≈≤≥′αβλ漢字，。、";
  for (ImFont* font :
       {fonts_.regular, fonts_.semibold, fonts_.serif, fonts_.serif_italic, fonts_.serif_bold_italic}) {
    EXPECT_EQ(missing(kSigns, font), "");
  }
}

TEST_F(FontsInFrame, SetIdeographsOnTheLineAndAsTallAsLatin) {
  const Ink capital = ink('H');
  const Ink ideograph = ink(0x570B);  // 國, a full square
  EXPECT_NEAR(capital.bottom, 0, 1);
  // An ideograph's square reaches a little below the line and a little above the capitals.
  EXPECT_LE(ideograph.bottom, 0);
  EXPECT_GE(ideograph.bottom, -60 * 0.1f);
  EXPECT_GE(ideograph.top, capital.top);
  EXPECT_LE(ideograph.top, capital.top + 60 * 0.1f);
}

TEST_F(FontsInFrame, TypeSizeIsTheHeightOfTheEm) {
  // Inter's capitals are 2048 / 2816 of the em.
  EXPECT_NEAR(ink('H').top, 60 * 2048.0f / 2816, 1);
}

TEST_F(FontsInFrame, FollowTheLanguageWhileRunning) {
  const float traditional = ink(0xFF0C).left;  // ，
  ImGui::EndFrame();
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const auto reloaded = ui::load_fonts(atlas, app::Language::kSimplifiedChinese);
  ASSERT_TRUE(reloaded.ok());
  fonts_ = *reloaded;
  ImGui::NewFrame();
  EXPECT_EQ(atlas.Fonts.Size, 5);
  // In Taiwan the comma stands in the middle of its square, in China at its left.
  EXPECT_GT(traditional, ink(0xFF0C).left + 5);
}

TEST_F(FontsInFrame, NameTheFamilyThatIsMissingAndKeepTheOldFonts) {
  FcConfig* const own = FcConfigReference(nullptr);
  FcConfigSetCurrent(FcConfigCreate());  // a machine without fonts
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const auto loaded = ui::load_fonts(atlas, app::Language::kEnglish);
  FcConfigSetCurrent(own);
  FcConfigDestroy(own);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().key, "error.no_font");
  EXPECT_EQ(loaded.error().arguments.at(0).second, "Inter");
  EXPECT_EQ(atlas.Fonts.Size, 5);
}

}  // namespace
