// linear.cpp: multiplies every row by the same weight matrix: a new vector for each token.
// PyTorch's torch.nn.functional.linear: X Wᵀ + b.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/kernels/matrix_product.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Linear final : public ParameterOperation<Parameter> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "linear"; }
  Layout layout() const override { return Layout::kProduct; }
  bool follows_rows(size_t input) const override { return input == 0; }

  FormulaTemplate formulas(size_t inputs) const override {
    const bool has_bias = inputs > 2;
    return {std::string("$out = $0 {$1}^{T}") + (has_bias ? " + $2" : ""),
            std::string("$out = Σ_{c} $0_{$i,c} $1_{$j,c}") + (has_bias ? " + $2_{$j}" : "")};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    const ConstView* const bias = inputs.size() > 2 ? &inputs[2] : nullptr;
    if (weight()) {
      multiply_transposed(inputs[0], weight().middle_rows(made.column, made.columns), out, bias);
    } else {
      multiply_transposed(inputs[0], inputs[1], out, bias);
    }
  }

  bool reads(size_t input) const override { return input != 1 || !weight(); }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[1], column, 0}},
                            trace.stage(stage.inputs[0]).columns);
    explanation.formula = formula_of_cell(stage, row, column);
    if (stage.inputs.size() > 2) add_bias(trace, stage, column, explanation);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {weight() ? product(weight()) : product(), {Backward::kGradient, 1}};
    if (input == 1) return {summary(), {Backward::kGradient, 0}};
    return {column_sums(), {Backward::kGradient}};
  }

 private:
  const Parameter& weight() const { return parameters(); }

  static void add_bias(const Trace& trace, const Stage& stage, Index column, Explanation& explanation) {
    const double bias = trace.at(stage.inputs[2], 0, column);
    Term term;
    term.left = bias;
    term.value = bias;
    term.left_cell = {stage.inputs[2], 0, column};
    explanation.terms.push_back(term);
    explanation.result += bias;
    explanation.magnitude += std::abs(bias);
  }
};

}  // namespace

OperationPtr linear() {
  static const OperationPtr kOnly = std::make_shared<Linear>(Parameter{});
  return kOnly;
}

OperationPtr linear(const Parameter& weight) {
  return weight.is_direct() && !weight.is_constant() ? linear() : std::make_shared<Linear>(weight);
}

OperationPtr linear_of(const TraceBuilder& builder, int index, const Parameter& weight) {
  return builder.is_direct(index) && !weight.is_constant() ? linear() : linear(weight);
}

}  // namespace engine
