// vector_notation.cpp: letters of the vectors, and written-out sums.
#include "app/views/core/vector_notation.h"

#include <string_view>

#include "app/ui/text.h"

namespace views {
namespace {

using engine::Arithmetic;
using engine::Growth;
using engine::Index;
using engine::Measure;
using engine::Normalisation;

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  const size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

// The letter with `position` as superscript; for kinds without one, their matrix's; parameters keep theirs.
std::string symbol_at(const engine::Stage& stage, const std::string& position) {
  if (!stage.rows_are().counts_tokens()) return stage.symbol;
  const std::string_view letter = stage.kind.letter();
  return replaced(letter.empty() ? "{" + stage.symbol + "}^{#}" : std::string(letter), "#", position);
}

std::string weight_of(const engine::Stage& stage) {
  switch (stage.role) {
    case engine::Role::kQuery:
      return "\\q{" + stage.symbol + "}";
    case engine::Role::kKey:
      return "\\k{" + stage.symbol + "}";
    case engine::Role::kValue:
      return "\\v{" + stage.symbol + "}";
    case engine::Role::kPlain:
      break;
  }
  return stage.symbol;
}

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

std::string vector_symbol(const engine::Stage& stage, Index row) {
  return symbol_at(stage, std::to_string(row + 1));
}

std::string number_symbol(const engine::Stage& stage, Index row, Index column) {
  const std::string symbol = vector_symbol(stage, row);
  if (symbol.find(",j") != std::string::npos) return replaced(symbol, ",j", "," + std::to_string(column + 1));
  // The subscript before the superscript, so that they are stacked.
  return replaced(symbol, "^{", "_{" + std::to_string(column) + "}^{");
}

std::string vector_formula(const engine::Trace& trace, int index, Index row) {
  const engine::Stage& stage = trace.stage(index);
  const engine::Operation& operation = *stage.operation;
  const std::string result = vector_symbol(stage, row);
  std::vector<std::string> inputs;
  inputs.reserve(stage.inputs.size());
  for (const int input : stage.inputs) inputs.push_back(vector_symbol(trace.stage(input), row));
  const bool is_product = operation.layout() == engine::Layout::kProduct;
  if (is_product && trace.stage(stage.inputs[1]).operation->is_given()) {
    const std::string product = result + " = " + weight_of(trace.stage(stage.inputs[1])) + " " + inputs[0];
    return inputs.size() > 2 ? product + " + " + inputs[2] : product;
  }
  if (is_product) return result + " = " + inputs[0] + " · " + symbol_at(trace.stage(stage.inputs[1]), "j");
  if (operation.growth() == Growth::kTerms)
    return result + " = Σ_{j} " + inputs[0] + " " + symbol_at(trace.stage(stage.inputs[1]), "j");
  if (operation.normalisation() == Normalisation::kRootMeanSquare)
    return result + " = \\mathrm{RMSNorm}(" + inputs[0] + ")";
  if (operation.normalisation() == Normalisation::kDeviation)
    return result + " = \\mathrm{LayerNorm}(" + inputs[0] + ")";
  if (operation.growth() == Growth::kShares) {
    const std::string over = stage.column_axis == engine::Axis::kKeys ? "_{j}" : "";
    return result + " = \\mathrm{softmax}" + over + "(" + inputs[0] + ")";
  }
  if (operation.growth() == Growth::kBlocks) {
    for (size_t head = 0; head < inputs.size(); ++head)
      inputs[head] = "b^{" + std::to_string(row + 1) + "," + std::to_string(head + 1) + "}";
  }
  if (stage.inputs.empty()) {
    return stage.column_axis == engine::Axis::kKeys
               ? result
               : result + " = {" + stage.symbol + "}[" + std::to_string(row) + "]";
  }
  return operation.formula(result, inputs);
}

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
