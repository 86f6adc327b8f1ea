// The screen cannot lie: for every operation and every cell, explain gives the number that forward gave.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/engine/explain_cases.h"

namespace engine {
namespace {

std::set<std::string_view> table_names() {
  std::set<std::string_view> names;
  for (const OperationRow& row : operation_table()) names.insert(row.name);
  return names;
}

// Cells of a stage whose explanation is another number than forward's; says which was the first.
int disagreements(const Trace& trace, int index, std::string& first) {
  int count = 0;
  const Stage& stage = trace.stage(index);
  for (Index row = 0; row < stage.rows; ++row) {
    for (Index column = 0; column < stage.columns; ++column) {
      const double made = trace.at(index, row, column);
      const Explanation explained = trace.explain(index, row, column);
      const bool same = std::isinf(made)
                            ? explained.result == made
                            : std::abs(explained.result - made) <= 1e-5 * std::abs(explained.magnitude);
      if (same && !explained.formula.empty()) continue;
      if (++count > 1) continue;
      first = stage.address + " (" + std::to_string(row) + ", " + std::to_string(column) + "): forward " +
              std::to_string(made) + ", explain " + std::to_string(explained.result);
    }
  }
  return count;
}

TEST(Explain, EqualsForwardInEveryCellOfEveryStage) {
  std::set<std::string_view> met;
  for (const ExplainCase& example : explain_cases()) {
    ASSERT_NE(example.trace, nullptr) << example.name;
    for (int stage = 0; stage < example.trace->size(); ++stage) {
      met.insert(example.trace->stage(stage).operation->name());
      std::string first;
      EXPECT_EQ(disagreements(*example.trace, stage, first), 0) << example.name << ": " << first;
    }
  }
  EXPECT_EQ(met, table_names());
}

TEST(Explain, EqualsForwardInEveryCellOfEverySample) {
  for (const ExplainCase& example : sample_cases()) {
    for (int stage = 0; stage < example.trace->size(); ++stage) {
      std::string first;
      EXPECT_EQ(disagreements(*example.trace, stage, first), 0) << example.name << ": " << first;
    }
  }
}

// The result must follow from the terms that are shown, by the arithmetic that is named.
double recompute(const Explanation& explained, Index column) {
  double sum = 0;
  for (const Term& term : explained.terms) sum += term.has_right ? term.left * term.right : term.left;
  switch (explained.arithmetic) {
    case Arithmetic::kSumOfProducts:
    case Arithmetic::kSum:
    case Arithmetic::kProduct:
    case Arithmetic::kCopy:
      return sum;
    case Arithmetic::kQuotient:
      return sum / explained.divisor();
    case Arithmetic::kSoftmax: {
      const double peak = explained.quantity(Measure::kMaximum).value;
      if (std::isinf(peak)) return 0;
      return std::exp(explained.terms.at(static_cast<size_t>(column)).left - peak) /
             explained.quantity(Measure::kSum).value;
    }
    case Arithmetic::kNormalise: {
      const auto at = [&](Measure measure) { return explained.quantity(measure).value; };
      double mean = 0;
      double variance = 0;
      for (const Term& term : explained.terms)
        mean += term.left / static_cast<double>(explained.terms.size());
      for (const Term& term : explained.terms) {
        variance += (term.left - mean) * (term.left - mean) / static_cast<double>(explained.terms.size());
      }
      EXPECT_NEAR(mean, at(Measure::kMean), 1e-9 * (1 + std::abs(mean)));
      EXPECT_NEAR(variance, at(Measure::kVariance), 1e-9 * (1 + variance));
      const double centred = explained.terms.at(static_cast<size_t>(column)).left - mean;
      return centred / std::sqrt(variance + at(Measure::kEpsilon)) * at(Measure::kWeight) +
             at(Measure::kBias);
    }
    case Arithmetic::kRmsNormalise: {
      double square = 0;
      for (const Term& term : explained.terms)
        square += term.left * term.left / static_cast<double>(explained.terms.size());
      EXPECT_NEAR(square, explained.quantity(Measure::kMeanSquare).value, 1e-9 * (1 + square));
      return explained.terms.at(static_cast<size_t>(column)).left /
             std::sqrt(square + explained.quantity(Measure::kEpsilon).value) *
             explained.quantity(Measure::kWeight).value;
    }
    case Arithmetic::kSinusoid: {
      const double angle = explained.quantity(Measure::kAngle).value;
      return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
    default:
      return explained.result;
  }
}

TEST(Explain, ResultFollowsFromTheTermsShown) {
  for (const ExplainCase& example : all_cases()) {
    const Trace& trace = *example.trace;
    for (int index = 0; index < trace.size(); ++index) {
      const Index row = trace.stage(index).rows - 1;
      for (Index column = 0; column < trace.stage(index).columns; ++column) {
        const Explanation explained = trace.explain(index, row, column);
        const double again = recompute(explained, column);
        if (std::isinf(explained.result)) {
          EXPECT_EQ(again, explained.result) << trace.stage(index).address;
        } else {
          EXPECT_NEAR(again, explained.result, 1e-9 * (1 + explained.magnitude))
              << example.name << ": " << trace.stage(index).address;
        }
      }
    }
  }
}

TEST(Explain, EveryTermShowsTheNumberOfTheCellItNames) {
  for (const ExplainCase& example : all_cases()) {
    const Trace& trace = *example.trace;
    for (int index = 0; index < trace.size(); ++index) {
      const Explanation explained = trace.explain(index, 0, trace.stage(index).columns - 1);
      for (const Term& term : explained.terms) {
        for (const auto& [cell, number] :
             {std::pair(term.left_cell, term.left), std::pair(term.right_cell, term.right)}) {
          if (cell.stage < 0) continue;
          EXPECT_LT(cell.stage, index) << trace.stage(index).address;
          EXPECT_EQ(static_cast<double>(trace.at(cell.stage, cell.row, cell.column)), number)
              << trace.stage(index).address;
        }
      }
    }
  }
}

TEST(Explain, AHiddenKeySaysWhichRuleHidesIt) {
  Config config;
  config.causal = true;
  config.mask_padding = true;
  const auto trace = run({"a", "b", "c"}, config, {true, false, false});
  const int mask = stage_index(*trace, head_address(1, "mask"));
  EXPECT_EQ(trace->explain(mask, 2, 0).note, "note.mask_padding");
  EXPECT_EQ(trace->explain(mask, 1, 2).note, "note.mask_future");
  EXPECT_EQ(trace->explain(mask, 2, 1).note, "note.mask_visible");
}

TEST(Explain, ABlindRowSaysSo) {
  Config config;
  config.mask_padding = true;
  const auto trace = run({"a", "b"}, config, {true, true});
  const int weights = stage_index(*trace, head_address(0, "weights"));
  EXPECT_EQ(trace->explain(weights, 1, 0).note, "note.blind_row");
}

}  // namespace
}  // namespace engine
