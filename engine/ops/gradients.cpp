// gradients.cpp: operations that carry gradients back, whatever operation they come from.
#include "engine/ops/gradients.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/core/edits.h"
#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/kernels/matrix_product.h"
#include "engine/ops/copies.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct Corner {
  Index row = 0;
  Index column = 0;

  bool operator==(const Corner&) const = default;
};

class ProductTransposed final : public Operation {
 public:
  std::string_view name() const override { return "product_transposed"; }
  Layout layout() const override { return Layout::kProduct; }
  bool follows_rows(size_t input) const override { return input == 0; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = $0 {$1}^{T}", "$out = Σ_{c} $0_{$i,c} $1_{$j,c}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    multiply_transposed(inputs[0], inputs[1], out);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[1], column, 0}},
                            trace.stage(stage.inputs[0]).columns);
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }
};

class Times final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "times"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  bool keeps_scale() const override { return true; }
  bool is_elementwise() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out = " + number_markup(parameters(), 6) + " $0";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = static_cast<float>(parameters()) * inputs[0];
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kProduct;
    explanation.formula = formula_of_cell(stage, row, column);
    Term term;
    term.left = parameters();
    term.right = trace.at(stage.inputs[0], row, column);
    term.has_right = true;
    term.right_cell = {stage.inputs[0], row, column};
    term.value = term.left * term.right;
    explanation.terms.push_back(term);
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }
};

class Cut final : public ParameterOperation<Corner> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "cut"; }
  Layout layout() const override { return Layout::kGather; }
  bool follows_rows(size_t /*input*/) const override { return parameters().row == 0; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{i,j} = $0_{i + " + std::to_string(parameters().row) + ", j + " +
           std::to_string(parameters().column) + "}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0].block(parameters().row, parameters().column, out.rows(), out.cols());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    return explain_copy(trace, stage, row, column,
                        {stage.inputs[0], parameters().row + row, parameters().column + column});
  }
};

class Put final : public ParameterOperation<Corner> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "put"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{i + " + std::to_string(parameters().row) + ", j + " + std::to_string(parameters().column) +
           "} = $0_{i,j}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    out.block(parameters().row, parameters().column, inputs[0].rows(), inputs[0].cols()) = inputs[0];
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Stage& from = trace.stage(stage.inputs[0]);
    const Index i = row - parameters().row;
    const Index j = column - parameters().column;
    if (i >= 0 && i < from.rows && j >= 0 && j < from.columns)
      return explain_copy(trace, stage, row, column, {stage.inputs[0], i, j});
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.formula = CellFormula{"$out = 0", row, column};
    explanation.note = "note.gradient_elsewhere";
    return explanation;
  }
};

class NoGradient final : public ParameterOperation<std::string> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "no_gradient"; }
  Layout layout() const override { return Layout::kSource; }
  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out = 0"; }
  void forward(std::span<const ConstView> /*inputs*/, View out) const override { out.setZero(); }
  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }

  Explanation explain(const Trace& /*trace*/, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = parameters();
    return explanation;
  }
};

class UnitCell final : public ParameterOperation<Corner> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "unit_cell"; }
  Layout layout() const override { return Layout::kSource; }
  bool is_signed() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string cell =
        "#" + std::to_string(parameters().row) + ",#" + std::to_string(parameters().column);
    return "$out_{" + cell + "} = 1";
  }

  void forward(std::span<const ConstView> /*inputs*/, View out) const override {
    out.setZero();
    out(parameters().row, parameters().column) = 1;
  }

  Explanation explain(const Trace& /*trace*/, const Stage& /*stage*/, Index row,
                      Index column) const override {
    const bool is_target = Corner{row, column} == parameters();
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.formula = CellFormula{is_target ? "$out = 1" : "$out = 0", row, column};
    explanation.note = is_target ? "note.gradient_of_itself" : "note.gradient_beside_target";
    explanation.result = is_target ? 1 : 0;
    explanation.magnitude = explanation.result;
    return explanation;
  }
};

class WithoutTyped final : public ParameterOperation<StageEdits> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "without_typed"; }
  Layout layout() const override { return Layout::kGather; }
  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out = $0"; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0];
    for (const CellEdit& cell : parameters().cells) {
      if (cell.row < out.rows() && cell.column < out.cols()) out(cell.row, cell.column) = 0;
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    for (const CellEdit& cell : parameters().cells) {
      if (cell.row != row || cell.column != column) continue;
      Explanation explanation;
      explanation.arithmetic = Arithmetic::kRule;
      explanation.formula = CellFormula{"$out = 0", row, column};
      explanation.note = "note.gradient_of_typed";
      return explanation;
    }
    return explain_copy(trace, stage, row, column, {stage.inputs[0], row, column});
  }
};

struct LinkParameters {
  OperationPtr of;
  size_t input = 0;
  Links links;

  bool operator==(const LinkParameters& other) const {
    return input == other.input && of->same_as(*other.of);
  }
};

class LinkGradient final : public ParameterOperation<LinkParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "sum_of_slopes"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = Σ_{r,c} $0_{r,c} \\frac{∂y_{r,c}}{∂x_{i,j}}",
            "$out = Σ_{r,c} $0_{r,c} \\frac{∂y_{r,c}}{∂x_{$i,$j}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(out.rows(), out.cols());
    parameters().links(inputs.subspan(1), [&](Index row, Index column, Index i, Index j, double slope) {
      sum(i, j) += double{inputs[0](row, column)} * slope;
    });
    out = sum.cast<float>();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    std::vector<Matrix> numbers;
    for (const int input : stage.inputs) {
      const Shape shape = trace.stage(input).shape();
      numbers.push_back(trace.read(input, 0, 0, shape.rows, shape.columns));
    }
    std::vector<ConstView> operands;
    for (size_t i = 1; i < numbers.size(); ++i) operands.push_back(whole(std::as_const(numbers[i])));
    // Several links of one pair are one term.
    std::map<std::pair<Index, Index>, double> slopes;
    parameters().links(operands, [&](Index from_row, Index from_column, Index i, Index j, double slope) {
      if (i == row && j == column) slopes[{from_row, from_column}] += slope;
    });
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    for (const auto& [from, slope] : slopes)
      add_product(trace, {stage.inputs[0], from.first, from.second}, slope, explanation);
    explanation.note = "note.gradient_links";
    return explanation;
  }
};

}  // namespace

OperationPtr link_gradient(OperationPtr of, size_t input, Links links) {
  return std::make_shared<LinkGradient>(LinkParameters{std::move(of), input, std::move(links)});
}

Backward by_links(OperationPtr of, size_t input, size_t inputs, Links links) {
  Backward back{.operation = link_gradient(std::move(of), input, std::move(links)),
                .operands = {Backward::kGradient, Backward::kResult}};
  for (size_t i = 0; i < inputs; ++i) back.operands.push_back(static_cast<int>(i));
  return back;
}

FormulaTemplate SlopeOperation::formulas(size_t /*inputs*/) const {
  return "$out = $0 \\mathrm{" + std::string(function()) + "}′($1)";
}

void SlopeOperation::forward(std::span<const ConstView> inputs, View out) const {
  out = inputs[0].binaryExpr(
      inputs[1], [this](float gradient, float x) { return gradient * static_cast<float>(slope(x)); });
}

Explanation SlopeOperation::explain(const Trace& trace, const Stage& stage, Index row, Index column) const {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kProduct;
  explanation.formula = formula_of_cell(stage, row, column);
  const double x = trace.at(stage.inputs[1], row, column);
  Term term;
  term.left = trace.at(stage.inputs[0], row, column);
  term.left_cell = {stage.inputs[0], row, column};
  term.right = slope(x);
  term.has_right = true;
  term.value = term.left * term.right;
  explanation.terms.push_back(term);
  explanation.quantities = {{"quantity.slope_at", x}};
  explanation.note = "note.gradient_slope";
  explanation.result = term.value;
  // A slope may be a difference of nearly equal numbers of about 1: errors are measured by the gradient.
  explanation.magnitude = std::abs(term.left) * std::max(1.0, std::abs(term.right));
  return explanation;
}

Backward passes(std::string_view note) {
  return {.operation = identity(note), .operands = {Backward::kGradient}, .is_copy = true};
}

OperationPtr product_transposed() {
  static const OperationPtr kOnly = std::make_shared<ProductTransposed>();
  return kOnly;
}
OperationPtr times(double factor) {
  return std::make_shared<Times>(factor);
}
OperationPtr cut(Index row, Index column) {
  return std::make_shared<Cut>(Corner{row, column});
}
OperationPtr put(Index row, Index column) {
  return std::make_shared<Put>(Corner{row, column});
}
OperationPtr no_gradient(std::string_view reason) {
  return std::make_shared<NoGradient>(std::string(reason));
}
OperationPtr unit_cell(Index row, Index column) {
  return std::make_shared<UnitCell>(Corner{row, column});
}
OperationPtr without_typed(StageEdits typed) {
  return std::make_shared<WithoutTyped>(std::move(typed));
}

}  // namespace engine
