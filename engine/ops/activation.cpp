// activation.cpp: passes each value in part, depending on the value itself. All are x times a gate from
// 0 to 1. ReLU: Vaswani et al. 2017, eq. 2. GELU: Hendrycks & Gimpel 2016, exactly (erf) and in its tanh
// form.
#include <cmath>
#include <numbers>

#include "engine/core/parameter_operation.h"
#include "engine/kernels/row_kernels.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

constexpr double kCubic = 0.044715;  // of the tanh form, sec. 2 of the paper
const double kTanhScale = std::sqrt(2 / std::numbers::pi);
constexpr double kQuickScale = 1.702;  // the same

// The numbers of x that a logistic gate is that of.
double logistic_scale(Activation kind) {
  return kind == Activation::kQuickGelu ? kQuickScale : 1;
}

double gate(Activation kind, double x) {
  switch (kind) {
    case Activation::kGelu:
      return 0.5 * std::erfc(-x / std::numbers::sqrt2);
    case Activation::kGeluTanh:
      return 0.5 * (1 + std::tanh(kTanhScale * (x + kCubic * x * x * x)));
    case Activation::kSilu:
    case Activation::kQuickGelu:
      return 1 / (1 + std::exp(-logistic_scale(kind) * x));
    case Activation::kRelu:
      break;
  }
  return x > 0 ? 1 : 0;
}

// The slope of x times its gate: the gate, and x times the gate's slope. ReLU has 0 at and below 0.
class ActivationSlope final : public ParameterOperation<Activation, SlopeOperation> {
 public:
  using ParameterOperation::ParameterOperation;

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row)
      kernels::row_kernels().activation_gradient(parameters(), inputs[0].row(row).data(),
                                                 inputs[1].row(row).data(), out.row(row).data(), out.cols());
  }

 protected:
  double slope(double x) const override {
    const double open = gate(parameters(), x);
    switch (parameters()) {
      case Activation::kGelu:
        return open + x * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
      case Activation::kGeluTanh: {
        const double part = 2 * open - 1;  // tanh of the inner number
        return open + 0.5 * x * (1 - part * part) * kTanhScale * (1 + 3 * kCubic * x * x);
      }
      case Activation::kSilu:
      case Activation::kQuickGelu:
        return open + logistic_scale(parameters()) * x * open * (1 - open);
      case Activation::kRelu:
        break;
    }
    return open;
  }
};

class ActivationFunction final : public ParameterOperation<Activation> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "activation"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  bool is_elementwise() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out = " + applied(); }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row)
      kernels::row_kernels().activate(kind(), inputs[0].row(row).data(), out.row(row).data(), out.cols());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kProduct;
    explanation.formula = formula_of_cell(stage, row, column);
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    term.right = gate(kind(), term.left);
    term.has_right = true;
    term.value = term.left * term.right;
    explanation.terms.push_back(term);
    explanation.style = TermStyle::kGate;
    explanation.note = note();
    explanation.result = term.value;
    // The gate of a value far below 0 is a difference of nearly equal numbers: errors are measured by x.
    explanation.magnitude = std::abs(term.left);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<ActivationSlope>(kind()), {Backward::kGradient, 0}};
  }

 private:
  Activation kind() const { return parameters(); }

  std::string applied() const {
    switch (kind()) {
      case Activation::kGelu:
        return "\\mathrm{GELU}($0)";
      case Activation::kGeluTanh:
        return "{\\mathrm{GELU}}_{tanh}($0)";
      case Activation::kSilu:
        return "\\mathrm{SiLU}($0)";
      case Activation::kQuickGelu:
        return "$0 σ(1.702 $0)";
      case Activation::kRelu:
        break;
    }
    return "\\mathrm{max}(0, $0)";
  }

  std::string note() const {
    switch (kind()) {
      case Activation::kGelu:
        return "note.gelu";
      case Activation::kGeluTanh:
        return "note.gelu_tanh";
      case Activation::kSilu:
        return "note.silu";
      case Activation::kQuickGelu:
        return "note.quick_gelu";
      case Activation::kRelu:
        break;
    }
    return "note.relu";
  }
};

}  // namespace

OperationPtr activation(Activation kind) {
  return std::make_shared<ActivationFunction>(kind);
}

}  // namespace engine
