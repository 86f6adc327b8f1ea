// row_distances.cpp: how far two rows are apart, number by number.
#include <cmath>
#include <utility>

#include "engine/core/trace.h"
#include "engine/ops/drawing.h"
#include "engine/ops/gradients.h"
#include "engine/ops/pictures.h"

namespace engine {
namespace {

double sign_of(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

// A measure of how far two numbers are apart, summed along each row.
class RowDistance : public Operation {
 public:
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }
  bool follows_rows(size_t /*input*/) const override { return true; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      double sum = 0;
      for (Index j = 0; j < inputs[0].cols(); ++j)
        sum += value(double{inputs[0](row, j)} - double{inputs[1](row, j)});
      out(row, 0) = static_cast<float>(sum);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix a = trace.read_row(stage.inputs[0], row);
    const Matrix b = trace.read_row(stage.inputs[1], row);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = note();
    for (Index j = 0; j < a.cols(); ++j) {
      const double away = value(double{a(0, j)} - double{b(0, j)});
      explanation.terms.push_back({.left = away, .value = away});
      explanation.result += away;
      explanation.magnitude += away;
    }
    return explanation;
  }

 protected:
  virtual double value(double away) const = 0;
  virtual std::string note() const = 0;

  // By the slope of value().
  static Backward by_slope(OperationPtr of, size_t input, double (*slope)(double away)) {
    return by_links(std::move(of), input, 2,
                    [input, slope](std::span<const ConstView> operands, const VisitLink& visit) {
                      for (Index row = 0; row < operands[1].rows(); ++row) {
                        for (Index j = 0; j < operands[1].cols(); ++j) {
                          const double away = double{operands[1](row, j)} - double{operands[2](row, j)};
                          visit(row, 0, row, j, (input == 0 ? 1 : -1) * slope(away));
                        }
                      }
                    });
  }
};

class L1Rows final : public RowDistance {
 public:
  std::string_view name() const override { return "l1_rows"; }
  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{j} |$0_{i,j} − $1_{i,j}|", "$out = Σ_{j} |$0_{$i,j} − $1_{$i,j}|"};
  }
  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    return by_slope(l1_rows(), input, sign_of);
  }

 protected:
  double value(double away) const override { return std::abs(away); }
  std::string note() const override { return "note.l1_rows"; }
};

class SmoothL1Rows final : public RowDistance {
 public:
  std::string_view name() const override { return "smooth_l1_rows"; }
  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{j} h($0_{i,j} − $1_{i,j})", "$out = Σ_{j} h($0_{$i,j} − $1_{$i,j})"};
  }
  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    return by_slope(smooth_l1_rows(), input,
                    [](double away) { return std::abs(away) < 1 ? away : sign_of(away); });
  }

 protected:
  double value(double away) const override {
    return std::abs(away) < 1 ? away * away / 2 : std::abs(away) - 0.5;
  }
  std::string note() const override { return "note.smooth_l1_rows"; }
};

class SquaredRows final : public RowDistance {
 public:
  std::string_view name() const override { return "squared_rows"; }
  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{j} ($0_{i,j} − $1_{i,j})^{2}", "$out = Σ_{j} ($0_{$i,j} − $1_{$i,j})^{2}"};
  }
  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    return by_slope(squared_rows(), input, [](double away) { return 2 * away; });
  }

 protected:
  double value(double away) const override { return away * away; }
  std::string note() const override { return "note.squared_rows"; }
};

}  // namespace

OperationPtr squared_rows() {
  static const OperationPtr kOnly = std::make_shared<SquaredRows>();
  return kOnly;
}

OperationPtr l1_rows() {
  static const OperationPtr kOnly = std::make_shared<L1Rows>();
  return kOnly;
}

OperationPtr smooth_l1_rows() {
  static const OperationPtr kOnly = std::make_shared<SmoothL1Rows>();
  return kOnly;
}

}  // namespace engine
