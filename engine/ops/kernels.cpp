// kernels.cpp: what a convolution weighs its offsets with, before any sentence is seen; and influence
// averaged over all pairs that stand equally far apart.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

// The root of the sum of squares of the cells of a run.
Explanation explain_length(const Trace& trace, const CellRun& run, Index terms) {
  Explanation explanation = explain_dot_product(trace, run, run, terms);
  explanation.arithmetic = Arithmetic::kRule;
  explanation.note = "note.length";
  explanation.result = std::sqrt(explanation.result);
  explanation.magnitude = explanation.result;
  return explanation;
}

class KernelLengths final : public Operation {
 public:
  std::string_view name() const override { return "kernel_lengths"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out_{$o,$t} = |$0_{$t,$o}|"; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index offset = 0; offset < out.cols(); ++offset)
      out.col(offset) = inputs[0].middleRows(offset * out.rows(), out.rows()).rowwise().norm();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const int weight = stage.inputs[0];
    Explanation explanation =
        explain_length(trace, {{weight, column * stage.rows + row, 0}}, trace.stage(weight).columns);
    explanation.formula = formula_of_cell(trace, stage, row, column, {{"o", row}, {"t", column}});
    return explanation;
  }
};

class KernelMap final : public ParameterOperation<KernelOffsets> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "kernel_map"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = |$0_{j − i}|", "$out = |$0_{o,$t}|"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index row = 0; row < out.rows(); ++row) {
      for (Index offset = 0; offset < offsets().kernel; ++offset) {
        const Index read = offsets().row(row, offset, out.cols());
        if (read != KernelOffsets::kOutside) out(row, read) = inputs[0].col(offset).norm();
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const int lengths = stage.inputs[0];
    for (Index offset = 0; offset < offsets().kernel; ++offset) {
      if (offsets().row(row, offset, stage.columns) != column) continue;
      Explanation explanation =
          explain_length(trace, {{lengths, 0, offset}, 1, 0}, trace.stage(lengths).rows);
      explanation.formula = formula_of_cell(trace, stage, row, column, {{"t", offset}});
      return explanation;
    }
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.formula = cell_formula("$out = 0", trace, stage, row, column);
    explanation.note = "note.reach_none";
    return explanation;
  }

 private:
  const KernelOffsets& offsets() const { return parameters(); }
};

class MeanByOffset final : public ParameterOperation<std::vector<Index>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "mean_by_offset"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{$o} = \\mathrm{mean}_{i} $0_{i,i − $o}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index offset = 0; offset < out.rows(); ++offset) {
      double sum = 0;
      double count = 0;
      for (size_t i = 0; i < places().size(); ++i) {
        if (places()[i] < offset) continue;
        sum += inputs[0](static_cast<Index>(i), places()[i] - offset);
        ++count;
      }
      out(offset, 0) = static_cast<float>(sum / count);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kQuotient;
    for (size_t i = 0; i < places().size(); ++i) {
      if (places()[i] < row) continue;
      Term term;
      term.left_cell = {stage.inputs[0], static_cast<Index>(i), places()[i] - row};
      term.left = trace.at(stage.inputs[0], term.left_cell.row, term.left_cell.column);
      explanation.terms.push_back(term);
    }
    const auto count = static_cast<double>(explanation.terms.size());
    for (Term& term : explanation.terms) {
      term.value = term.left / count;
      explanation.result += term.value;
    }
    explanation.magnitude = explanation.result;
    explanation.quantities.push_back({"quantity.averaged", count});
    explanation.formula = formula_of_cell(trace, stage, row, column, {{"o", row}});
    return explanation;
  }

 private:
  const std::vector<Index>& places() const { return parameters(); }
};

}  // namespace

OperationPtr kernel_lengths() {
  static const OperationPtr kOnly = std::make_shared<KernelLengths>();
  return kOnly;
}
OperationPtr kernel_map(const KernelOffsets& offsets) {
  return std::make_shared<KernelMap>(offsets);
}
OperationPtr mean_by_offset(std::vector<Index> places) {
  return std::make_shared<MeanByOffset>(std::move(places));
}

}  // namespace engine
