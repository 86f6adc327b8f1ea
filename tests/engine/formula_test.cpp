// Formulas read into a tree and written as one line.
#include "engine/core/formula.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/core/letters.h"
#include "engine/core/random.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

std::string written_at(const Trace& trace, int stage, Index row, Index column) {
  return written(trace, trace.stage(stage), trace.explain(stage, row, column).formula, {});
}

TEST(Formula, IsWrittenAsPlainText) {
  EXPECT_EQ(plain_formula("\\hat{α}_{i,j}"), "α\u0302_{i,j}");
  EXPECT_EQ(plain_formula("S = \\q{Q} \\k{K}^{T}"), "S = Q Kᵀ");
  EXPECT_EQ(plain_formula("\\frac{a + b}{\\sqrt{16}}"), "(a + b) / √16");
  EXPECT_EQ(plain_formula("\\sqrt{a + b}"), "√(a + b)");
  EXPECT_EQ(plain_formula("W_{q}"), "W_q");
  EXPECT_EQ(plain_formula("\\sqrt{d_k} + α_ξ^1"), "√dₖ + α_ξ¹");
  EXPECT_EQ(plain_formula("O_{12} + x^{2}"), "O₁₂ + x²");
  EXPECT_EQ(plain_formula("s_{3,5}"), "s_{3,5}");
  EXPECT_EQ(plain_formula("\\mathrm{softmax}_{\\mathrm{row}}(X)"), "softmax_{row}(X)");
  EXPECT_EQ(plain_formula("Σ_{j} \\mathbf{q}_{i}"), "Σⱼ qᵢ");
}

TEST(Formula, IsReadIntoATree) {
  const FormulaNode whole = parse_formula("\\frac{a}{b}_{i}");
  ASSERT_EQ(whole.children.size(), 2u);
  EXPECT_EQ(whole.children[0].kind, FormulaNode::Kind::kFraction);
  ASSERT_EQ(whole.children[0].children.size(), 2u);
  EXPECT_EQ(plain_formula("\\frac{a}{b}"), "a / b");
  EXPECT_EQ(whole.children[1].kind, FormulaNode::Kind::kSub);
}

TEST(Formula, AMissingBraceStandsAtTheEnd) {
  EXPECT_EQ(plain_formula("\\sqrt{16"), "√16");
  EXPECT_EQ(plain_formula("\\frac{a}{b"), "a / b");
  EXPECT_EQ(plain_formula("x^{2"), "x²");
}

TEST(Formula, ABraceTooManyHidesNothing) {
  EXPECT_EQ(plain_formula("a}b}}c"), "abc");
  EXPECT_EQ(plain_formula("}"), "");
}

TEST(Formula, NestingWithoutEndDoesNotExhaustTheStack) {
  for (const char* opening : {"{", "\\sqrt{", "_{", "\\frac{"}) {
    std::string deep;
    for (int i = 0; i < 50'000; ++i) deep += opening;
    EXPECT_LE(plain_formula(deep).size(), 3 * deep.size());
  }
}

TEST(Formula, AnyTextIsRead) {
  constexpr std::string_view kPieces[] = {"{",   "}", "\\", "_", "^",    "\\frac", "\\sqrt",
                                          "\\q", "x", "·",  " ", "\xE6", "12"};
  for (uint64_t round = 0; round < 2'000; ++round) {
    const RandomStream stream(round, "formula");
    std::string markup;
    for (uint64_t i = 0; i < 40; ++i) {
      markup += kPieces[static_cast<size_t>(stream.uniform(i) * static_cast<float>(std::size(kPieces)))];
    }
    plain_formula(markup);
  }
}

TEST(Formula, EveryOperationsFormulasAreWellFormed) {
  Config config;
  config.causal = config.mask_padding = true;
  config.temperature = 0.0015;
  const auto trace = run({"a", "b"}, config, {false, true});
  for (int index = 0; index < trace->size(); ++index) {
    for (const std::string& markup : {trace->formula(index), written_at(*trace, index, 0, 0)}) {
      EXPECT_EQ(std::count(markup.begin(), markup.end(), '{'), std::count(markup.begin(), markup.end(), '}'));
      const std::string plain = plain_formula(markup);
      EXPECT_EQ(plain.find('\\'), std::string::npos) << plain;
      EXPECT_EQ(plain.find("  "), std::string::npos) << plain;
    }
  }
}

TEST(Formula, StagesReadAsInThePaper) {
  Config config;
  config.causal = true;
  config.temperature = 0.0015;
  const auto trace = run({"a", "b"}, config);
  const auto formula = [&](const std::string& address) {
    return plain_formula(trace->formula(stage_index(*trace, address)));
  };
  EXPECT_EQ(formula("embedding"), "E = √64 W_e[t]");
  EXPECT_EQ(formula("input"), "X = E + P");
  EXPECT_EQ(formula(head_address(2, "q")), "Q = X W_qᵀ");
  EXPECT_EQ(formula(head_address(2, "scores")), "S = Q Kᵀ");
  EXPECT_EQ(formula(head_address(2, "scaled")), "S′ = S / (√16 · 0.0015)");
  EXPECT_EQ(formula(head_address(2, "mask")), "M_{i,j} = 0 (j ≤ i), −∞ (j > i)");
  EXPECT_EQ(formula(head_address(2, "masked")), "S″ = S′ + M");
  EXPECT_EQ(formula(head_address(2, "weights")), "A = softmax_{row}(S″)");
  EXPECT_EQ(formula(head_address(2, "output")), "O₂ = A V");
  EXPECT_EQ(formula("encoder.0.self.concat"), "C = [O₀, …, O₃]");
  EXPECT_EQ(formula("encoder.0.self.output"), "Y = C W_oᵀ");
  const int weights = stage_index(*trace, head_address(0, "weights"));
  EXPECT_EQ(plain_formula(written_at(*trace, weights, 1, 0)),
            "A_{1,0} = (e^{S″_{1,0} − m}) / (Σⱼ e^{S″_{1,j} − m})");
}

// A symbol with a subscript of its own stands in parentheses where it is indexed: (W_q)₃,c, not W_q3,c.
TEST(Formula, NoIndexRunsIntoASubscript) {
  Config config = seeded_config(8, 2, 4, 4);
  config.architecture = Architecture::kEncoder;
  config.encoder_layers = 1;
  const auto trace = run({"a", "b"}, config);
  for (int stage = 0; stage < trace->size(); ++stage) {
    const std::string formula = written_at(*trace, stage, 0, 0);
    EXPECT_EQ(formula.find("}}_{"), std::string::npos) << trace->stage(stage).address << ": " << formula;
  }
  const int q = stage_index(*trace, head_address(1, "q"));
  EXPECT_EQ(plain_formula(written_at(*trace, q, 1, 3)), "Q_{1,3} = Σ_c X_{1,c} (W_q)_{3,c}");
}

TEST(NumberMarkup, HasTheFewestDigits) {
  EXPECT_EQ(number_markup(16), "16");
  EXPECT_EQ(number_markup(100), "100");
  EXPECT_EQ(number_markup(-3.03), "−3.03");
  EXPECT_EQ(number_markup(0.97), "0.97");
  EXPECT_EQ(number_markup(0.5, 4), "0.5");
  EXPECT_EQ(number_markup(1.005, 0), "1");
  EXPECT_EQ(number_markup(-0.001), "0");
  EXPECT_EQ(number_markup(-0.0), "0");
}

TEST(NumberMarkup, WritesWhatIsNoOrdinaryNumber) {
  EXPECT_EQ(number_markup(-HUGE_VAL), "−∞");
  EXPECT_EQ(number_markup(HUGE_VAL), "∞");
  EXPECT_EQ(number_markup(std::nan("")), "NaN");
  EXPECT_EQ(number_markup(1e300).size(), 301u);
}

TEST(Formula, CasesStandBelowEachOtherAndAreReadInOneLine) {
  const FormulaNode whole = parse_formula("M = \\cases{0}{j ≤ i}{−∞}{j > i}");
  ASSERT_EQ(whole.children.size(), 2U);
  EXPECT_EQ(whole.children[1].kind, FormulaNode::Kind::kCases);
  EXPECT_EQ(whole.children[1].children.size(), 4U);
  EXPECT_EQ(plain_formula("M = \\cases{0}{j ≤ i}{−∞}{j > i}"), "M = 0 (j ≤ i), −∞ (j > i)");
  EXPECT_EQ(plain_formula("\\cases{0}{j ≤ i}{1}"), "0 (j ≤ i), 1 ()") << "an unpaired group ends nothing";
}

}  // namespace
}  // namespace engine
