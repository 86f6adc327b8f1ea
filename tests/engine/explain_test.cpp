// The screen cannot lie: for every operation and every cell, explain gives the number that forward gave.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/core/letters.h"
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
      const bool same = std::isinf(made) ? explained.result == made
                                         : std::abs(explained.result - made) <=
                                               1e-5 * std::abs(explained.magnitude) +
                                                   double{std::numeric_limits<float>::min()};
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
  std::vector<ExplainCase> cases = explain_cases();
  for (ExplainCase& example : gradient_cases()) cases.push_back(std::move(example));
  for (const ExplainCase& example : cases) {
    ASSERT_NE(example.trace, nullptr) << example.name;
    for (int stage = 0; stage < example.trace->size(); ++stage) {
      met.insert(example.trace->stage(stage).operation->name());
      std::string first;
      EXPECT_EQ(disagreements(*example.trace, stage, first), 0) << example.name << ": " << first;
    }
  }
  for (const std::string_view name : table_names()) EXPECT_TRUE(met.contains(name)) << name;
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
    case Arithmetic::kCentred: {
      const auto at = [&](Measure measure) { return explained.quantity(measure).value; };
      return at(Measure::kFactor) * (at(Measure::kOwn) - at(Measure::kTaken));
    }
    case Arithmetic::kRule:  // rules_test.cpp has them once more
    case Arithmetic::kGiven:
      break;
  }
  return explained.result;
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

// The scale of a cell's numbers as its arithmetic shows them.
double shown_magnitude(const Explanation& explained) {
  double sum = 0;
  for (const Term& term : explained.terms)
    sum += std::abs(term.has_right ? term.left * term.right : term.left);
  const auto at = [&](Measure measure) { return explained.quantity(measure).value; };
  switch (explained.arithmetic) {
    case Arithmetic::kSumOfProducts:
    case Arithmetic::kSum:
    case Arithmetic::kProduct:
    case Arithmetic::kCopy:
      return sum;
    case Arithmetic::kQuotient:
      return sum / std::abs(explained.divisor());
    case Arithmetic::kNormalise:
      return std::abs(at(Measure::kNormalised) * at(Measure::kWeight)) + std::abs(at(Measure::kBias));
    case Arithmetic::kRmsNormalise:
      return std::abs(at(Measure::kNormalised) * at(Measure::kWeight));
    case Arithmetic::kCentred:
      return std::abs(at(Measure::kFactor)) * (std::abs(at(Measure::kOwn)) + 2 * sum);
    case Arithmetic::kSoftmax:
    case Arithmetic::kSinusoid:
      return 1;
    case Arithmetic::kRule:
      return std::max(1.0, std::abs(explained.result));
    case Arithmetic::kGiven:
      break;
  }
  return std::abs(explained.result);
}

// The largest number of a row by size, infinite ones aside.
double largest_in_row(const Trace& trace, int stage, Index row) {
  const Matrix numbers = trace.read_row(stage, row);
  double largest = 0;
  for (const float number : numbers.reshaped()) {
    if (!std::isinf(number)) largest = std::max(largest, std::abs(static_cast<double>(number)));
  }
  return largest;
}

// What an operation's magnitude may be at most, whatever it says itself: the numbers that are shown; more
// only where they are a function of larger ones, as e to a number is as wrong as that number is large.
double largest_magnitude(const Trace& trace, const Stage& stage, Index row, const Explanation& explained) {
  const double shown = shown_magnitude(explained);
  const std::string_view name = stage.operation->name();
  double lefts = 0;
  for (const Term& term : explained.terms) lefts += std::abs(term.left);
  // A gate, or a tanh, is of size 1 at most and a difference of larger numbers.
  if (name == "activation" || name == "additive_scores") return std::max(shown, lefts);
  if (name == "tile_weights") return std::max(shown, 1.0);
  if (name == "positive_features" || name == "trigonometric_features") {
    const double half_square = explained.quantities.at(0).value;
    const double exponent =
        name == "positive_features" ? explained.terms.at(0).left - half_square : half_square;
    return std::exp(exponent) / explained.quantities.at(1).value * (1 + lefts + std::abs(half_square));
  }
  const auto exponents = [&](size_t input) { return largest_in_row(trace, stage.inputs.at(input), row); };
  if (name == "round_mixture") return shown * (1 + exponents(0));
  if (name == "round_sums")
    return std::max(shown, exponents(4) + std::log(trace.stage(stage.inputs[2]).columns));
  if (name == "round_outputs")
    return shown * (1 + exponents(4) + exponents(6) + std::log(trace.stage(stage.inputs[2]).columns));
  return shown;
}

// Calls check(stage, row, explained, largest magnitude) for every cell with a finite number.
template <class Check>
void for_each_magnitude(const ExplainCase& example, Check check) {
  const Trace& trace = *example.trace;
  for (int index = 0; index < trace.size(); ++index) {
    const Stage& stage = trace.stage(index);
    for (Index row = 0; row < stage.rows; ++row) {
      for (Index column = 0; column < stage.columns; ++column) {
        const Explanation explained = trace.explain(index, row, column);
        if (std::isinf(explained.result)) continue;
        check(stage, explained, largest_magnitude(trace, stage, row, explained) * (1 + 1e-6));
      }
    }
  }
}

TEST(Explain, NoOperationChoosesHowExactItHasToBe) {
  for (const ExplainCase& example : all_cases()) {
    for_each_magnitude(example, [&](const Stage& stage, const Explanation& explained, double largest) {
      if (explained.magnitude <= largest) return;
      ADD_FAILURE() << example.name << ": " << stage.address << " (" << stage.operation->name() << ") claims "
                    << explained.magnitude << ", at most " << largest;
    });
  }
}

TEST(Explain, AnAbsurdMagnitudeWouldBeFound) {
  for (const ExplainCase& example : sample_cases()) {
    for_each_magnitude(example, [&](const Stage& stage, const Explanation&, double largest) {
      EXPECT_LT(largest, 20) << example.name << ": " << stage.operation->name();
    });
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

TEST(Explain, AnEvenHeadDividesByItsVisibleKeys) {
  Config config;
  config.causal = true;
  config.off = {head_address(1, "weights")};
  const auto trace = run({"a", "b", "c"}, config);
  const int weights = stage_index(*trace, head_address(1, "weights"));
  const Explanation even = trace->explain(weights, 1, 0);
  EXPECT_EQ(even.note, "note.uniform");
  EXPECT_EQ(even.result, 0.5);
  EXPECT_NE(written(*trace, trace->stage(weights), even.formula, {}).find("\\frac{1}{2}"), std::string::npos);
  const Explanation hidden = trace->explain(weights, 1, 2);
  EXPECT_EQ(hidden.note, "note.uniform_hidden");
  EXPECT_EQ(hidden.result, 0);
  EXPECT_EQ(hidden.formula.pattern, "$out = 0");
}

}  // namespace
}  // namespace engine
