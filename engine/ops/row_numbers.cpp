// row_numbers.cpp: rows scaled to length 1, divided by one value each, or multiplied with each other.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// One value divided by another; 0 where that is 0.
Explanation quotient(const Trace& trace, const Cell& number, Quantity divisor) {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kQuotient;
  Term term;
  term.left = trace.at(number.stage, number.row, number.column);
  term.left_cell = number;
  term.value = divisor.value == 0 ? 0 : term.left / divisor.value;
  explanation.terms.push_back(term);
  if (divisor.value == 0) {
    explanation.arithmetic = Arithmetic::kRule;
    explanation.note = "note.nothing_to_divide_by";
  }
  explanation.quantities.push_back(std::move(divisor));
  explanation.result = term.value;
  explanation.magnitude = std::abs(term.value);
  return explanation;
}

class UnitRows final : public ByRows<1> {
 public:
  std::string_view name() const override { return "unit_rows"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\frac{$0_{i}}{|$0_{i}|}", "$out = \\frac{$0}{|$0_{$i}|}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      const float length = inputs[0].row(row).norm();
      out.row(row) = inputs[0].row(row) / (length == 0 ? 1 : length);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Eigen::MatrixXd numbers = trace.read_row(stage.inputs[0], row).cast<double>();
    Explanation explanation =
        quotient(trace, {stage.inputs[0], row, column}, {"quantity.length", numbers.norm()});
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const UnitRows>(*this);
    return by_links(self, input, inputs.size(), [](std::span<const ConstView> x, const VisitLink& visit) {
      for (Index row = 0; row < x[0].rows(); ++row) {
        const double length = x[1].row(row).cast<double>().norm();
        for (Index made = 0; made < x[0].cols(); ++made) {
          for (Index from = 0; from < x[0].cols(); ++from) {
            const double own = made == from ? 1 : 0;
            const double along = double{x[0](row, made)} * double{x[0](row, from)};
            visit(row, made, row, from, (own - along) / (length == 0 ? 1 : length));
          }
        }
      }
    });
  }
};

class DivideRows final : public ParameterOperation<bool, ByRows<2>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "divide_rows"; }
  std::string_view sign() const override { return "÷"; }
  bool is_signed() const override { return parameters(); }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\frac{$0_{i}}{$1_{i}}", "$out = \\frac{$0}{$1_{$i}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      const float divisor = inputs[1](row, 0);
      if (divisor == 0) {
        out.row(row).setZero();
      } else {
        out.row(row) = inputs[0].row(row) / divisor;
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const double divisor = trace.at(stage.inputs[1], row, 0);
    Explanation explanation =
        quotient(trace, {stage.inputs[0], row, column}, {"quantity.normaliser", divisor});
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const DivideRows>(*this);
    return by_links(
        self, input, inputs.size(), [input](std::span<const ConstView> x, const VisitLink& visit) {
          for (Index row = 0; row < x[0].rows(); ++row) {
            const double divisor = x[2](row, 0);
            for (Index c = 0; divisor != 0 && c < x[0].cols(); ++c)
              visit(row, c, row, input == 0 ? c : 0, (input == 0 ? 1 : -double{x[0](row, c)}) / divisor);
          }
        });
  }
};

class RowProducts final : public ByRows<2> {
 public:
  std::string_view name() const override { return "row_products"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = $0_{i} · $1_{i}", "$out_{$i} = Σ_{c} $0_{$i,c} $1_{$i,c}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) out(row, 0) = inputs[0].row(row).dot(inputs[1].row(row));
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[1], row, 0}},
                            trace.stage(stage.inputs[0]).columns);
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const RowProducts>(*this);
    return by_links(self, input, inputs.size(),
                    [input](std::span<const ConstView> x, const VisitLink& visit) {
                      const ConstView& other = x[input == 0 ? 2 : 1];
                      for (Index row = 0; row < other.rows(); ++row) {
                        for (Index c = 0; c < other.cols(); ++c) visit(row, 0, row, c, other(row, c));
                      }
                    });
  }
};

}  // namespace

OperationPtr unit_rows() {
  static const OperationPtr kOnly = std::make_shared<UnitRows>();
  return kOnly;
}
OperationPtr divide_rows(bool is_signed) {
  return std::make_shared<DivideRows>(is_signed);
}
OperationPtr row_products() {
  static const OperationPtr kOnly = std::make_shared<RowProducts>();
  return kOnly;
}

}  // namespace engine
