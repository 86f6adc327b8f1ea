// cross_entropy.cpp: how surprised a prediction is by what comes: −ln of the probability of the right token.
// Goodfellow et al. 2016, sec. 6.2.2.2; from the logits, so that no probability is rounded to 0.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/parameter_operation.h"
#include "engine/kernels/row_kernels.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/ops/products.h"
#include "engine/ops/rule.h"

namespace engine {
namespace {

// A row of logits: its largest, and the sum of e to each less that.
struct LogSum {
  template <class Row>
  explicit LogSum(const Row& logits) {
    const auto numbers = logits.template cast<double>().array().eval();
    peak = numbers.maxCoeff();
    sum = (numbers - peak).exp().sum();
  }
  double log() const { return peak + std::log(sum); }
  double probability(double logit) const { return std::exp(logit - peak) / sum; }

  double peak = 0;
  double sum = 0;
};

// The logarithm of that sum, for whole matrices.
double log_of_sum(const ConstView& logits, Index row) {
  return kernels::row_kernels().log_of_sum(logits.row(row).data(), logits.cols());
}

// dLoss (L, 1), logits (L, V) -> dLoss (p − 1 at the right token).
class CrossEntropyGradient final : public ParameterOperation<std::vector<Index>> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "cross_entropy_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = $0_{i} (\\mathrm{softmax}($1)_{i,j} − [j = y_{i}])",
            "$out = $0_{$i} (\\mathrm{softmax}(@1)_{$i,$j} − [$j = y_{$i}])"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      const Index label = parameters()[static_cast<size_t>(row)];
      if (label < 0) {
        out.row(row).setZero();
        continue;
      }
      const float gradient = inputs[0](row, 0);
      const auto shift = static_cast<float>(log_of_sum(inputs[1], row));
      kernels::row_kernels().exponentials(inputs[1].row(row).data(), shift, gradient, out.row(row).data(),
                                          out.cols());
      out(row, label) -= gradient;
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index label = parameters()[static_cast<size_t>(row)];
    if (label < 0) return by_rule(CellFormula{"$out = 0", row, column}, "note.loss_left_out", 0);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kCentred;
    explanation.formula = formula_of_cell(stage, row, column);
    const LogSum all(trace.read_row(stage.inputs[1], row).row(0));
    const double probability = all.probability(trace.at(stage.inputs[1], row, column));
    const double right = column == label ? 1 : 0;
    const double gradient = trace.at(stage.inputs[0], row, 0);
    explanation.quantities = {{"quantity.probability", probability, Measure::kOwn},
                              {"quantity.is_label", right, Measure::kTaken},
                              {"quantity.gradient_of_row", gradient, Measure::kFactor}};
    explanation.note = "note.cross_entropy_gradient";
    explanation.result = gradient * (probability - right);
    explanation.magnitude = std::abs(gradient) * (probability + right);
    return explanation;
  }
};

// The surprise of row `row` of the logits at a label; 0 where that is below 0.
float surprise(const ConstView& logits, Index row, Index label) {
  return label < 0 ? 0 : static_cast<float>(log_of_sum(logits, row) - logits(row, label));
}

Explanation explain_surprise(const Trace& trace, int logits, Index row, Index label, CellFormula formula) {
  if (label < 0) return by_rule(std::move(formula), "note.loss_left_out", 0);
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kCentred;
  explanation.formula = std::move(formula);
  const LogSum all(trace.read_row(logits, row).row(0));
  const double own = trace.at(logits, row, label);
  explanation.result = all.log() - own;
  explanation.terms = {{.left = own, .value = explanation.result, .left_cell = {logits, row, label}}};
  explanation.quantities = {{"quantity.log_sum", all.log(), Measure::kOwn},
                            {"quantity.label_logit", own, Measure::kTaken},
                            {"quantity.label_probability", all.probability(own)},
                            {"quantity.loss_factor", 1, Measure::kFactor}};
  explanation.note = "note.cross_entropy";
  explanation.magnitude = std::abs(all.log()) + std::abs(own);
  return explanation;
}

class CrossEntropy final : public ParameterOperation<std::vector<Index>> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "cross_entropy"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\mathrm{ln} Σ_{j} e^{$0_{i,j}} − $0_{i,y_{i}}",
            "$out = \\mathrm{ln} Σ_{j} e^{$0_{$i,j}} − $0_{$i,$label}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row)
      out(row, 0) = surprise(inputs[0], row, parameters()[static_cast<size_t>(row)]);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index label = parameters()[static_cast<size_t>(row)];
    return explain_surprise(trace, stage.inputs[0], row, label,
                            label < 0 ? CellFormula{"$out = 0", row, column}
                                      : formula_of_cell(stage, row, column, {{"label", Ordinal{label}}}));
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<CrossEntropyGradient>(parameters()), {Backward::kGradient, 0}};
  }
};

// The same with labels that a stage holds.
class CrossEntropyAt final : public Operation {
 public:
  std::string_view name() const override { return "cross_entropy_at"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }
  bool follows_rows(size_t /*input*/) const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\mathrm{ln} Σ_{j} e^{$0_{i,j}} − $0_{i,$1_{i}}",
            "$out = \\mathrm{ln} Σ_{j} e^{$0_{$i,j}} − $0_{$i,$label}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row)
      out(row, 0) = surprise(inputs[0], row, static_cast<Index>(inputs[1](row, 0)));
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const auto label = static_cast<Index>(trace.at(stage.inputs[1], row, 0));
    return explain_surprise(trace, stage.inputs[0], row, label,
                            label < 0 ? CellFormula{"$out = 0", row, column}
                                      : formula_of_cell(stage, row, column, {{"label", Ordinal{label}}}));
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    if (input == 1) return Backward::blocked("note.gradient_label");
    return by_links(cross_entropy_at(), input, inputs.size(),
                    [](std::span<const ConstView> operands, const VisitLink& visit) {
                      for (Index row = 0; row < operands[1].rows(); ++row) {
                        const auto label = static_cast<Index>(operands[2](row, 0));
                        if (label < 0) continue;
                        const LogSum all(operands[1].row(row));
                        for (Index j = 0; j < operands[1].cols(); ++j)
                          visit(row, 0, row, j,
                                all.probability(double{operands[1](row, j)}) - (j == label ? 1 : 0));
                      }
                    });
  }
};

// The rows of one stage that a mean counts, out of this many rows of all its stages.
struct CountedRows {
  std::vector<bool> counted;
  Index all = 0;

  bool operator==(const CountedRows&) const = default;
};

// The gradient of a mean of rows: an equal share for each that counts.
class EqualShares final : public ParameterOperation<CountedRows> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "equal_shares"; }
  Layout layout() const override { return Layout::kGather; }
  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\frac{$0}{n}", "$out = \\frac{@0}{n}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row)
      out(row, 0) = counts(row) ? inputs[0](0, 0) / static_cast<float>(parameters().all) : 0;
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    if (!counts(row)) return by_rule(CellFormula{"$out = 0", row, column}, "note.loss_left_out", 0);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kQuotient;
    explanation.formula = formula_of_cell(stage, row, column);
    const auto rows = static_cast<double>(parameters().all);
    const double gradient = trace.at(stage.inputs[0], 0, 0);
    explanation.terms = {{.left = gradient, .value = gradient / rows, .left_cell = {stage.inputs[0], 0, 0}}};
    explanation.quantities = {{"quantity.rows_counted", rows}};
    explanation.result = gradient / rows;
    explanation.magnitude = std::abs(explanation.result);
    return explanation;
  }

 private:
  bool counts(Index row) const { return parameters().counted[static_cast<size_t>(row)]; }
};

// Of each input, which of its rows count.
class MeanOfRows final : public ParameterOperation<std::vector<std::vector<bool>>> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "mean_of_rows"; }
  Layout layout() const override { return Layout::kGather; }
  FormulaTemplate formulas(size_t inputs) const override {
    return {"$out = \\frac{1}{n} " + sums('$', inputs), "@out = \\frac{1}{n} " + sums('@', inputs)};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    double sum = 0;
    for (size_t input = 0; input < inputs.size(); ++input) {
      for (Index row = 0; row < inputs[input].rows(); ++row)
        sum += counts(input, row) ? double{inputs[input](row, 0)} : 0.0;
    }
    out(0, 0) = static_cast<float>(sum / static_cast<double>(count()));
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kQuotient;
    explanation.formula = formula_of_cell(stage, row, column);
    for (size_t input = 0; input < stage.inputs.size(); ++input) {
      for (Index i = 0; i < trace.stage(stage.inputs[input]).rows; ++i) {
        if (counts(input, i)) add_addend(trace, {stage.inputs[input], i, 0}, explanation);
      }
    }
    const auto rows = static_cast<double>(count());
    for (Term& term : explanation.terms) term.value /= rows;
    explanation.quantities = {{"quantity.rows_counted", rows}};
    explanation.note = "note.loss_mean";
    explanation.result /= rows;
    explanation.magnitude /= rows;
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<EqualShares>(CountedRows{parameters()[input], count()}), {Backward::kGradient}};
  }

 private:
  // The sum over the rows of each input; of many inputs the first two and the last.
  static std::string sums(char sign, size_t inputs) {
    const auto sum_of = [sign](size_t input) {
      return std::string("Σ_{i} ") + sign + std::to_string(input) + "_{i}";
    };
    std::string sum = sum_of(0);
    if (inputs < 2) return sum;
    sum += " + " + sum_of(1);
    if (inputs > 3) sum += " + …";
    if (inputs > 2) sum += " + " + sum_of(inputs - 1);
    return "(" + sum + ")";
  }

  bool counts(size_t input, Index row) const { return parameters()[input][static_cast<size_t>(row)]; }
  Index count() const {
    Index count = 0;
    for (const std::vector<bool>& counted : parameters())
      count += std::count(counted.begin(), counted.end(), true);
    return count;
  }
};

struct CellPair {
  Index row = 0;
  Index first = 0;
  Index second = 0;

  bool operator==(const CellPair&) const = default;
};

// 1 for the first, −1 for the second, times the gradient.
class CellDifferenceGradient final : public ParameterOperation<CellPair> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "cell_difference_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  FormulaTemplate formulas(size_t /*inputs*/) const override { return {"$out = ± $0", "$out = $sign @0"}; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    out(parameters().row, parameters().first) += inputs[0](0, 0);
    out(parameters().row, parameters().second) -= inputs[0](0, 0);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    double sign = 0;
    if (row == parameters().row) sign += column == parameters().first ? 1 : 0;
    if (row == parameters().row) sign -= column == parameters().second ? 1 : 0;
    if (sign == 0) return by_rule(CellFormula{"$out = 0", row, column}, "note.gradient_beside_target", 0);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column, {{"sign", sign > 0 ? "" : "−"}});
    add_product(trace, {stage.inputs[0], 0, 0}, sign, explanation);
    return explanation;
  }
};

class CellDifference final : public ParameterOperation<CellPair> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "cell_difference"; }
  Layout layout() const override { return Layout::kGather; }
  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string row = "#" + std::to_string(parameters().row) + ",#";
    return "@out = $0_{" + row + std::to_string(parameters().first) + "} − $0_{" + row +
           std::to_string(parameters().second) + "}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out(0, 0) =
        inputs[0](parameters().row, parameters().first) - inputs[0](parameters().row, parameters().second);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    add_product(trace, {stage.inputs[0], parameters().row, parameters().first}, 1, explanation);
    add_product(trace, {stage.inputs[0], parameters().row, parameters().second}, -1, explanation);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<CellDifferenceGradient>(parameters()), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr cross_entropy_at() {
  static const OperationPtr kOnly = std::make_shared<CrossEntropyAt>();
  return kOnly;
}

OperationPtr cross_entropy(std::vector<Index> labels) {
  return std::make_shared<CrossEntropy>(std::move(labels));
}
OperationPtr mean_of_rows(std::vector<std::vector<bool>> counted) {
  return std::make_shared<MeanOfRows>(std::move(counted));
}
OperationPtr cell_difference(Index row, Index first, Index second) {
  return std::make_shared<CellDifference>(CellPair{row, first, second});
}

}  // namespace engine
