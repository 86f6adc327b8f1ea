// activation.cpp: passes each value in part, depending on the value itself. All are x times a gate from
// 0 to 1. ReLU: Vaswani et al. 2017, eq. 2. GELU: Hendrycks & Gimpel 2016, exactly (erf) and in its tanh
// form.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/parameter_operation.h"
#include "engine/kernels/elementary.h"
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

// The same in single precision, for whole matrices: a gate, and its slope times x beside it.
struct GateParts {
  float open;
  float bend;
};

struct ReluGate {
  static GateParts at(float x) { return {x > 0 ? 1.0F : 0.0F, 0.0F}; }
};

struct GeluGate {
  static GateParts at(float x) {
    constexpr float kPeak = 0.398942280F;  // 1 / √(2π)
    const NormalShare normal = normal_share(x);
    return {normal.share, kPeak * x * normal.height};
  }
};

// (1 + tanh u) / 2 is the logistic function at 2 u.
struct GeluTanhGate {
  static GateParts at(float x) {
    const auto scale = static_cast<float>(kTanhScale);
    constexpr auto kBend = static_cast<float>(kCubic);
    const float open = logistic(2 * scale * (x + kBend * x * x * x));
    return {open, 2 * open * (1 - open) * x * scale * (1 + 3 * kBend * x * x)};
  }
};

struct SiluGate {
  static GateParts at(float x) {
    const float open = logistic(x);
    return {open, x * open * (1 - open)};
  }
};

struct QuickGeluGate {
  static GateParts at(float x) {
    constexpr auto kScale = static_cast<float>(kQuickScale);
    const float open = logistic(kScale * x);
    return {open, kScale * x * open * (1 - open)};
  }
};

// Calls visit(gate) with the gate of this kind.
template <class Visit>
void with_gate(Activation kind, Visit visit) {
  switch (kind) {
    case Activation::kGelu:
      return visit(GeluGate());
    case Activation::kGeluTanh:
      return visit(GeluTanhGate());
    case Activation::kSilu:
      return visit(SiluGate());
    case Activation::kQuickGelu:
      return visit(QuickGeluGate());
    case Activation::kRelu:
      return visit(ReluGate());
  }
}

// The slope of x times its gate: the gate, and x times the gate's slope. ReLU has 0 at and below 0.
class ActivationSlope final : public ParameterOperation<Activation, SlopeOperation> {
 public:
  using ParameterOperation::ParameterOperation;

  void forward(std::span<const ConstView> inputs, View out) const override {
    with_gate(parameters(), [&](auto gate) {
      for (Index row = 0; row < out.rows(); ++row) {
        const float* const gradient = inputs[0].row(row).data();
        const float* const x = inputs[1].row(row).data();
        float* const back = out.row(row).data();
        for (Index i = 0; i < out.cols(); ++i) {
          const GateParts parts = decltype(gate)::at(x[i]);
          back[i] = gradient[i] * (parts.open + parts.bend);
        }
      }
    });
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
    if (kind() == Activation::kRelu) {
      out = inputs[0].cwiseMax(0.0f);
      return;
    }
    with_gate(kind(), [&](auto gate) {
      for (Index row = 0; row < out.rows(); ++row) {
        const float* const x = inputs[0].row(row).data();
        float* const active = out.row(row).data();
        for (Index i = 0; i < out.cols(); ++i) active[i] = x[i] * decltype(gate)::at(x[i]).open;
      }
    });
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
