// type_math_test.cpp: formulas are laid out as mathematics.
#include <algorithm>

#include "app/ui/math.h"
#include "tests/ui/type_frame.h"

namespace {

class Formula : public TypeFrame {
 protected:
  ui::MathLayout layout(std::string_view markup, float max_width = 0) const {
    return ui::layout_math(markup, {&fonts_, 20, 1, 2, 3, 4}, max_width);
  }
  static const ui::MathLayout::Run& run(const ui::MathLayout& layout, std::string_view text) {
    const auto found = std::find_if(layout.runs.begin(), layout.runs.end(),
                                    [text](const auto& candidate) { return candidate.text == text; });
    EXPECT_NE(found, layout.runs.end()) << text;
    return found == layout.runs.end() ? layout.runs.front() : *found;
  }
};

TEST_F(Formula, VariablesAreItalicNumbersAndFunctionsUprightVectorsBold) {
  const auto set = layout("\\mathrm{softmax}(x) = 2 \\mathbf{q}");
  EXPECT_EQ(run(set, "softmax").font, fonts_.serif);
  EXPECT_EQ(run(set, "x").font, fonts_.serif_italic);
  EXPECT_EQ(run(set, "2").font, fonts_.serif);
  EXPECT_EQ(run(set, "q").font, fonts_.serif_bold_italic);
}

TEST_F(Formula, RolesWearTheirColours) {
  const auto set = layout("s = \\q{q_{5}} · \\k{k} \\v{v}");
  EXPECT_EQ(run(set, "s").colour, 1u);
  EXPECT_EQ(run(set, "q").colour, 2u);
  EXPECT_EQ(run(set, "5").colour, 2u);
  EXPECT_EQ(run(set, "k").colour, 3u);
  EXPECT_EQ(run(set, "v").colour, 4u);
}

TEST_F(Formula, FractionsAreTallerThanALineAndHaveABarBetween) {
  const auto line = layout("a + b");
  const auto fraction = layout("\\frac{a}{b}");
  EXPECT_GT(fraction.ascent + fraction.descent, 1.5f * (line.ascent + line.descent));
  ASSERT_EQ(fraction.rules.size(), 1u);
  const float bar = fraction.rules[0].from.y;
  EXPECT_LT(run(fraction, "a").baseline.y, bar);
  EXPECT_GT(run(fraction, "b").baseline.y, bar + 8);
}

TEST_F(Formula, ScriptsAreSmallerAndStandAboveEachOther) {
  const auto set = layout("W_{q}^{T}");
  EXPECT_LT(run(set, "T").baseline.y, -4);
  EXPECT_GT(run(set, "q").baseline.y, 2);
  EXPECT_LT(run(set, "T").size, run(set, "W").size);
  EXPECT_NEAR(run(set, "T").baseline.x, run(set, "q").baseline.x, 5);
}

TEST_F(Formula, RootsHaveABarOverTheWholeRadicand) {
  const auto root = layout("\\sqrt{16}");
  const auto& digits = run(root, "16");
  const float end = digits.baseline.x + ui::text_size("16", {digits.font, digits.size, 0}).x;
  const bool covered = std::any_of(root.rules.begin(), root.rules.end(), [&](const auto& rule) {
    return rule.from.y == rule.to.y && rule.from.y < -12 && rule.from.x <= digits.baseline.x &&
           rule.to.x >= end;
  });
  EXPECT_TRUE(covered);
}

TEST_F(Formula, BracketsGrowWithWhatTheyHold) {
  const auto plain = layout("(a)");
  const auto tall = layout("(\\frac{a}{b})");
  EXPECT_GT(run(tall, "(").size, 1.5f * run(plain, "(").size);
  EXPECT_EQ(run(tall, "(").size, run(tall, ")").size);
}

TEST_F(Formula, OperatorsTakeSpaceAndSignsDoNot) {
  EXPECT_GT(layout("a − b").width, layout("ab").width + layout("−").width + 4);
  EXPECT_LT(layout("= −b").width, layout("= b").width + layout("−").width + 1);
  EXPECT_EQ(layout("a=b").width, layout("a = b").width);
}

TEST_F(Formula, BreaksBeforeRelationsWhereItIsTooWide) {
  const std::string_view markup =
      "s_{5,2} = \\q{\\mathbf{q}_{5}} · \\k{\\mathbf{k}_{2}} = Σ_{c} \\q{q_{5,c}} \\k{k_{2,c}}";
  const auto wide = layout(markup);
  const auto narrow = layout(markup, wide.width * 0.7f);
  EXPECT_LE(narrow.width, wide.width * 0.7f);
  EXPECT_GT(narrow.descent, wide.descent + 15);
  EXPECT_EQ(narrow.runs.size(), wide.runs.size());
}

TEST_F(Formula, LongerFormulasAreWider) {
  EXPECT_GT(layout("Q K^{T}").width, layout("Q K").width);
  EXPECT_GT(layout("Q K").width, layout("Q").width);
  EXPECT_GE(layout("").ascent, 10);
}

TEST_F(Formula, BrokenMarkupIsStillDrawn) {
  const std::string whole = "\\frac{Q K^{T}}{\\sqrt{d_{k}}} \\mathrm{x} \\q{\\mathbf{q}_{5}} (Σ_{c})^{2}";
  for (size_t length = 0; length <= whole.size(); ++length) {
    ui::draw_math(list(), {10, 400}, layout(std::string_view(whole).substr(0, length)));
    ui::draw_math(list(), {10, 400}, layout(std::string_view(whole).substr(length), 40));
  }
  for (const std::string_view markup :
       {"}}}", "{{{", "_", "^", "__", "\\", "\\frac", "\\frac{a}", "\\sqrt", ")(", "_{_{_{", "^{^{", "\xFF",
        "\\nothing{x}", "a}b{c", "\\q{", "(", "^{2}_{3}^{4}"}) {
    ui::draw_math(list(), {10, 400}, layout(markup));
  }
  SUCCEED();
}

}  // namespace
