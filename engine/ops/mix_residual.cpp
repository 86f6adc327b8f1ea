// mix_residual.cpp: a layer's map with its residual connection: half of what a token reads, half itself.
// Abnar & Zuidema 2020, sec. 3: A = 0.5 W + 0.5 I, rows divided by their sum.
#include <cmath>

#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

constexpr double kHalf = 0.5;

// Weights typed by hand may sum to anything; a row of sum 0 stays as it is.
template <class Number>
Number divisor(Number sum) {
  return sum == 0 ? Number{1} : sum;
}

class MixResidual final : public Operation {
 public:
  std::string_view name() const override { return "mix_residual"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{1}{2} $0 + \\frac{1}{2} $1",
            "{@out}_{$i,$j} = \\frac{1}{2} {@0}_{$i,$j} + \\frac{1}{2} {@1}_{$i,$j}"};
  }

  // A row that sees nothing is only itself: its sum is a half before it is divided.
  void forward(std::span<const ConstView> inputs, View out) const override {
    out = (inputs[0] + inputs[1]) * static_cast<float>(kHalf);
    for (Index row = 0; row < out.rows(); ++row) out.row(row) /= divisor(out.row(row).sum());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    double sum = 0;
    for (const int input : stage.inputs) {
      sum += kHalf * static_cast<double>(trace.read_row(input, row).cast<double>().sum());
    }
    for (const int input : stage.inputs) {
      Term term;
      term.left = trace.at(input, row, column);
      term.left_cell = {input, row, column};
      term.right = kHalf / divisor(sum);
      term.has_right = true;
      term.value = term.left * term.right;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula = formula_of_cell(trace, stage, row, column);
    explanation.quantities.push_back({"quantity.mixed_row_sum", sum});
    if (std::abs(sum - 2 * kHalf) > 1e-3) explanation.note = "note.mixed_row";
    return explanation;
  }
};

}  // namespace

OperationPtr mix_residual() {
  static const OperationPtr kOnly = std::make_shared<MixResidual>();
  return kOnly;
}

}  // namespace engine
