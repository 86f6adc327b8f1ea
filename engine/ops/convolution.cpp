// convolution.cpp: each output reads a few rows near it, all outputs with the same weights. LeCun et al.
// 1989; with gaps between the rows: Yu & Koltun 2016.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

class Convolution final : public ParameterOperation<KernelOffsets> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "convolution"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{t} $1_{t} $0_{" + where() + "}",
            "$out = Σ_{t} Σ_{c} $0_{" + where() + ",c} $1_{t,$j,c}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ConstView& below = inputs[0];
    out.setZero();
    for (Index offset = 0; offset < offsets().kernel; ++offset) {
      // The outputs of which this offset reads a row follow each other, and so do these rows, a stride apart.
      Index first = 0;
      Index end = out.rows();
      while (first < end && offsets().row(first, offset, below.rows()) == KernelOffsets::kOutside) ++first;
      while (end > first && offsets().row(end - 1, offset, below.rows()) == KernelOffsets::kOutside) --end;
      if (first == end) continue;
      const ConstView read(below.data() + offsets().row(first, offset, below.rows()) * below.outerStride(),
                           end - first, below.cols(),
                           Eigen::OuterStride<>(offsets().stride * below.outerStride()));
      out.middleRows(first, end - first).noalias() +=
          read * inputs[1].middleRows(offset * out.cols(), out.cols()).transpose();
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Stage& below = trace.stage(stage.inputs[0]);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index offset = 0; offset < offsets().kernel; ++offset) {
      const Index read = offsets().row(row, offset, below.rows);
      if (read == KernelOffsets::kOutside) continue;
      const Explanation part =
          explain_dot_product(trace, {{stage.inputs[0], read, 0}},
                              {{stage.inputs[1], offset * stage.columns + column, 0}}, below.columns);
      explanation.terms.insert(explanation.terms.end(), part.terms.begin(), part.terms.end());
      explanation.result += part.result;
      explanation.magnitude += part.magnitude;
    }
    explanation.formula = formula_of_cell(trace, stage, row, column);
    explanation.note = "note.convolution";
    return explanation;
  }

 private:
  const KernelOffsets& offsets() const { return parameters(); }
  // The row that offset t reads, in symbols.
  std::string where() const {
    const std::string step = offsets().dilation == 1 ? "t" : std::to_string(offsets().dilation) + " t";
    return (offsets().stride == 1 ? "i + " : std::to_string(offsets().stride) + " i + ") + step;
  }
};

}  // namespace

OperationPtr convolution(const KernelOffsets& offsets) {
  return std::make_shared<Convolution>(offsets);
}

}  // namespace engine
