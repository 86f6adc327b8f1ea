// written_sum.cpp: sums term by term.
#include "app/views/core/written_sum.h"

#include "app/ui/text.h"

namespace views {
namespace {

using engine::Arithmetic;
using engine::Index;
using engine::Measure;

std::string fixed(double value, int decimals = 2) {
  return ui::fixed_number(value, decimals);
}

SumTerm product(const engine::Term& term) {
  SumTerm parts = {{fixed(term.left), term.left_cell.stage}};
  if (!term.has_right) return parts;
  parts.push_back({" × ", -1});
  parts.push_back({fixed(term.right), term.right_cell.stage});
  return parts;
}

// (x − μ) ÷ √(σ² + ε) × γ + β, with this cell's values: the normalised one replaces the first three.
std::vector<SumTerm> affine(const engine::Explanation& explanation) {
  const auto value = [&](Measure measure) { return fixed(explanation.quantity(measure).value); };
  return {{{value(Measure::kNormalised), -1}, {" × ", -1}, {value(Measure::kWeight), -1}},
          {{value(Measure::kBias), -1}}};
}

std::vector<SumTerm> quotient(const engine::Explanation& explanation) {
  SumTerm parts = {{fixed(explanation.terms.at(0).left), explanation.terms.at(0).left_cell.stage}};
  for (const engine::Quantity& by : explanation.quantities) parts.push_back({" ÷ " + fixed(by.value), -1});
  return {parts};
}

// e^(score − m) ÷ Σ: this key's share of the row.
std::vector<SumTerm> share(const engine::Explanation& explanation, Index column) {
  const engine::Term& term = explanation.terms.at(static_cast<size_t>(column));
  return {{{fixed(term.value, 4), -1}, {" ÷ " + fixed(explanation.quantity(Measure::kSum).value, 4), -1}}};
}

}  // namespace

std::vector<SumTerm> sum_terms(const engine::Explanation& explanation, Index column) {
  switch (explanation.arithmetic) {
    case Arithmetic::kSoftmax:
      return share(explanation, column);
    case Arithmetic::kQuotient:
      return quotient(explanation);
    case Arithmetic::kNormalise:
      return affine(explanation);
    case Arithmetic::kRmsNormalise:
      return {{{fixed(explanation.quantity(Measure::kNormalised).value), -1},
               {" × ", -1},
               {fixed(explanation.quantity(Measure::kWeight).value), -1}}};
    case Arithmetic::kCentred:
      return {{{fixed(explanation.quantity(Measure::kFactor).value), -1},
               {" × (", -1},
               {fixed(explanation.quantity(Measure::kOwn).value), -1},
               {" − ", -1},
               {fixed(explanation.quantity(Measure::kTaken).value) + ")", -1}}};
    case Arithmetic::kSinusoid:
      return {{{(column % 2 == 0 ? "sin " : "cos ") + fixed(explanation.quantity(Measure::kAngle).value, 4),
                -1}}};
    case Arithmetic::kCopy:
    case Arithmetic::kRule:
    case Arithmetic::kGiven:
      return {};
    default:
      break;
  }
  std::vector<SumTerm> terms;
  terms.reserve(explanation.terms.size());
  for (const engine::Term& term : explanation.terms) terms.push_back(product(term));
  return terms;
}

}  // namespace views
