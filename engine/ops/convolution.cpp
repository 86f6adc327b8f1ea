// convolution.cpp: each output reads a few rows near it, all outputs with the same weights. LeCun et al.
// 1989; dilated: Yu & Koltun 2016.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

// The outputs of which an offset reads a row follow each other, and so do these rows, a stride apart.
struct OffsetRun {
  OffsetRun(const KernelOffsets& offsets, Index offset, Index outputs, Index below) : step(offsets.stride) {
    Index end = outputs;
    while (first < end && offsets.row(first, offset, below) == KernelOffsets::kOutside) ++first;
    while (end > first && offsets.row(end - 1, offset, below) == KernelOffsets::kOutside) --end;
    count = end - first;
    if (count > 0) row = offsets.row(first, offset, below);
  }

  // The rows of `below` that are read.
  ConstView read(const ConstView& below) const {
    return {below.data() + row * below.outerStride(), count, below.cols(), stride(below.outerStride())};
  }
  View read(View& below) const {
    return {below.data() + row * below.outerStride(), count, below.cols(), stride(below.outerStride())};
  }
  Eigen::OuterStride<> stride(Index of_row) const { return Eigen::OuterStride<>(step * of_row); }

  Index first = 0;  // output
  Index count = 0;
  Index row = 0;  // that the first output reads
  Index step = 1;
};

// The row that offset t of output i reads, in symbols.
std::string place_markup(const KernelOffsets& offsets) {
  const std::string step = offsets.dilation == 1 ? "t" : std::to_string(offsets.dilation) + " t";
  return (offsets.stride == 1 ? "i + " : std::to_string(offsets.stride) + " i + ") + step;
}

// Adds the terms of one product to a sum of several.
void add_terms(const Explanation& part, Explanation& explanation) {
  explanation.terms.insert(explanation.terms.end(), part.terms.begin(), part.terms.end());
  explanation.result += part.result;
  explanation.magnitude += part.magnitude;
}

// dY (m, d), W (kernel * d, c) -> (n, c): to a row goes what each output that reads it sends, by the weights
// that it is read with.
class ConvolutionGradient final : public ParameterOperation<KernelOffsets> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "convolution_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string reads = "i,t: " + place_markup(parameters()) + " = ";
    return {"$out_{r} = Σ_{" + reads + "r} $0_{i} $1_{t}",
            "$out = Σ_{" + reads + "$i} Σ_{o} $0_{i,o} $1_{t,o,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ConstView& gradient = inputs[0];
    out.setZero();
    for (Index offset = 0; offset < parameters().kernel; ++offset) {
      const OffsetRun run(parameters(), offset, gradient.rows(), out.rows());
      run.read(out).noalias() += gradient.middleRows(run.first, run.count) *
                                 inputs[1].middleRows(offset * gradient.cols(), gradient.cols());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Shape above = trace.stage(stage.inputs[0]).shape();
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index output = 0; output < above.rows; ++output) {
      for (Index offset = 0; offset < parameters().kernel; ++offset) {
        if (parameters().row(output, offset, stage.rows) != row) continue;
        add_terms(
            explain_dot_product(trace, {{stage.inputs[0], output, 0}},
                                {{stage.inputs[1], offset * above.columns, column}, 1, 0}, above.columns),
            explanation);
      }
    }
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = explanation.terms.empty() ? "note.gradient_unread" : "note.gradient_convolution";
    return explanation;
  }
};

// dY (m, d), X (n, c) -> (kernel * d, c): the same weights read at every place, so all outputs add up.
class ConvolutionWeightGradient final : public ParameterOperation<KernelOffsets> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "convolution_weight_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string place = place_markup(parameters());
    return {"$out_{t} = Σ_{i} {$0_{i}}^{T} $1_{" + place + "}",
            "$out_{$t,$o,$j} = Σ_{i} $0_{i,$o} $1_{" + place + ",$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ConstView& gradient = inputs[0];
    for (Index offset = 0; offset < parameters().kernel; ++offset) {
      const OffsetRun run(parameters(), offset, gradient.rows(), inputs[1].rows());
      out.middleRows(offset * gradient.cols(), gradient.cols()).noalias() =
          gradient.middleRows(run.first, run.count).transpose() * run.read(inputs[1]);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Shape above = trace.stage(stage.inputs[0]).shape();
    const Index offset = row / above.columns;
    const Index channel = row % above.columns;
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index output = 0; output < above.rows; ++output) {
      const Index read = parameters().row(output, offset, trace.stage(stage.inputs[1]).rows);
      if (read == KernelOffsets::kOutside) continue;
      add_product(trace, {stage.inputs[0], output, channel}, {stage.inputs[1], read, column}, explanation);
    }
    explanation.formula =
        formula_of_cell(stage, row, column, {{"t", Ordinal{offset}}, {"o", Ordinal{channel}}});
    explanation.note = "note.gradient_shared_weights";
    return explanation;
  }
};

class Convolution final : public ParameterOperation<KernelOffsets> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "convolution"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string place = place_markup(offsets());
    return {"$out_{i} = Σ_{t} $1_{t} $0_{" + place + "}",
            "$out = Σ_{t} Σ_{c} $0_{" + place + ",c} $1_{t,$j,c}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ConstView& below = inputs[0];
    out.setZero();
    for (Index offset = 0; offset < offsets().kernel; ++offset) {
      const OffsetRun run(offsets(), offset, out.rows(), below.rows());
      out.middleRows(run.first, run.count).noalias() +=
          run.read(below) * inputs[1].middleRows(offset * out.cols(), out.cols()).transpose();
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Stage& below = trace.stage(stage.inputs[0]);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index offset = 0; offset < offsets().kernel; ++offset) {
      const Index read = offsets().row(row, offset, below.rows);
      if (read == KernelOffsets::kOutside) continue;
      add_terms(explain_dot_product(trace, {{stage.inputs[0], read, 0}},
                                    {{stage.inputs[1], offset * stage.columns + column, 0}}, below.columns),
                explanation);
    }
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.convolution";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {std::make_shared<ConvolutionGradient>(offsets()), {Backward::kGradient, 1}};
    return {std::make_shared<ConvolutionWeightGradient>(offsets()), {Backward::kGradient, 0}};
  }

 private:
  const KernelOffsets& offsets() const { return parameters(); }
};

}  // namespace

OperationPtr convolution(const KernelOffsets& offsets) {
  return std::make_shared<Convolution>(offsets);
}

}  // namespace engine
