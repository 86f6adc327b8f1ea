// kernels.cpp: what a convolution weighs its offsets with, before any sentence is seen; and influence
// averaged over all pairs that stand equally far apart.
#include <algorithm>
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

// The root of the sum of squares of a run of cells.
Explanation explain_length(const Trace& trace, const CellRun& run, Index terms) {
  Explanation explanation = explain_dot_product(trace, run, run, terms);
  explanation.arithmetic = Arithmetic::kRule;
  explanation.note = "note.length";
  explanation.result = std::sqrt(explanation.result);
  explanation.magnitude = explanation.result;
  return explanation;
}

// What a number has of a length: the slope of a length along one of its numbers. A length of 0 has none.
template <class Number>
Number share_of(Number number, Number length) {
  return length == 0 ? Number{0} : number / length;
}

// 0, for the reason that `note` names.
Explanation zero_by_rule(Index row, Index column, const char* note) {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kRule;
  explanation.formula = CellFormula{"$out = 0", row, column};
  explanation.note = note;
  return explanation;
}

// dL, L (d, kernel), W (kernel * d, c) -> as W.
class KernelLengthsGradient final : public Operation {
 public:
  std::string_view name() const override { return "kernel_lengths_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{$t,$o} = $0_{$o,$t} \\frac{$2_{$t,$o}}{$1_{$o,$t}}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      const Index channel = row % inputs[0].rows();
      const Index offset = row / inputs[0].rows();
      const float length = inputs[1](channel, offset);
      out.row(row) = inputs[2].row(row).unaryExpr([&](float number) { return share_of(number, length); });
      out.row(row) *= inputs[0](channel, offset);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index channels = trace.stage(stage.inputs[0]).rows;
    const Cell length{stage.inputs[0], row % channels, row / channels};
    const double share = share_of<double>(trace.at(stage.inputs[2], row, column),
                                          trace.at(stage.inputs[1], length.row, length.column));
    Explanation explanation;
    add_product(trace, length, share, explanation);
    explanation.arithmetic = Arithmetic::kProduct;
    explanation.formula = CellFormula{"$out = $0_{$o,$t} \\frac{$2}{$1_{$o,$t}}",
                                      row,
                                      column,
                                      {{"o", Ordinal{length.row}}, {"t", Ordinal{length.column}}}};
    explanation.note = "note.gradient_of_length";
    return explanation;
  }
};

// dM (m, n), L (d, kernel) -> (d, kernel): every place that an offset is laid over sends it something.
class KernelMapGradient final : public ParameterOperation<KernelOffsets> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "kernel_map_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{t} = \\frac{$1_{t}}{|$1_{t}|} Σ_{i,j: j − i = t} $0_{i,j}",
            "$out = Σ_{i,j: j − i = $j} $0_{i,j} \\frac{$1}{|$1_{o,$j}|}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ConstView& gradient = inputs[0];
    for (Index offset = 0; offset < out.cols(); ++offset) {
      float sum = 0;
      for (Index row = 0; row < gradient.rows(); ++row) {
        const Index read = parameters().row(row, offset, gradient.cols());
        if (read != KernelOffsets::kOutside) sum += gradient(row, read);
      }
      const float length = inputs[1].col(offset).norm();
      for (Index o = 0; o < out.rows(); ++o) out(o, offset) = sum * share_of(inputs[1](o, offset), length);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix lengths = trace.read_column(stage.inputs[1], column);
    const double share = share_of<double>(lengths(row, 0), lengths.cast<double>().norm());
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.gradient_of_length";
    const Shape map = trace.stage(stage.inputs[0]).shape();
    for (Index output = 0; output < map.rows; ++output) {
      const Index read = parameters().row(output, column, map.columns);
      if (read != KernelOffsets::kOutside)
        add_product(trace, {stage.inputs[0], output, read}, share, explanation);
    }
    return explanation;
  }
};

// dY (n, 1) -> (m, n): each pair that was averaged gets its share.
class MeanByOffsetGradient final : public ParameterOperation<std::vector<Index>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "mean_by_offset_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = \\frac{1}{n_{i − j}} $0_{i − j}", "$out = \\frac{1}{n_{$o}} $0_{$o}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index row = 0; row < out.rows(); ++row) {
      const Index place = parameters()[static_cast<size_t>(row)];
      for (Index column = 0; column <= place; ++column)
        out(row, column) = inputs[0](place - column, 0) / static_cast<float>(pairs(place - column));
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index offset = parameters()[static_cast<size_t>(row)] - column;
    if (offset < 0) return zero_by_rule(row, column, "note.gradient_later");
    Explanation explanation;
    const auto count = static_cast<double>(pairs(offset));
    add_product(trace, {stage.inputs[0], offset, 0}, 1 / count, explanation);
    explanation.arithmetic = Arithmetic::kProduct;
    explanation.quantities = {{"quantity.averaged", count}};
    explanation.formula = formula_of_cell(stage, row, column, {{"o", Ordinal{offset}}});
    explanation.note = "note.gradient_of_mean";
    return explanation;
  }

 private:
  // How many pairs stand so far apart.
  Index pairs(Index offset) const {
    return std::count_if(parameters().begin(), parameters().end(),
                         [&](Index place) { return place >= offset; });
  }
};

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
    explanation.formula = formula_of_cell(stage, row, column, {{"o", Ordinal{row}}, {"t", Ordinal{column}}});
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    static const OperationPtr kOnly = std::make_shared<KernelLengthsGradient>();
    return {kOnly, {Backward::kGradient, Backward::kResult, 0}};
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
      explanation.formula = formula_of_cell(stage, row, column, {{"t", Ordinal{offset}}});
      return explanation;
    }
    return zero_by_rule(row, column, "note.reach_none");
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<KernelMapGradient>(offsets()), {Backward::kGradient, 0}};
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
    explanation.formula = formula_of_cell(stage, row, column, {{"o", Ordinal{row}}});
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<MeanByOffsetGradient>(places()), {Backward::kGradient}};
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
